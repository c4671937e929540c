//! Luddo, and Snakes and Ladders.

use super::{STAY_OR_BOUNCE, TWO_TO_FOUR};
use crate::flag::{Offer, Value};
use crate::preset::{Preset, SeatRange};
use crate::ruleset::{BlockStops, Rules, StreakEffect};

pub(super) const LUDDO: Preset = Preset {
    id: "luddo",
    about: "Sixes are rolled on and the whole row of dice is used in its order; captures and pieces that get home give another roll; on the cross or, for up to six, on the hexagon.",
    family: "luddo",
    seats: SeatRange { min: 2, max: 6 },
    clock: "brisk",
    board_ids: &["c52", "h78"],
    rules: Rules {
        queue: true,
        again_capture: true,
        again_home: true,
        streak_limit: 3,
        streak_effect: StreakEffect::CancelAll,
        block_stops: BlockStops::Rivals,
        play_on: true,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("again.bonus_chain"),
        Offer::all("again.dead_die_keeps_bonus"),
        Offer {
            flag: "again.home",
            only: &[],
            private_only: true,
        },
        Offer::some("block.made", &[Value::Word("none"), Value::Word("own")]),
        Offer::all("gate.capture_first"),
        Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
        Offer::some("pieces.to_win", &[Value::Int(2), Value::Int(4)]),
        Offer::all("teams"),
    ],
};

pub(super) const SNAKES: Preset = Preset {
    id: "snakes",
    about: "Snakes and ladders: one piece each on a hundred squares, nothing is chosen, a six brings it in and rolls again.",
    family: "snakes",
    seats: TWO_TO_FOUR,
    clock: "brisk",
    board_ids: &["s100", "s100-gentle", "s100-wild"],
    rules: Rules {
        automatic: true,
        pieces: 1,
        to_win: 1,
        reroll_dead: true,
        play_on: true,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::some("enter.on", &[Value::Word("six"), Value::Word("any")]),
        Offer::some("lane.over", STAY_OR_BOUNCE),
        Offer::all("streak.limit"),
    ],
};
