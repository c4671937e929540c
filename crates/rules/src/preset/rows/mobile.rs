//! Ludo as played on telephones (4.8): a capture and getting home roll again too.

use crate::flag::{Offer, Value};
use crate::preset::{Preset, SeatRange};
use crate::ruleset::{BlockStops, Rules};

const OFFERS: &[Offer] = &[
    Offer::all("again.capture"),
    Offer::all("again.home"),
    Offer::all("again.when_dead"),
    Offer::some("block.made", &[Value::Word("none"), Value::Word("own")]),
    Offer::all("finish.play_on"),
    Offer::all("gate.capture_first"),
    Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
    Offer::all("pieces.to_win"),
    Offer::all("safe.squares"),
    Offer::all("streak.limit"),
    Offer::all("teams"),
];

pub(super) const CLASSIC: Preset = Preset {
    id: "mobile-classic",
    about: "Ludo as on phones: sixes, captures and pieces that get home roll again, three sixes lose the turn, all four pieces must get home.",
    family: "mobile",
    seats: SeatRange { min: 2, max: 6 },
    clock: "brisk",
    board_ids: &["c52", "h78"],
    rules: Rules {
        again_capture: true,
        again_home: true,
        streak_limit: 3,
        block_stops: BlockStops::Rivals,
        play_on: true,
        ..Rules::PLAIN
    },
    offers: OFFERS,
};

pub(super) const QUICK: Preset = Preset {
    id: "mobile-quick",
    about: "The mobile game made short: one piece begins on the start square, and two at home win.",
    rules: Rules {
        out: 1,
        to_win: 2,
        play_on: false,
        ..CLASSIC.rules
    },
    ..CLASSIC
};

pub(super) const MASTER: Preset = Preset {
    id: "mobile-master",
    about: "The mobile game in which a piece enters its lane only after its player has captured.",
    rules: Rules {
        capture_first: true,
        ..CLASSIC.rules
    },
    ..CLASSIC
};
