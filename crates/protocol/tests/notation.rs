//! Games as text: how they look, that nothing is lost, and what is refused.
#![allow(clippy::unwrap_used)]

use ludohall_protocol::{
    Placed, Ply, Record, RecordEntry, Version,
    convert::{wire_move, wire_options},
    event::By,
    notation::{is_game_text, read_game, write_game},
    record::{RecordAct, RecordSeat},
    table::BotLevel,
};
use ludohall_rules::{Arm, Game, Options, Phase, Position, Preset, presets};
use proptest::prelude::*;

/// A linear congruence: chance enough for a test, and the same everywhere.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// The record of a game that is played by chance for a while, with all that may happen at a table.
struct Played {
    game: Game,
    chance: Chance,
    /// Where the game stood after each version.
    stands: Vec<(Version, Position, u32)>,
    record: Record,
    ms: u64,
}

impl Played {
    fn new(game: Game, chance: Chance) -> Self {
        let start = game.arms()[0];
        let arms: Vec<u8> = game.arms().iter().map(|arm| arm.get()).collect();
        let record = Record {
            id: "01900000-0000-7000-8000-000000000001".parse().unwrap(),
            table: "K7M2QX".parse().unwrap(),
            ruleset: game.ruleset().to_owned(),
            options: wire_options(game.options()),
            board: game.board().id.to_owned(),
            start: start.get(),
            start_rolls: arms.iter().map(|&arm| (arm, 6 - arm % 6)).collect(),
            seats: arms.iter().map(|&arm| seat(arm)).collect(),
            commitment: "63".repeat(32),
            secret: None,
            entropy: [(arms[1], "00ff".to_owned())].into(),
            entries: Vec::new(),
            places: Vec::new(),
            started_at: "2026-01-02T03:04:05.678Z".to_owned(),
            finished_at: None,
            arms,
        };
        let position = game.opening(start).unwrap();
        let n = u32::try_from(record.start_rolls.len()).unwrap();
        Self {
            game,
            chance,
            stands: vec![(Version(0), position, n)],
            record,
            ms: 0,
        }
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.chance.below(many) == 0
    }

    /// Plays one decision, or takes some back.
    fn step(&mut self) {
        let &(version, mut position, mut n) = self.stands.last().unwrap();
        let arm = position.turn().get();
        let by = [By::Human, By::Bot, By::Clock][self.chance.below(3)];
        let act = if self.stands.len() > 3 && self.one_in(20) {
            let back = 1 + self.chance.below(self.stands.len() - 2);
            let to_version;
            (to_version, position, n) = self.stands[back];
            self.stands.truncate(back + 1);
            RecordAct::Undone { to_version, n }
        } else if position.phase() == Phase::Roll {
            let count = self.game.dice_per_roll();
            let dice: Vec<u8> = (0..count).map(|_| 1 + self.chance.below(6) as u8).collect();
            self.game.roll(&mut position, &dice, &mut ()).unwrap();
            n += dice.len() as u32;
            let n = n + 1 - dice.len() as u32;
            RecordAct::Rolled { n, dice, by }
        } else {
            let legal = self.game.legal(&position);
            let chosen = legal[self.chance.below(legal.len())];
            self.game
                .play(&mut position, &chosen.choice(), &mut ())
                .unwrap();
            match wire_move(&chosen) {
                ludohall_protocol::Move::Decline => RecordAct::Declined { by },
                choice => RecordAct::Moved { choice, by },
            }
        };
        let last = self.record.entries.last();
        let version = last.map_or(version, |entry| entry.version);
        let skipped = self.chance.below(8).saturating_sub(6) as u64;
        let version = Version(version.0 + 1 + skipped);
        self.ms += self.chance.below(90_000) as u64;
        let (minutes, ms) = (self.ms / 60_000, self.ms % 60_000);
        self.record.entries.push(RecordEntry {
            version,
            at: format!(
                "2026-01-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                3 + minutes / 1440,
                minutes / 60 % 24,
                minutes % 60,
                ms / 1000,
                ms % 1000
            ),
            ply: Ply(version.0 + skipped),
            arm,
            act,
        });
        self.stands.push((version, position, n));
    }

    fn play(mut self, most: usize) -> Record {
        for _ in 0..most {
            if self.stands.last().unwrap().1.phase() == Phase::Over {
                break;
            }
            self.step();
        }
        self.record.secret = Some("ab".repeat(32));
        self.record.finished_at = Some("2026-02-02T03:04:05.678Z".to_owned());
        let left = self.one_in(2);
        self.record.places = (1..)
            .zip(&self.record.arms)
            .map(|(place, &arm)| Placed { arm, place, left })
            .collect();
        self.record
    }
}

fn seat(arm: u8) -> RecordSeat {
    let person = arm.is_multiple_of(2);
    RecordSeat {
        arm,
        name: ["Ada", "", "Bo \"the { | } bull\"\n#1: Ж", ""][usize::from(arm % 4)].to_owned(),
        player_id: person.then(|| "01900000-0000-7000-8000-00000000000a".parse().unwrap()),
        bot_level: (!person).then_some(BotLevel::Hard),
        left: arm == 2,
    }
}

/// A game with some flags changed by chance.
fn any_game(preset: &Preset, chance: &mut Chance) -> Game {
    let least = usize::from(preset.seats.min);
    loop {
        let boards: Vec<_> = preset.boards().collect();
        let board = boards[chance.below(boards.len())];
        let arms: Vec<Arm> = Arm::all()
            .take(board.arms().min(preset.seats.max.into()).max(least))
            .collect();
        let mut options = Options::new();
        for flag in preset.flags() {
            if chance.below(3) == 0 {
                let value = flag.values[chance.below(flag.values.len())].clone();
                options.insert(flag.name.to_owned(), value);
            }
        }
        if let Ok(game) = Game::new(preset.id, &options, Some(board.id), &arms) {
            return game;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_record_comes_back_from_its_text_in_every_ruleset(seed: u64) {
        let mut chance = Chance(seed);
        for preset in presets() {
            let game = any_game(preset, &mut chance);
            let record = Played::new(game, Chance(seed)).play(400);
            let text = write_game(&record).unwrap();
            prop_assert!(is_game_text(&text));
            let read = read_game(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert_eq!(&read, &record);
            prop_assert_eq!(write_game(&read).unwrap(), text);
        }
    }
}

/// A short game as a person would write it.
const SHORT: &str = include_str!("data/game.txt");

#[test]
fn a_game_is_a_line_a_turn() {
    let record = read_game(SHORT).unwrap();
    assert_eq!(write_game(&record).unwrap(), SHORT);
    let json = serde_json::to_value(&record).unwrap();
    assert_eq!(json["entries"][0]["n"], 3);
    assert_eq!(json["entries"][1]["at"], "2026-01-02T03:04:06.678Z");
    let moved = &json["entries"][2];
    assert_eq!(moved["move"]["uses"], serde_json::json!([6]));
    assert_eq!(
        (&moved["by"], &moved["version"]),
        (&"bot".into(), &5.into())
    );
    assert_eq!(json["entries"][5]["by"], "clock");
    assert_eq!(json["options"]["finish.play_on"], true);
    assert!(json.get("secret").is_none() && json["finished_at"].is_null());
}

/// The refusal of the short game with one text in it replaced.
fn refusal(old: &str, new: &str) -> String {
    assert!(SHORT.contains(old), "{old}");
    read_game(&SHORT.replacen(old, new, 1))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_wrong_text_is_refused_with_line_and_reason() {
    for (old, new, line, reason) in [
        ("notation 1", "notation 2", 1, "begins with the line"),
        ("Game: 0190", "Game: x", 14, "no game's id"),
        ("Table: K7M2QX", "Table: K7", 14, "six letters"),
        ("Table: K7M2QX\n", "", 13, "`Table` is missing"),
        ("Ruleset: ludo", "Ruleset: ludo!", 14, "no word"),
        ("Ruleset: ludo", "Ruleset: ludo\nRuleset: ludo", 5, "twice"),
        ("play_on: true", "play_on: [1]", 5, "neither a word"),
        ("Arms: A C", "Arms: A X", 14, "`X` is no arm"),
        ("A6 C3", "A6 C", 14, "no number"),
        ("Seat C: bot hard", "Seat C: bot grand", 11, "no level"),
        ("Seat C: bot hard", "Seat C: someone", 11, "no player's id"),
        ("\"Ada\"", "\"Ada", 10, "not quoted"),
        ("Entropy A", "Entropy 1", 13, "`1` is no arm"),
        ("Started: 2026", "Started: then", 14, "no time"),
        ("Board", "Bored", 6, "no header `Bored`"),
        (
            "Board: c52",
            "Board c52",
            6,
            "neither `Name: value` nor a turn",
        ),
        ("2. C", "3. C", 17, "`2. `"),
        ("2. C", "2. I", 17, "no arm"),
        (" {no move}", " {no move", 16, "no `}`"),
        (" | 900v3", " 900v3", 16, "before the times"),
        (" | 900v3", " |", 16, "no time stands"),
        ("900v3", "900v3 3", 16, "of nothing"),
        ("900v3", "soon", 16, "no number"),
        (
            "A 3: {no move} | 900v3",
            "A {rests} |",
            16,
            "nothing was done",
        ),
        ("C0 b-0 4:", "C0 b+0 4:", 17, "C0 b+0"),
        ("C0 b-0 4:", "C0 4:", 17, "no way"),
        ("C 6: C0", "C 6+: C0", 17, "no number"),
        ("(clock)", "(sun)", 18, "nobody"),
        ("(human) A2", "#4 A2", 18, "numbers no roll"),
        ("undo v8 #6", "undo v8", 19, "followed by"),
        ("A3 b-0/6", "A3 b-0", 20, "by which die"),
    ] {
        let error = refusal(old, new);
        assert!(
            error.starts_with(&format!("line {line}: ")) && error.contains(reason),
            "{new}: {error}"
        );
    }
    assert!(
        read_game("")
            .unwrap_err()
            .to_string()
            .starts_with("line 1: ")
    );
}

#[test]
fn a_record_that_no_text_can_hold_is_refused() {
    let record = read_game(SHORT).unwrap();
    let reason = |change: fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        write_game(&record).unwrap_err().to_string()
    };
    assert!(reason(|record| record.start = 8).contains("no arm 8"));
    assert!(reason(|record| record.entries[1].at = "then".to_owned()).contains("no time"));
    assert!(reason(|record| record.commitment = "a b".to_owned()).contains("no word"));
    let odd = reason(|record| {
        let act = &mut record.entries[2].act;
        if let RecordAct::Moved { choice, .. } = act
            && let ludohall_protocol::Move::Enter(step) = choice
        {
            step.from = 3;
        }
    });
    assert!(
        odd.contains("version 5") && odd.contains("whole move"),
        "{odd}"
    );
}
