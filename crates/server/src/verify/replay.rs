//! Playing a record again, entry by entry.

use super::{Fault, Verified, VerifyError, dice::Source};
use ludohall_protocol::{
    Move, Placed, Record, RecordEntry, Version,
    convert::{rule_choice, wire_move},
    record::RecordAct,
};
use ludohall_rules::{Arm, Choice, Game, Phase, Position};

/// The game as it stood after an entry.
struct Stand {
    version: Version,
    position: Position,
    /// The last die that stands.
    n: u32,
}

struct Replay<'a> {
    game: &'a Game,
    source: &'a Source,
    /// One for each entry, the start first: what `undone` goes back to.
    stands: Vec<Stand>,
    solo: Option<u8>,
    verified: Verified,
}

/// Plays the whole record.
pub fn replay(record: &Record, game: &Game, source: &Source) -> Result<Verified, VerifyError> {
    let rolled = source.check_start(record)?;
    let start = Arm::new(record.start).ok_or(VerifyError::Start)?;
    let opening = Stand {
        version: Version(0),
        position: game.opening(start)?,
        n: rolled,
    };
    let mut replay = Replay {
        game,
        source,
        stands: vec![opening],
        solo: solo(record),
        verified: Verified {
            game: record.id,
            dice: rolled,
            choices: 0,
            undone: 0,
            contributions: record.entropy.len(),
            finished: !record.places.is_empty(),
        },
    };
    for entry in &record.entries {
        let stand = replay.step(entry).map_err(|fault| match fault {
            Broken::Fault(fault) => VerifyError::Entry {
                version: entry.version,
                fault,
            },
            Broken::Die { n, shown, computed } => VerifyError::Die {
                version: entry.version,
                n,
                shown,
                computed,
            },
        })?;
        replay.stands.push(stand);
    }
    replay.check_places(record)?;
    Ok(replay.verified)
}

/// The arm of the only person, where only one played: there things may be taken back.
fn solo(record: &Record) -> Option<u8> {
    let mut people = record.seats.iter().filter(|seat| seat.player_id.is_some());
    let only = people.next()?;
    people.next().is_none().then_some(only.arm)
}

enum Broken {
    Fault(Fault),
    Die { n: u32, shown: u8, computed: u8 },
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Replay<'_> {
    /// What one entry makes of the game.
    fn step(&mut self, entry: &RecordEntry) -> Result<Stand, Broken> {
        let last = self.stands.last().ok_or(Fault::Order)?;
        if entry.version < last.version {
            return Err(Fault::Order.into());
        }
        let (mut position, mut n) = (last.position, last.n);
        match &entry.act {
            RecordAct::Undone {
                to_version,
                n: back,
            } => {
                (position, n) = self.undone(entry, *to_version, *back)?;
            }
            act => {
                acts(&position, entry.arm)?;
                match act {
                    RecordAct::Rolled { n: first, dice, .. } => {
                        n = self.roll(&mut position, n, *first, dice)?;
                    }
                    RecordAct::Moved { choice, .. } => self.choose(&mut position, choice)?,
                    _ => self.choose(&mut position, &Move::Decline)?,
                }
            }
        }
        Ok(Stand {
            version: entry.version,
            position,
            n,
        })
    }

    /// Returns the number of the last die.
    fn roll(
        &mut self,
        position: &mut Position,
        n: u32,
        first: u32,
        dice: &[u8],
    ) -> Result<u32, Broken> {
        if first != n + 1 {
            return Err(Fault::Numbering.into());
        }
        for (n, shown) in (first..).zip(dice.iter().copied()) {
            let computed = self.source.face(n, self.game.faces());
            if shown != computed {
                return Err(Broken::Die { n, shown, computed });
            }
            self.verified.dice += 1;
        }
        self.game
            .roll(position, dice, &mut ())
            .map_err(|_| Fault::Roll)?;
        Ok(n + u32::try_from(dice.len()).unwrap_or_default())
    }

    fn choose(&mut self, position: &mut Position, choice: &Move) -> Result<(), Fault> {
        let wanted: Choice = rule_choice(choice).map_err(|_| Fault::Illegal)?;
        let legal = self.game.legal(position);
        let meant = legal
            .iter()
            .find(|legal| legal.choice() == wanted)
            .ok_or(Fault::Illegal)?;
        if wire_move(meant) != *choice {
            return Err(Fault::Outcome);
        }
        self.game
            .play(position, &wanted, &mut ())
            .map_err(|_| Fault::Illegal)?;
        self.verified.choices += 1;
        Ok(())
    }

    /// The state that stood after `to`, if the only person may go back to it.
    fn undone(
        &mut self,
        entry: &RecordEntry,
        to: Version,
        n: u32,
    ) -> Result<(Position, u32), Fault> {
        let over = self
            .stands
            .last()
            .is_some_and(|stand| stand.position.phase() == Phase::Over);
        let back = self.stands.iter().rev().find(|stand| stand.version <= to);
        let back = back.ok_or(Fault::Undo)?;
        if over || to >= entry.version || self.solo != Some(entry.arm) {
            return Err(Fault::Undo);
        }
        if back.position.phase() != Phase::Move || back.position.turn().get() != entry.arm {
            return Err(Fault::Undo);
        }
        if back.n != n {
            return Err(Fault::Numbering);
        }
        self.verified.undone += 1;
        Ok((back.position, n))
    }

    /// Places stand only where the game has an end by the rules, or everybody else had left.
    fn check_places(&self, record: &Record) -> Result<(), VerifyError> {
        let Some(last) = self.stands.last() else {
            return Ok(());
        };
        let over = last.position.phase() == Phase::Over;
        if record.places.is_empty() {
            return if over {
                Err(VerifyError::Places)
            } else {
                Ok(())
            };
        }
        if !over {
            return Err(VerifyError::Places);
        }
        let left: Vec<Arm> = left_in_order(&record.places);
        let ranking = self.game.ranking(&last.position, &left);
        let same = ranking.len() == record.places.len()
            && ranking.iter().all(|place| {
                record.places.iter().any(|placed| {
                    (placed.arm, placed.place, placed.left)
                        == (place.arm.get(), place.place, place.left)
                })
            });
        if same {
            Ok(())
        } else {
            Err(VerifyError::Places)
        }
    }
}

/// Who left first has the worst place, so the places tell the order that the record does not.
fn left_in_order(places: &[Placed]) -> Vec<Arm> {
    let mut left: Vec<&Placed> = places.iter().filter(|placed| placed.left).collect();
    left.sort_by_key(|placed| std::cmp::Reverse(placed.place));
    left.iter()
        .filter_map(|placed| Arm::new(placed.arm))
        .collect()
}

fn acts(position: &Position, arm: u8) -> Result<(), Fault> {
    if position.phase() == Phase::Over {
        Err(Fault::Over)
    } else if position.turn().get() != arm {
        Err(Fault::NotItsTurn)
    } else {
        Ok(())
    }
}
