//! Explicit positions for flags of Parchís and its relatives.
#![allow(clippy::unwrap_used)]

mod common;

use common::{arm, arms, choice, game, game_with, legal, play, pos, raw_pos, roll};
use ludohall_rules::{Event, Game, Phase};
use serde_json::json;

const FOUR: &[u8] = &[0, 1, 2, 3];
const REST: &str = "b b b b | b b b b | b b b b";

/// The legal moves after a roll.
fn rolled(game: &Game, pieces: &str, faces: &[u8]) -> Vec<String> {
    let mut position = pos(game, pieces, 0);
    roll(game, &mut position, faces);
    legal(game, &position)
}

/// Where the pieces of arm 0 stand, and whose turn it is, after too many in a row. Piece 1 was moved last.
fn after_the_third(ruleset: &str, effect: &str, pieces: &str, faces: &[u8]) -> (Vec<i16>, u8) {
    let game = game_with(ruleset, json!({"streak.effect": effect}), FOUR);
    let mut raw = raw_pos(&game, &format!("{pieces} | {REST}"), 0);
    raw.streak = 2;
    raw.last_moved = Some(Some((0, 1)));
    let mut position = game.check(&raw).unwrap();
    roll(&game, &mut position, faces);
    let own = position.pieces(arm(0)).iter().map(|p| p.get()).collect();
    (own, position.turn().get())
}

/// R1-06: 68->69 would leave the 3 dead, since D's block bars the other piece and the goal is too near.
#[test]
fn a_move_that_leaves_the_second_die_dead_can_be_illegal_where_another_does_not() {
    let pieces = "10 68 71 71 | b b b b | b b b b | 29 29 b b";
    for (maximal, expected) in [
        (false, vec!["10->11", "68->69", "68->71"]),
        (true, vec!["10->11", "68->71"]),
    ] {
        let game = game_with("parchis-pairs", json!({"dice.maximal_use": maximal}), FOUR);
        assert_eq!(rolled(&game, pieces, &[3, 1]), expected);
    }
}

/// R1-06: where one die is lost whatever is played, nothing is forbidden.
#[test]
fn maximal_use_forbids_nothing_where_a_die_is_lost_anyway() {
    let game = game_with("parchis-pairs", json!({"dice.maximal_use": true}), FOUR);
    let pieces = format!("66 b 71 71 | {REST}");
    assert_eq!(rolled(&game, &pieces, &[6, 4]), ["66->70"]);
}

/// R1-06 and X-10: a move that ends the game loses no die; one that leaves the 2 dead does.
#[test]
fn a_winning_move_loses_no_die() {
    let game = game_with("parcheesi", json!({}), FOUR);
    let pieces = format!("69 71 71 71 | {REST}");
    assert_eq!(rolled(&game, &pieces, &[2, 1]), ["69->71"]);
}

/// R1-25, 4.4: 3-3 with nothing in base is 3, 3, 4 and 4.
#[test]
fn a_double_with_nothing_in_base_gives_the_bottoms_too() {
    let game = game("parcheesi", FOUR);
    let mut position = pos(&game, &format!("10 20 30 40 | {REST}"), 0);
    let events = roll(&game, &mut position, &[3, 3]);
    assert_eq!(position.dice(), [3, 3, 4, 4]);
    let below = events.iter().find_map(|event| match event {
        Event::Bottoms { arm, dice } => Some((arm.get(), dice.to_vec())),
        _ => None,
    });
    assert_eq!(below, Some((0, vec![4, 4])));
    let each = [
        "10->13", "10->14", "20->23", "20->24", "30->33", "30->34", "40->43", "40->44",
    ];
    assert_eq!(legal(&game, &position), each);
    for die in [4, 3, 3, 4] {
        assert_eq!(position.phase(), Phase::Move);
        play(&game, &mut position, &choice(0, 0, &[die]));
    }
    assert_eq!(
        (position.pieces(arm(0))[0].get(), position.turn()),
        (24, arm(0))
    );
    assert_eq!((position.phase(), position.streak()), (Phase::Roll, 1));
}

/// R1-25: not while a piece is in base, and not where the rules have no bottoms.
#[test]
fn a_piece_in_base_or_the_rules_keep_the_bottoms_away() {
    for (options, own) in [
        (json!({}), "10 20 30 b"),
        (json!({"doubles.bottoms": false}), "10 20 30 40"),
    ] {
        let game = game_with("parcheesi", options, FOUR);
        let mut position = pos(&game, &format!("{own} | {REST}"), 0);
        roll(&game, &mut position, &[3, 3]);
        assert_eq!(position.dice(), [3, 3]);
    }
}

/// 4.4 and R1-06: all four dice that can be played must be. After 66->68 a 2 and two 5s are left: 60 takes both 5s and 68 the
/// 2; by 60->62 one 5 would be lost, since 67 and 68 are less than 5 from home.
#[test]
fn of_four_dice_too_the_fewest_are_lost() {
    for (maximal, expected) in [
        (true, vec!["60->65", "68->70"]),
        (false, vec!["60->62", "60->65", "68->70"]),
    ] {
        let game = game_with("parcheesi", json!({"dice.maximal_use": maximal}), FOUR);
        let mut position = pos(&game, &format!("60 66 71 71 | {REST}"), 0);
        roll(&game, &mut position, &[2, 2]);
        play(&game, &mut position, &choice(0, 1, &[2]));
        assert_eq!(position.dice(), [2, 5, 5]);
        assert_eq!(legal(&game, &position), expected);
    }
}

/// R1-11, 4.4: a single rival on my exit is joined, captured, or stops me where nobody shares.
#[test]
fn a_rival_on_the_exit_is_joined_or_captured_or_stops_entry() {
    // B's 51 is abs 5.
    let pieces = "b b b b | 51 b b b | b b b b | b b b b";
    let entry =
        |ruleset: &str, options| rolled(&game_with(ruleset, options, FOUR), pieces, &[5, 6]);
    let single = |options| rolled(&game_with("parchis", options, FOUR), pieces, &[5]);
    assert_eq!(entry("parchis-pairs", json!({})), ["-1->0"; 4]);
    assert_eq!(
        entry("parchis-pairs", json!({"enter.rival": "capture"})),
        ["-1->0 x1"; 4]
    );
    assert_eq!(entry("parcheesi", json!({})), ["-1->0 x1"; 4]);
    assert!(entry("parcheesi", json!({"enter.rival": "share"})).is_empty());
    assert_eq!(single(json!({})), ["-1->0"; 4]);
    assert_eq!(single(json!({"enter.rival": "capture"})), ["-1->0 x1"; 4]);
}

/// 4.4: a rival blockade on my exit stops entry in Parcheesi.
#[test]
fn a_rival_blockade_on_the_exit_stops_entry_in_parcheesi() {
    let game = game("parcheesi", FOUR);
    let mut position = pos(&game, "b b b b | 51 51 b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[5, 6]);
    assert_eq!((position.turn(), position.phase()), (arm(1), Phase::Roll));
}

/// 4.4: a piece on a safe square is passed, but nobody of another colour stands beside it.
#[test]
fn a_safe_square_may_be_for_one_colour_only() {
    // B's 58 is abs 12, A's 7.
    let pieces = "4 b b b | 58 b b b | b b b b | b b b b";
    let game = game("parcheesi", FOUR);
    assert_eq!(rolled(&game, pieces, &[3, 6]), ["4->10"]);
    let shared = game_with("parcheesi", json!({"safe.share": true}), FOUR);
    assert_eq!(rolled(&shared, pieces, &[3, 6]), ["4->7", "4->10"]);
    assert_eq!(
        rolled(&game, "4 7 b b | b b b b | b b b b | b b b b", &[3, 6])[0],
        "4->7"
    );
    let beside = raw_pos(&game, "7 b b b | 58 b b b | b b b b | b b b b", 0);
    assert_eq!(game.check(&beside).unwrap_err().field, "pieces");
    assert!(shared.check(&beside).is_ok());
}

/// R1-13, R2-11: by option no block must open.
#[test]
fn a_block_need_not_open() {
    let pieces = format!("10 10 30 b | {REST}");
    for (duty, first) in [
        ("must", vec!["10->14"; 2]),
        ("may", vec!["10->14", "10->14", "30->34"]),
    ] {
        let game = game_with("parchis-pairs", json!({"block.duty": duty}), FOUR);
        assert_eq!(rolled(&game, &pieces, &[4, 4]), first);
    }
    for (duty, count) in [("must", 2), ("may", 3)] {
        let game = game_with("parchis", json!({"block.duty": duty}), FOUR);
        assert_eq!(rolled(&game, &pieces, &[6]).len(), count);
    }
}

/// R1-14, 4.4: whether the two pieces of a block may move together as a pair, duty or not.
#[test]
fn a_block_may_or_may_not_move_on_as_a_pair() {
    let pieces = format!("10 10 30 b | {REST}");
    for (ruleset, duty) in [
        ("parchis-pairs", "must"),
        ("parchis-pairs", "may"),
        ("parcheesi", "may"),
    ] {
        for (reform, second) in [
            (true, vec!["14->18", "10->14", "30->34"]),
            (false, vec!["14->18", "30->34"]),
        ] {
            let mut options = json!({"block.reform": reform});
            if ruleset == "parchis-pairs" {
                options["block.duty"] = json!(duty);
            }
            let game = game_with(ruleset, options, FOUR);
            let mut position = pos(&game, &pieces, 0);
            roll(&game, &mut position, &[4, 4]);
            play(&game, &mut position, &choice(0, 0, &[4]));
            assert_eq!(legal(&game, &position), second);
        }
    }
}

/// 4.4: in Parcheesi no duty opens a block on a double.
#[test]
fn a_double_need_not_open_a_block_in_parcheesi() {
    let pieces = format!("10 10 30 b | {REST}");
    assert_eq!(
        rolled(&game("parcheesi", FOUR), &pieces, &[4, 4]),
        ["10->14", "10->14", "30->34"]
    );
}

/// 4.4: the piece nearest to home goes back, from the home path too, but not from home.
#[test]
fn the_third_double_can_send_the_front_piece_back() {
    let third = |pieces| after_the_third("parcheesi", "front_to_base", pieces, &[2, 2]);
    assert_eq!(third("5 20 66 71"), (vec![5, 20, -1, 71], 1));
    assert_eq!(third("63 20 63 71"), (vec![-1, 20, 63, 71], 1));
    assert_eq!(third("b b b 71"), (vec![-1, -1, -1, 71], 1));
}

/// 4.11: all pieces off benches go back, not those on the stair or at home.
#[test]
fn the_third_six_can_send_all_unsafe_pieces_back() {
    let third = |pieces| after_the_third("eile-mit-weile", "unsafe_to_base", pieces, &[6]);
    assert_eq!(third("7 20 31 66"), (vec![7, -1, -1, 66], 1));
    assert_eq!(third("b 0 71 71"), (vec![-1, 0, 71, 71], 1));
    assert_eq!(
        after_the_third("eile-mit-weile", "cancel_last", "7 20 31 66", &[6]),
        (vec![7, 20, 31, 66], 1)
    );
}

/// R1-23, R2-13: what else the third can do.
#[test]
fn the_third_in_a_row_can_send_the_last_piece_back_or_not() {
    let third = |effect| after_the_third("parchis", effect, "10 68 b b", &[6]);
    assert_eq!(third("cancel_last"), (vec![10, 68, -1, -1], 1));
    assert_eq!(third("last_to_base"), (vec![10, 68, -1, -1], 1));
    assert_eq!(
        third("last_to_base_or_lane_start"),
        (vec![10, 64, -1, -1], 1)
    );
    assert_eq!(
        after_the_third("parcheesi", "last_to_base", "30 20 b b", &[1, 1]).0,
        [30, -1, -1, -1]
    );
}

/// 4.11: a six counts twelve, by option six.
#[test]
fn a_six_counts_twelve_in_eile_mit_weile() {
    for (value, base, to) in [
        (12, "b", "10->22"),
        (6, "b", "10->16"),
        (12, "71", "10->22"),
        (6, "71", "10->16"),
    ] {
        let game = game_with("eile-mit-weile", json!({"six.value": value}), FOUR);
        let pieces = format!("10 71 71 {base} | {REST}");
        assert_eq!(rolled(&game, &pieces, &[6]), [to]);
    }
}

/// R2-10: seven with no piece in base, by option six.
#[test]
fn a_six_need_not_count_seven() {
    for (value, to) in [(7, "10->17"), (6, "10->16")] {
        let game = game_with("parchis", json!({"six.value_base_empty": value}), FOUR);
        assert_eq!(rolled(&game, &format!("10 71 71 71 | {REST}"), &[6]), [to]);
    }
}

/// 4.11: rivals are captured by passing them too, but on benches; pairs off benches bar nobody.
#[test]
fn rivals_can_be_captured_by_passing_them() {
    // As A counts: B's 52, 53 and 58 are 1, 2 and the bench 7; D's 20, 20 are 3.
    let pieces = "0 b b b | 52 53 58 b | b b b b | 20 20 b b";
    for (by, expected) in [("pass", "0->4 x4"), ("land", "0->4")] {
        let game = game_with("eile-mit-weile", json!({"capture.by": by}), FOUR);
        assert_eq!(rolled(&game, pieces, &[4]), [expected]);
    }
    let game = game("eile-mit-weile", FOUR);
    let mut position = pos(&game, pieces, 0);
    roll(&game, &mut position, &[6]);
    assert_eq!(legal(&game, &position), ["0->12 x4"]);
    play(&game, &mut position, &choice(0, 0, &[6]));
    assert_eq!(position.pieces(arm(1))[2].get(), 58);
}

/// 4.11: what is passed on the way into the lane is captured, a partner's piece is not.
#[test]
fn passing_counts_before_the_lane_and_spares_the_partner() {
    // As A counts: C's 29 is 63 (a bench), C's 28 is 62, B's 44 is 61.
    let pieces = "60 b b b | 44 b b b | 28 b b b | b b b b";
    assert_eq!(
        rolled(&game("eile-mit-weile", FOUR), pieces, &[4]),
        ["60->64 x2"]
    );
    let teams = game_with("eile-mit-weile", json!({"teams": "opposite"}), FOUR);
    assert_eq!(rolled(&teams, pieces, &[4]), ["60->64 x1"]);
}

/// 4.11: a pair on a bench cannot be passed; one off a bench can, unless all pairs block.
#[test]
fn pairs_block_on_benches_only() {
    let bench = "4 b b b | 58 58 b b | b b b b | b b b b";
    let plain = "4 b b b | 57 57 b b | b b b b | b b b b";
    for (made, on_bench, off) in [("own_on_safe", 0, 1), ("own", 0, 0), ("none", 1, 1)] {
        let game = game_with("eile-mit-weile", json!({"block.made": made}), FOUR);
        let moves = |pieces| rolled(&game, pieces, &[4]).len();
        assert_eq!((moves(bench), moves(plain)), (on_bench, off), "{made}");
    }
    // Nor by its owner, unless blocks stop rivals only.
    let own = format!("4 7 7 b | {REST}");
    for (stops, count) in [("all", 2), ("rivals", 3)] {
        let game = game_with("eile-mit-weile", json!({"block.stops": stops}), FOUR);
        assert_eq!(rolled(&game, &own, &[4]).len(), count);
    }
}

/// 4.11: past the goal a piece counts back.
#[test]
fn eile_mit_weile_counts_back_at_the_goal() {
    let pieces = format!("69 71 71 71 | {REST}");
    assert_eq!(
        rolled(&game("eile-mit-weile", FOUR), &pieces, &[5]),
        ["69->68"]
    );
}

/// R3-16: own pieces double up, two of them cannot be hit, castles are safe, a capture rolls again, partners share.
#[test]
fn pachisi_settles_several_rules() {
    let game_of = |ruleset: &str, pachisi: bool| {
        let options = serde_json::from_value(json!({"pachisi": pachisi})).unwrap();
        Game::new(ruleset, &options, Some("c52"), &arms(FOUR)).unwrap()
    };
    // As A counts: D's 49, 49 are 36 and D's 50 is 37; B's 21 is the castle 34; C's 9 is 35.
    let pieces = "31 30 b b | 21 b b b | 9 b b b | 49 49 50 b";
    for (ruleset, past_the_pair) in [("ludo-standard", true), ("ludo-blockades", false)] {
        let game = game_of(ruleset, true);
        assert_eq!(game.partner(arm(0)), Some(arm(2)));
        assert_eq!(rolled(&game, pieces, &[1]), ["31->32", "30->31"]);
        assert_eq!(rolled(&game, pieces, &[3])[0], "31->34");
        assert_eq!(rolled(&game, pieces, &[4])[0], "31->35");
        assert_eq!(rolled(&game, pieces, &[5]), ["30->35"]);
        let hit = "36 b b b | b b b b | b b b b | 50 b b b";
        let mut position = pos(&game, hit, 0);
        roll(&game, &mut position, &[1]);
        assert_eq!(legal(&game, &position), ["36->37 x1"]);
        play(&game, &mut position, &choice(0, 0, &[1]));
        assert_eq!((position.turn(), position.phase()), (arm(0), Phase::Roll));
        let six = rolled(&game, pieces, &[6]);
        assert_eq!(six.contains(&"31->37 x1".to_owned()), past_the_pair);
    }
    assert_eq!(
        rolled(
            &game_of("ludo-standard", false),
            "31 30 b b | b b b b | b b b b | b b b b",
            &[1]
        ),
        ["31->32"]
    );
}
