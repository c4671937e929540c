//! A flag that settles several rules at once.

use super::super::{FlagKind, Row, Value};
use crate::ruleset::{NO_CAP, PartnerPiece, Rules, StackHit};

pub(super) const ROWS: &[Row] = &[Row {
    name: "pachisi",
    kind: FlagKind::Bool,
    about: "Pachisi's rules: own pieces may double up, two of them cannot be hit, marked squares are safe, a capture gives \
            another roll, and partners play together (R3-16).",
    get: |rules| Value::Bool(rules.pachisi),
    values: &[
        (Value::Bool(false), |rules| rules.pachisi = false),
        (Value::Bool(true), play_pachisi),
    ],
}];

fn play_pachisi(rules: &mut Rules) {
    *rules = Rules {
        pachisi: true,
        teams: true,
        safe: true,
        cap: NO_CAP,
        again_capture: true,
        partner: PartnerPiece::Share,
        stack: StackHit::Immune,
        ..*rules
    };
}
