//! Parchís and its relatives, on boards of 17 squares an arm.

use super::{STAY_OR_BOUNCE, TWO_TO_FOUR};
use crate::flag::{Offer, Value};
use crate::preset::{Preset, SeatRange};
use crate::ruleset::{BlockMade, Faces, FullExit, LaneOver, PartnerPiece, Rules, StreakEffect};

/// What Spanish rules know for too many in a row.
const LAST_TO_BASE: &[Value] = &[
    Value::Word("cancel_last"),
    Value::Word("last_to_base"),
    Value::Word("last_to_base_or_lane_start"),
];

pub(super) const PARCHIS_PAIRS: Preset = Preset {
    id: "parchis-pairs",
    about: "Parchís for two pairs of partners with two dice: a five or a sum of five must enter, a double must break a block, both partners must get home.",
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
        break_in_lane: true,
        reform: false,
        block: BlockMade::Own,
        partner: PartnerPiece::Literal,
        bonus_must: true,
        six_base_empty: 6,
        ..PARCHIS.rules
    },
    offers: &[
        Offer::all("block.duty"),
        Offer::all("block.reform"),
        Offer::all("bonus.chain"),
        Offer::all("bonus.when"),
        Offer::all("capture.partner"),
        Offer::all("dice.maximal_use"),
        Offer::all("enter.full"),
        Offer::all("enter.rival"),
        Offer::all("finish.team_win"),
        Offer::all("pieces.out"),
        Offer::some("streak.effect", LAST_TO_BASE),
    ],
};

pub(super) const PARCHIS: Preset = Preset {
    id: "parchis",
    about: "Parchís with one die: fives enter, two pieces form a block, a six counts seven with an empty base, captures give 20 and pieces that get home 10; boards for three to eight arms.",
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
        break_must: true,
        bonus_capture: 20,
        bonus_home: 10,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("again.when_dead"),
        Offer::all("block.duty"),
        Offer::some(
            "block.made",
            &[Value::Word("own"), Value::Word("own_and_mixed")],
        ),
        Offer::all("block.stops"),
        Offer::all("bonus.chain"),
        Offer::all("bonus.duty"),
        Offer::all("bonus.when"),
        Offer::all("enter.duty"),
        Offer::all("enter.full"),
        Offer::all("enter.rival"),
        Offer::all("finish.play_on"),
        Offer::all("pieces.out"),
        Offer::all("safe.share"),
        Offer::some("six.value_base_empty", &[Value::Int(6), Value::Int(7)]),
        Offer::some("streak.effect", LAST_TO_BASE),
    ],
};

pub(super) const PARCHEESI: Preset = Preset {
    id: "parcheesi",
    about: "Parcheesi as in the United States: two dice, fives enter, blockades bar all, doubles with no piece in base give the bottoms too, three doubles send the piece closest to home back.",
    family: "parchis",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["p68"],
    rules: Rules {
        dice: 2,
        bottoms: true,
        maximal_use: true,
        out: 0,
        enter_sum: 5,
        enter_must: true,
        enter_captures: true,
        streak_effect: StreakEffect::FrontToBase,
        six_base_empty: 6,
        safe_share: false,
        block: BlockMade::Own,
        break_must: false,
        reform: false,
        bonus_must: true,
        bonus_at_end: true,
        ..PARCHIS.rules
    },
    offers: &[
        Offer::all("block.reform"),
        Offer::all("bonus.chain"),
        Offer::all("bonus.when"),
        Offer::all("dice.maximal_use"),
        Offer::all("doubles.bottoms"),
        Offer::all("enter.duty"),
        Offer::all("enter.rival"),
        Offer::all("finish.play_on"),
        Offer::all("pieces.out"),
        Offer::all("safe.share"),
        Offer::some(
            "streak.effect",
            &[
                Value::Word("cancel_last"),
                Value::Word("last_to_base"),
                Value::Word("front_to_base"),
            ],
        ),
    ],
};

pub(super) const EILE_MIT_WEILE: Preset = Preset {
    id: "eile-mit-weile",
    about: "Eile mit Weile, the Swiss game: fives enter, sixes count twelve, pieces are captured in passing too, benches are safe, and two pieces on one bar the way.",
    family: "eile-mit-weile",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["p68"],
    rules: Rules {
        enter_on: Faces::FIVE,
        reroll_dead: true,
        streak_limit: 3,
        streak_effect: StreakEffect::UnsafeToBase,
        six_value: 12,
        six_base_empty: 12,
        over: LaneOver::Bounce,
        block: BlockMade::OwnOnSafe,
        capture_pass: true,
        play_on: true,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("again.when_dead"),
        Offer::some(
            "block.made",
            &[
                Value::Word("none"),
                Value::Word("own"),
                Value::Word("own_on_safe"),
            ],
        ),
        Offer::all("block.stops"),
        Offer::all("capture.by"),
        Offer::all("enter.duty"),
        Offer::all("finish.play_on"),
        Offer::some("lane.over", STAY_OR_BOUNCE),
        Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
        Offer::all("six.value"),
        Offer::some(
            "streak.effect",
            &[Value::Word("cancel_last"), Value::Word("unsafe_to_base")],
        ),
        Offer::all("teams"),
    ],
};
