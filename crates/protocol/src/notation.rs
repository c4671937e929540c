//! A game as text: what a record holds, for people to read, written and read back without loss.
//!
//! Header lines, an empty line, then a line a turn. `12. A 6: A2 3-9xC1 2: A0 14-16 {home +10} | 1200 800 900 700` is the
//! twelfth turn: A rolls a six, moves its piece 2 from 3 to 9 and captures C's piece 1, then rolls a two. What follows from
//! the rules stands in braces and is not read. After the bar stands when each act was done, in milliseconds after the one
//! before. Whatever does not follow the expected course is said: who acted in another's place (`(bot)`, `(clock)`), another
//! die number (`#17`), another version or ply of the journal (`800v40p31`), what was taken back (`undo v12 #9`).
//!
//! This is a shape of the record and no judge: whether dice and moves hold is for others to check.

mod clock;
mod course;
mod header;
mod notes;
mod seats;
mod turns;

use crate::Record;
use std::fmt::{self, Write};

/// The first line of every game in this notation.
const TITLE: &str = "Ludohall game, notation 1";

/// A text that is no game, or a record that no text can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line of the text, from 1; `None` where a record is to be written.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TextError {}

/// Why a part of a text or record is refused; where, is known one level up.
type Refused<T> = Result<T, String>;

/// Whether a text is meant to be a game in this notation.
#[must_use]
pub fn is_game_text(text: &str) -> bool {
    text.trim_start().starts_with("Ludohall game")
}

/// A record as text.
///
/// # Errors
/// The record holds something that no game has, such as a ninth arm.
pub fn write_game(record: &Record) -> Result<String, TextError> {
    let mut text = format!("{TITLE}\n");
    header::write(&mut text, record)
        .and_then(|()| {
            text.push('\n');
            turns::write(&mut text, record)
        })
        .map_err(|reason| TextError { line: None, reason })?;
    Ok(text)
}

/// The record of a text.
///
/// # Errors
/// Names the first line that cannot be read, and why.
pub fn read_game(text: &str) -> Result<Record, TextError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty());
    match lines.next() {
        Some((_, TITLE)) => {}
        first => {
            let line = first.map_or(1, |(line, _)| line);
            let reason = format!("a game begins with the line `{TITLE}`");
            return Err(TextError {
                line: Some(line),
                reason,
            });
        }
    }
    let mut lines = lines.peekable();
    let mut record = header::read(&mut lines)?;
    turns::read(&mut lines, &mut record)?;
    Ok(record)
}

/// Marks where something stood that was refused.
fn at_line(line: usize) -> impl Fn(String) -> TextError {
    move |reason| TextError {
        line: Some(line),
        reason,
    }
}

/// A line of the header.
fn header_line(text: &mut String, name: &str, value: impl fmt::Display) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{name}: {value}");
}

/// A word that needs no quotes: an id, a flag, hex digits.
fn plain(word: &str) -> Refused<&str> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if !word.is_empty() && word.chars().all(fits) {
        Ok(word)
    } else {
        Err(format!(
            "`{word}` is no word of letters, digits, `.`, `_` and `-`"
        ))
    }
}

/// The letter of an arm.
fn letter(arm: u8) -> Refused<char> {
    let arm = ludohall_rules::Arm::new(arm).ok_or_else(|| format!("there is no arm {arm}"))?;
    Ok(arm.letter())
}

/// The arm of a letter.
fn arm(word: &str) -> Refused<u8> {
    let mut letters = word.chars();
    let arm = letters.next().and_then(ludohall_rules::Arm::from_letter);
    match (arm, letters.next()) {
        (Some(arm), None) => Ok(arm.get()),
        _ => Err(format!("`{word}` is no arm, A to H")),
    }
}

/// A whole number of plain digits.
fn number<T: std::str::FromStr>(word: &str) -> Refused<T> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let read = word.parse().ok().filter(|_| digits);
    read.ok_or_else(|| format!("`{word}` is no number that fits here"))
}
