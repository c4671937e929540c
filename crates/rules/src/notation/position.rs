//! Writing a position.

use super::progress_text;
use crate::arm::{Arm, Progress};
use crate::event::ExtraReason;
use crate::game::Game;
use crate::position::{Phase, Position};
use crate::raw::{RawPair, RawPosition};
use std::fmt::{self, Display, Formatter};

/// A position on one line; [`Game::read`] reads it back.
///
/// `parchis-pairs {bonus.when=end} A[0,b,30] B[] C[7] D[71,71] turn A move 5 2`: the ruleset; the board, where it
/// is not the usual one; options; the arms with the progress of their pieces, those of base at the end left out; whose
/// turn it is, and what is awaited (`roll` where nothing is said) with the dice; then what differs from its default.
#[derive(Clone, Copy, Debug)]
pub struct PositionLine<'a> {
    game: &'a Game,
    position: &'a Position,
}

impl Game {
    /// A position on one line.
    #[must_use]
    pub fn line<'a>(&'a self, position: &'a Position) -> PositionLine<'a> {
        PositionLine {
            game: self,
            position,
        }
    }
}

impl Display for PositionLine<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_game(f)?;
        let raw = self.game.raw(self.position);
        write_rows(f, &raw.pieces, &-1, |&progress| {
            progress_text(Progress(progress))
        })?;
        write!(f, " turn {}", letter(raw.turn))?;
        let phase = match raw.phase {
            Phase::Roll if raw.dice.is_empty() => "",
            Phase::Roll => " roll",
            Phase::Move => " move",
            Phase::Over => " over",
        };
        write!(f, "{phase}")?;
        for die in &raw.dice {
            write!(f, " {die}")?;
        }
        self.write_fields(f, &raw)
    }
}

impl PositionLine<'_> {
    fn write_game(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (preset, board) = (self.game.preset(), self.game.board());
        write!(f, "{}", preset.id)?;
        let usual = preset.usual_board(self.game.arms());
        if usual.is_none_or(|usual| usual.id != board.id) {
            write!(f, " {}", board.id)?;
        }
        let options = self.game.options();
        if !options.is_empty() {
            let options: Vec<String> = options
                .iter()
                .map(|(flag, value)| format!("{flag}={value}"))
                .collect();
            write!(f, " {{{}}}", options.join(", "))?;
        }
        Ok(())
    }

    /// Every field that is not what it would be if it were absent.
    fn write_fields(&self, f: &mut Formatter<'_>, raw: &RawPosition) -> fmt::Result {
        // All fields by name, so that a new one cannot be forgotten here.
        let RawPosition {
            pieces: _,
            turn: _,
            phase: _,
            dice: _,
            bonus,
            streak,
            places,
            arrived,
            last_moved,
            moved,
            duty,
            split,
            extra,
            extra_by,
            extra_used,
            tries,
            captured,
        } = raw;
        write_list(f, "bonus", bonus, u8::to_string)?;
        write_list(f, "streak", nonzero(*streak).as_slice(), u8::to_string)?;
        write_list(f, "places", places, |&arm| letter(arm).to_string())?;
        let arrived = arrived.as_deref().unwrap_or_default();
        if arrived.iter().flatten().flatten().any(|&when| when != 0) {
            write!(f, " arrived")?;
            write_rows(f, arrived, &0, u32::to_string)?;
        }
        write_list(f, "last_moved", last_moved.flatten().as_slice(), |&piece| {
            name(piece)
        })?;
        write_list(f, "moved", moved.as_deref().unwrap_or_default(), |&piece| {
            name(piece)
        })?;
        if self.tells_duty(raw) {
            write!(f, " duty")?;
            for pair in duty.iter().flatten() {
                write!(f, " {}", pair_name(pair))?;
            }
        }
        write_list(f, "split", split.as_deref().unwrap_or_default(), pair_name)?;
        if *extra == Some(true) {
            let home = *extra_by == Some(ExtraReason::Home);
            write!(f, " extra{}", if home { " home" } else { "" })?;
        }
        if *extra_used == Some(true) {
            write!(f, " extra_used")?;
        }
        write_list(
            f,
            "tries",
            nonzero(tries.unwrap_or(0)).as_slice(),
            u8::to_string,
        )?;
        let captured = captured.as_deref().unwrap_or_default();
        write_list(f, "captured", captured, |&arm| letter(arm).to_string())
    }

    /// Whether the duty is not the one that the position has by itself.
    fn tells_duty(&self, raw: &RawPosition) -> bool {
        let bare = RawPosition {
            duty: None,
            ..raw.clone()
        };
        self.game.check(&bare).as_ref() != Ok(self.position)
    }
}

/// A field with its values, if it has any.
fn write_list<T>(
    f: &mut Formatter<'_>,
    field: &str,
    values: &[T],
    name: impl Fn(&T) -> String,
) -> fmt::Result {
    if !values.is_empty() {
        write!(f, " {field}")?;
    }
    for value in values {
        write!(f, " {}", name(value))?;
    }
    Ok(())
}

/// The rows of the arms that play, without the values at their ends that are as if absent.
fn write_rows<T: PartialEq>(
    f: &mut Formatter<'_>,
    rows: &[Option<Vec<T>>],
    absent: &T,
    name: impl Fn(&T) -> String,
) -> fmt::Result {
    for (arm, row) in Arm::all().zip(rows) {
        let Some(row) = row else { continue };
        let told = row.iter().rposition(|value| value != absent);
        let told = &row[..told.map_or(0, |last| last + 1)];
        let values: Vec<String> = told.iter().map(&name).collect();
        write!(f, " {}[{}]", arm.letter(), values.join(","))?;
    }
    Ok(())
}

fn nonzero(number: u8) -> Option<u8> {
    (number != 0).then_some(number)
}

/// The letter of an arm of a checked position, which has one.
fn letter(arm: u8) -> char {
    Arm::new(arm).map_or('?', Arm::letter)
}

fn name((arm, piece): (u8, u8)) -> String {
    format!("{}{piece}", letter(arm))
}

fn pair_name(&[a, b]: &RawPair) -> String {
    format!("{}+{}", name(a), name(b))
}
