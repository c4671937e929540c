//! Flags of rolls and further rolls.

use super::super::{FlagKind, Row, Value};
use crate::ruleset::{Rules, StreakEffect};

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
    yes_or_no!(
        "dice.maximal_use",
        maximal_use,
        "A move that loses more dice than another would is not legal (R1-06)."
    ),
    yes_or_no!(
        "doubles.bottoms",
        bottoms,
        "A double with no piece in base also gives the faces below the dice (R1-25)."
    ),
    SIX_VALUE,
    number!(
        "six.value_base_empty",
        six_base_empty,
        [6, 7, 12],
        "Steps of a six with no piece in base (R2-10)."
    ),
    STREAK_EFFECT,
    number!(
        "streak.limit",
        streak_limit,
        [0, 3],
        "Sixes or doubles in a row that are too many; 0: no number is (R3-08, R5-05)."
    ),
];

const SIX_VALUE: Row = Row {
    name: "six.value",
    kind: FlagKind::Int,
    about: "Steps of a six; with no piece in base too, where the ruleset makes no difference (4.11).",
    get: |rules| Value::Int(i64::from(rules.six_value)),
    values: &[
        (Value::Int(6), |rules| set_six(rules, 6)),
        (Value::Int(12), |rules| set_six(rules, 12)),
    ],
};

fn set_six(rules: &mut Rules, steps: u8) {
    if rules.six_base_empty == rules.six_value {
        rules.six_base_empty = steps;
    }
    rules.six_value = steps;
}

const STREAK_EFFECT: Row = Row {
    name: "streak.effect",
    kind: FlagKind::Choice,
    about: "What too many sixes or doubles in a row do (R1-23, R2-13, 4.4, 4.11).",
    get: |rules| {
        Value::Word(match rules.streak_effect {
            StreakEffect::CancelLast => "cancel_last",
            StreakEffect::CancelAll => "cancel_all",
            StreakEffect::LastToBase => "last_to_base",
            StreakEffect::LastToBaseOrLaneStart => "last_to_base_or_lane_start",
            StreakEffect::MovedToBase => "moved_to_base",
            StreakEffect::FrontToBase => "front_to_base",
            StreakEffect::UnsafeToBase => "unsafe_to_base",
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
        (Value::Word("front_to_base"), |r| {
            r.streak_effect = StreakEffect::FrontToBase;
        }),
        (Value::Word("unsafe_to_base"), |r| {
            r.streak_effect = StreakEffect::UnsafeToBase;
        }),
    ],
};
