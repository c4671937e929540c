//! The hard bot: one number for each move.
//!
//! The weights were measured on `ludo`; the other rulesets use the same and add what they have beside it, so that all
//! eight rules of rules.md section 6 are weighed.

use crate::board::Sight;
use ludohall_rules::{Game, Move, MoveKind, Position};

/// Weights in tenths, so that everything is exact.
mod tenths {
    /// To end the game, or the own part of it, beats everything.
    pub const FINISH: i32 = 1_000_000;
    /// For each square that a piece sent back by what it lands on has come.
    pub const OWN_SQUARE: i32 = 30;
    pub const CAPTURE: i32 = 500;
    /// For each square that a captured piece has come, its start square included.
    pub const CAPTURED_SQUARE: i32 = 10;
    pub const ENTER: i32 = 450;
    pub const HOME: i32 = 400;
    pub const LANE: i32 = 300;
    pub const TO_SAFETY: i32 = 200;
    pub const OUT_OF_SAFETY: i32 = 150;
    pub const FLEE: i32 = 100;
    pub const FLEE_SQUARE: i32 = 5;
    pub const DANGER: i32 = 50;
    pub const DANGER_SQUARE: i32 = 4;
    pub const SQUARE: i32 = 1;
    /// To stand as a pair where that stops others.
    pub const BLOCK: i32 = 120;
}

/// What a legal move is worth, in tenths of a point.
pub fn score(game: &Game, position: &Position, legal: &Move) -> i32 {
    let sight = Sight::new(game, position);
    if legal.kind == MoveKind::Decline {
        return 0;
    }
    let finish = i32::from(sight.finishes(legal)) * tenths::FINISH;
    finish + gains(sight, legal) + safety(sight, legal) + blocks(sight, legal)
}

/// Captures and the way home.
fn gains(sight: Sight, legal: &Move) -> i32 {
    let lost: i32 = sight.losses(legal).sum();
    let capture = if legal.captures.is_empty() {
        0
    } else {
        lost.signum() * tenths::CAPTURE + lost * tenths::CAPTURED_SQUARE
    };
    let place = if legal.kind == MoveKind::Enter {
        tenths::ENTER
    } else if sight.is_home(legal.to) && !sight.is_home(legal.from) {
        tenths::HOME
    } else if sight.is_in_lane(legal.to) && !sight.is_in_lane(legal.from) {
        tenths::LANE
    } else {
        0
    };
    let thrown = if legal.to.is_base() {
        i32::from(legal.from.get()) + 1
    } else {
        0
    };
    capture + place + i32::from(legal.to.get()) * tenths::SQUARE - thrown * tenths::OWN_SQUARE
}

/// Safe squares, and rivals behind.
fn safety(sight: Sight, legal: &Move) -> i32 {
    let threatened = i32::from(sight.threats(legal.arm, legal.from) > 0);
    let (from, to) = (i32::from(legal.from.get()), i32::from(legal.to.get()));
    let threats = sight.threats(legal.arm, legal.to);
    i32::from(sight.is_safe_square(legal.arm, legal.to)) * tenths::TO_SAFETY
        - i32::from(sight.is_safe_square(legal.arm, legal.from)) * tenths::OUT_OF_SAFETY
        + threatened * (tenths::FLEE + from * tenths::FLEE_SQUARE)
        - threats * (tenths::DANGER + to * tenths::DANGER_SQUARE)
}

/// Pairs that stop rivals: worth forming, and worth keeping.
fn blocks(sight: Sight, legal: &Move) -> i32 {
    let formed = sight.makes_block(legal.arm, legal.piece, legal.to);
    let broken = sight.makes_block(legal.arm, legal.piece, legal.from);
    (i32::from(formed) - i32::from(broken)) * tenths::BLOCK
}
