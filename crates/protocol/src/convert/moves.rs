//! Moves and choices.

use crate::moves::{Move, Step};
use ludohall_rules::{self as rules, Arm, Captures, Choice, MoveKind, Piece, Progress, Uses};

/// A choice that names no piece or more faces than a move can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such arm or piece, or too many faces")]
pub struct BadChoice;

/// A legal move as `legal` lists it.
#[must_use]
pub fn wire_move(of: &rules::Move) -> Move {
    match of.kind {
        MoveKind::Enter => Move::Enter(wire_step(of)),
        MoveKind::Move => Move::Move(wire_step(of)),
        MoveKind::Bonus => Move::Bonus(wire_step(of)),
        MoveKind::Decline => Move::Decline,
    }
}

/// What a piece does in a move that is no refusal.
pub(super) fn wire_step(of: &rules::Move) -> Step {
    Step {
        arm: of.arm.get(),
        piece: of.piece.get(),
        uses: of.uses.to_vec(),
        from: of.from.get(),
        via: of.detour().map(rules::Progress::get),
        to: of.to.get(),
        captures: captures(of.captures),
    }
}

/// Legal moves in their order.
#[must_use]
pub fn wire_moves(of: &[rules::Move]) -> Vec<Move> {
    of.iter().map(wire_move).collect()
}

/// A wire move as the rules have it. Whether it is legal is theirs to say.
///
/// # Errors
/// No move of any game is like that.
pub fn rule_move(wire: &Move) -> Result<rules::Move, BadChoice> {
    let (kind, step) = match wire {
        Move::Enter(step) => (MoveKind::Enter, step),
        Move::Move(step) => (MoveKind::Move, step),
        Move::Bonus(step) => (MoveKind::Bonus, step),
        Move::Decline => return Ok(rules::Move::decline()),
    };
    let piece = |(arm, piece)| Some((Arm::new(arm)?, Piece::new(piece)?));
    let mut taken = Captures::NONE;
    for &captured in &step.captures {
        let (arm, piece) = piece(captured).ok_or(BadChoice)?;
        taken.insert(arm, piece);
    }
    let (arm, piece) = piece((step.arm, step.piece)).ok_or(BadChoice)?;
    let made = rules::Move {
        kind,
        arm,
        piece,
        uses: Uses::of(&step.uses).ok_or(BadChoice)?,
        from: Progress::new(step.from),
        via: Progress::new(step.via.unwrap_or(step.to)),
        to: Progress::new(step.to),
        captures: taken,
    };
    // A list of captures in another order is of no move.
    if wire_move(&made) == *wire {
        Ok(made)
    } else {
        Err(BadChoice)
    }
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
