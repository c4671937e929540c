//! The dice that a record's secret makes, and the start that they decide.

use super::VerifyError;
use ludohall_protocol::Record;
use ludohall_table::dice::{Dice, Secret};

/// The most hex digits that a seat may contribute.
const MAX_CONTRIBUTION_DIGITS: usize = 64;
/// A start roll is one die of the usual kind.
const START_FACES: u8 = 6;

/// Where the dice of a game come from.
pub struct Source {
    dice: Dice,
}

impl Source {
    /// Opens the secret of a record and checks that it is the one committed to.
    pub fn of(record: &Record) -> Result<Self, VerifyError> {
        let shown = record.secret.as_deref().ok_or(VerifyError::NoSecret)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(shown, &mut bytes).map_err(|_| VerifyError::BadSecret)?;
        let secret = Secret::new(bytes);
        let computed = secret.commitment();
        if computed != record.commitment {
            return Err(VerifyError::Commitment {
                shown: record.commitment.clone(),
                computed,
            });
        }
        for (arm, hex) in &record.entropy {
            let digits = (1..=MAX_CONTRIBUTION_DIGITS).contains(&hex.len())
                && hex.bytes().all(|digit| digit.is_ascii_hexdigit());
            if !digits || !record.arms.contains(arm) {
                return Err(VerifyError::Contribution(*arm));
            }
        }
        let contributions = record.entropy.values().map(String::as_str);
        Ok(Self {
            dice: Dice::new(&secret, record.id, contributions),
        })
    }

    /// The face of die `n`.
    pub fn face(&self, n: u32, faces: u8) -> u8 {
        self.dice.face(n, faces)
    }

    /// Checks who begins; returns how many dice that took.
    pub fn check_start(&self, record: &Record) -> Result<u32, VerifyError> {
        let first = record.arms.first().copied();
        let (rolls, start) = match record.start_rolls[..] {
            [] => (Vec::new(), first),
            [_] => self.drawn(&record.arms),
            _ => self.highest(&record.arms),
        };
        if rolls == record.start_rolls && start == Some(record.start) {
            Ok(u32::try_from(rolls.len()).unwrap_or(u32::MAX))
        } else {
            Err(VerifyError::Start)
        }
    }

    /// One die of as many faces as seats.
    fn drawn(&self, arms: &[u8]) -> (Vec<(u8, u8)>, Option<u8>) {
        let faces = u8::try_from(arms.len()).unwrap_or_default();
        let face = self.face(1, faces);
        let arm = arms.get(usize::from(face) - 1).copied();
        (arm.map(|arm| (arm, face)).into_iter().collect(), arm)
    }

    /// All arms roll, then those that tie for the highest, until one is highest.
    fn highest(&self, arms: &[u8]) -> (Vec<(u8, u8)>, Option<u8>) {
        let mut rolls = Vec::new();
        let mut tied = arms.to_vec();
        let mut n = 0;
        while tied.len() > 1 {
            let round: Vec<(u8, u8)> = tied
                .iter()
                .map(|arm| {
                    n += 1;
                    (*arm, self.face(n, START_FACES))
                })
                .collect();
            let best = round.iter().map(|(_, face)| *face).max();
            tied = round
                .iter()
                .filter(|(_, face)| Some(*face) == best)
                .map(|(arm, _)| *arm)
                .collect();
            rolls.extend(round);
        }
        (rolls, tied.first().copied())
    }
}
