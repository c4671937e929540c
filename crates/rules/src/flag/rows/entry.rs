//! Flags of how pieces come out.

use super::super::{FlagKind, Row, Value};
use crate::ruleset::{Faces, FullExit};

pub(super) const ROWS: &[Row] = &[
    yes_or_no!(
        "enter.clear_start",
        clear_start,
        "A piece on the own start must move on while others wait in base (R3-06)."
    ),
    words!(
        "enter.duty",
        enter_must,
        ["may" => false, "must" => true],
        "Whether a roll that can bring a piece out must (R2-04, R3-06)."
    ),
    words!(
        "enter.full",
        full_exit,
        ["block" => FullExit::Block, "capture_last" => FullExit::CaptureLast],
        "What becomes of an entry where two pieces, not both own, stand on the exit (R1-10, R2-03)."
    ),
    words!(
        "enter.on",
        enter_on,
        [
            "five" => Faces::FIVE,
            "six" => Faces::SIX,
            "one_six" => Faces::ONE_AND_SIX,
            "five_six" => Faces::FIVE_AND_SIX,
            "even" => Faces::EVEN,
            "any" => Faces::ALL
        ],
        "Faces that bring a piece out (R5-03, 4.2, 4.7)."
    ),
    words!(
        "enter.rival",
        enter_captures,
        ["share" => false, "capture" => true],
        "What an entry does to a single rival on a safe start square (R1-11)."
    ),
    number!(
        "enter.tries",
        tries,
        [1, 3],
        "Rolls for an entry while nothing else can move (R3-07)."
    ),
    number!(
        "pieces.out",
        out,
        [0, 1, 2],
        "Pieces on the start square at the beginning (R1-03, R4-12)."
    ),
    number!(
        "pieces.to_win",
        to_win,
        [1, 2, 4],
        "Pieces needed at home (R4-12)."
    ),
];
