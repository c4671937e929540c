//! The lines above the turns: which game it was, who played, the proof of the dice, how it ended.

use super::{Refused, TextError, arm, at_line, clock, header_line, letter, number, plain, seats};
use crate::{
    Record,
    ids::{Code, GameId},
    position::Options,
    record::RecordSeat,
};
use serde_json::Value;
use std::{collections::BTreeMap, iter::Peekable};

/// Writes the header of a record.
pub fn write(text: &mut String, record: &Record) -> Refused<()> {
    // All fields by name, so that a new one cannot be forgotten here.
    let Record {
        id,
        table,
        ruleset,
        options,
        board,
        arms,
        start,
        start_rolls,
        seats,
        commitment,
        secret,
        entropy,
        entries: _,
        places,
        started_at,
        finished_at,
    } = record;
    header_line(text, "Game", id);
    header_line(text, "Table", table);
    header_line(text, "Ruleset", plain(ruleset)?);
    for (flag, value) in options {
        header_line(
            text,
            &format!("Option {}", plain(flag)?),
            write_value(value)?,
        );
    }
    header_line(text, "Board", plain(board)?);
    header_line(
        text,
        "Arms",
        list(arms.iter().map(|arm| Ok(letter(*arm)?.to_string())))?,
    );
    header_line(text, "Start", letter(*start)?);
    if !start_rolls.is_empty() {
        let rolls = start_rolls.iter();
        let rolls = list(rolls.map(|(arm, die)| Ok(format!("{}{die}", letter(*arm)?))))?;
        header_line(text, "Start rolls", rolls);
    }
    for seat in seats {
        let name = format!("Seat {}", letter(seat.arm)?);
        header_line(text, &name, seats::write_seat(seat)?);
    }
    header_line(text, "Commitment", plain(commitment)?);
    if let Some(secret) = secret {
        header_line(text, "Secret", plain(secret)?);
    }
    for (arm, hex) in entropy {
        header_line(text, &format!("Entropy {}", letter(*arm)?), plain(hex)?);
    }
    header_line(text, "Started", time(started_at)?);
    if let Some(finished_at) = finished_at {
        header_line(text, "Finished", time(finished_at)?);
    }
    if !places.is_empty() {
        header_line(text, "Places", seats::write_places(places)?);
    }
    Ok(())
}

fn list(words: impl Iterator<Item = Refused<String>>) -> Refused<String> {
    Ok(words.collect::<Refused<Vec<_>>>()?.join(" "))
}

fn time(text: &str) -> Refused<&str> {
    clock::millis(text).map(|_| text)
}

/// A house rule's value: a word, a number, yes or no; text that would be read as one of the latter stands in quotes.
fn write_value(value: &Value) -> Refused<String> {
    let written = match value {
        Value::String(word) if read_value(word).as_ref() == Ok(value) => word.clone(),
        _ => value.to_string(),
    };
    read_value(&written).map(|_| written)
}

fn read_value(text: &str) -> Refused<Value> {
    let value = serde_json::from_str(text).or_else(|_| plain(text).map(Value::from))?;
    match &value {
        Value::Bool(_) | Value::String(_) => Ok(value),
        Value::Number(number) if number.is_i64() => Ok(value),
        _ => Err(format!(
            "`{text}` is neither a word, a number nor yes or no"
        )),
    }
}

/// What the header says, as it is gathered.
#[derive(Default)]
struct Draft {
    /// Lines that stand once, by name.
    single: BTreeMap<&'static str, String>,
    options: Options,
    seats: Vec<RecordSeat>,
    entropy: BTreeMap<u8, String>,
}

/// Every name that stands alone.
const SINGLE: [&str; 12] = [
    "Game",
    "Table",
    "Ruleset",
    "Board",
    "Arms",
    "Start",
    "Start rolls",
    "Commitment",
    "Secret",
    "Started",
    "Finished",
    "Places",
];

/// Reads the header, up to the first turn; the record has no entries yet.
pub fn read<'a>(
    lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
) -> Result<Record, TextError> {
    let mut draft = Draft::default();
    let mut last = 1;
    while let Some((line, text)) =
        lines.next_if(|(_, text)| !text.starts_with(|c: char| c.is_ascii_digit()))
    {
        draft.take(text).map_err(at_line(line))?;
        last = line;
    }
    draft.record().map_err(at_line(last))
}

impl Draft {
    fn take(&mut self, line: &str) -> Refused<()> {
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| format!("`{line}` is neither `Name: value` nor a turn"))?;
        let value = value.trim();
        let fresh = match name.split_once(' ') {
            Some(("Option", flag)) => {
                let flag = plain(flag)?.to_owned();
                self.options.insert(flag, read_value(value)?).is_none()
            }
            Some(("Seat", of)) => {
                self.seats.push(seats::read_seat(arm(of)?, value)?);
                true
            }
            Some(("Entropy", of)) => {
                let hex = plain(value)?.to_owned();
                self.entropy.insert(arm(of)?, hex).is_none()
            }
            _ => match SINGLE.into_iter().find(|known| *known == name) {
                Some(name) => self.single.insert(name, value.to_owned()).is_none(),
                None => return Err(format!("there is no header `{name}`")),
            },
        };
        if fresh {
            Ok(())
        } else {
            Err(format!("`{name}` stands there twice"))
        }
    }

    fn record(self) -> Refused<Record> {
        let needed = |name: &str| {
            let value = self.single.get(name).map(String::as_str);
            value.ok_or_else(|| format!("the header `{name}` is missing"))
        };
        let maybe = |name: &str| self.single.get(name).map(String::as_str);
        let id: GameId = needed("Game")?
            .parse()
            .map_err(|_| "`Game` is no game's id".to_owned())?;
        let table: Code = needed("Table")?
            .parse()
            .map_err(|error| format!("`Table`: {error}"))?;
        let words = |name: &str| maybe(name).unwrap_or_default().split_whitespace();
        let own = |text: &str| text.to_owned();
        let rolls: Refused<Vec<_>> = words("Start rolls").map(start_roll).collect();
        needed("Arms")?;
        Ok(Record {
            id,
            table,
            ruleset: plain(needed("Ruleset")?)?.to_owned(),
            board: plain(needed("Board")?)?.to_owned(),
            arms: words("Arms").map(arm).collect::<Refused<_>>()?,
            start: arm(needed("Start")?)?,
            start_rolls: rolls?,
            commitment: plain(needed("Commitment")?)?.to_owned(),
            secret: maybe("Secret").map(plain).transpose()?.map(own),
            entries: Vec::new(),
            places: maybe("Places").map_or(Ok(Vec::new()), seats::read_places)?,
            started_at: time(needed("Started")?)?.to_owned(),
            finished_at: maybe("Finished").map(time).transpose()?.map(own),
            options: self.options,
            seats: self.seats,
            entropy: self.entropy,
        })
    }
}

/// `A3`: an arm and its die.
fn start_roll(word: &str) -> Refused<(u8, u8)> {
    let at = word.char_indices().nth(1).map_or(word.len(), |(at, _)| at);
    let (who, die) = word.split_at(at);
    Ok((arm(who)?, number(die)?))
}
