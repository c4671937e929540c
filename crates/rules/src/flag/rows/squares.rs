//! Flags of what stands in the way, and of the way home.

use super::super::{FlagKind, Row, Value};
use crate::ruleset::{BlockMade, BlockStops, Faces, LaneOver, Passing};

pub(super) const ROWS: &[Row] = &[
    words!(
        "block.duty",
        break_must,
        ["may" => false, "must" => true],
        "Whether a six or double must open an own block (R1-13, R2-11)."
    ),
    BLOCK_MADE,
    words!(
        "block.pass_on",
        block_pass,
        ["none" => Faces::NONE, "one_six" => Faces::ONE_AND_SIX],
        "Faces by which a blockade can be passed (R3-13)."
    ),
    yes_or_no!(
        "block.reform",
        reform,
        "The pieces of a block may stand together again in the roll that opened it (R1-14)."
    ),
    words!(
        "block.stops",
        block_stops,
        ["all" => BlockStops::All, "rivals" => BlockStops::Rivals],
        "Whom a block stops (R2-05)."
    ),
    yes_or_no!(
        "gate.capture_first",
        capture_first,
        "A piece enters its lane only after its player has captured (R4-12)."
    ),
    words!(
        "lane.over",
        over,
        [
            "stay" => LaneOver::Stay,
            "bounce" => LaneOver::Bounce,
            "stepwise" => LaneOver::Stepwise
        ],
        "What becomes of a roll past the end; stepwise: it is counted back from the foot of the stair, each step needs its \
         number and the goal another six (R3-09, R5-08, 4.2)."
    ),
    yes_or_no!(
        "lane.jump",
        lane_jump,
        "Own pieces in the lane may be jumped (4.1)."
    ),
    words!(
        "passing",
        passing,
        [
            "all" => Passing::All,
            "not_own" => Passing::NotOwn,
            "none" => Passing::None
        ],
        "Which pieces on the ring may be passed (4.2)."
    ),
    yes_or_no!(
        "safe.share",
        safe_share,
        "Pieces of two arms may stand together on a safe square (4.4)."
    ),
    yes_or_no!(
        "safe.squares",
        safe,
        "The board's safe squares protect (R3-03)."
    ),
];

const BLOCK_MADE: Row = Row {
    name: "block.made",
    kind: FlagKind::Choice,
    about: "Which pieces form a block (R2-05, R4-12, 4.11).",
    get: |rules| Value::Word(rules.block.name()),
    values: &[
        (Value::Word("none"), |rules| rules.block = BlockMade::None),
        (Value::Word("own"), |rules| rules.block = BlockMade::Own),
        (Value::Word("own_and_mixed"), |rules| {
            rules.block = BlockMade::OwnAndMixed;
        }),
        (Value::Word("own_on_safe"), |rules| {
            rules.block = BlockMade::OwnOnSafe;
        }),
    ],
};
