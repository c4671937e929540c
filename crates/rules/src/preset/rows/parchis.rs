//! Parchís and its relatives, on boards of 17 squares an arm.

use crate::flag::{Offer, Value};
use crate::preset::{Preset, SeatRange};
use crate::ruleset::{BlockMade, BreakDuty, Faces, FullExit, PartnerPiece, Rules, StreakEffect};

pub(super) const PARCHIS_PAIRS: Preset = Preset {
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
        Offer::some(
            "streak.effect",
            &[
                Value::Word("cancel_last"),
                Value::Word("last_to_base"),
                Value::Word("last_to_base_or_lane_start"),
            ],
        ),
    ],
};

pub(super) const PARCHIS: Preset = Preset {
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
