//! Relatives of the main rulesets that are known by their own boards (rules.md 4.1, 4.2, 4.7, 4.9, 4.10).

use super::super::Preset;
use super::{STAY_OR_BOUNCE, TWO_TO_FOUR};
use crate::flag::{Offer, Value};
use crate::ruleset::{LaneOver, PartnerPiece, Rules, StackHit, StreakEffect};

/// Danish Ludo (4.10): two on a square, or one on a globe, send the piece that lands there home.
pub(super) const LUDO_DANISH: Preset = Preset {
    id: "ludo-danish",
    about: "Danish Ludo: globes are safe, stars carry on to the next star, whoever lands on two pieces of a rival goes back to base.",
    family: "ludo",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["d52"],
    rules: Rules {
        enter_captures: true,
        tries: 3,
        reroll_dead: true,
        over: LaneOver::Bounce,
        stack: StackHit::KillsAttacker,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("again.when_dead"),
        Offer::all("capture.duty"),
        Offer::all("capture.stack"),
        Offer::all("enter.duty"),
        Offer::all("enter.tries"),
        Offer::all("finish.play_on"),
        Offer::some("lane.over", STAY_OR_BOUNCE),
    ],
};

/// Mensch ärgere dich nicht (4.1), by the present sheet: one piece out, entry compulsory, the start to be cleared.
pub(super) const MENSCH: Preset = Preset {
    id: "mensch",
    about: "Mensch ärgere dich nicht on the small cross: one piece begins on the start square, a six must bring another out, the start must be cleared, four slots are home.",
    family: "mensch",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["c40"],
    rules: Rules {
        out: 1,
        enter_must: true,
        clear_start: true,
        ..SINGLE_FILE
    },
    offers: &[
        Offer::all("capture.duty"),
        Offer::all("enter.clear_start"),
        Offer::all("enter.duty"),
        Offer::some("enter.on", &[Value::Word("six"), Value::Word("one_six")]),
        Offer::all("enter.tries"),
        Offer::all("finish.play_on"),
        Offer::all("lane.jump"),
        Offer::some("lane.over", STAY_OR_BOUNCE),
        Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};

/// Petits chevaux and Cờ cá ngựa (4.2): a stair whose steps are climbed one by one.
pub(super) const PETITS_CHEVAUX: Preset = Preset {
    id: "petits-chevaux",
    about: "Petits chevaux: one horse on a square, the foot of the stair needs the exact number, and the stair is climbed step by step.",
    family: "chevaux",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["pc56"],
    rules: Rules {
        over: LaneOver::Stepwise,
        ..SINGLE_FILE
    },
    offers: &[
        Offer::all("again.when_dead"),
        Offer::all("capture.duty"),
        Offer::all("enter.duty"),
        Offer::some("enter.on", &[Value::Word("six"), Value::Word("one_six")]),
        Offer::all("enter.tries"),
        Offer::all("finish.play_on"),
        Offer::all("passing"),
        Offer::all("pieces.to_win"),
        Offer::all("streak.limit"),
    ],
};

/// Trouble and Frustration (4.9).
pub(super) const TROUBLE: Preset = Preset {
    id: "trouble",
    about: "Trouble: a short round of 28 squares with the die in the middle; a six enters and rolls again.",
    family: "mensch",
    seats: TWO_TO_FOUR,
    clock: "brisk",
    board_ids: &["c28"],
    rules: SINGLE_FILE,
    offers: &[
        Offer::all("capture.duty"),
        Offer::all("enter.clear_start"),
        Offer::all("enter.duty"),
        Offer::all("enter.tries"),
        Offer::all("finish.play_on"),
        Offer::all("lane.jump"),
        Offer::some("pieces.out", &[Value::Int(0), Value::Int(1)]),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};

/// Aeroplane chess (4.7): jumps on the own colour, a shortcut, and the third six undoes the turn.
pub(super) const AEROPLANE: Preset = Preset {
    id: "aeroplane",
    about: "Aeroplane chess: own colours carry on to the next of the colour, shortcuts fly across, three sixes send back what moved in the turn.",
    family: "aeroplane",
    seats: TWO_TO_FOUR,
    clock: "house",
    board_ids: &["a52"],
    rules: Rules {
        safe: false,
        reroll_dead: true,
        streak_limit: 3,
        streak_effect: StreakEffect::MovedToBase,
        over: LaneOver::Bounce,
        ..Rules::PLAIN
    },
    offers: &[
        Offer::all("again.when_dead"),
        Offer::all("capture.duty"),
        Offer::all("capture.stack"),
        Offer::all("enter.duty"),
        Offer::some(
            "enter.on",
            &[
                Value::Word("six"),
                Value::Word("five_six"),
                Value::Word("even"),
            ],
        ),
        Offer::all("finish.play_on"),
        Offer::some("lane.over", STAY_OR_BOUNCE),
        Offer::some(
            "streak.effect",
            &[Value::Word("cancel_last"), Value::Word("moved_to_base")],
        ),
        Offer::all("streak.limit"),
        Offer::all("teams"),
    ],
};

/// One piece to a square, none safe, a six always rolls again.
const SINGLE_FILE: Rules = Rules {
    safe: false,
    reroll_dead: true,
    cap: 1,
    lane_cap: 1,
    partner: PartnerPiece::Illegal,
    ..Rules::PLAIN
};
