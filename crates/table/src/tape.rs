//! What was rolled and chosen in one game, in some seven bytes an act.
//!
//! The tape is what undo goes back along and what a record is made of. It keeps what was taken back too, followed by
//! the mark that took it back. It knows no rule: where a move came from and what it captured follows from a replay.

use crate::time::Millis;
use ludohall_protocol::{By, Ply, Version};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// One thing that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    /// The journal entry it belongs to.
    pub version: Version,
    /// When.
    pub at: Millis,
    /// The decision it answered.
    pub ply: Ply,
    /// The arm that acted.
    pub arm: u8,
    /// What.
    pub deed: Deed,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// These dice were rolled.
    Roll { dice: Vec<u8>, by: By },
    /// A piece of `arm` was moved.
    Play {
        arm: u8,
        piece: u8,
        uses: Vec<u8>,
        by: By,
    },
    /// A bonus was refused.
    Decline { by: By },
    /// All after version `to` was taken back; `n` is the last die that stands.
    Undo { to: Version, n: u32 },
}

impl Deed {
    /// Whether it is a choice of the seat's owner, so one that undo goes back before (R0-10).
    pub(crate) fn is_own_choice(&self) -> bool {
        matches!(
            self,
            Self::Play { by: By::Human, .. } | Self::Decline { by: By::Human }
        )
    }
}

/// The acts of one game, packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tape {
    bytes: Vec<u8>,
    /// Version, time and ply of the last act: the next one is written as the difference.
    last: Mark,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    version: u64,
    at: i64,
    ply: u64,
}

impl Tape {
    /// Adds an act. Versions and plies never fall.
    pub(crate) fn push(&mut self, act: &Act) {
        let (kind, by) = match &act.deed {
            Deed::Roll { by, .. } => (0, *by),
            Deed::Play { by, .. } => (1, *by),
            Deed::Decline { by } => (2, *by),
            Deed::Undo { .. } => (3, By::Human),
        };
        self.bytes.push(kind | by_code(by) << 2 | act.arm << 4);
        self.number(act.version.0.wrapping_sub(self.last.version));
        self.number(zigzag(act.at.0.wrapping_sub(self.last.at)));
        self.number(act.ply.0.wrapping_sub(self.last.ply));
        match &act.deed {
            Deed::Roll { dice, .. } => self.faces(dice),
            Deed::Play {
                arm, piece, uses, ..
            } => {
                self.bytes.push(arm << 4 | piece);
                self.faces(uses);
            }
            Deed::Decline { .. } => {}
            Deed::Undo { to, n } => {
                self.number(to.0);
                self.number(u64::from(*n));
            }
        }
        self.last = Mark {
            version: act.version.0,
            at: act.at.0,
            ply: act.ply.0,
        };
    }

    /// How long it is, packed.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// All acts, first one first.
    pub(crate) fn acts(&self) -> Acts<'_> {
        Acts {
            rest: &self.bytes,
            last: Mark::default(),
        }
    }

    /// The acts that stand: what was taken back is left out.
    pub(crate) fn standing(&self) -> Vec<Act> {
        let mut line: Vec<Act> = Vec::new();
        for act in self.acts() {
            match act.deed {
                Deed::Undo { to, .. } => {
                    let keep = line.partition_point(|act| act.version <= to);
                    line.truncate(keep);
                }
                _ => line.push(act),
            }
        }
        line
    }

    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn faces(&mut self, faces: &[u8]) {
        self.bytes.push(faces.len() as u8);
        self.bytes.extend_from_slice(faces);
    }
}

/// Reads a [`Tape`] from its start; ends at its end or at the first byte that makes no sense.
pub(crate) struct Acts<'a> {
    rest: &'a [u8],
    last: Mark,
}

impl Iterator for Acts<'_> {
    type Item = Act;

    fn next(&mut self) -> Option<Act> {
        let before = self.rest;
        let act = self.act();
        if act.is_none() {
            // What makes no sense is left, so that a tape that breaks off can be told from one that ends.
            self.rest = before;
        }
        act
    }
}

impl Acts<'_> {
    fn act(&mut self) -> Option<Act> {
        let head = self.byte()?;
        let version = self.last.version.wrapping_add(self.number()?);
        let at = self.last.at.wrapping_add(unzigzag(self.number()?));
        let ply = self.last.ply.wrapping_add(self.number()?);
        let deed = self.deed(head & 3, by_of(head >> 2 & 3)?)?;
        self.last = Mark { version, at, ply };
        Some(Act {
            version: Version(version),
            at: Millis(at),
            ply: Ply(ply),
            arm: head >> 4,
            deed,
        })
    }

    fn deed(&mut self, kind: u8, by: By) -> Option<Deed> {
        Some(match kind {
            0 => Deed::Roll {
                dice: self.faces()?,
                by,
            },
            1 => {
                let piece = self.byte()?;
                Deed::Play {
                    arm: piece >> 4,
                    piece: piece & 15,
                    uses: self.faces()?,
                    by,
                }
            }
            2 => Deed::Decline { by },
            _ => Deed::Undo {
                to: Version(self.number()?),
                n: u32::try_from(self.number()?).ok()?,
            },
        })
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn faces(&mut self) -> Option<Vec<u8>> {
        let len = usize::from(self.byte()?);
        let (faces, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(faces.to_vec())
    }
}

fn by_code(by: By) -> u8 {
    match by {
        By::Human => 0,
        By::Bot => 1,
        By::Clock => 2,
    }
}

fn by_of(code: u8) -> Option<By> {
    [By::Human, By::Bot, By::Clock]
        .get(usize::from(code))
        .copied()
}

/// Small numbers of either sign as small numbers without one.
fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

impl Serialize for Tape {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&hex::encode(&self.bytes))
    }
}

impl<'de> Deserialize<'de> for Tape {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let bytes = hex::decode(text).map_err(D::Error::custom)?;
        let mut acts = Acts {
            rest: &bytes,
            last: Mark::default(),
        };
        while acts.next().is_some() {}
        if !acts.rest.is_empty() {
            return Err(D::Error::custom("the tape breaks off"));
        }
        let last = acts.last;
        Ok(Self { bytes, last })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use proptest::prelude::*;

    fn act(version: u64, deed: Deed) -> Act {
        Act {
            version: Version(version),
            at: Millis(1_700_000_000_000),
            ply: Ply(version),
            arm: 3,
            deed,
        }
    }

    fn roll(version: u64) -> Act {
        act(
            version,
            Deed::Roll {
                dice: vec![6],
                by: By::Bot,
            },
        )
    }

    #[test]
    fn what_was_taken_back_no_longer_stands_but_stays_on_the_tape() {
        let mut tape = Tape::default();
        for version in 1..=4 {
            tape.push(&roll(version));
        }
        tape.push(&act(
            5,
            Deed::Undo {
                to: Version(2),
                n: 2,
            },
        ));
        tape.push(&roll(6));
        assert_eq!(tape.acts().count(), 6);
        assert_eq!(tape.standing(), [roll(1), roll(2), roll(6)]);
    }

    #[test]
    fn a_broken_tape_is_refused() {
        let mut tape = Tape::default();
        tape.push(&roll(1));
        let json = serde_json::to_string(&tape).unwrap();
        assert_eq!(serde_json::from_str::<Tape>(&json).unwrap(), tape);
        let cut = format!("{}\"", &json[..json.len() - 3]);
        assert!(serde_json::from_str::<Tape>(&cut).is_err());
    }

    fn deeds() -> impl Strategy<Value = Deed> {
        let by = prop_oneof![Just(By::Human), Just(By::Bot), Just(By::Clock)];
        let faces = proptest::collection::vec(1..=20_u8, 0..3);
        prop_oneof![
            (faces.clone(), by.clone()).prop_map(|(dice, by)| Deed::Roll { dice, by }),
            (0..8_u8, 0..4_u8, faces, by.clone()).prop_map(|(arm, piece, uses, by)| Deed::Play {
                arm,
                piece,
                uses,
                by
            }),
            by.prop_map(|by| Deed::Decline { by }),
            (any::<u64>(), any::<u32>()).prop_map(|(to, n)| Deed::Undo { to: Version(to), n }),
        ]
    }

    proptest! {
        #[test]
        fn every_act_comes_back_as_it_was(
            acts in proptest::collection::vec((0..1000_u64, any::<i64>(), 0..3_u64, 0..8_u8, deeds()), 0..40)
        ) {
            let (mut tape, mut all) = (Tape::default(), Vec::new());
            let (mut version, mut ply) = (0, 0);
            for (v, at, p, arm, deed) in acts {
                version += v;
                ply += p;
                let act = Act { version: Version(version), at: Millis(at), ply: Ply(ply), arm, deed };
                tape.push(&act);
                all.push(act);
            }
            prop_assert_eq!(tape.acts().collect::<Vec<_>>(), all);
        }
    }
}
