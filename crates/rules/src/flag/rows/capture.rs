//! Flags of captures and what they earn.

use super::super::{FlagKind, Row, Value};
use crate::ruleset::{PartnerPiece, StackHit};

pub(super) const ROWS: &[Row] = &[
    yes_or_no!(
        "bonus.chain",
        bonus_chain,
        "A bonus move may earn another bonus (R1-20, R2-09)."
    ),
    words!(
        "bonus.duty",
        bonus_must,
        ["may" => false, "must" => true],
        "Whether bonus steps must be taken (R2-07)."
    ),
    words!(
        "bonus.when",
        bonus_at_end,
        ["now" => false, "end" => true],
        "Whether bonus steps come at once or after the dice (R1-19)."
    ),
    words!(
        "capture.by",
        capture_pass,
        ["land" => false, "pass" => true],
        "Whether a rival is captured by landing on it only, or by passing it too (4.11)."
    ),
    words!(
        "capture.duty",
        capture_must,
        ["may" => false, "must" => true],
        "Whether a roll that can capture must (R3-06)."
    ),
    words!(
        "capture.partner",
        partner,
        ["literal" => PartnerPiece::Literal, "illegal" => PartnerPiece::Illegal],
        "Whether a partner's piece is captured, or cannot be landed on (R1-17)."
    ),
    words!(
        "capture.stack",
        stack,
        [
            "hit" => StackHit::All,
            "immune" => StackHit::Immune,
            "kills_attacker" => StackHit::KillsAttacker
        ],
        "What becomes of a landing on two or more pieces of a rival: all go back, it cannot be made, or the mover goes back, \
         also from a single piece on a safe square (R3-18, 4.10)."
    ),
];
