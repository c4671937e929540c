//! Flags that cannot be had together, or not on every board: each a row with the flag to name and the reason.

use crate::board::Board;
use crate::ruleset::{BlockMade, FullExit, Rules};

/// What options come to at a table.
pub(crate) struct Setup<'a> {
    /// The rules with all options set.
    pub rules: &'a Rules,
    pub board: &'a Board,
    /// How many play.
    pub seats: usize,
}

impl Setup<'_> {
    /// Whether every arm has its opposite one.
    pub(crate) fn is_paired(&self) -> bool {
        self.seats == self.board.arms() && self.seats.is_multiple_of(2)
    }
}

/// A row: which flag, why not, and when.
pub(crate) struct Conflict {
    pub flag: &'static str,
    pub reason: &'static str,
    holds: fn(&Setup) -> bool,
}

/// Every conflict; the first that holds is told.
pub(crate) const CONFLICTS: &[Conflict] = &[
    Conflict {
        flag: "pachisi",
        reason: "the board has no castles: no square of it is marked as safe",
        holds: |setup| setup.rules.pachisi && setup.board.safe.is_empty(),
    },
    Conflict {
        flag: "pachisi",
        reason: "partners play together by these rules, so teams cannot be off",
        holds: |setup| setup.rules.pachisi && !setup.rules.teams,
    },
    Conflict {
        flag: "pachisi",
        reason: "partners play together by these rules, so every seat must be taken",
        holds: |setup| setup.rules.pachisi && !setup.is_paired(),
    },
    Conflict {
        flag: "teams",
        reason: "teams need a player on every arm of the board, and an even number of them",
        holds: |setup| setup.rules.teams && !setup.is_paired(),
    },
    Conflict {
        flag: "pieces.to_win",
        reason: "a team wins with all of its pieces",
        holds: |setup| setup.rules.teams && setup.rules.to_win < setup.rules.pieces,
    },
    Conflict {
        flag: "gate.capture_first",
        reason: "a block before a waiting piece could hold everybody for ever",
        holds: |setup| setup.rules.capture_first && setup.rules.has_walls(),
    },
    Conflict {
        flag: "safe.share",
        reason: "pieces of two arms form a block on a safe square only where they may share it",
        holds: |setup| !setup.rules.safe_share && setup.rules.block == BlockMade::OwnAndMixed,
    },
    Conflict {
        flag: "safe.share",
        reason: "an entry that captures one of two pieces would share the start square with the other",
        holds: |setup| !setup.rules.safe_share && setup.rules.full_exit == FullExit::CaptureLast,
    },
];

/// The flag that cannot be as it is, and why.
pub(crate) fn conflict(setup: &Setup) -> Option<(&'static str, &'static str)> {
    let found = CONFLICTS.iter().find(|conflict| (conflict.holds)(setup));
    found.map(|conflict| (conflict.flag, conflict.reason))
}

/// Every conflict, as the flag that is refused and the reason.
pub(crate) fn conflicts() -> impl Iterator<Item = (&'static str, &'static str)> {
    CONFLICTS
        .iter()
        .map(|conflict| (conflict.flag, conflict.reason))
}
