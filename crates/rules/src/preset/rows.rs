//! The table of presets (rules.md 5.1). Nothing else in this crate knows a preset by its name.

use super::{Preset, SeatRange};
use crate::flag::{Offer, Value};
use crate::ruleset::{
    BlockMade, BlockStops, BreakDuty, Faces, FullExit, PartnerPiece, Rules, StreakEffect,
};

/// Every preset.
pub(super) const PRESETS: &[Preset] = &[
    LUDO,
    PARCHIS_PAIRS,
    PARCHIS,
    LUDO_STANDARD,
    LUDO_BLOCKADES,
    LUDDO,
    SNAKES,
];

const TWO_TO_FOUR: SeatRange = SeatRange { min: 2, max: 4 };

const LUDO: Preset = Preset {
    id: "ludo",
    family: "ludo",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["c52"],
    rules: Rules {
        streak_limit: 3,
        ..Rules::PLAIN
    },
    offers: &[Offer::all("again.when_dead"), Offer::all("finish.play_on")],
};

const PARCHIS_PAIRS: Preset = Preset {
    id: "parchis-pairs",
    family: "parchis",
    seats: SeatRange { min: 4, max: 4 },
    clock: "house",
    board_ids: &["p68"],
    rules: Rules {
        dice: 2,
        teams: true,
        enter_sum: 5,
        enter_must: true,
        full_exit: FullExit::CaptureLast,
        streak_effect: StreakEffect::LastToBase,
        break_duty: BreakDuty::AnywhereAndStaySplit,
        block: BlockMade::Own,
        partner: PartnerPiece::Literal,
        bonus_must: true,
        six_base_empty: 6,
        ..PARCHIS.rules
    },
    offers: &[
        Offer::all("bonus.chain"),
        Offer::all("bonus.when"),
        Offer::all("capture.partner"),
        Offer::all("enter.full"),
        Offer::all("finish.team_win"),
        Offer::all("pieces.out"),
        Offer::all("streak.effect"),
    ],
};

const PARCHIS: Preset = Preset {
    id: "parchis",
    family: "parchis",
    seats: SeatRange { min: 2, max: 8 },
    clock: "house",
    board_ids: &["p68", "p102", "p136", "p51"],
    rules: Rules {
        out: 1,
        enter_on: Faces::FIVE,
        reroll_dead: true,
        streak_limit: 3,
        streak_effect: StreakEffect::LastToBaseOrLaneStart,
        six_base_empty: 7,
        cap: 2,
        lane_cap: 2,
        block: BlockMade::OwnAndMixed,
        break_duty: BreakDuty::Ring,
        bonus_capture: 20,
        bonus_home: 10,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("again.when_dead"),
        Offer::some(
            "block.made",
            &[Value::Word("own"), Value::Word("own_and_mixed")],
        ),
        Offer::all("block.stops"),
        Offer::all("bonus.chain"),
        Offer::all("bonus.duty"),
        Offer::all("enter.duty"),
        Offer::all("enter.full"),
        Offer::all("finish.play_on"),
        Offer::all("pieces.out"),
    ],
};

const LUDO_STANDARD: Preset = Preset {
    id: "ludo-standard",
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
        Offer::all("lane.over"),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};

const LUDO_BLOCKADES: Preset = Preset {
    id: "ludo-blockades",
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
        Offer::all("lane.over"),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};

const LUDDO: Preset = Preset {
    id: "luddo",
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
        Offer::all("pieces.to_win"),
        Offer::all("teams"),
    ],
};

const SNAKES: Preset = Preset {
    id: "snakes",
    family: "snakes",
    seats: TWO_TO_FOUR,
    clock: "brisk",
    board_ids: &["s100"],
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
        Offer::all("lane.over"),
        Offer::all("streak.limit"),
    ],
};
