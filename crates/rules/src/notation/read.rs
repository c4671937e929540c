//! Reading a position.

use super::fields::{FIELDS, Fields, Words};
use super::words::words;
use super::{NotationError, number, read_piece, read_progress, refuse};
use crate::arm::Arm;
use crate::event::ExtraReason;
use crate::flag::{FlagValue, Options};
use crate::game::Game;
use crate::position::{Phase, Position};
use crate::raw::{RawPair, RawPosition};
use std::str::FromStr;

impl Game {
    /// The game and the position of a line as [`Game::line`] writes it.
    ///
    /// # Errors
    ///
    /// Names the first field that cannot be read, or that shows the game or the position to be impossible, and why.
    pub fn read(line: &str) -> Result<(Game, Position), NotationError> {
        let mut words = words(line).into_iter().peekable();
        let missing = || NotationError::new("ruleset", "is missing");
        let ruleset = words.next().ok_or_else(missing)?;
        let board = words.next_if(|word| is_board(word));
        let options = read_options(&mut words)?;
        let mut rows = Vec::new();
        while let Some(row) = words.next_if(|word| word.contains('[')) {
            rows.push(read_row("pieces", &row, |text| {
                read_progress(text).map(|progress| progress.0)
            })?);
        }
        let arms: Vec<Arm> = rows.iter().map(|(arm, _)| *arm).collect();
        let game = Game::new(&ruleset, &options, board.as_deref(), &arms)?;
        let raw = read_fields(&game, rows, &Fields::gather(words)?)?;
        let position = game.check(&raw)?;
        Ok((game, position))
    }
}

/// Boards have lower-case names, arms are letters in upper case.
fn is_board(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && !FIELDS.contains(&word)
}

fn read_options(words: &mut Words) -> Result<Options, NotationError> {
    let mut options = Options::new();
    if words.next_if(|word| word == "{").is_none() {
        return Ok(options);
    }
    for word in words {
        if word == "}" {
            return Ok(options);
        }
        let Some((flag, value)) = word.split_once('=') else {
            return refuse("options", format!("`{word}` is no flag=value"));
        };
        if options.insert(flag.to_owned(), read_value(value)).is_some() {
            return refuse("options", format!("{flag}: stands there twice"));
        }
    }
    refuse("options", "a `}` is missing")
}

fn read_value(text: &str) -> FlagValue {
    if let Ok(yes) = text.parse() {
        FlagValue::Bool(yes)
    } else if let Some(number) = number(text) {
        FlagValue::Int(number)
    } else {
        FlagValue::Text(text.to_owned())
    }
}

/// `A[0,b]`: an arm and the values of its pieces.
fn read_row<T>(
    field: &'static str,
    word: &str,
    value: impl Fn(&str) -> Option<T>,
) -> Result<(Arm, Vec<T>), NotationError> {
    let no_row = || NotationError::new(field, format!("`{word}` is no arm with its pieces"));
    let (arm, values) = word
        .strip_suffix(']')
        .and_then(|word| word.split_once('['))
        .ok_or_else(no_row)?;
    let arm = read_arm(field, arm)?;
    let values = values.split(',').filter(|_| !values.is_empty());
    let values: Option<Vec<T>> = values.map(value).collect();
    Ok((arm, values.ok_or_else(no_row)?))
}

fn read_arm(field: &'static str, word: &str) -> Result<Arm, NotationError> {
    let mut letters = word.chars();
    match (letters.next().and_then(Arm::from_letter), letters.next()) {
        (Some(arm), None) => Ok(arm),
        _ => refuse(field, format!("`{word}` is no arm, A to H")),
    }
}

fn read_number<T: FromStr>(field: &'static str, word: &str) -> Result<T, NotationError> {
    number(word)
        .ok_or_else(|| NotationError::new(field, format!("`{word}` is no number that it can be")))
}

fn read_named(field: &'static str, word: &str) -> Result<(u8, u8), NotationError> {
    match read_piece(word) {
        Some((arm, piece)) => Ok((arm.get(), piece.get())),
        None => refuse(field, format!("`{word}` is no piece, A0 to H3")),
    }
}

/// `A0+A1`.
fn read_pair(field: &'static str, word: &str) -> Result<RawPair, NotationError> {
    match word.split_once('+') {
        Some((a, b)) => Ok([read_named(field, a)?, read_named(field, b)?]),
        None => refuse(field, format!("`{word}` is no pair, such as A0+A1")),
    }
}

fn read_fields(
    game: &Game,
    rows: Vec<(Arm, Vec<i16>)>,
    fields: &Fields,
) -> Result<RawPosition, NotationError> {
    let letter = |field| move |word: &str| read_arm(field, word).map(Arm::get);
    let pairs = |field| move |word: &str| read_pair(field, word);
    let Some(turn) = fields.one("turn", letter("turn"))? else {
        return refuse("turn", "is missing");
    };
    let (phase, dice) = read_phase(fields)?;
    Ok(RawPosition {
        phase,
        dice,
        bonus: fields.all("bonus", |word| read_number("bonus", word))?,
        streak: read_count(fields, "streak")?.unwrap_or(0),
        places: fields.all("places", letter("places"))?,
        arrived: match fields.get("arrived") {
            None => None,
            Some(_) => {
                let row = |word: &str| read_row("arrived", word, number);
                Some(by_arm(game, "arrived", fields.all("arrived", row)?, 0)?)
            }
        },
        last_moved: fields
            .one("last_moved", |word| read_named("last_moved", word))?
            .map(Some),
        moved: Some(fields.all("moved", |word| read_named("moved", word))?),
        duty: match fields.get("duty") {
            None => None,
            Some(_) => Some(fields.all("duty", pairs("duty"))?),
        },
        split: Some(fields.all("split", pairs("split"))?),
        extra: Some(fields.get("extra").is_some()),
        extra_by: read_reason(fields)?,
        extra_used: Some(read_flag(fields, "extra_used")?),
        tries: read_count(fields, "tries")?,
        captured: Some(fields.all("captured", letter("captured"))?),
        ..RawPosition::to_roll(by_arm(game, "pieces", rows, -1)?, turn)
    })
}

/// One entry for each arm of the board, as long as a player has pieces: what is not told is `absent`.
fn by_arm<T: Copy>(
    game: &Game,
    field: &'static str,
    told: Vec<(Arm, Vec<T>)>,
    absent: T,
) -> Result<Vec<Option<Vec<T>>>, NotationError> {
    if !told.is_sorted_by(|(a, _), (b, _)| a < b) {
        return refuse(field, "arms must ascend");
    }
    let pieces = usize::from(game.pieces_each());
    let mut rows: Vec<Option<Vec<T>>> = vec![None; game.board().arms()];
    for arm in game.arms() {
        rows[arm.index()] = Some(vec![absent; pieces]);
    }
    for (arm, mut row) in told {
        row.resize(row.len().max(pieces), absent);
        match rows.get_mut(arm.index()) {
            Some(place) => *place = Some(row),
            None => return refuse(field, format!("the board has no arm {}", arm.letter())),
        }
    }
    Ok(rows)
}

/// What is awaited, and the dice.
fn read_phase(fields: &Fields) -> Result<(Phase, Vec<u8>), NotationError> {
    let phases = [
        ("roll", Phase::Roll),
        ("move", Phase::Move),
        ("over", Phase::Over),
    ];
    let mut told = phases
        .into_iter()
        .filter(|(name, _)| fields.get(name).is_some());
    let Some((name, phase)) = told.next() else {
        return Ok((Phase::Roll, Vec::new()));
    };
    if told.next().is_some() {
        return refuse("phase", "is told twice");
    }
    let dice = fields.all(name, |word| read_number("dice", word))?;
    Ok((phase, dice))
}

fn read_count(fields: &Fields, field: &'static str) -> Result<Option<u8>, NotationError> {
    fields.one(field, |word| read_number(field, word))
}

/// A field that has no value but its presence.
fn read_flag(fields: &Fields, field: &'static str) -> Result<bool, NotationError> {
    match fields.get(field) {
        None => Ok(false),
        Some([]) => Ok(true),
        Some([word, ..]) => refuse(field, format!("`{word}` says nothing")),
    }
}

/// By what an extra roll was earned: a capture where nothing is said.
fn read_reason(fields: &Fields) -> Result<Option<ExtraReason>, NotationError> {
    match fields.get("extra") {
        None => Ok(None),
        Some([]) => Ok(Some(ExtraReason::Capture)),
        Some([word]) if word == "home" => Ok(Some(ExtraReason::Home)),
        Some(_) => refuse("extra", "is `extra` or `extra home`"),
    }
}
