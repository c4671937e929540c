//! Positions: outward as they are, inward through the rules' check.

use super::{
    event::wire_extra,
    options::{BadOption, rule_options, wire_options},
};
use crate::{
    event::ExtraReason,
    position::{Position, PositionPhase},
};
use ludohall_rules::{self as rules, Arm, Game, Phase, PositionError, RawPosition, SetupError};

/// Why a wire position is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A house rule has no value that a flag can have.
    #[error(transparent)]
    Option(#[from] BadOption),
    /// There is no such game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game cannot come to this position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// A position with everything that is needed to go on from it.
#[must_use]
pub fn wire_position(game: &Game, position: &rules::Position) -> Position {
    let raw = game.raw(position);
    Position {
        ruleset: game.ruleset().to_owned(),
        options: wire_options(game.options()),
        board: Some(game.board().id.to_owned()),
        arms: game.arms().iter().map(|arm| arm.get()).collect(),
        pieces: raw.pieces,
        turn: raw.turn,
        phase: match raw.phase {
            Phase::Roll => PositionPhase::Roll,
            Phase::Move => PositionPhase::Move,
            Phase::Over => PositionPhase::Over,
        },
        dice: raw.dice,
        bonus: raw.bonus,
        streak: raw.streak,
        places: raw.places,
        arrived: raw.arrived,
        last_moved: raw.last_moved,
        moved: raw.moved,
        duty: raw.duty,
        split: raw.split,
        extra: raw.extra,
        extra_by: raw.extra_by.map(wire_extra),
        extra_used: raw.extra_used,
        tries: raw.tries,
        captured: raw.captured,
    }
}

/// The game of a wire position, and the position checked in it.
///
/// # Errors
/// The first thing that is wrong: options, game, position.
pub fn read_position(wire: &Position) -> Result<(Game, rules::Position), ReadError> {
    let options = rule_options(&wire.options)?;
    let arms = rule_arms(&wire.arms)?;
    let game = Game::new(&wire.ruleset, &options, wire.board.as_deref(), &arms)?;
    let position = game.check(&raw_position(wire)?)?;
    Ok((game, position))
}

/// Arms as the engine takes them.
///
/// # Errors
/// No board has an arm of this number.
pub fn rule_arms(wire: &[u8]) -> Result<Vec<Arm>, SetupError> {
    wire.iter()
        .map(|number| {
            Arm::new(*number).ok_or_else(|| SetupError::Seats {
                reason: format!("no board has an arm {number}"),
            })
        })
        .collect()
}

/// The fields of a wire position that [`Game::check`] looks at.
///
/// # Errors
/// An extra roll is said to have a reason that no ruleset gives.
pub fn raw_position(wire: &Position) -> Result<RawPosition, PositionError> {
    Ok(RawPosition {
        pieces: wire.pieces.clone(),
        turn: wire.turn,
        phase: match wire.phase {
            PositionPhase::Roll => Phase::Roll,
            PositionPhase::Move => Phase::Move,
            PositionPhase::Over => Phase::Over,
        },
        dice: wire.dice.clone(),
        bonus: wire.bonus.clone(),
        streak: wire.streak,
        places: wire.places.clone(),
        arrived: wire.arrived.clone(),
        last_moved: wire.last_moved,
        moved: wire.moved.clone(),
        duty: wire.duty.clone(),
        split: wire.split.clone(),
        extra: wire.extra,
        extra_by: wire.extra_by.map(rule_extra).transpose()?,
        extra_used: wire.extra_used,
        tries: wire.tries,
        captured: wire.captured.clone(),
    })
}

fn rule_extra(wire: ExtraReason) -> Result<rules::ExtraReason, PositionError> {
    match wire {
        ExtraReason::Six => Ok(rules::ExtraReason::Six),
        ExtraReason::Double => Ok(rules::ExtraReason::Double),
        ExtraReason::Capture => Ok(rules::ExtraReason::Capture),
        ExtraReason::Home => Ok(rules::ExtraReason::Home),
        ExtraReason::Grace => Err(PositionError {
            field: "extra_by",
            reason: "no ruleset gives this".to_owned(),
        }),
    }
}
