//! Mensch ärgere dich nicht (rules.md 4.1), Petits chevaux (4.2) and Trouble (4.9).
#![allow(clippy::unwrap_used)]

mod common;

use common::{arm, game, game_with, legal, pos, raw_pos, roll};
use ludohall_rules::{Game, Phase, Progress};
use serde_json::json;

const FOUR: &[u8] = &[0, 1, 2, 3];
const NOBODY: &str = "b b b b | b b b b | b b b b";

/// The legal moves of arm 0 by one die.
fn moves(game: &Game, pieces: &str, face: u8) -> Vec<String> {
    let mut position = pos(game, pieces, 0);
    roll(game, &mut position, &[face]);
    legal(game, &position)
}

fn alone(game: &Game, own: &str, face: u8) -> Vec<String> {
    moves(game, &format!("{own} | {NOBODY}"), face)
}

#[test]
fn mensch_begins_with_one_piece_out() {
    let game = game("mensch", FOUR);
    let opening = game.opening(arm(2)).unwrap();
    assert_eq!(opening.pieces(arm(2)), [0, -1, -1, -1].map(Progress::new));
}

#[test]
fn mensch_clears_the_start_before_all_else() {
    let game = game("mensch", FOUR);
    assert_eq!(alone(&game, "0 20 b b", 3), ["0->3"]);
    assert_eq!(alone(&game, "0 20 b b", 6), ["0->6"]);
    // The start is free: a six must bring a piece out, and throws out a rival that stands there.
    assert_eq!(alone(&game, "20 30 38 b", 6), ["-1->0"]);
    let rival = "20 30 38 b | 30 b b b | b b b b | b b b b";
    assert_eq!(moves(&game, rival, 6), ["-1->0 x1"]);
    // With nobody waiting a piece may stay there.
    assert_eq!(alone(&game, "0 20 30 43", 3), ["0->3", "20->23", "30->33"]);
}

#[test]
fn mensch_jumps_own_pieces_in_the_slots_unless_the_house_says_no() {
    let yes = game("mensch", FOUR);
    assert_eq!(alone(&yes, "38 41 25 20", 4)[0], "38->42");
    let no = game_with("mensch", json!({"lane.jump": false}), FOUR);
    assert_eq!(alone(&no, "38 41 25 20", 4)[0], "25->29");
    // Nothing lands on an own piece, jump or not.
    assert_eq!(alone(&yes, "38 42 25 20", 4)[0], "25->29");
}

#[test]
fn a_dead_six_of_mensch_still_rolls_again() {
    let game = game("mensch", FOUR);
    let mut position = pos(&game, &format!("38 41 42 43 | {NOBODY}"), 0);
    roll(&game, &mut position, &[6]);
    assert_eq!((position.phase(), position.turn()), (Phase::Roll, arm(0)));
}

#[test]
fn the_foot_of_the_stair_is_reached_exactly_and_the_excess_counts_back() {
    let game = game("petits-chevaux", FOUR);
    assert_eq!(alone(&game, "50 b b b", 5), ["50->55"]);
    assert_eq!(alone(&game, "53 b b b", 5), ["53->52"]);
    assert_eq!(alone(&game, "53 20 b b", 4), ["20->24"]);
    // A rival is captured where the count ends (arm 1's 38 is arm 0's 52).
    let rival = "53 b b b | 38 b b b | b b b b | b b b b";
    assert_eq!(moves(&game, rival, 5), ["53->52 x1"]);
}

#[test]
fn each_step_of_the_stair_needs_its_number_and_the_centre_another_six() {
    let game = game("petits-chevaux", FOUR);
    for (from, needed) in [
        (55, 1),
        (56, 2),
        (57, 3),
        (58, 4),
        (59, 5),
        (60, 6),
        (61, 6),
    ] {
        for face in 1..=6 {
            let climbs = alone(&game, &format!("{from} 62 62 62"), face);
            let expected = (face == needed).then(|| format!("{from}->{}", from + 1));
            assert_eq!(climbs, Vec::from_iter(expected), "{from} {face}");
        }
    }
}

#[test]
fn one_horse_to_a_step() {
    let game = game("petits-chevaux", FOUR);
    assert!(alone(&game, "55 56 62 62", 1).is_empty());
    let error = game.check(&raw_pos(&game, &format!("57 57 b b | {NOBODY}"), 0));
    assert_eq!(error.unwrap_err().field, "pieces");
}

/// Arm 1's progress 6 is arm 0's 20.
#[test]
fn who_may_be_passed_is_the_houses_choice() {
    let pieces = "18 22 b b | 6 b b b | b b b b | b b b b";
    let by = |passing: &str, face: u8| {
        let game = game_with("petits-chevaux", json!({"passing": passing}), FOUR);
        moves(&game, pieces, face)
    };
    assert_eq!(by("all", 5), ["18->23", "22->27"]);
    assert_eq!(by("not_own", 5), ["22->27"]);
    assert_eq!(by("not_own", 3), ["18->21", "22->25"]);
    assert_eq!(by("none", 3), ["22->25"]);
    assert_eq!(by("none", 2), ["18->20 x1", "22->24"]);
}

/// Counted back from the foot, a horse passes the square on which it ends if that lies before it.
#[test]
fn a_count_back_passes_what_it_touches_first() {
    let game = game_with("petits-chevaux", json!({"passing": "none"}), FOUR);
    let on_54 = "51 b b b | 40 b b b | b b b b | b b b b";
    assert!(moves(&game, on_54, 5).is_empty());
    let on_52 = "53 b b b | 38 b b b | b b b b | b b b b";
    assert_eq!(moves(&game, on_52, 5), ["53->52 x1"]);
}

#[test]
fn trouble_goes_round_28_squares_into_four_slots() {
    let game = game("trouble", FOUR);
    assert_eq!(alone(&game, "27 b b b", 4), ["27->31"]);
    assert_eq!(alone(&game, "27 31 b b", 4), Vec::<String>::new());
    assert_eq!(alone(&game, "26 28 b b", 4), ["26->30"]);
    // An own piece on the start stops entry; a rival there is sent home (arm 1's 21 is arm 0's 0).
    assert_eq!(alone(&game, "0 b b b", 6), ["0->6"]);
    let rival = "10 b b b | 21 b b b | b b b b | b b b b";
    assert_eq!(
        moves(&game, rival, 6),
        ["10->16", "-1->0 x1", "-1->0 x1", "-1->0 x1"]
    );
}

#[test]
fn options_that_contradict_the_board_are_refused() {
    for (ruleset, options) in [
        ("mensch", json!({"lane.over": "stepwise"})),
        ("mensch", json!({"pieces.out": 2})),
        ("aeroplane", json!({"enter.on": "one_six"})),
        ("trouble", json!({"passing": "none"})),
    ] {
        let options = serde_json::from_value(options).unwrap();
        let made = Game::new(ruleset, &options, None, &common::arms(FOUR));
        assert!(made.is_err(), "{ruleset} {options:?}");
    }
}
