//! What each option changes.
#![allow(clippy::unwrap_used)]

mod common;

use common::{arm, arms, choice, game_with, legal, play, pos, roll};
use ludohall_rules::{Choice, Game, Options, Phase, Progress};
use serde_json::json;

const FOUR: &[u8] = &[0, 1, 2, 3];
const HOME_FIRST: &str = "56 56 56 55 | 5 b b b | b b b b | b b b b";

fn rolled(game: &Game, pieces: &str, faces: &[u8]) -> Vec<String> {
    let mut position = pos(game, pieces, 0);
    roll(game, &mut position, faces);
    legal(game, &position)
}

#[test]
fn play_on_goes_on_for_the_places() {
    for (play_on, phase) in [(false, Phase::Over), (true, Phase::Roll)] {
        let game = game_with("ludo", json!({"finish.play_on": play_on}), FOUR);
        let mut position = pos(&game, HOME_FIRST, 0);
        roll(&game, &mut position, &[1]);
        play(&game, &mut position, &choice(0, 3, &[1]));
        assert_eq!(
            (position.phase(), position.places()),
            (phase, &[arm(0)][..])
        );
    }
}

#[test]
fn pieces_can_begin_on_the_start_square() {
    for out in [0, 1] {
        let game = game_with("luddo", json!({"pieces.out": out}), FOUR);
        let position = game.opening(arm(1)).unwrap();
        let on_start = position
            .pieces(arm(2))
            .iter()
            .filter(|p| **p == Progress::START)
            .count();
        assert_eq!(on_start, out);
    }
}

#[test]
fn two_pieces_can_be_enough_to_win() {
    let game = game_with("luddo", json!({"pieces.to_win": 2}), &[0, 2]);
    let mut position = pos(&game, "56 55 b b | - | b b b b | -", 0);
    roll(&game, &mut position, &[1]);
    play(&game, &mut position, &choice(0, 1, &[1]));
    assert_eq!(
        (position.phase(), position.places()),
        (Phase::Over, &[arm(0)][..])
    );
}

#[test]
fn a_piece_waits_before_its_lane_until_its_player_has_captured() {
    let game = game_with("luddo", json!({"gate.capture_first": true}), FOUR);
    let mut raw = common::raw_pos(&game, "50 10 b b | b b b b | b b b b | b b b b", 0);
    let mut position = game.check(&raw).unwrap();
    roll(&game, &mut position, &[2]);
    assert_eq!(legal(&game, &position), ["10->12"]);
    raw.captured = Some(vec![0]);
    let mut position = game.check(&raw).unwrap();
    roll(&game, &mut position, &[2]);
    assert_eq!(legal(&game, &position), ["50->52", "10->12"]);
}

#[test]
fn the_lane_opens_when_all_pieces_wait_before_it() {
    let game = game_with("luddo", json!({"gate.capture_first": true}), FOUR);
    let others = "b b b b | b b b b | b b b b";
    assert_eq!(
        rolled(&game, &format!("50 50 50 50 | {others}"), &[2]).len(),
        4
    );
    assert_eq!(
        rolled(&game, &format!("50 50 52 56 | {others}"), &[2]).len(),
        3
    );
    assert_eq!(
        rolled(&game, &format!("50 50 50 49 | {others}"), &[1]),
        ["49->50"]
    );
}

#[test]
fn a_capture_opens_the_lane_for_good() {
    let game = game_with("luddo", json!({"gate.capture_first": true}), FOUR);
    let mut position = pos(&game, "10 b b b | b b b b | 40 b b b | b b b b", 0);
    roll(&game, &mut position, &[4]);
    play(&game, &mut position, &choice(0, 0, &[4]));
    assert_eq!(game.raw(&position).captured, Some(vec![0]));
}

#[test]
fn without_a_chain_an_extra_roll_earns_no_other() {
    let pieces = "10 b b b | b b b b | 40 b b b | 29 b b b";
    for (chain, turn) in [(true, 0), (false, 1)] {
        let game = game_with("luddo", json!({"again.bonus_chain": chain}), FOUR);
        let mut position = pos(&game, pieces, 0);
        roll(&game, &mut position, &[4]);
        play(&game, &mut position, &choice(0, 0, &[4]));
        assert_eq!(position.turn(), arm(0));
        roll(&game, &mut position, &[2]);
        assert_eq!(legal(&game, &position), ["14->16 x1"]);
        play(&game, &mut position, &choice(0, 0, &[2]));
        assert_eq!(position.turn(), arm(turn));
    }
}

#[test]
fn getting_home_need_not_give_a_roll() {
    for (home, turn) in [(true, 0), (false, 1)] {
        let game = game_with("luddo", json!({"again.home": home}), FOUR);
        let mut position = pos(&game, "55 b b b | b b b b | b b b b | b b b b", 0);
        roll(&game, &mut position, &[1]);
        play(&game, &mut position, &choice(0, 0, &[1]));
        assert_eq!(position.turn(), arm(turn));
    }
}

#[test]
fn blocks_can_be_had_in_luddo() {
    let game = game_with("luddo", json!({"block.made": "own"}), FOUR);
    let wall = "4 b b b | 45 45 b b | b b b b | b b b b";
    assert!(rolled(&game, wall, &[2]).is_empty());
    assert!(rolled(&game, wall, &[3]).is_empty());
    assert_eq!(rolled(&game, wall, &[1]), ["4->5"]);
}

#[test]
fn who_has_finished_with_two_pieces_bars_nobody() {
    let options = json!({"block.made": "own", "pieces.to_win": 2});
    let game = game_with("luddo", options, FOUR);
    let mut raw = common::raw_pos(&game, "4 b b b | 45 45 56 56 | b b b b | b b b b", 0);
    raw.places = vec![1];
    let mut position = game.check(&raw).unwrap();
    roll(&game, &mut position, &[2]);
    assert_eq!(legal(&game, &position), ["4->6 x2"]);
}

#[test]
fn a_piece_that_is_counted_back_meets_those_that_stay_where_it_stood() {
    let game = game_with("eile-mit-weile", json!({"block.made": "own"}), FOUR);
    // From 70 a three goes to the goal, 71, and back to 69. Two that stay on 70 are a block; one is none.
    for (stays, expected) in [
        ("70 70", vec![]),
        ("70 66", vec!["70->69", "70->69", "66->69"]),
    ] {
        let pieces = format!("70 {stays} 71 | b b b b | b b b b | b b b b");
        let mut position = pos(&game, &pieces, 0);
        roll(&game, &mut position, &[3]);
        assert_eq!(legal(&game, &position), expected, "{stays}");
    }
}

#[test]
fn teams_play_luddo_on_the_hexagon_too() {
    let game = game_with("luddo", json!({"teams": "opposite"}), &[0, 1, 2, 3, 4, 5]);
    assert_eq!(game.partner(arm(1)), Some(arm(4)));
    let row = "b b b b";
    let pieces = format!("82 82 82 82 | {row} | {row} | 82 82 82 81 | {row} | {row}");
    let mut position = pos(&game, &pieces, 0);
    roll(&game, &mut position, &[1]);
    play(&game, &mut position, &choice(3, 3, &[1]));
    assert_eq!(
        (position.phase(), position.places()),
        (Phase::Over, &[arm(0), arm(3)][..])
    );
    let places: Vec<u8> = game
        .ranking(&position, &[])
        .iter()
        .map(|p| p.place)
        .collect();
    assert_eq!(places, [1, 1, 2, 2, 3, 3]);
}

#[test]
fn any_roll_can_enter_the_grid() {
    let game = game_with("snakes", json!({"enter.on": "any"}), &[0, 2]);
    let mut position = pos(&game, "b | - | b | -", 0);
    roll(&game, &mut position, &[4]);
    assert_eq!(position.pieces(arm(0))[0].get(), 14);
    roll(&game, &mut position, &[2]);
    assert_eq!(position.pieces(arm(2))[0].get(), 2);
}

#[test]
fn a_roll_past_the_last_square_can_be_counted_back() {
    let game = game_with("snakes", json!({"lane.over": "bounce"}), &[0, 2]);
    let mut position = pos(&game, "97 | - | b | -", 0);
    roll(&game, &mut position, &[4]);
    assert_eq!(position.pieces(arm(0))[0].get(), 99);
    let game = game_with("ludo-standard", json!({"lane.over": "bounce"}), &[0, 2]);
    let slots = "41 b b b | - | b b b b | -";
    assert_eq!(rolled(&game, slots, &[3]), ["41->42"]);
    assert!(rolled(&game, slots, &[4]).is_empty());
    assert_eq!(
        rolled(&game, "39 b 43 b | - | b b b b | -", &[5]),
        Vec::<String>::new()
    );
}

#[test]
fn sixes_can_be_limited() {
    let game = game_with("snakes", json!({"streak.limit": 3}), &[0, 2]);
    let mut position = pos(&game, "20 | - | b | -", 0);
    for _ in 0..3 {
        roll(&game, &mut position, &[6]);
    }
    assert_eq!(
        (position.pieces(arm(0))[0].get(), position.turn()),
        (32, arm(2))
    );
}

#[test]
fn standard_ludo_can_oblige_to_enter_to_clear_and_to_capture() {
    let pieces = "20 b b b | - | b b b b | -";
    let enter = game_with("ludo-standard", json!({"enter.duty": "must"}), &[0, 2]);
    assert_eq!(rolled(&enter, pieces, &[6]), ["-1->0"; 3]);
    let clear = game_with("ludo-standard", json!({"enter.clear_start": true}), &[0, 2]);
    assert_eq!(rolled(&clear, "20 0 b b | - | b b b b | -", &[3]), ["0->3"]);
    assert_eq!(
        rolled(&clear, "20 0 10 39 | - | b b b b | -", &[3]).len(),
        4
    );
    let capture = game_with("ludo-standard", json!({"capture.duty": "must"}), &[0, 2]);
    assert_eq!(
        rolled(&capture, "20 2 b b | - | 3 b b b | -", &[3]),
        ["20->23 x1"]
    );
}

#[test]
fn a_blockade_can_be_passable_on_a_six_or_a_one() {
    let game = game_with("ludo-blockades", json!({"block.pass_on": "one_six"}), FOUR);
    let wall = "5 b b b | 38 38 b b | b b b b | b b b b";
    assert!(rolled(&game, wall, &[5]).is_empty());
    assert!(rolled(&game, wall, &[6]).contains(&"5->11".to_owned()));
    assert!(rolled(&game, wall, &[3]).is_empty());
}

#[test]
fn standard_ludo_can_be_played_on_the_large_cross() {
    let game = Game::new(
        "ludo-standard",
        &Options::new(),
        Some("c52"),
        &arms(&[0, 2]),
    )
    .unwrap();
    assert_eq!((game.track(), game.end()), (51, 56));
    assert_eq!(
        rolled(&game, "49 52 b b | - | b b b b | -", &[3]),
        ["52->55"]
    );
    assert_eq!(
        rolled(&game, "55 56 56 56 | - | b b b b | -", &[1]),
        ["55->56"]
    );
}

#[test]
fn parchis_can_oblige_and_raid() {
    let full = "b b b 20 | 51 b b b | b b b b | 17 b b b";
    let raid = game_with("parchis", json!({"enter.full": "capture_last"}), FOUR);
    assert_eq!(
        rolled(&raid, full, &[5]),
        ["-1->0 x1", "-1->0 x1", "-1->0 x1", "20->25"]
    );
    let enter = game_with("parchis", json!({"enter.duty": "must"}), FOUR);
    assert_eq!(
        rolled(&enter, "b 20 b b | b b b b | b b b b | b b b b", &[5]),
        ["-1->0"; 3]
    );
    let bonus = game_with("parchis", json!({"bonus.duty": "must"}), FOUR);
    let mut position = pos(&bonus, "10 b b b | b b b b | b b b b | 30 b b b", 0);
    roll(&bonus, &mut position, &[3]);
    play(&bonus, &mut position, &choice(0, 0, &[3]));
    assert_eq!(legal(&bonus, &position), ["13->33"]);
    assert!(
        bonus
            .play(&mut position, &Choice::Decline, &mut ())
            .is_err()
    );
}

#[test]
fn parchis_blocks_can_be_own_pairs_only_and_stop_rivals_only() {
    let mixed = "4 71 71 71 | 58 b b b | b b b b | 24 b b b";
    let own = game_with("parchis", json!({"block.made": "own"}), FOUR);
    assert_eq!(rolled(&own, mixed, &[4]), ["4->8"]);
    assert!(rolled(&own, mixed, &[3]).is_empty());
    let rivals = game_with("parchis", json!({"block.stops": "rivals"}), FOUR);
    let pair = "2 6 6 71 | b b b b | b b b b | b b b b";
    assert_eq!(rolled(&rivals, pair, &[5]), ["2->7", "6->11", "6->11"]);
    assert_eq!(rolled(&rivals, pair, &[4]), ["6->10", "6->10"]);
}

#[test]
fn a_bonus_can_wait_until_the_dice_are_used() {
    let game = game_with("parchis-pairs", json!({"bonus.when": "end"}), FOUR);
    let mut position = pos(&game, "10 40 b b | b b b b | b b b b | 30 b b b", 0);
    roll(&game, &mut position, &[3, 6]);
    play(&game, &mut position, &choice(0, 0, &[3]));
    assert_eq!(legal(&game, &position), ["13->19", "40->46"]);
    play(&game, &mut position, &choice(0, 1, &[6]));
    assert_eq!(legal(&game, &position), ["13->33", "46->66"]);
}

#[test]
fn bonuses_need_not_chain() {
    let game = game_with("parchis-pairs", json!({"bonus.chain": false}), FOUR);
    let mut position = pos(&game, "10 60 71 71 | b b b b | b b b b | 30 50 b b", 0);
    roll(&game, &mut position, &[3, 1]);
    play(&game, &mut position, &choice(0, 0, &[3]));
    play(&game, &mut position, &choice(0, 0, &[20]));
    assert!(position.bonus().is_empty());
    assert_eq!(position.dice(), [1]);
}

#[test]
fn one_partner_home_can_be_enough() {
    let game = game_with("parchis-pairs", json!({"finish.team_win": 4}), FOUR);
    let mut position = pos(&game, "71 71 71 69 | b b b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[2, 4]);
    play(&game, &mut position, &choice(0, 3, &[2]));
    assert_eq!(
        (position.phase(), position.places()),
        (Phase::Over, &[arm(0), arm(2)][..])
    );
}

#[test]
fn the_third_double_need_not_send_a_piece_home() {
    let game = game_with(
        "parchis-pairs",
        json!({"streak.effect": "cancel_last"}),
        FOUR,
    );
    let mut raw = common::raw_pos(&game, "5 20 b b | b b b b | b b b b | b b b b", 0);
    raw.streak = 2;
    raw.last_moved = Some(Some((0, 1)));
    let mut position = game.check(&raw).unwrap();
    roll(&game, &mut position, &[2, 2]);
    assert_eq!(
        (position.pieces(arm(0))[1].get(), position.turn()),
        (20, arm(1))
    );
}
