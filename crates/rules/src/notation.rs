//! Text for people: a position on one line, a move in a few characters.
//!
//! An arm is a letter, `A` to `H`; a piece its arm and number, `A0`; progress a number, or `b` in base. Reading names the
//! field and the reason of what it refuses, and believes nothing: a position comes in through [`crate::Game::check`] alone.

mod fields;
mod moves;
mod position;
mod read;
mod words;

pub use position::PositionLine;

use crate::arm::{Arm, Piece, Progress};
use crate::error::{PositionError, SetupError};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Why a text is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The field of the text that shows it.
    pub field: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

impl NotationError {
    fn new(field: &'static str, reason: impl Into<String>) -> Self {
        NotationError {
            field,
            reason: reason.into(),
        }
    }
}

fn refuse<T>(field: &'static str, reason: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::new(field, reason))
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl Error for NotationError {}

impl From<PositionError> for NotationError {
    fn from(error: PositionError) -> Self {
        NotationError::new(error.field, error.reason)
    }
}

impl From<SetupError> for NotationError {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::UnknownRuleset => NotationError::new("ruleset", "no such ruleset"),
            SetupError::Options { flag, reason } => {
                NotationError::new("options", format!("{flag}: {reason}"))
            }
            SetupError::Seats { reason } => NotationError::new("arms", reason),
            SetupError::Board { reason } => NotationError::new("board", reason),
        }
    }
}

impl Arm {
    /// Its letter in notation, `A` to `H`.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(b'A' + self.get())
    }

    /// The arm of a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Arm> {
        let number = u32::from(letter).checked_sub(u32::from('A'))?;
        Arm::new(u8::try_from(number).ok()?)
    }
}

/// A piece in notation: its arm's letter and its number.
fn piece_text(arm: Arm, piece: Piece) -> String {
    format!("{}{piece}", arm.letter())
}

fn read_piece(text: &str) -> Option<(Arm, Piece)> {
    let mut chars = text.chars();
    let arm = Arm::from_letter(chars.next()?)?;
    let piece = Piece::new(number(chars.as_str())?)?;
    Some((arm, piece))
}

/// Progress in notation. Below 0 there is only base.
fn progress_text(progress: Progress) -> String {
    if progress.is_base() {
        "b".to_owned()
    } else {
        progress.get().to_string()
    }
}

fn read_progress(text: &str) -> Option<Progress> {
    match text {
        "b" => Some(Progress::BASE),
        _ => number(text).map(Progress::new),
    }
}

/// A number of plain digits: no sign, no leading zero, so that one number has one text.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let short = text == "0" || !text.starts_with('0');
    if plain && short {
        text.parse().ok()
    } else {
        None
    }
}
