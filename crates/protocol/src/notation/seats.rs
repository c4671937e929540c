//! Who sat where, and how it ended: `Seat A: "Ada" 01900000-… left`, `Seat C: bot hard`, `Places: 1 A, 2 C left`.

use super::{Refused, arm, letter, number};
use crate::{event::Placed, ids::PlayerId, record::RecordSeat, table::BotLevel};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, de::Deserializer};

/// What follows `Seat A: `.
pub fn write_seat(seat: &RecordSeat) -> Refused<String> {
    let mut words = Vec::new();
    if !seat.name.is_empty() {
        words.push(Value::from(seat.name.as_str()).to_string());
    }
    words.extend(seat.player_id.map(|id: PlayerId| id.to_string()));
    if let Some(level) = &seat.bot_level {
        words.push(format!("bot {}", word_of(level)?));
    }
    if seat.left {
        words.push("left".to_owned());
    }
    Ok(words.join(" "))
}

/// The seat of an arm.
pub fn read_seat(arm: u8, text: &str) -> Refused<RecordSeat> {
    let (name, rest) = read_name(text)?;
    let mut seat = RecordSeat {
        arm,
        name,
        player_id: None,
        bot_level: None,
        left: false,
    };
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "left" if !seat.left => seat.left = true,
            "bot" if seat.bot_level.is_none() => {
                let level = words.next().unwrap_or_default();
                seat.bot_level = Some(of_word::<BotLevel>(level).ok_or_else(|| {
                    format!("`{level}` is no level of a bot: easy, normal or hard")
                })?);
            }
            id if seat.player_id.is_none() => {
                let id = id.parse();
                seat.player_id = Some(id.map_err(|_| format!("`{word}` is no player's id"))?);
            }
            _ => return Err(format!("`{word}` is one word too many")),
        }
    }
    Ok(seat)
}

/// The quoted name at the beginning, and what follows it.
fn read_name(text: &str) -> Refused<(String, &str)> {
    if !text.starts_with('"') {
        return Ok((String::new(), text));
    }
    let mut names = Deserializer::from_str(text).into_iter::<String>();
    match names.next() {
        Some(Ok(name)) => {
            let rest = text.get(names.byte_offset()..);
            Ok((name, rest.unwrap_or_default()))
        }
        _ => Err("the name is not quoted to its end".to_owned()),
    }
}

/// The word that stands for a value on the wire.
pub fn word_of(value: &impl Serialize) -> Refused<String> {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => Ok(word),
        _ => Err("a value has no word".to_owned()),
    }
}

/// The value that a word stands for on the wire.
pub fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(Value::from(word)).ok()
}

/// What follows `Places: `.
pub fn write_places(places: &[Placed]) -> Refused<String> {
    let texts: Refused<Vec<String>> = places
        .iter()
        .map(|Placed { arm, place, left }| {
            let left = if *left { " left" } else { "" };
            Ok(format!("{place} {}{left}", letter(*arm)?))
        })
        .collect();
    Ok(texts?.join(", "))
}

/// The places of a game.
pub fn read_places(text: &str) -> Refused<Vec<Placed>> {
    text.split(',').map(read_place).collect()
}

fn read_place(text: &str) -> Refused<Placed> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (place, who, left) = match words[..] {
        [place, who] => (place, who, false),
        [place, who, "left"] => (place, who, true),
        _ => return Err(format!("`{}` is no place, such as `1 A`", text.trim())),
    };
    Ok(Placed {
        arm: arm(who)?,
        place: number(place)?,
        left,
    })
}
