//! Why something is refused.

use std::error::Error;
use std::fmt;

/// Why a game cannot be set up so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// No preset has this id.
    UnknownRuleset,
    /// A flag does not exist, or cannot have this value here.
    Options {
        /// Its name.
        flag: String,
        /// What is wrong with it.
        reason: String,
    },
    /// These arms cannot play.
    Seats {
        /// What is wrong with them.
        reason: String,
    },
    /// The board is not for this ruleset or these arms.
    Board {
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::UnknownRuleset => write!(f, "ruleset: no such ruleset"),
            SetupError::Options { flag, reason } => write!(f, "options: {flag}: {reason}"),
            SetupError::Seats { reason } => write!(f, "arms: {reason}"),
            SetupError::Board { reason } => write!(f, "board: {reason}"),
        }
    }
}

impl Error for SetupError {}

/// Why a position is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The field of the position that shows it.
    pub field: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl Error for PositionError {}

/// Why a roll is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollError {
    /// No roll is awaited.
    WrongPhase,
    /// Not as many dice as are rolled at once.
    Count {
        /// How many these rules roll.
        expected: usize,
    },
    /// A face that the dice do not have.
    Face(u8),
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RollError::WrongPhase => write!(f, "no roll is awaited"),
            RollError::Count { expected } => write!(f, "{expected} dice are rolled at once"),
            RollError::Face(face) => write!(f, "a die has no face {face}"),
        }
    }
}

impl Error for RollError {}

/// Why a choice is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// No choice is awaited.
    WrongPhase,
    /// It is not among the legal moves.
    Illegal,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::WrongPhase => write!(f, "no choice is awaited"),
            PlayError::Illegal => write!(f, "not among the legal moves"),
        }
    }
}

impl Error for PlayError {}
