//! The table of flags.

use super::{FlagKind, Row, Value};
use crate::ruleset::{BlockMade, BlockStops, Faces, FullExit, PartnerPiece, StreakEffect};

/// A flag that is one yes or no of the rules.
macro_rules! yes_or_no {
    ($name:literal, $field:ident, $about:literal) => {
        Row {
            name: $name,
            kind: FlagKind::Bool,
            about: $about,
            get: |rules| Value::Bool(rules.$field),
            values: &[
                (Value::Bool(false), |rules| rules.$field = false),
                (Value::Bool(true), |rules| rules.$field = true),
            ],
        }
    };
}

/// A flag that is one number of the rules.
macro_rules! number {
    ($name:literal, $field:ident, [$($value:literal),+], $about:literal) => {
        Row {
            name: $name,
            kind: FlagKind::Int,
            about: $about,
            get: |rules| Value::Int(i64::from(rules.$field)),
            values: &[$((Value::Int($value), |rules| rules.$field = $value)),+],
        }
    };
}

/// A flag whose values are words for values of a field.
macro_rules! words {
    ($name:literal, $field:ident, [$($word:literal => $value:expr),+], $about:literal) => {
        Row {
            name: $name,
            kind: FlagKind::Choice,
            about: $about,
            get: |rules| match rules.$field {
                $(value if value == $value => Value::Word($word),)+
                _ => Value::Word("other"),
            },
            values: &[$((Value::Word($word), |rules| rules.$field = $value)),+],
        }
    };
}

/// Every flag, by name.
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
    BLOCK_MADE,
    words!(
        "block.pass_on",
        block_pass,
        ["none" => Faces::NONE, "one_six" => Faces::ONE_AND_SIX],
        "Faces by which a blockade can be passed (R3-13)."
    ),
    words!(
        "block.stops",
        block_stops,
        ["all" => BlockStops::All, "rivals" => BlockStops::Rivals],
        "Whom a block stops (R2-05)."
    ),
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
        ["five" => Faces::FIVE, "six" => Faces::SIX, "any" => Faces::ALL],
        "Faces that bring a piece out (R5-03)."
    ),
    number!(
        "enter.tries",
        tries,
        [1, 3],
        "Rolls for an entry while nothing else can move (R3-07)."
    ),
    yes_or_no!(
        "enter.clear_start",
        clear_start,
        "A piece on the own start must move on while others wait in base (R3-06)."
    ),
    yes_or_no!(
        "finish.play_on",
        play_on,
        "The others play on for places (R0-07, R2-16, R3-17)."
    ),
    TEAM_WIN,
    yes_or_no!(
        "gate.capture_first",
        capture_first,
        "A piece enters its lane only after its player has captured (R4-12)."
    ),
    words!(
        "lane.over",
        bounce,
        ["stay" => false, "bounce" => true],
        "What becomes of a roll past the end (R3-09, R5-08)."
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
        [2, 4],
        "Pieces needed at home (R4-12)."
    ),
    yes_or_no!(
        "safe.squares",
        safe,
        "The board's safe squares protect (R3-03)."
    ),
    STREAK_EFFECT,
    number!(
        "streak.limit",
        streak_limit,
        [0, 3],
        "Sixes or doubles in a row that are too many; 0: no number is (R3-08, R5-05)."
    ),
    words!(
        "teams",
        teams,
        ["none" => false, "opposite" => true],
        "Whether opposite seats play together (R3-15, R4-12)."
    ),
];

const BLOCK_MADE: Row = Row {
    name: "block.made",
    kind: FlagKind::Choice,
    about: "Which pieces form a block (R2-05, R4-12).",
    get: |rules| Value::Word(rules.block.name()),
    values: &[
        (Value::Word("none"), |rules| rules.block = BlockMade::None),
        (Value::Word("own"), |rules| rules.block = BlockMade::Own),
        (Value::Word("own_and_mixed"), |rules| {
            rules.block = BlockMade::OwnAndMixed;
        }),
    ],
};

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
    ],
};

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
