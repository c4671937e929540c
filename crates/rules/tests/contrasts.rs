//! Where the rulesets differ most sharply (the table at the end of rules.md section 8): easy to get wrong in one engine.
#![allow(clippy::unwrap_used)]

mod common;

use common::{arm, at, choice, game, legal, play, pos, raw_pos, roll};
use ludohall_rules::{Game, Phase};

const FOUR: &[u8] = &[0, 1, 2, 3];

/// Rolls and says whose turn it is then.
fn turn_after(game: &Game, pieces: &str, faces: &[u8]) -> u8 {
    let mut position = pos(game, pieces, 0);
    roll(game, &mut position, faces);
    assert_eq!(position.phase(), Phase::Roll);
    position.turn().get()
}

#[test]
fn a_dead_six_passes_or_rolls_again() {
    let goal_52 = "53 56 56 56 | b b b b | b b b b | b b b b";
    assert_eq!(turn_after(&game("ludo", FOUR), goal_52, &[6]), 1);
    assert_eq!(turn_after(&game("luddo", FOUR), goal_52, &[6]), 1);
    let goal_68 = "66 b 71 71 | b b b b | b b b b | b b b b";
    assert_eq!(turn_after(&game("parchis", FOUR), goal_68, &[6]), 0);
    assert_eq!(
        turn_after(&game("parchis-pairs", FOUR), goal_68, &[6, 6]),
        0
    );
    let slots = "38 41 42 43 | b b b b | b b b b | b b b b";
    assert_eq!(turn_after(&game("ludo-standard", FOUR), slots, &[6]), 0);
    assert_eq!(turn_after(&game("ludo-blockades", FOUR), slots, &[6]), 0);
}

#[test]
fn by_option_a_dead_six_rolls_again_in_plain_ludo() {
    let options = serde_json::json!({"again.when_dead": "reroll"});
    let game = common::game_with("ludo", options, FOUR);
    assert_eq!(
        turn_after(&game, "53 56 56 56 | b b b b | b b b b | b b b b", &[6]),
        0
    );
}

#[test]
fn a_mixed_pair_on_a_safe_square_is_nothing_or_full_or_a_block() {
    // A's progress 8 is a star; B's 47 and D's 21 stand there.
    let star = "4 b b b | 47 b b b | b b b b | 21 b b b";
    for ruleset in ["ludo", "luddo"] {
        let game = game(ruleset, FOUR);
        for (face, expected) in [(4, "4->8"), (5, "4->9")] {
            let mut position = pos(&game, star, 0);
            roll(&game, &mut position, &[face]);
            assert_eq!(legal(&game, &position), [expected]);
        }
    }
    // A's progress 7 is abs 12; B's 58 and D's 24 stand there.
    let circle = "4 71 71 71 | 58 b b b | b b b b | 24 b b b";
    let pairs = game("parchis-pairs", FOUR);
    let mut position = pos(&pairs, circle, 0);
    roll(&pairs, &mut position, &[3, 4]);
    assert_eq!(legal(&pairs, &position), ["4->8"]);
    let one_die = game("parchis", FOUR);
    for face in [3, 4] {
        assert_eq!(turn_after(&one_die, circle, &[face]), 1);
    }
}

#[test]
fn an_own_pair_may_be_hit_or_blocks_all_or_blocks_rivals() {
    for ruleset in ["ludo", "luddo"] {
        let game = game(ruleset, FOUR);
        let mut position = pos(&game, "20 20 b b | 4 b b b | b b b b | b b b b", 1);
        roll(&game, &mut position, &[3]);
        assert_eq!(legal(&game, &position), ["4->7 x2"]);
    }
    // Nobody passes it in Parchís: not its owner, nor B, whose 57 is A's 6.
    for (ruleset, faces, owners) in [
        ("parchis", &[5][..], vec!["6->11"; 2]),
        (
            "parchis-pairs",
            &[6, 5],
            vec!["6->11", "6->12", "6->11", "6->12"],
        ),
    ] {
        let game = game(ruleset, FOUR);
        let mut position = pos(&game, "2 6 6 71 | b b b b | b b b b | b b b b", 0);
        roll(&game, &mut position, faces);
        assert_eq!(legal(&game, &position), owners, "{ruleset}");
        let mut barred = pos(&game, "b 6 6 b | 55 71 71 71 | b b b b | b b b b", 1);
        roll(&game, &mut barred, &[3, 4][..faces.len()]);
        assert_eq!(
            (barred.turn(), barred.phase()),
            (arm(2), Phase::Roll),
            "{ruleset}"
        );
        let mut open = pos(&game, "b 6 b b | 55 71 71 71 | b b b b | b b b b", 1);
        roll(&game, &mut open, &[3, 4][..faces.len()]);
        assert_eq!(legal(&game, &open)[0], "55->58", "{ruleset}");
    }
    let (walls, mut position) = at("ludo-blockades A[2,6,6] B[] C[] D[] turn A");
    roll(&walls, &mut position, &[5]);
    assert_eq!(legal(&walls, &position), ["2->7", "6->11", "6->11"]);
    // The same pair bars B, whose 36 is A's 6: it neither lands there nor passes.
    for face in [2, 3] {
        let mut position = pos(&walls, "b 6 6 b | 34 b b b | b b b b | b b b b", 1);
        roll(&walls, &mut position, &[face]);
        assert_eq!((position.turn(), position.phase()), (arm(2), Phase::Roll));
    }
}

#[test]
fn an_own_pair_is_impossible_in_standard_ludo() {
    let game = game("ludo-standard", FOUR);
    let error = game.check(&raw_pos(&game, "6 6 b b | b b b b | b b b b | b b b b", 0));
    assert_eq!(error.unwrap_err().field, "pieces");
}

#[test]
fn two_pieces_on_my_exit_are_joined_or_raided_or_stop_me() {
    // abs 0 is B's 39 and D's 13.
    for (ruleset, rolls) in [("ludo", &[6][..]), ("luddo", &[6, 1])] {
        let (joined, mut position) = at(&format!("{ruleset} A[] B[39] C[] D[13] turn A"));
        for &face in rolls {
            roll(&joined, &mut position, &[face]);
        }
        assert_eq!(legal(&joined, &position), ["-1->0"; 4], "{ruleset}");
    }
    // abs 5 is B's 51 and D's 17.
    let full = "b b b b | 51 b b b | b b b b | 17 b b b";
    for (b, d, home) in [(1, 2, 3), (2, 1, 1)] {
        assert_eq!(raided(full, b, d), [home], "B came {b}, D came {d}");
    }
    assert_eq!(turn_after(&game("parchis", FOUR), full, &[5]), 1);
    // abs 0 of the small cross is B's 30.
    let wall = "b b b b | 30 30 b b | b b b b | b b b b";
    assert_eq!(turn_after(&game("ludo-blockades", FOUR), wall, &[6]), 0);
    for ruleset in ["ludo-standard", "ludo-blockades"] {
        let (single, mut position) = at(&format!("{ruleset} A[] B[30] C[] D[] turn A"));
        roll(&single, &mut position, &[6]);
        assert_eq!(legal(&single, &position), ["-1->0 x1"; 4], "{ruleset}");
    }
}

/// The arms whose first piece an entry in Parchís for pairs sends back, where B's and D's came at these times.
fn raided(full: &str, b: u32, d: u32) -> Vec<u8> {
    let game = game("parchis-pairs", FOUR);
    let mut raw = raw_pos(&game, full, 0);
    let arrivals = [0, b, 0, d].map(|first| Some(vec![first, 0, 0, 0]));
    raw.arrived = Some(arrivals.to_vec());
    let mut position = game.check(&raw).unwrap();
    roll(&game, &mut position, &[5, 1]);
    assert_eq!(legal(&game, &position)[0], "-1->0 x1");
    play(&game, &mut position, &choice(0, 0, &[5]));
    let home = |number: &u8| position.pieces(arm(*number))[0].is_base();
    [1, 3].into_iter().filter(home).collect()
}

#[test]
fn the_third_in_a_row_cancels_itself_or_all_or_sends_home_or_counts() {
    let third = |ruleset: &str, face: &[u8]| {
        let game = game(ruleset, FOUR);
        let mut raw = raw_pos(&game, "10 68 b b | b b b b | b b b b | b b b b", 0);
        if game.end() < 68 {
            raw = raw_pos(&game, "10 41 b b | b b b b | b b b b | b b b b", 0);
        }
        raw.streak = 2;
        raw.last_moved = Some(Some((0, 1)));
        if game.queues_sixes() {
            raw.dice = vec![6, 6];
        }
        let mut position = game.check(&raw).unwrap();
        roll(&game, &mut position, face);
        (position.turn().get(), position.pieces(arm(0))[1].get())
    };
    assert_eq!(third("ludo", &[6]), (1, 41));
    assert_eq!(third("luddo", &[6]), (1, 41));
    assert_eq!(third("parchis-pairs", &[3, 3]), (1, 68));
    assert_eq!(third("parchis", &[6]), (1, 64));
    assert_eq!(third("ludo-standard", &[6]), (0, 41));
    assert_eq!(third("ludo-blockades", &[6]), (0, 41));
}

#[test]
fn a_capture_gives_nothing_or_twenty_or_another_roll() {
    let after = |ruleset: &str, pieces: &str, faces: &[u8]| {
        let game = game(ruleset, FOUR);
        let mut position = pos(&game, pieces, 0);
        roll(&game, &mut position, faces);
        play(&game, &mut position, &choice(0, 0, &faces[..1]));
        (
            position.turn().get(),
            position.phase(),
            legal(&game, &position),
        )
    };
    let none: Vec<String> = Vec::new();
    // A's 10 + 3 meets C's 39 on the large cross and C's 33 on the small one.
    let cross = "11 b b b | b b b b | 40 b b b | b b b b";
    assert_eq!(after("ludo", cross, &[3]), (1, Phase::Roll, none.clone()));
    assert_eq!(after("luddo", cross, &[3]), (0, Phase::Roll, none.clone()));
    let small = "11 b b b | b b b b | 34 b b b | b b b b";
    assert_eq!(
        after("ludo-standard", small, &[3]),
        (1, Phase::Roll, none.clone())
    );
    assert_eq!(after("ludo-blockades", small, &[3]), (1, Phase::Roll, none));
    let parchis = "10 b b b | b b b b | b b b b | 30 b b b";
    let must = after("parchis-pairs", parchis, &[3, 6]);
    assert_eq!(must, (0, Phase::Move, vec!["13->33".to_owned()]));
    let may = after("parchis", parchis, &[3]);
    assert_eq!(
        may,
        (
            0,
            Phase::Move,
            vec!["13->33".to_owned(), "decline".to_owned()]
        )
    );
}
