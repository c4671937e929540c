//! The expected course of a game's entries. What is as expected need not be written; reading and writing expect the same.

use super::{Refused, clock};
use crate::{
    Move, Ply, Record, RecordEntry, Version,
    event::By,
    record::{RecordAct, RecordSeat},
};
use ludohall_rules::ARMS;

/// No more unused dice than these are kept in mind; no ruleset leaves so many.
const MOST_DICE: usize = 8;

/// Where a game stands before its next entry.
pub struct Course {
    /// The version that comes next.
    pub version: Version,
    /// The ply that comes next.
    pub ply: Ply,
    /// The number of the next die.
    pub n: u32,
    /// When the last entry was made.
    pub at: clock::Millis,
    /// Who acted last for each arm.
    by: [By; ARMS],
    /// The arm that acted last, and its dice that no move has used.
    hand: (u8, Vec<u8>),
    /// Whether the last entry was a roll.
    rolled: bool,
}

impl Course {
    /// The course of a game that begins.
    pub fn of(record: &Record) -> Refused<Course> {
        let mut by = [By::Human; ARMS];
        for RecordSeat { arm, bot_level, .. } in &record.seats {
            if let (Some(by), Some(_)) = (by.get_mut(usize::from(*arm)), bot_level) {
                *by = By::Bot;
            }
        }
        let dice = u32::try_from(record.start_rolls.len());
        Ok(Course {
            version: Version(1),
            ply: Ply(1),
            n: dice.map_err(|_| "there are too many start rolls")? + 1,
            at: clock::millis(&record.started_at)?,
            by,
            hand: (record.start, Vec::new()),
            rolled: false,
        })
    }

    /// Who is expected to act for an arm: who did so last, at first its bot or its owner.
    pub fn by(&self, arm: u8) -> By {
        self.by.get(usize::from(arm)).copied().unwrap_or(By::Human)
    }

    /// Another acts for an arm from now on.
    pub fn take_over(&mut self, arm: u8, by: By) {
        if let Some(of) = self.by.get_mut(usize::from(arm)) {
            *of = by;
        }
    }

    /// The die that a move of `arm` uses if nothing is said: the only one left, or one of several that are alike.
    pub fn die(&self, arm: u8) -> Option<u8> {
        let (of, dice) = &self.hand;
        let first = dice.first().filter(|_| *of == arm)?;
        dice.iter().all(|die| die == first).then_some(*first)
    }

    /// Goes on past an entry.
    pub fn pass(&mut self, entry: &RecordEntry) -> Refused<()> {
        let after = |number: u64| number.checked_add(1).ok_or("the last number is used up");
        self.version = Version(after(entry.version.0)?);
        self.ply = Ply(after(entry.ply.0)?);
        self.at = clock::millis(&entry.at)?;
        let goes_on = self.rolled && self.hand.0 == entry.arm;
        self.rolled = matches!(entry.act, RecordAct::Rolled { .. });
        if self.hand.0 != entry.arm {
            self.hand = (entry.arm, Vec::new());
        }
        match &entry.act {
            RecordAct::Rolled { n, dice, by } => {
                self.take_over(entry.arm, *by);
                self.n = number_after(*n, dice.len())?;
                if !goes_on || self.hand.1.len() > MOST_DICE {
                    self.hand.1.clear();
                }
                self.hand.1.extend(dice);
            }
            RecordAct::Moved { choice, by } => {
                self.take_over(entry.arm, *by);
                self.use_up(choice);
            }
            RecordAct::Declined { by } => self.take_over(entry.arm, *by),
            RecordAct::Undone { n, .. } => {
                self.n = number_after(*n, 1)?;
                self.hand.1.clear();
            }
        }
        Ok(())
    }

    fn use_up(&mut self, choice: &Move) {
        let (Move::Enter(step) | Move::Move(step)) = choice else {
            return;
        };
        let dice = &mut self.hand.1;
        for used in &step.uses {
            if let Some(at) = dice.iter().position(|die| die == used) {
                dice.remove(at);
            }
        }
    }
}

fn number_after(n: u32, dice: usize) -> Refused<u32> {
    let dice = u32::try_from(dice).ok();
    let after = dice.and_then(|dice| n.checked_add(dice));
    after.ok_or_else(|| "there are no numbers for so many dice".to_owned())
}
