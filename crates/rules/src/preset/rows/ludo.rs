//! Ludo on the cross, by one die.

use super::{STAY_OR_BOUNCE, TWO_TO_FOUR};
use crate::flag::{Offer, Value};
use crate::preset::Preset;
use crate::ruleset::{BlockMade, BlockStops, PartnerPiece, Rules};

pub(super) const LUDO: Preset = Preset {
    id: "ludo",
    about: "The house game on the large cross: a six brings a piece out and rolls again, three sixes in a row lose the last, stars and starts are safe.",
    family: "ludo",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["c52"],
    rules: Rules {
        streak_limit: 3,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("again.capture"),
        Offer::all("again.home"),
        Offer::all("again.when_dead"),
        Offer::all("enter.duty"),
        Offer::all("enter.tries"),
        Offer::all("finish.play_on"),
        Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
        Offer::all("pieces.to_win"),
        Offer::all("safe.squares"),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};

pub(super) const LUDO_STANDARD: Preset = Preset {
    id: "ludo-standard",
    about: "Standard Ludo on the small cross: one piece on a square, no safe squares, the four slots of the lane are home and no piece passes another in them.",
    family: "ludo",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["c40", "c52"],
    rules: Rules {
        safe: false,
        reroll_dead: true,
        cap: 1,
        lane_cap: 1,
        lane_jump: false,
        partner: PartnerPiece::Illegal,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("capture.duty"),
        Offer::all("enter.clear_start"),
        Offer::all("enter.duty"),
        Offer::all("enter.tries"),
        Offer::all("finish.play_on"),
        Offer::some("lane.over", STAY_OR_BOUNCE),
        Offer::all("pachisi"),
        Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};

pub(super) const LUDO_BLOCKADES: Preset = Preset {
    id: "ludo-blockades",
    about: "Ludo with blockades: as the standard game, but two or more pieces of a player share a square and bar all rivals.",
    family: "ludo",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["c40", "c52"],
    rules: Rules {
        cap: Rules::PLAIN.cap,
        block: BlockMade::Own,
        block_stops: BlockStops::Rivals,
        partner: PartnerPiece::Share,
        ..LUDO_STANDARD.rules
    },
    offers: &[
        Offer::all("block.pass_on"),
        Offer::all("capture.duty"),
        Offer::all("enter.clear_start"),
        Offer::all("enter.duty"),
        Offer::all("enter.tries"),
        Offer::all("finish.play_on"),
        Offer::some("lane.over", STAY_OR_BOUNCE),
        Offer::all("pachisi"),
        Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};
