//! A game that has started: its position, its dice counter, its tape, and how undo goes back along it.

use crate::{
    tape::{Act, Deed, Tape},
    time::Millis,
};
use ludohall_protocol::{Placed, Version, convert::wire_place};
use ludohall_rules::{
    Arm, Choice, Game, Piece, PlayError, Position, RollError, SetupError, Sink, Uses,
};
use serde::{Deserialize, Serialize};

/// The tape above which nothing is undone any more: some 9,000 acts, ten times a long game with many an undo. Each undo
/// replays the game, and a snapshot has the whole tape.
const MAX_TAPE_BYTES: usize = 64 * 1024;

/// A game that has started.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// What happened.
    pub facts: Facts,
    /// Where that leads.
    pub line: Line,
}

/// What happened in a game. All else follows from it by a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// The arm that began.
    pub start: u8,
    /// The rolls that decided so.
    pub rolls: Vec<(u8, u8)>,
    /// When it began.
    pub started_at: Millis,
    /// Whether one identity held exactly one seat when it started.
    pub solo: bool,
    /// What the seats contributed to the dice, ascending by arm.
    pub entropy: Vec<(u8, String)>,
    /// What was rolled and chosen.
    pub tape: Tape,
    /// Arms whose owners left before they finished, in order of leaving.
    pub leavers: Vec<u8>,
    /// Whether it runs.
    pub status: Status,
}

/// Whether a game runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// It does.
    Running,
    /// It stands still: nobody is there.
    Paused,
    /// It has ended.
    Over {
        /// When.
        at: Millis,
        /// How.
        places: Vec<Placed>,
    },
}

/// How far the acts that stand have led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The position.
    pub position: Position,
    /// The number of the last die drawn.
    pub n: u32,
    /// How many choices of people stand, so how often undo can go back.
    pub choices: u32,
}

/// A fact that the rules refuse: the journal does not fit them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Misfit {
    /// The game cannot begin so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The dice cannot be rolled here.
    #[error(transparent)]
    Roll(#[from] RollError),
    /// The move cannot be made here.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// No board has such an arm or piece.
    #[error("no such arm or piece")]
    NoSuchPiece,
}

impl Play {
    /// The game that these facts make, replayed from its start.
    pub(crate) fn new(rules: &Game, facts: Facts) -> Result<Self, Misfit> {
        let line = Line::replay(rules, &facts, &facts.tape.standing())?;
        Ok(Self { facts, line })
    }

    /// Whether it has been started and not ended.
    pub(crate) fn is_on(&self) -> bool {
        !matches!(self.facts.status, Status::Over { .. })
    }

    /// Whether it waits for a decision.
    pub(crate) fn is_running(&self) -> bool {
        self.facts.status == Status::Running
    }

    /// Whether an arm has finished.
    pub(crate) fn has_finished(&self, arm: u8) -> bool {
        self.line.position.places().iter().any(|a| a.get() == arm)
    }

    /// Does an act and keeps it. What the rules say to it goes to `sink`.
    pub(crate) fn act(
        &mut self,
        rules: &Game,
        act: &Act,
        sink: &mut impl Sink,
    ) -> Result<(), Misfit> {
        self.line = match act.deed {
            Deed::Undo { to, .. } => {
                let mut line = self.facts.tape.standing();
                line.retain(|act| act.version <= to);
                Line::replay(rules, &self.facts, &line)?
            }
            ref deed => self.line.clone().step(rules, deed, sink)?,
        };
        self.facts.tape.push(act);
        Ok(())
    }

    /// Whether a roll or choice would end the game.
    pub(crate) fn ends_with(&self, rules: &Game, deed: &Deed) -> bool {
        let after = self.line.clone().step(rules, deed, &mut ());
        after.is_ok_and(|line| line.position.phase() == ludohall_rules::Phase::Over)
    }

    /// Whether its one person may go back. As often as anybody wants; not without end, as all of it is kept.
    pub(crate) fn may_undo(&self) -> bool {
        self.facts.solo && self.line.choices > 0 && self.facts.tape.bytes() < MAX_TAPE_BYTES
    }

    /// The version to whose state undo goes back: the one before the last choice of a person that stands (R0-10).
    pub(crate) fn undo_target(&self) -> Option<Version> {
        let line = self.facts.tape.standing();
        let choice = line.iter().rposition(|act| act.deed.is_own_choice())?;
        Some(line[choice.checked_sub(1)?].version)
    }

    /// The last die that stands at `version`.
    pub(crate) fn n_at(&self, version: Version) -> u32 {
        let first = self.facts.first_n();
        let line = self.facts.tape.standing();
        let before = line.iter().take_while(|act| act.version <= version);
        first + before.map(|act| act.deed.dice()).sum::<u32>()
    }

    /// Final places: who left comes last, in reverse order of leaving.
    pub(crate) fn places(&self, rules: &Game) -> Vec<Placed> {
        let left: Vec<Arm> = self
            .facts
            .leavers
            .iter()
            .copied()
            .filter_map(Arm::new)
            .collect();
        rules
            .ranking(&self.line.position, &left)
            .iter()
            .map(wire_place)
            .collect()
    }
}

impl Facts {
    /// How many dice decided who begins.
    fn first_n(&self) -> u32 {
        self.rolls.len() as u32
    }
}

impl Deed {
    fn dice(&self) -> u32 {
        match self {
            Self::Roll { dice, .. } => dice.len() as u32,
            _ => 0,
        }
    }
}

impl Line {
    /// Where the game stands after its start rolls.
    pub(crate) fn opening(rules: &Game, facts: &Facts) -> Result<Self, Misfit> {
        let start = Arm::new(facts.start).ok_or(Misfit::NoSuchPiece)?;
        Ok(Self {
            position: rules.opening(start)?,
            n: facts.first_n(),
            choices: 0,
        })
    }

    fn replay(rules: &Game, facts: &Facts, acts: &[Act]) -> Result<Self, Misfit> {
        acts.iter()
            .try_fold(Self::opening(rules, facts)?, |line, act| {
                line.step(rules, &act.deed, &mut ())
            })
    }

    /// Where a roll or a choice leads. An undo leads nowhere by itself.
    pub(crate) fn step(
        mut self,
        rules: &Game,
        deed: &Deed,
        sink: &mut impl Sink,
    ) -> Result<Self, Misfit> {
        match deed {
            Deed::Roll { dice, .. } => {
                rules.roll(&mut self.position, dice, sink)?;
                self.n += deed.dice();
            }
            Deed::Play {
                arm, piece, uses, ..
            } => {
                rules.play(&mut self.position, &choice(*arm, *piece, uses)?, sink)?;
            }
            Deed::Decline { .. } => rules.play(&mut self.position, &Choice::Decline, sink)?,
            Deed::Undo { .. } => {}
        }
        self.choices += u32::from(deed.is_own_choice());
        Ok(self)
    }
}

/// A choice as the rules take it.
pub(crate) fn choice(arm: u8, piece: u8, uses: &[u8]) -> Result<Choice, Misfit> {
    Ok(Choice::Move {
        arm: Arm::new(arm).ok_or(Misfit::NoSuchPiece)?,
        piece: Piece::new(piece).ok_or(Misfit::NoSuchPiece)?,
        uses: Uses::of(uses).ok_or(Misfit::NoSuchPiece)?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Facts, Line, MAX_TAPE_BYTES, Play, Status};
    use crate::{
        tape::{Act, Deed, Tape},
        time::Millis,
    };
    use ludohall_protocol::{Ply, Version};
    use ludohall_rules::{Arm, Game};

    fn solo(tape: Tape) -> Play {
        let facts = Facts {
            start: 0,
            rolls: Vec::new(),
            started_at: Millis(0),
            solo: true,
            entropy: Vec::new(),
            tape,
            leavers: Vec::new(),
            status: Status::Running,
        };
        let arms = [0, 2].map(|arm| Arm::new(arm).unwrap());
        let rules = Game::new("ludo", &Default::default(), None, &arms).unwrap();
        let mut line = Line::opening(&rules, &facts).unwrap();
        line.choices = 1;
        Play { facts, line }
    }

    #[test]
    fn undo_goes_on_for_long_and_not_for_ever() {
        let mut tape = Tape::default();
        let mut acts = 0;
        while solo(tape.clone()).may_undo() {
            acts += 1;
            tape.push(&Act {
                version: Version(acts),
                at: Millis(i64::try_from(acts).unwrap() * 1000),
                ply: Ply(acts),
                arm: 0,
                deed: Deed::Undo {
                    to: Version(1),
                    n: 1,
                },
            });
        }
        assert!(acts > 5_000);
        assert!(tape.bytes() < MAX_TAPE_BYTES + 20);
    }
}
