//! Boards on which a piece does not stay where it stops: Danish Ludo (rules.md 4.10) and Aeroplane chess (4.7).
#![allow(clippy::unwrap_used)]

mod common;

use common::{arm, choice, game, game_with, legal, play, pos, raw_pos, roll};
use ludohall_rules::{Event, Game, Phase, Progress};
use serde_json::json;

const FOUR: &[u8] = &[0, 1, 2, 3];
const NOBODY: &str = "b b b b | b b b b | b b b b";

/// The legal moves of arm 0 by one die.
fn moves(game: &Game, pieces: &str, face: u8) -> Vec<String> {
    let mut position = pos(game, pieces, 0);
    roll(game, &mut position, &[face]);
    legal(game, &position)
}

/// Where arm 0's first piece comes to from `from`, nobody else being out.
fn lands(game: &Game, from: i16, face: u8) -> String {
    moves(game, &format!("{from} b b b | {NOBODY}"), face)
        .first()
        .cloned()
        .unwrap_or_default()
}

#[test]
fn a_danish_star_leads_to_the_next_star_and_the_last_one_home() {
    let game = game("ludo-danish", FOUR);
    for (from, face, expected) in [
        (3, 1, "3->11"),
        (10, 1, "10->17"),
        (16, 1, "16->24"),
        (22, 2, "22->30"),
        (29, 1, "29->37"),
        (36, 1, "36->43"),
        (42, 1, "42->50"),
        (48, 2, "48->56"),
        (49, 2, "49->51"),
    ] {
        assert_eq!(lands(&game, from, face), expected);
    }
}

#[test]
fn the_last_star_finishes_the_game() {
    let game = game("ludo-danish", FOUR);
    let mut position = pos(&game, &format!("56 56 56 48 | {NOBODY}"), 0);
    roll(&game, &mut position, &[2]);
    let events = play(&game, &mut position, &choice(0, 3, &[2]));
    assert!(matches!(
        events[0],
        Event::Moved { via: Some(via), to, .. } if via == Progress::new(50) && to == Progress::new(56)
    ));
    assert_eq!(position.phase(), Phase::Over);
}

/// Both stars are landings: arm 1 stands on arm 0's progress 17, arm 2 on 24.
#[test]
fn a_hop_captures_where_it_begins_and_where_it_ends() {
    let game = game("ludo-danish", FOUR);
    let pieces = "15 b b b | 4 b b b | 50 b b b | b b b b";
    assert_eq!(moves(&game, pieces, 2), ["15->24 x2"]);
    // Two on the first star repel the piece there; two on the second do so after the first was hit.
    let pieces = "15 b b b | 4 4 b b | 50 b b b | b b b b";
    assert_eq!(moves(&game, pieces, 2), ["15->-1"]);
    let pieces = "15 b b b | 4 b b b | 50 50 b b | b b b b";
    assert_eq!(moves(&game, pieces, 2), ["15->-1 x1"]);
}

#[test]
fn a_hop_that_could_not_land_is_not_made() {
    let game = game_with("ludo-danish", json!({"capture.stack": "immune"}), FOUR);
    let pieces = "15 b b b | 4 b b b | 50 50 b b | b b b b";
    assert_eq!(moves(&game, pieces, 2), ["15->17 x1"]);
}

#[test]
fn a_roll_past_the_danish_goal_is_counted_back() {
    let game = game("ludo-danish", FOUR);
    assert_eq!(lands(&game, 53, 5), "53->54");
}

#[test]
fn a_plane_goes_from_its_pad_onto_the_ring() {
    let game = game("aeroplane", FOUR);
    assert_eq!(lands(&game, -1, 6), "-1->0");
    assert_eq!(lands(&game, 0, 1), "0->1");
    assert_eq!(lands(&game, 0, 3), "0->3");
    // Progress 1 of arm 1 is 14 of arm 0: pads are nobody else's, first squares are like any other.
    assert_eq!(game.seen_by(arm(0), arm(1), Progress::new(0)), None);
    assert_eq!(
        game.seen_by(arm(0), arm(1), Progress::new(1)),
        Some(Progress::new(14))
    );
    let pieces = "12 b b b | 0 0 b b | b b b b | b b b b";
    assert_eq!(moves(&game, pieces, 1), ["12->13"]);
}

#[test]
fn own_colour_jumps_four_ahead_and_the_shortcut_combines_with_one_jump() {
    let game = game("aeroplane", FOUR);
    for (from, face, expected) in [
        (1, 1, "1->6"),
        (9, 1, "9->14"),
        (13, 1, "13->30"),
        (17, 1, "17->34"),
        (21, 1, "21->26"),
        (45, 1, "45->50"),
        (49, 1, "49->50"),
        (50, 1, "50->51"),
        (53, 5, "53->54"),
    ] {
        assert_eq!(lands(&game, from, face), expected);
    }
}

/// Arm 1's progress p is arm 0's p + 13: single ones on 14, 18 and 30, and the opposite arm on its third lane square.
#[test]
fn planes_are_sent_back_on_every_landing_and_on_the_crossed_lane() {
    let game = game("aeroplane", FOUR);
    let pieces = "13 b b b | 1 5 17 b | 53 52 b b | b b b b";
    let mut position = pos(&game, pieces, 0);
    roll(&game, &mut position, &[1]);
    assert_eq!(legal(&game, &position), ["13->30 x4"]);
    play(&game, &mut position, &choice(0, 0, &[1]));
    assert_eq!(position.pieces(arm(2))[0], Progress::BASE);
    assert_eq!(position.pieces(arm(2))[1], Progress::new(52));
    assert_eq!(position.pieces(arm(1))[..3], [Progress::BASE; 3]);
}

#[test]
fn the_third_six_sends_back_all_planes_moved_in_the_turn() {
    let game = game("aeroplane", FOUR);
    let mut position = pos(&game, "23 51 40 b | 5 b b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[6]);
    play(&game, &mut position, &choice(0, 0, &[6]));
    roll(&game, &mut position, &[6]);
    play(&game, &mut position, &choice(0, 3, &[6]));
    let events = roll(&game, &mut position, &[6]);
    let sent: Vec<i16> = events
        .iter()
        .filter_map(|event| match event {
            Event::StreakPenalty { from, to, .. } if to.is_base() => Some(from.get()),
            _ => None,
        })
        .collect();
    assert_eq!(sent, [29, 0]);
    assert_eq!(position.pieces(arm(0)), [-1, 51, 40, -1].map(Progress::new));
    assert_eq!(position.turn(), arm(1));
}

#[test]
fn what_is_said_to_have_moved_is_checked() {
    let game = game("aeroplane", FOUR);
    let mut raw = raw_pos(&game, &format!("23 51 b b | {NOBODY}"), 0);
    raw.streak = 2;
    for (moved, reason) in [
        (vec![(0, 2)], "in base"),
        (vec![(1, 0)], "not the turn"),
        (vec![(0, 9)], "no piece"),
    ] {
        raw.moved = Some(moved);
        let error = game.check(&raw).unwrap_err();
        assert_eq!(error.field, "moved");
        assert!(error.reason.contains(reason), "{error}");
    }
    raw.moved = Some(vec![(0, 0), (0, 1)]);
    assert_eq!(game.raw(&game.check(&raw).unwrap()).moved, raw.moved);
    raw.streak = 1;
    assert_eq!(game.check(&raw).unwrap_err().field, "moved");
}

/// One roll of six from the opening: five faces pass, a six brings out any of four pieces, so 5 * 6 + 4 = 34 paths of two.
#[test]
fn paths_of_the_opening_are_as_many_as_by_hand() {
    for ruleset in ["aeroplane", "petits-chevaux"] {
        let game = game(ruleset, FOUR);
        let opening = game.opening(arm(0)).unwrap();
        let depths: Vec<u64> = (0..3).map(|n| game.perft(&opening, n)).collect();
        assert_eq!(depths, [1, 6, 5 * 6 + 4], "{ruleset}");
    }
}

#[test]
fn nothing_stands_beyond_the_goal() {
    for (ruleset, end) in [
        ("ludo-danish", 56),
        ("aeroplane", 56),
        ("petits-chevaux", 62),
        ("trouble", 31),
        ("mensch", 43),
    ] {
        let game = game(ruleset, FOUR);
        let pieces = |p: i16| format!("{p} b b b | {NOBODY}");
        assert!(game.check(&raw_pos(&game, &pieces(end), 0)).is_ok());
        let error = game
            .check(&raw_pos(&game, &pieces(end + 1), 0))
            .unwrap_err();
        assert_eq!(error.field, "pieces", "{ruleset}");
        assert!(error.reason.contains("no square"), "{error}");
    }
}
