//! Why a piece cannot move, and which duty forces a choice.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, any_game, game, game_with, play, pos, roll};
use ludohall_rules::{
    Duty, Game, Move, MoveKind, Phase, PieceWhy, Position, Progress, Reason, presets,
};
use proptest::prelude::*;
use serde_json::json;

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exactly_what_is_not_legal_has_a_reason_and_the_reason_is_true(seed: u64) {
        let mut random = Random(seed);
        for preset in presets() {
            let game = any_game(preset, &mut random);
            let mut position = game.opening(game.arms()[0]).unwrap();
            let mut decisions = 0;
            while position.phase() != Phase::Over && decisions < 600 {
                decisions += 1;
                if position.phase() == Phase::Roll {
                    let faces = random.roll(&game);
                    game.roll(&mut position, &faces, &mut ()).unwrap();
                } else {
                    explain(&game, &position);
                    let legal = game.legal(&position);
                    game.apply(&mut position, &legal[random.below(legal.len())], &mut ());
                }
            }
        }
    }
}

fn explain(game: &Game, position: &Position) {
    let why = game.why(position);
    let said: Vec<Move> = why
        .pieces
        .iter()
        .filter_map(|way| way.verdict.ok())
        .collect();
    let legal = game.legal(position);
    let moves: Vec<Move> = legal
        .iter()
        .filter(|m| m.kind != MoveKind::Decline)
        .copied()
        .collect();
    let same = moves.len() == said.len() && moves.iter().all(|one| said.contains(one));
    assert!(same, "{game:?} {:?}: {moves:?} {why:?}", game.raw(position));
    assert_eq!(why.forced, game.forced(position));
    for way in &why.pieces {
        if let Err(reason) = way.verdict {
            let is_true = is_true(game, position, way, reason, why.forced);
            assert!(is_true, "{game:?} {:?}: {way:?}", game.raw(position));
        }
    }
}

/// Whether what a reason says of the position can be seen in it.
fn is_true(
    game: &Game,
    position: &Position,
    way: &PieceWhy,
    reason: Reason,
    forced: Option<Duty>,
) -> bool {
    let from = position.piece(way.arm, way.piece);
    let face = way.uses[0];
    // A six may count more where the base is empty.
    let reach = i16::from(face) + if face == 6 { 6 } else { 0 };
    let turns_back = from.get() + reach > game.end();
    let ahead = |at: Progress| at.get() <= from.get() + reach && (at > from || turns_back);
    let stand = |at: Progress| count(game, position, way, at);
    match reason {
        Reason::NeedsFace { faces, sum } => {
            from.is_base() && !faces.contains(&face) && way.uses.len() == 1 && sum < 12
        }
        Reason::NoEntryByBonus => from.is_base() && position.bonus().contains(&face),
        Reason::SumOnlyEnters => !from.is_base() && way.uses.len() == 2,
        Reason::Home => game.is_home(from),
        Reason::PastEnd { by } => {
            by > 0
                && from.get() + i16::from(face) <= game.end() + by
                && game.end() + by <= from.get() + reach
        }
        Reason::CountsBack { by } => by > 0,
        Reason::CaptureFirst => from.get() < game.track(),
        Reason::BlockAhead { at, of } | Reason::Block { at, of } => {
            ahead(at) && stand(at).iter().filter(|arm| **arm == of).count() > 1
        }
        Reason::MixedAhead { at } => ahead(at) && stand(at).len() > 1 && game.is_safe(way.arm, at),
        Reason::OwnAhead { at } => ahead(at) && at.get() >= game.track() && !stand(at).is_empty(),
        Reason::OwnPiece { at } | Reason::PairBroken { at } => stand(at).contains(&way.arm),
        Reason::Full { at } => stand(at).len() >= 2,
        Reason::NotShared { at } => !stand(at).is_empty() && game.is_safe(way.arm, at),
        Reason::Partner { at } => stand(at)
            .iter()
            .any(|arm| game.partner(*arm) == Some(way.arm)),
        Reason::PieceAhead { at, of } => at.get() < game.track() && stand(at).contains(&of),
        Reason::StairNeeds { face: needed } => from.get() >= game.track() - 1 && needed != face,
        Reason::NotYet { first } => position.dice().first() == Some(&first) && first != face,
        Reason::DiceFirst => !position.dice().is_empty(),
        Reason::Duty(duty) => forced == Some(duty),
        Reason::Unexplained => false,
    }
}

/// The arms of all other pieces that stand where the piece has this progress.
fn count(
    game: &Game,
    position: &Position,
    way: &PieceWhy,
    at: Progress,
) -> Vec<ludohall_rules::Arm> {
    let mut there = Vec::new();
    for &arm in game.arms() {
        let seen = if arm == way.arm {
            Some(at)
        } else {
            game.seen_by(arm, way.arm, at)
        };
        for (piece, stands) in position.pieces(arm).iter().enumerate() {
            if Some(*stands) == seen && (arm, piece) != (way.arm, way.piece.index()) {
                there.push(arm);
            }
        }
    }
    there
}

/// What is said of a piece and what it would use.
fn reason(game: &Game, position: &Position, piece: u8, uses: &[u8]) -> Reason {
    let why = game.why(position);
    let mut ways = why.pieces.iter();
    let way = ways
        .find(|way| way.piece.get() == piece && way.uses[..] == *uses)
        .unwrap();
    way.verdict.unwrap_err()
}

fn at(squares: i16) -> Progress {
    Progress::new(squares)
}

#[test]
fn a_piece_in_base_needs_its_face_and_one_near_home_the_exact_number() {
    let game = game("ludo", &[0, 2]);
    let mut position = pos(&game, "b 53 56 10 | - | b b b b", 0);
    roll(&game, &mut position, &[4]);
    let Reason::NeedsFace { faces, sum: 0 } = reason(&game, &position, 0, &[4]) else {
        panic!("needs a six")
    };
    assert_eq!(faces[..], [6]);
    assert_eq!(reason(&game, &position, 1, &[4]), Reason::PastEnd { by: 1 });
    assert_eq!(reason(&game, &position, 2, &[4]), Reason::Home);
    assert_eq!(game.forced(&position), None);
}

#[test]
fn a_five_that_must_bring_a_piece_out_is_told() {
    let game = game("parchis-pairs", &[0, 1, 2, 3]);
    let mut position = pos(&game, "0 b b 20 | b b b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[5, 2]);
    assert_eq!(game.forced(&position), Some(Duty::Enter));
    assert_eq!(reason(&game, &position, 3, &[2]), Reason::Duty(Duty::Enter));
    assert_eq!(reason(&game, &position, 0, &[5]), Reason::Duty(Duty::Enter));
}

#[test]
fn a_sum_that_must_bring_a_piece_out_is_told() {
    let game = game("parchis-pairs", &[0, 1, 2, 3]);
    let mut position = pos(&game, "0 b b 20 | b b b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[3, 2]);
    assert_eq!(game.forced(&position), Some(Duty::Enter));
    assert_eq!(reason(&game, &position, 0, &[2, 3]), Reason::SumOnlyEnters);
}

// B14: a double breaks the block, and its pieces may not meet again.
#[test]
fn a_double_that_must_break_a_block_is_told_and_so_is_the_pair_that_stays_apart() {
    let game = game("parchis-pairs", &[0, 1, 2, 3]);
    let mut position = pos(&game, "10 10 30 b | b b b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[4, 4]);
    assert_eq!(game.forced(&position), Some(Duty::Break));
    assert_eq!(reason(&game, &position, 2, &[4]), Reason::Duty(Duty::Break));
    play(&game, &mut position, &common::choice(0, 0, &[4]));
    assert_eq!(game.forced(&position), None);
    assert_eq!(
        reason(&game, &position, 1, &[4]),
        Reason::PairBroken { at: at(14) }
    );
}

// B11, C05, B13, E02, D06.
#[test]
fn what_stands_in_the_way_and_where_is_told() {
    let pairs = game("parchis-pairs", &[0, 1, 2, 3]);
    let mut position = pos(&pairs, "4 2 6 6 | 58 b b b | b b b b | 24 b b b", 0);
    roll(&pairs, &mut position, &[3, 6]);
    assert_eq!(
        reason(&pairs, &position, 0, &[3]),
        Reason::BlockAhead {
            at: at(6),
            of: common::arm(0)
        }
    );

    let mixed = game("parchis", &[0, 1, 2, 3]);
    let mut position = pos(&mixed, "4 20 71 b | 58 b b b | b b b b | 24 b b b", 0);
    roll(&mixed, &mut position, &[4]);
    assert_eq!(
        reason(&mixed, &position, 0, &[4]),
        Reason::MixedAhead { at: at(7) }
    );
    let mut position = pos(&mixed, "4 20 71 b | 58 b b b | b b b b | 24 b b b", 0);
    roll(&mixed, &mut position, &[3]);
    assert_eq!(
        reason(&mixed, &position, 0, &[3]),
        Reason::Full { at: at(7) }
    );

    let walls = game("ludo-blockades", &[0, 1]);
    let mut position = pos(&walls, "5 20 b b | 38 38 b b", 0);
    roll(&walls, &mut position, &[4]);
    assert_eq!(
        reason(&walls, &position, 0, &[4]),
        Reason::BlockAhead {
            at: at(8),
            of: common::arm(1)
        }
    );
    let mut position = pos(&walls, "5 20 b b | 38 38 b b", 0);
    roll(&walls, &mut position, &[3]);
    assert_eq!(
        reason(&walls, &position, 0, &[3]),
        Reason::Block {
            at: at(8),
            of: common::arm(1)
        }
    );

    let slots = game("ludo-standard", &[0, 1]);
    let mut position = pos(&slots, "38 41 20 23 | b b b b", 0);
    roll(&slots, &mut position, &[3]);
    assert_eq!(
        reason(&slots, &position, 0, &[3]),
        Reason::OwnPiece { at: at(41) }
    );
    assert_eq!(
        reason(&slots, &position, 2, &[3]),
        Reason::OwnPiece { at: at(23) }
    );
    let mut position = pos(&slots, "38 41 20 b | b b b b", 0);
    roll(&slots, &mut position, &[4]);
    assert_eq!(
        reason(&slots, &position, 0, &[4]),
        Reason::OwnAhead { at: at(41) }
    );
}

#[test]
fn a_bonus_comes_before_the_dice_and_a_queue_keeps_its_order() {
    let pairs = game("parchis-pairs", &[0, 1, 2, 3]);
    let mut position = pos(&pairs, "10 40 71 b | b b b b | b b b b | 30 b b b", 0);
    roll(&pairs, &mut position, &[3, 6]);
    play(&pairs, &mut position, &common::choice(0, 0, &[3]));
    assert_eq!(pairs.forced(&position), Some(Duty::Bonus));
    assert_eq!(
        reason(&pairs, &position, 0, &[6]),
        Reason::Duty(Duty::Bonus)
    );
    assert_eq!(reason(&pairs, &position, 3, &[20]), Reason::NoEntryByBonus);

    let luddo = game("luddo", &[0, 2]);
    let mut position = pos(&luddo, "0 20 b b | - | b b b b", 0);
    roll(&luddo, &mut position, &[6]);
    roll(&luddo, &mut position, &[2]);
    assert_eq!(
        reason(&luddo, &position, 1, &[2]),
        Reason::NotYet { first: 6 }
    );
}

#[test]
fn a_capture_that_must_be_made_or_must_come_first_is_told() {
    let must = game_with("ludo-standard", json!({"capture.duty": "must"}), &[0, 1]);
    let mut position = pos(&must, "7 20 b b | 0 b b b", 0);
    roll(&must, &mut position, &[3]);
    assert_eq!(must.forced(&position), Some(Duty::Capture));
    assert_eq!(
        reason(&must, &position, 1, &[3]),
        Reason::Duty(Duty::Capture)
    );

    let gate = game_with("luddo", json!({"gate.capture_first": true}), &[0, 2]);
    let mut position = pos(&gate, "50 20 b b | - | b b b b", 0);
    roll(&gate, &mut position, &[3]);
    assert_eq!(reason(&gate, &position, 0, &[3]), Reason::CaptureFirst);
}

#[test]
fn a_start_that_must_be_cleared_and_a_partner_in_the_way_are_told() {
    let clear = game_with("ludo-standard", json!({"enter.clear_start": true}), &[0, 1]);
    let mut position = pos(&clear, "0 20 b b | b b b b", 0);
    roll(&clear, &mut position, &[3]);
    assert_eq!(clear.forced(&position), Some(Duty::ClearStart));
    assert_eq!(
        reason(&clear, &position, 1, &[3]),
        Reason::Duty(Duty::ClearStart)
    );

    let teams = game_with("ludo-standard", json!({"teams": "opposite"}), &[0, 1, 2, 3]);
    let mut position = pos(&teams, "17 30 b b | b b b b | 0 b b b | b b b b", 0);
    roll(&teams, &mut position, &[3]);
    assert_eq!(
        reason(&teams, &position, 0, &[3]),
        Reason::Partner { at: at(20) }
    );
}

#[test]
fn nothing_is_said_where_nothing_is_to_be_chosen() {
    let game = game("ludo", &[0, 2]);
    let position = game.opening(game.arms()[0]).unwrap();
    assert!(game.why(&position).pieces.is_empty());
    assert_eq!(game.forced(&position), None);
}

#[test]
fn dice_that_must_all_be_used_and_a_safe_square_of_another_colour_are_told() {
    let game = game("parcheesi", &[0, 1, 2, 3]);
    // D's 29 is A's 12 and stops A's 10; B's 58 is A's 7.
    let mut position = pos(&game, "10 68 71 71 | b b b b | b b b b | 29 29 b b", 0);
    roll(&game, &mut position, &[3, 1]);
    assert_eq!(game.forced(&position), Some(Duty::MostDice));
    let duty = Reason::Duty(Duty::MostDice);
    assert_eq!(reason(&game, &position, 1, &[1]), duty);
    let mut position = pos(&game, "4 10 b b | 58 b b b | b b b b | b b b b", 0);
    roll(&game, &mut position, &[3, 1]);
    let taken = Reason::NotShared { at: at(7) };
    assert_eq!(reason(&game, &position, 0, &[3]), taken);
}
