//! Options that cannot be had together, or not at this table, are refused with the flag and a reason.
#![allow(clippy::unwrap_used)]

mod common;

use common::arms;
use ludohall_rules::{Game, Options, SetupError};
use serde_json::{Value, json};

const FOUR: &[u8] = &[0, 1, 2, 3];

/// The flag that is named, and the reason.
fn refused(ruleset: &str, options: Value, numbers: &[u8]) -> (String, String) {
    let options: Options = serde_json::from_value(options).unwrap();
    match Game::new(ruleset, &options, None, &arms(numbers)).unwrap_err() {
        SetupError::Options { flag, reason } => (flag, reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn teams_need_every_arm_and_an_even_number() {
    for (ruleset, numbers) in [
        ("ludo", &[0, 2][..]),
        ("ludo-standard", &[0, 1, 2]),
        ("luddo", &[0, 1, 2, 3, 4]),
        ("mobile-classic", &[0, 2]),
        ("eile-mit-weile", &[0, 2]),
    ] {
        let (flag, reason) = refused(ruleset, json!({"teams": "opposite"}), numbers);
        assert_eq!(flag, "teams");
        assert!(reason.contains("every arm"), "{reason}");
    }
}

#[test]
fn a_team_wins_with_all_of_its_pieces() {
    for (ruleset, count) in [("luddo", 2), ("ludo", 1), ("mobile-classic", 2)] {
        let options = json!({"teams": "opposite", "pieces.to_win": count});
        assert_eq!(refused(ruleset, options, FOUR).0, "pieces.to_win");
    }
    let quick = refused("mobile-quick", json!({"teams": "opposite"}), FOUR);
    assert_eq!(quick.0, "pieces.to_win");
}

#[test]
fn a_gate_and_blocks_exclude_each_other() {
    let both = json!({"gate.capture_first": true, "block.made": "own"});
    assert_eq!(refused("luddo", both, &[0, 1]).0, "gate.capture_first");
    let master = refused("mobile-master", json!({"block.made": "own"}), FOUR);
    assert_eq!(master.0, "gate.capture_first");
}

#[test]
fn safe_squares_that_are_not_shared_have_no_mixed_pairs() {
    let (flag, reason) = refused("parchis", json!({"safe.share": false}), FOUR);
    assert_eq!(flag, "safe.share");
    assert!(reason.contains("block"), "{reason}");
}

#[test]
fn an_entry_that_leaves_one_of_two_beside_it_needs_squares_to_share() {
    let options = json!({"safe.share": false, "block.made": "own", "enter.full": "capture_last"});
    let (flag, reason) = refused("parchis", options, FOUR);
    assert_eq!(flag, "safe.share");
    assert!(reason.contains("entry"), "{reason}");
    let blocked = json!({"safe.share": false, "block.made": "own"});
    let options: Options = serde_json::from_value(blocked).unwrap();
    assert!(Game::new("parchis", &options, None, &arms(FOUR)).is_ok());
}

#[test]
fn pachisi_needs_castles_and_partners_on_all_four_seats() {
    for ruleset in ["ludo-standard", "ludo-blockades"] {
        let refused = |options: Value, board: &str, numbers: &[u8]| {
            let options: Options = serde_json::from_value(options).unwrap();
            match Game::new(ruleset, &options, Some(board), &arms(numbers)) {
                Err(SetupError::Options { flag, reason }) => Some((flag, reason)),
                Err(other) => panic!("{other:?}"),
                Ok(_) => None,
            }
        };
        let told = |found: Option<(String, String)>, word: &str| {
            let (flag, reason) = found.unwrap();
            assert_eq!(flag, "pachisi");
            assert!(reason.contains(word), "{reason}");
        };
        let pachisi = json!({"pachisi": true});
        told(refused(pachisi.clone(), "c40", FOUR), "castles");
        told(refused(pachisi.clone(), "c52", &[0, 2]), "seat");
        let alone = json!({"pachisi": true, "teams": "none"});
        told(refused(alone, "c52", FOUR), "teams");
        assert_eq!(refused(pachisi, "c52", FOUR), None);
    }
}
