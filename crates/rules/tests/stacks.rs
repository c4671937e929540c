//! Landing on two or more pieces of a rival (rules.md R3-18 and 4.10).
#![allow(clippy::unwrap_used)]

mod common;

use common::{choice, game, game_with, legal, play, pos, roll};
use ludohall_rules::{Event, Progress};
use serde_json::json;

const FOUR: &[u8] = &[0, 1, 2, 3];
/// Arm 1's pair stands on arm 0's progress 20, its single piece on 22; arm 3 stands alone on the globe of 21.
const GUARDED: &str = "18 5 b b | 7 7 9 b | b b b b | 34 b b b";

#[test]
fn a_piece_that_lands_on_a_pair_or_on_a_safe_rival_goes_home_itself() {
    let game = game("ludo-danish", FOUR);
    for (face, expected) in [(2, "18->-1"), (3, "18->-1"), (4, "18->22 x1")] {
        let mut position = pos(&game, GUARDED, 0);
        roll(&game, &mut position, &[face]);
        assert_eq!(legal(&game, &position)[0], expected, "{face}");
    }
}

#[test]
fn the_event_says_where_the_piece_was_repelled() {
    let game = game("ludo-danish", FOUR);
    let mut position = pos(&game, GUARDED, 0);
    roll(&game, &mut position, &[2]);
    let events = play(&game, &mut position, &choice(0, 0, &[2]));
    let Event::Moved {
        via, to, captures, ..
    } = events[0]
    else {
        panic!("{events:?}");
    };
    assert_eq!((via, to), (Some(Progress::new(20)), Progress::BASE));
    assert!(captures.is_empty());
    assert_eq!(position.pieces(common::arm(0))[0], Progress::BASE);
    assert_eq!(position.pieces(common::arm(1))[..2], [Progress::new(7); 2]);
}

#[test]
fn an_entry_sends_back_everybody() {
    let game = game("ludo-danish", FOUR);
    let mut position = pos(&game, "20 b b b | 39 39 b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[6]);
    assert_eq!(
        legal(&game, &position)[1..],
        ["-1->0 x2", "-1->0 x2", "-1->0 x2"]
    );
}

#[test]
fn a_pair_can_be_immune_without_being_a_wall() {
    let game = game_with("ludo-danish", json!({"capture.stack": "immune"}), FOUR);
    for (face, expected) in [
        (2, vec!["5->7"]),
        (3, vec!["18->21", "5->8"]),
        (4, vec!["18->22 x1", "5->9"]),
    ] {
        let mut position = pos(&game, GUARDED, 0);
        roll(&game, &mut position, &[face]);
        assert_eq!(legal(&game, &position), expected, "{face}");
    }
}

#[test]
fn a_pair_can_be_hit_whole() {
    let game = game_with("ludo-danish", json!({"capture.stack": "hit"}), FOUR);
    let mut position = pos(&game, GUARDED, 0);
    roll(&game, &mut position, &[2]);
    assert_eq!(legal(&game, &position)[0], "18->20 x2");
}
