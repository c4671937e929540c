//! Positions on which engine and oracle once differed, decided by rules.md.

use crate::common::{game_of, raw_of};
use crate::compare::every_way_on;
use crate::positions::Pair;
use crate::rules::Rules;
use serde_json::{Value, json};

/// Compares a position with all that may follow it at once.
fn agree_on(position: &Value) {
    let game = game_of(position);
    let arms = game.arms().iter().map(|arm| arm.index()).collect();
    let rules = Rules::new(game.ruleset(), game.options(), game.board().id, arms);
    every_way_on(&Pair { game, rules }, &raw_of(position))
        .unwrap_or_else(|found| panic!("{found}"));
}

#[test]
fn an_own_pair_on_a_safe_square_lets_its_owner_pass_where_blocks_stop_rivals() {
    agree_on(&json!({
        "ruleset": "parchis", "options": {"block.stops": "rivals"}, "arms": [0, 2], "turn": 0,
        "pieces": [[12, 12, 10, -1], null, [-1, -1, -1, -1], null],
        "phase": "roll", "dice": [], "bonus": [], "streak": 0, "places": [],
    }));
}

#[test]
fn pieces_on_the_goal_do_not_bar_a_count_back_across_it() {
    agree_on(&json!({
        "ruleset": "ludo-standard", "options": {"lane.over": "bounce"}, "board": "c52", "arms": [0, 2], "turn": 0,
        "pieces": [[51, 56, 56, -1], null, [-1, -1, -1, -1], null],
        "phase": "roll", "dice": [], "bonus": [], "streak": 0, "places": [],
    }));
}

#[test]
fn a_piece_on_the_route_ends_the_three_tries_though_a_blockade_stops_it() {
    agree_on(&json!({
        "ruleset": "ludo-blockades", "options": {"enter.tries": 3}, "board": "c52", "arms": [0, 1, 2], "turn": 2,
        "pieces": [[52, 56, -1, 55], [15, 54, 5, 5], [-1, -1, -1, 43], null],
        "phase": "roll", "dice": [], "bonus": [], "streak": 0, "places": [],
    }));
}

#[test]
fn a_six_that_passes_blockades_passes_them_on_the_way_home_too() {
    agree_on(&json!({
        "ruleset": "ludo-blockades", "options": {"block.pass_on": "one_six"}, "arms": [0, 1, 2], "turn": 1,
        "pieces": [[8, 41, 8, 43], [43, 35, 2, -1], [34, 24, -1, 43], null],
        "phase": "roll", "dice": [], "bonus": [], "streak": 0, "places": [],
    }));
}
