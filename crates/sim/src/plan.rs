//! What a seed makes of its world: how the hall is set, which tables are opened, how people are, how rough the times are.

use crate::chance::Chance;
use ludohall_protocol::CreateTable;
use ludohall_table::HallConfig;
use serde_json::{Value, json};
use std::time::Duration;

/// The bounds of a world.
pub(crate) struct Plan {
    pub(crate) config: HallConfig,
    /// Steps until the world comes to rest.
    pub(crate) steps: u32,
    pub(crate) people: usize,
    /// Tables open at the same time, at most.
    pub(crate) tables: usize,
    /// How long the world runs between two steps, in ms, at most.
    pub(crate) pause_ms: u64,
    /// Of a hundred steps, how many are bad for the hall.
    pub(crate) trouble: u64,
    /// How often which trouble.
    pub(crate) weights: Troubles,
}

/// How often which trouble comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Troubles {
    pub(crate) weather: u64,
    pub(crate) kill: u64,
    pub(crate) drain: u64,
    pub(crate) still: u64,
}

/// How somebody is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Temper {
    /// How long they think, in ms.
    pub(crate) think: (u64, u64),
    /// Of a hundred turns, how many they miss.
    pub(crate) absent: u64,
    /// Of a hundred commands, how many are sent twice, late, or wrong.
    pub(crate) clumsy: u64,
}

impl Plan {
    pub(crate) fn of(chance: &mut Chance) -> Self {
        let quiet = chance.percent(15);
        Self {
            config: config(chance),
            steps: u32::try_from(chance.between(60, 200)).unwrap_or(60),
            people: usize::try_from(chance.between(1, 4)).unwrap_or(1) + 2,
            tables: usize::try_from(chance.weighted(&[(6, 1), (3, 2), (1, 3)])).unwrap_or(1),
            pause_ms: *chance.pick(&[40, 300, 1_500, 1_500, 4_000]),
            trouble: if quiet {
                0
            } else {
                *chance.pick(&[2, 5, 10, 20])
            },
            weights: Troubles {
                weather: *chance.pick(&[0, 2, 6]),
                kill: *chance.pick(&[1, 4, 8]),
                drain: *chance.pick(&[0, 1, 2]),
                still: *chance.pick(&[0, 1, 3]),
            },
        }
    }
}

fn config(chance: &mut Chance) -> HallConfig {
    let usual = HallConfig::default();
    HallConfig {
        loaded_tables: *chance.pick(&[20_000, 20_000, 20_000, 1]),
        mailbox: *chance.pick(&[128, 128, 8, 2]),
        ring_entries: *chance.pick(&[256, 16, 3]),
        pending_answers: *chance.pick(&[32, 32, 3]),
        unload_after: Duration::from_secs(*chance.pick(&[300, 300, 20, 5])),
        trim_after: Duration::from_secs(*chance.pick(&[120, 4])),
        append_timeout: Duration::from_secs(*chance.pick(&[5, 5, 2])),
        snapshot_every: *chance.pick(&[200, 40, 7, 3]),
        parallel_loads: *chance.pick(&[64, 2, 1]),
        ..usual
    }
}

impl Temper {
    pub(crate) fn of(chance: &mut Chance) -> Self {
        Self {
            think: *chance.pick(&[(1, 200), (100, 2_000), (0, 1), (500, 9_000)]),
            absent: *chance.pick(&[0, 5, 15, 40]),
            clumsy: *chance.pick(&[0, 5, 25]),
        }
    }
}

/// A table that somebody opens.
pub(crate) fn spec(chance: &mut Chance, people: u64) -> CreateTable {
    let ruleset = chance.weighted(&[
        (5, "luddo"),
        (4, "ludo"),
        (3, "snakes"),
        (2, "parchis"),
        (2, "parchis-pairs"),
        (1, ""),
    ]);
    let presets = ludohall_rules::presets();
    let ruleset = match ruleset {
        "" => chance.pick(presets).id,
        named => named,
    };
    let options = match ruleset {
        "ludo" if chance.percent(60) => json!({"pieces.to_win": 1, "pieces.out": 1}),
        "luddo" if chance.percent(60) => json!({"pieces.to_win": 2, "pieces.out": 1}),
        _ => json!({}),
    };
    let solo = chance.percent(20);
    let mut spec = json!({
        "ruleset": ruleset,
        "options": options,
        "bot_level": chance.pick(&["easy", "easy", "normal", "hard"]),
        "bot_pause_ms": chance.pick(&[0, 10, 100, 800]),
        "fill_with_bots": chance.percent(70),
        "watchable": chance.percent(70),
        "listed": false,
        "chat": chance.pick(&["off", "phrases", "text"]),
        "late_join": chance.percent(30),
        "start_by": chance.pick(&["highest_roll", "random", "first_seat"]),
        "solo": solo,
    });
    if let Some(clock) = clock(chance) {
        spec["clock"] = clock;
    }
    if chance.percent(70) {
        spec["seats"] = json!(chance.between(2, people.clamp(2, 4)));
    }
    serde_json::from_value(spec).unwrap_or_else(|_| usual_table())
}

fn usual_table() -> CreateTable {
    // What is written here is a table.
    serde_json::from_value(json!({"ruleset": "luddo"})).unwrap_or_else(|error| {
        unreachable!("{error}");
    })
}

fn clock(chance: &mut Chance) -> Option<Value> {
    let kind = chance.weighted(&[
        (2, "usual"),
        (2, "house"),
        (2, "brisk"),
        (1, "untimed"),
        (8, "free"),
    ]);
    match kind {
        "usual" => None,
        "free" => Some(json!({
            "decision_ms": chance.pick(&[500, 900, 2_000, 3_000, 5_000, 8_000]),
            "on_expiry": chance.pick(&["bot_takes_seat", "play_once"]),
            "misses": chance.between(1, 4),
            "away_ms": chance.pick(&[0, 3_000, 45_000]),
        })),
        named => Some(json!(named)),
    }
}
