//! The normal bot: the first four rules of rules.md section 6, the earlier one always before the later.

use crate::board::Sight;
use ludohall_rules::{Game, Move, MoveKind, Position};

/// What speaks for a move, the weightiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    finishes: bool,
    /// Whether the piece is not sent back by what it lands on.
    stays: bool,
    /// Squares that the furthest of the captured pieces loses; 0 without a capture.
    capture: i32,
    saves: bool,
    enters: bool,
}

/// Looks at a legal move.
pub fn score(game: &Game, position: &Position, legal: &Move) -> Score {
    let sight = Sight::new(game, position);
    if legal.kind == MoveKind::Decline {
        return Score {
            finishes: false,
            stays: true,
            capture: 0,
            saves: false,
            enters: false,
        };
    }
    Score {
        finishes: sight.finishes(legal),
        stays: !legal.to.is_base(),
        capture: sight.losses(legal).max().unwrap_or_default(),
        saves: sight.is_in_lane(legal.to) && sight.threats(legal.arm, legal.from) > 0,
        enters: legal.kind == MoveKind::Enter,
    }
}
