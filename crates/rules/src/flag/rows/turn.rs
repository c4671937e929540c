//! Flags of rolls and further rolls.

use super::super::{FlagKind, Row, Value};
use crate::ruleset::StreakEffect;

pub(super) const ROWS: &[Row] = &[
    yes_or_no!(
        "again.bonus_chain",
        bonus_roll_chain,
        "An extra roll may earn another (R4-06)."
    ),
    yes_or_no!(
        "again.capture",
        again_capture,
        "A capture gives another roll (L4-14)."
    ),
    yes_or_no!(
        "again.dead_die_keeps_bonus",
        dead_die_keeps_bonus,
        "An extra roll is kept where a later die cannot be used (R4-05)."
    ),
    yes_or_no!(
        "again.home",
        again_home,
        "A piece that gets home gives another roll (L4-15)."
    ),
    words!(
        "again.when_dead",
        reroll_dead,
        ["pass" => false, "reroll" => true],
        "What a six or double does that nobody can use (R0-05, R2-15)."
    ),
    STREAK_EFFECT,
    number!(
        "streak.limit",
        streak_limit,
        [0, 3],
        "Sixes or doubles in a row that are too many; 0: no number is (R3-08, R5-05)."
    ),
];

const STREAK_EFFECT: Row = Row {
    name: "streak.effect",
    kind: FlagKind::Choice,
    about: "What becomes of the last of too many sixes or doubles in a row (R1-23).",
    get: |rules| {
        Value::Word(match rules.streak_effect {
            StreakEffect::CancelLast => "cancel_last",
            StreakEffect::CancelAll => "cancel_all",
            StreakEffect::LastToBase => "last_to_base",
            StreakEffect::LastToBaseOrLaneStart => "last_to_base_or_lane_start",
            StreakEffect::MovedToBase => "moved_to_base",
        })
    },
    values: &[
        (Value::Word("cancel_last"), |r| {
            r.streak_effect = StreakEffect::CancelLast;
        }),
        (Value::Word("last_to_base"), |r| {
            r.streak_effect = StreakEffect::LastToBase;
        }),
        (Value::Word("last_to_base_or_lane_start"), |r| {
            r.streak_effect = StreakEffect::LastToBaseOrLaneStart;
        }),
        (Value::Word("moved_to_base"), |r| {
            r.streak_effect = StreakEffect::MovedToBase;
        }),
    ],
};
