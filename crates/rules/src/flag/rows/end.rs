//! Flags of teams and the end.

use super::super::{FlagKind, Row, Value};

pub(super) const ROWS: &[Row] = &[
    yes_or_no!(
        "finish.play_on",
        play_on,
        "The others play on for places (R0-07, R2-16, R3-17)."
    ),
    TEAM_WIN,
    words!(
        "teams",
        teams,
        ["none" => false, "opposite" => true],
        "Whether opposite seats play together (R3-15, R4-12)."
    ),
];

const TEAM_WIN: Row = Row {
    name: "finish.team_win",
    kind: FlagKind::Int,
    about: "Pieces of a team that must be home: all eight, or one partner's four (R1-27).",
    get: |rules| Value::Int(if rules.team_of_one { 4 } else { 8 }),
    values: &[
        (Value::Int(4), |rules| rules.team_of_one = true),
        (Value::Int(8), |rules| rules.team_of_one = false),
    ],
};
