//! Positions as JSON, as the golden data has them, and a source of random rolls.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used)]

use ludohall_rules::{
    Arm, Board, Choice, Event, Game, Move, MoveKind, Options, Phase, Piece, Position, Preset,
    RawPair, RawPosition, Uses,
};
use serde_json::{Value, json};

/// splitmix64: good enough for test games, and the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    pub fn roll(&mut self, game: &Game) -> Vec<u8> {
        (0..game.dice_per_roll())
            .map(|_| 1 + self.below(6) as u8)
            .collect()
    }
}

pub fn arm(number: u8) -> Arm {
    Arm::new(number).unwrap()
}

pub fn arms(numbers: &[u8]) -> Vec<Arm> {
    numbers.iter().map(|&number| arm(number)).collect()
}

pub fn game(ruleset: &str, numbers: &[u8]) -> Game {
    Game::new(ruleset, &Options::new(), None, &arms(numbers)).unwrap()
}

pub fn game_with(ruleset: &str, options: Value, numbers: &[u8]) -> Game {
    let options: Options = serde_json::from_value(options).unwrap();
    Game::new(ruleset, &options, None, &arms(numbers)).unwrap()
}

/// Arms for `count` players on a board, opposite ones for two.
pub fn seats(board: &Board, count: usize) -> Vec<Arm> {
    let all = board.arms();
    let numbers: Vec<u8> = if count == 2 {
        vec![0, (all / 2) as u8]
    } else {
        (0..count as u8).collect()
    };
    arms(&numbers)
}

/// A valid game of a preset with some flags changed.
pub fn any_game(preset: &'static Preset, random: &mut Random) -> Game {
    let boards: Vec<_> = preset.boards().collect();
    loop {
        let board = boards[random.below(boards.len())];
        let most = board.arms().min(preset.seats.max.into());
        let least = usize::from(preset.seats.min);
        if most < least {
            continue;
        }
        let count = least + random.below(most - least + 1);
        let mut options = Options::new();
        for flag in preset.flags() {
            if random.below(3) == 0 {
                let value = flag.values[random.below(flag.values.len())].clone();
                options.insert(flag.name.to_owned(), value);
            }
        }
        if let Ok(game) = Game::new(preset.id, &options, Some(board.id), &seats(board, count)) {
            return game;
        }
    }
}

/// The game of a position (or of a request to begin one) on the wire.
pub fn game_of(position: &Value) -> Game {
    let ruleset = position["ruleset"].as_str().unwrap();
    let options: Options = match &position["options"] {
        Value::Null => Options::new(),
        options => serde_json::from_value(options.clone()).unwrap(),
    };
    let numbers: Vec<u8> = numbers(&position["arms"]);
    Game::new(
        ruleset,
        &options,
        position["board"].as_str(),
        &arms(&numbers),
    )
    .unwrap()
}

fn numbers<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap()
}

fn optional<T: serde::de::DeserializeOwned>(position: &Value, field: &str) -> Option<T> {
    position.get(field).map(numbers)
}

pub fn raw_of(position: &Value) -> RawPosition {
    RawPosition {
        pieces: numbers(&position["pieces"]),
        turn: numbers(&position["turn"]),
        phase: match position["phase"].as_str().unwrap() {
            "roll" => Phase::Roll,
            "move" => Phase::Move,
            _ => Phase::Over,
        },
        dice: numbers(&position["dice"]),
        bonus: numbers(&position["bonus"]),
        streak: numbers(&position["streak"]),
        places: numbers(&position["places"]),
        arrived: optional(position, "arrived"),
        last_moved: position.get("last_moved").map(numbers),
        moved: optional(position, "moved"),
        duty: optional::<Vec<RawPair>>(position, "duty"),
        split: optional(position, "split"),
        extra: optional(position, "extra"),
        extra_by: None,
        extra_used: optional(position, "extra_used"),
        tries: optional(position, "tries"),
        captured: optional(position, "captured"),
    }
}

/// The fields of a position as the wire has them.
pub fn json_of(game: &Game, position: &Position) -> Value {
    let raw = game.raw(position);
    json!({
        "pieces": raw.pieces,
        "turn": raw.turn,
        "phase": match raw.phase { Phase::Roll => "roll", Phase::Move => "move", Phase::Over => "over" },
        "dice": raw.dice,
        "bonus": raw.bonus,
        "streak": raw.streak,
        "places": raw.places,
        "arrived": raw.arrived,
        "last_moved": raw.last_moved.flatten(),
        "duty": raw.duty,
        "split": raw.split,
        "extra": raw.extra,
    })
}

/// A game and a position on one line.
pub fn at(line: &str) -> (Game, Position) {
    Game::read(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A position to roll in, by the pieces of all arms; `b` is base. `pos("20 20 b b | b b b b | …", 0)`.
pub fn pos(game: &Game, pieces: &str, turn: u8) -> Position {
    game.check(&raw_pos(game, pieces, turn)).unwrap()
}

pub fn raw_pos(game: &Game, pieces: &str, turn: u8) -> RawPosition {
    let mut rows: Vec<Option<Vec<i16>>> = pieces.split('|').map(row).collect();
    rows.resize(game.board().arms(), None);
    RawPosition::to_roll(rows, turn)
}

fn row(text: &str) -> Option<Vec<i16>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let piece = |word: &&str| {
        if *word == "b" {
            -1
        } else {
            word.parse().unwrap()
        }
    };
    (words != ["-"]).then(|| words.iter().map(piece).collect())
}

pub fn choice(number: u8, piece: u8, uses: &[u8]) -> Choice {
    Choice::Move {
        arm: arm(number),
        piece: Piece::new(piece).unwrap(),
        uses: Uses::of(uses).unwrap(),
    }
}

/// A move as the golden data writes it: kind, arm, piece, uses, to, captures.
pub fn move_json(found: &Move) -> Value {
    let kind = match found.kind {
        MoveKind::Enter => "enter",
        MoveKind::Move => "move",
        MoveKind::Bonus => "bonus",
        MoveKind::Decline => return json!(["decline"]),
    };
    let captures: Vec<(u8, u8)> = found
        .captures
        .iter()
        .map(|(arm, piece)| (arm.get(), piece.get()))
        .collect();
    json!([
        kind,
        found.arm.get(),
        found.piece.get(),
        &found.uses[..],
        found.to.get(),
        captures
    ])
}

/// Rolls, and returns what happened.
pub fn roll(game: &Game, position: &mut Position, faces: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    game.roll(position, faces, &mut events).unwrap();
    events
}

/// Plays, and returns what happened.
pub fn play(game: &Game, position: &mut Position, chosen: &Choice) -> Vec<Event> {
    let mut events = Vec::new();
    game.play(position, chosen, &mut events).unwrap();
    events
}

/// `kind piece->to xN` of each legal move, for short tests.
pub fn legal(game: &Game, position: &Position) -> Vec<String> {
    let show = |found: &Move| match found.captures.len() {
        _ if found.kind == MoveKind::Decline => "decline".to_owned(),
        0 => format!("{}->{}", found.from.get(), found.to.get()),
        n => format!("{}->{} x{n}", found.from.get(), found.to.get()),
    };
    game.legal(position).iter().map(show).collect()
}
