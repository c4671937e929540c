//! Faults of the rules that other games had, by the number that they have in our list of faults.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, arm, at, choice, game, json_of, legal, play, pos, roll};
use ludohall_rules::{Event, LostReason, Phase, Piece, Progress, RawPosition};

/// R01: nobody is captured on a safe square, on each of them and however a piece comes there.
#[test]
fn r01_a_safe_square_protects_against_every_way_to_arrive() {
    for (ruleset, numbers) in [("ludo", &[0, 1, 2, 3][..]), ("luddo", &[0, 1, 2, 3, 4, 5])] {
        let game = game(ruleset, numbers);
        for safe in (0..game.track())
            .map(Progress::new)
            .filter(|&p| game.is_safe(arm(1), p))
        {
            let Some(rival) = game.seen_by(arm(0), arm(1), safe) else {
                continue;
            };
            let from = if safe.get() == 0 { -1 } else { safe.get() - 1 };
            let mut rows = vec![Some(vec![-1; 4]); numbers.len()];
            rows[0] = Some(vec![rival.get(), -1, -1, -1]);
            rows[1] = Some(vec![from, -1, -1, -1]);
            let mut position = game.check(&RawPosition::to_roll(rows, 1)).unwrap();
            roll(&game, &mut position, &[if from < 0 { 6 } else { 1 }]);
            if position.phase() == Phase::Roll {
                roll(&game, &mut position, &[1]);
            }
            for found in &game.legal(&position) {
                assert!(found.captures.is_empty(), "{ruleset} {safe:?}: {found:?}");
            }
        }
    }
}

#[test]
fn r01_a_bonus_move_captures_nobody_on_a_safe_square() {
    // 9 + 20 = 29, which is abs 34 and safe; B's piece stands there.
    let (game, mut position) = at("parchis A[6,71,71,71] B[12] C[] D[26] turn A");
    roll(&game, &mut position, &[3]);
    play(&game, &mut position, &choice(0, 0, &[3]));
    assert_eq!(legal(&game, &position), ["9->29", "decline"]);
}

/// R02: an exact count is needed to finish. (One table of squares feeds rule and drawing: see the tests of boards.)
#[test]
fn r02_only_the_exact_number_gets_home() {
    let game = game("ludo", &[0, 2]);
    for face in 1..=6 {
        let mut position = pos(&game, "53 b b b | - | b b b b | -", 0);
        roll(&game, &mut position, &[face]);
        let home = legal(&game, &position).contains(&"53->56".to_owned());
        assert_eq!(home, face == 3);
    }
}

/// R04: the count of sixes is part of the turn, and the third is treated as the ruleset says.
#[test]
fn r04_the_third_six_is_lost_and_the_first_two_stand() {
    let (game, mut position) = at("ludo A[3] C[] turn A");
    roll(&game, &mut position, &[6]);
    play(&game, &mut position, &choice(0, 0, &[6]));
    roll(&game, &mut position, &[6]);
    play(&game, &mut position, &choice(0, 1, &[6]));
    let events = roll(&game, &mut position, &[6]);
    assert_eq!(
        position.pieces(arm(0))[..2],
        [Progress::new(9), Progress::new(0)]
    );
    assert_eq!((position.turn(), position.streak()), (arm(2), 0));
    let reason = LostReason::Streak;
    assert!(
        events
            .iter()
            .any(|e| matches!(e, Event::RollLost { reason: r, .. } if *r == reason))
    );
}

#[test]
fn r04_the_third_six_sends_the_last_moved_piece_home_unless_it_is_in_the_lane() {
    let game = game("parchis-pairs", &[0, 1, 2, 3]);
    for (second, then) in [(20, -1), (66, 66), (71, 71)] {
        let pieces = format!("5 {second} b b | b b b b | b b b b | b b b b");
        let mut raw = common::raw_pos(&game, &pieces, 0);
        raw.streak = 2;
        raw.last_moved = Some(Some((0, 1)));
        let mut position = game.check(&raw).unwrap();
        roll(&game, &mut position, &[2, 2]);
        assert_eq!(position.pieces(arm(0))[1], Progress::new(then));
    }
}

/// R06: several tries for an entry only while nothing else can ever move.
#[test]
fn r06_three_tries_only_while_nothing_can_move() {
    let options = serde_json::json!({"enter.tries": 3});
    let game = common::game_with("ludo-standard", options, &[0, 2]);
    let tries = |pieces: &str| {
        let mut position = pos(&game, pieces, 0);
        let mut rolls = 0;
        while position.turn() == arm(0) {
            assert_eq!(position.phase(), Phase::Roll);
            roll(&game, &mut position, &[5]);
            rolls += 1;
            assert!(rolls <= 3);
        }
        rolls
    };
    assert_eq!(tries("b b b b | - | b b b b | -"), 3);
    // Home pieces that cannot move on do not count, those that can do.
    assert_eq!(tries("b b 42 43 | - | b b b b | -"), 3);
    assert_eq!(tries("b b 41 43 | - | b b b b | -"), 1);
    assert_eq!(tries("b b b 39 | - | b b b b | -"), 1);
}

#[test]
fn r06_a_six_among_the_tries_brings_a_piece_out_and_ends_them() {
    let options = serde_json::json!({"enter.tries": 3});
    let game = common::game_with("ludo-standard", options, &[0, 2]);
    let mut position = pos(&game, "b b b b | - | b b b b | -", 0);
    roll(&game, &mut position, &[5]);
    assert_eq!(game.raw(&position).tries, Some(1));
    roll(&game, &mut position, &[6]);
    play(&game, &mut position, &choice(0, 0, &[6]));
    assert_eq!(game.raw(&position).tries, Some(0));
    roll(&game, &mut position, &[5]);
    play(&game, &mut position, &choice(0, 0, &[5]));
    assert_eq!(position.turn(), arm(2));
}

/// R07: each face moves that far, and only a six rolls again.
#[test]
fn r07_each_face_moves_its_number_and_only_a_six_rolls_again() {
    let game = game("ludo", &[0, 2]);
    for face in 1..=6 {
        let mut position = pos(&game, "10 b b b | - | b b b b | -", 0);
        roll(&game, &mut position, &[face]);
        play(&game, &mut position, &choice(0, 0, &[face]));
        assert_eq!(position.pieces(arm(0))[0].get(), 10 + i16::from(face));
        assert_eq!(position.turn() == arm(0), face == 6);
    }
}

/// R09: where no move exists, the turn passes by itself and the events say why.
#[test]
fn r09_a_roll_that_nothing_can_use_passes_the_turn_and_says_so() {
    let (game, mut position) = at("ludo A[54] C[] turn A");
    let events = roll(&game, &mut position, &[5]);
    assert_eq!((position.turn(), position.phase()), (arm(2), Phase::Roll));
    let lost = events.iter().any(
        |e| matches!(e, Event::RollLost { reason: LostReason::NoMove, dice, .. } if **dice == [5]),
    );
    assert!(lost, "{events:?}");
}

/// R12: pieces on one square are listed one by one, so that the player can choose where it matters.
#[test]
fn r12_pieces_on_one_square_are_separate_choices() {
    let (game, mut position) = at("luddo A[20,20] C[] turn A");
    roll(&game, &mut position, &[2]);
    let pieces: Vec<u8> = game
        .legal(&position)
        .iter()
        .map(|m| m.piece.get())
        .collect();
    assert_eq!(pieces, [0, 1]);
}

/// R14: the goal takes all pieces.
#[test]
fn r14_all_four_pieces_can_finish() {
    for (ruleset, from, goal) in [("ludo", 55, 56), ("parchis", 70, 71), ("luddo", 55, 56)] {
        let game = game(ruleset, &[0, 2]);
        let pieces = format!("{goal} {goal} {goal} {from} | - | b b b b | -");
        let mut position = pos(&game, &pieces, 0);
        roll(&game, &mut position, &[1]);
        play(&game, &mut position, &choice(0, 3, &[1]));
        assert_eq!(position.places(), [arm(0)], "{ruleset}");
        assert_eq!(position.phase(), Phase::Over);
    }
}

/// R16: home is never a block.
#[test]
fn r16_pieces_at_the_goal_do_not_bar_the_last_one() {
    let (game, mut position) = at("parchis-pairs A[71,71,71,69] B[] C[10] D[] turn A");
    roll(&game, &mut position, &[2, 6]);
    assert_eq!(legal(&game, &position), ["69->71"]);
}

/// R17: the penalty goes by the piece last moved, whoever it belongs to and wherever its square's number is.
#[test]
fn r17_the_penalty_does_not_look_at_square_numbers() {
    // C's progress 3 is abs 42, its progress 60 is abs 31.
    let (game, mut position) =
        at("parchis-pairs A[] B[] C[60,3] D[] turn C streak 2 last_moved C0");
    roll(&game, &mut position, &[3, 3]);
    assert_eq!(
        json_of(&game, &position)["pieces"][2],
        serde_json::json!([-1, 3, -1, -1])
    );
}

/// R19: a bonus that cannot be played is lost at once.
#[test]
fn r19_a_bonus_that_nobody_can_make_is_lost_at_once() {
    // abs 65 + 2 = 67 is not safe; D's progress 11 stands there. Twenty is too far for both of A's pieces.
    let (game, mut position) = at("parchis-pairs A[60,63] B[] C[] D[11] turn A");
    roll(&game, &mut position, &[2, 6]);
    let events = play(&game, &mut position, &choice(0, 0, &[2]));
    assert!(
        events
            .iter()
            .any(|e| matches!(e, Event::BonusLost { steps: 20, .. })),
        "{events:?}"
    );
    assert!(position.bonus().is_empty());
    assert_eq!(position.dice(), [6]);
}

/// R21, R22: one winner, and a second game in the same process starts from nothing.
#[test]
fn r22_a_second_game_knows_nothing_of_the_first() {
    let game = game("ludo", &[0, 1, 2, 3]);
    let mut random = Random(22);
    for _ in 0..2 {
        let mut position = game.opening(arm(0)).unwrap();
        while position.phase() != Phase::Over {
            if position.phase() == Phase::Roll {
                let faces = random.roll(&game);
                game.roll(&mut position, &faces, &mut ()).unwrap();
            } else {
                let legal = game.legal(&position);
                game.apply(&mut position, &legal[random.below(legal.len())], &mut ());
            }
        }
        assert_eq!(position.places().len(), 1);
        let winner = position.places()[0];
        assert_eq!(game.pieces_home(&position, winner), 4);
        let first = game.ranking(&position, &[]);
        assert_eq!(first.iter().filter(|place| place.place == 1).count(), 1);
    }
}

/// R24: a jump is one event with both squares, and the next position has the second.
#[test]
fn r24_a_ladder_is_one_event_with_both_squares() {
    let (game, mut position) = at("snakes A[3] C[] turn A");
    let events = roll(&game, &mut position, &[6]);
    let moved = events.iter().find_map(|event| match event {
        Event::Moved {
            piece,
            from,
            via,
            to,
            ..
        } => Some((*piece, from.get(), via.unwrap().get(), to.get())),
        _ => None,
    });
    assert_eq!(moved, Some((Piece::default(), 3, 9, 31)));
    assert_eq!(position.pieces(arm(0))[0], Progress::new(31));
}

/// T07: who has finished is skipped, and the game stops when one is left.
#[test]
fn t07_finished_arms_are_skipped_and_the_last_one_ends_the_game() {
    let (game, mut position) = at("luddo A[56,56,56,55] B[5] C[56,56,56,55] turn A");
    roll(&game, &mut position, &[1]);
    play(&game, &mut position, &choice(0, 3, &[1]));
    assert_eq!(position.turn(), arm(1));
    roll(&game, &mut position, &[2]);
    play(&game, &mut position, &choice(1, 0, &[2]));
    assert_eq!(position.turn(), arm(2));
    roll(&game, &mut position, &[2]);
    assert_eq!(position.turn(), arm(1));
    roll(&game, &mut position, &[2]);
    play(&game, &mut position, &choice(1, 0, &[2]));
    roll(&game, &mut position, &[1]);
    play(&game, &mut position, &choice(2, 3, &[1]));
    assert_eq!(
        (position.phase(), position.places()),
        (Phase::Over, &[arm(0), arm(2)][..])
    );
}
