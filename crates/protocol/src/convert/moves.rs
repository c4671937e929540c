//! Moves and choices.

use crate::moves::{Move, Step};
use ludohall_rules::{self as rules, Arm, Choice, MoveKind, Piece, Uses};

/// A choice that names no piece or more faces than a move can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such arm or piece, or too many faces")]
pub struct BadChoice;

/// A legal move as `legal` lists it.
#[must_use]
pub fn wire_move(of: &rules::Move) -> Move {
    let step = || Step {
        arm: of.arm.get(),
        piece: of.piece.get(),
        uses: of.uses.to_vec(),
        from: of.from.get(),
        to: of.to.get(),
        captures: captures(of.captures),
    };
    match of.kind {
        MoveKind::Enter => Move::Enter(step()),
        MoveKind::Move => Move::Move(step()),
        MoveKind::Bonus => Move::Bonus(step()),
        MoveKind::Decline => Move::Decline,
    }
}

/// Legal moves in their order.
#[must_use]
pub fn wire_moves(of: &[rules::Move]) -> Vec<Move> {
    of.iter().map(wire_move).collect()
}

/// What a wire move asks for. Its kind, target and captures are not looked at.
///
/// # Errors
/// No arm, piece or set of faces is like that on any board.
pub fn rule_choice(wanted: &Move) -> Result<Choice, BadChoice> {
    match wanted {
        Move::Enter(step) | Move::Move(step) | Move::Bonus(step) => Ok(Choice::Move {
            arm: Arm::new(step.arm).ok_or(BadChoice)?,
            piece: Piece::new(step.piece).ok_or(BadChoice)?,
            uses: Uses::of(&step.uses).ok_or(BadChoice)?,
        }),
        Move::Decline => Ok(Choice::Decline),
    }
}

/// `[arm, piece]` of each, ascending.
pub(super) fn captures(of: rules::Captures) -> Vec<(u8, u8)> {
    of.iter()
        .map(|(arm, piece)| (arm.get(), piece.get()))
        .collect()
}
