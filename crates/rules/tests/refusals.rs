//! What cannot be, and is refused with the field and a reason.
#![allow(clippy::unwrap_used)]

mod common;

use common::{arms, game, game_with, raw_pos};
use ludohall_rules::{
    ARMS, Board, FlagValue, Game, Options, Phase, RawPosition, RollError, SetupError, presets,
};
use proptest::prelude::*;

const OPEN: &str = "b b b b | b b b b | b b b b | b b b b";

fn field(game: &Game, raw: &RawPosition) -> &'static str {
    let error = game.check(raw).unwrap_err();
    assert!(!error.reason.is_empty());
    error.field
}

/// The field that is named when `change` is done to a position to roll in.
fn refused(ruleset: &str, pieces: &str, change: impl FnOnce(&mut RawPosition)) -> &'static str {
    let game = game(ruleset, &[0, 1, 2, 3]);
    let mut raw = raw_pos(&game, pieces, 0);
    game.check(&raw).unwrap();
    change(&mut raw);
    field(&game, &raw)
}

#[test]
fn pieces_of_a_wrong_number_or_place_are_refused() {
    let bad = |row: Vec<i16>| refused("ludo", OPEN, |raw| raw.pieces[0] = Some(row));
    assert_eq!(bad(vec![-1; 5]), "pieces");
    assert_eq!(bad(vec![]), "pieces");
    assert_eq!(bad(vec![57, -1, -1, -1]), "pieces");
    assert_eq!(bad(vec![-2, -1, -1, -1]), "pieces");
    assert_eq!(refused("ludo", OPEN, |raw| raw.pieces[3] = None), "pieces");
    assert_eq!(
        refused("ludo", OPEN, |raw| raw.pieces.truncate(3)),
        "pieces"
    );
    let two = game("ludo", &[0, 2]);
    assert_eq!(field(&two, &raw_pos(&two, OPEN, 0)), "pieces");
}

#[test]
fn more_pieces_or_colours_than_a_square_takes_are_refused() {
    let bad = |ruleset: &str, pieces: &str| {
        let game = game(ruleset, &[0, 1, 2, 3]);
        field(&game, &raw_pos(&game, pieces, 0))
    };
    assert_eq!(
        bad("parchis", "6 6 6 b | b b b b | b b b b | b b b b"),
        "pieces"
    );
    assert_eq!(
        bad("parchis", "7 7 b b | 58 b b b | b b b b | b b b b"),
        "pieces"
    );
    assert_eq!(
        bad("parchis", "6 b b b | 57 b b b | b b b b | b b b b"),
        "pieces"
    );
    assert_eq!(
        bad("parchis-pairs", "66 66 66 b | b b b b | b b b b | b b b b"),
        "pieces"
    );
    assert_eq!(
        bad("ludo-standard", "41 41 b b | b b b b | b b b b | b b b b"),
        "pieces"
    );
    assert_eq!(
        bad("ludo", "20 b b b | 7 b b b | b b b b | b b b b"),
        "pieces"
    );
}

#[test]
fn a_place_that_contradicts_the_pieces_is_refused() {
    let home = "56 56 56 56 | b b b b | b b b b | b b b b";
    let game = game("luddo", &[0, 1, 2, 3]);
    assert_eq!(field(&game, &raw_pos(&game, home, 1)), "places");
    assert_eq!(refused("luddo", OPEN, |raw| raw.places = vec![0]), "places");
    assert_eq!(refused("luddo", OPEN, |raw| raw.places = vec![9]), "places");
    let mut raw = raw_pos(&game, home, 0);
    raw.places = vec![0];
    assert_eq!(field(&game, &raw), "turn");
    raw.places = vec![0, 0];
    assert_eq!(field(&game, &raw), "places");
}

#[test]
fn a_phase_that_contradicts_the_places_is_refused() {
    assert_eq!(
        refused("ludo", OPEN, |raw| raw.phase = Phase::Over),
        "phase"
    );
    let game = game("ludo", &[0, 1, 2, 3]);
    let mut raw = raw_pos(&game, "56 56 56 56 | b b b b | b b b b | b b b b", 1);
    raw.places = vec![0];
    assert_eq!(field(&game, &raw), "phase");
    raw.phase = Phase::Over;
    game.check(&raw).unwrap();
    raw.dice = vec![3];
    assert_eq!(field(&game, &raw), "dice");
}

#[test]
fn dice_that_contradict_the_streak_are_refused() {
    let choosing = |ruleset: &'static str, dice: &'static [u8], streak: u8| {
        refused(ruleset, "10 b b b | b b b b | b b b b | b b b b", |raw| {
            raw.phase = Phase::Move;
            raw.dice = dice.to_vec();
            raw.streak = streak;
        })
    };
    assert_eq!(choosing("ludo", &[6], 0), "streak");
    assert_eq!(choosing("ludo", &[3], 1), "streak");
    assert_eq!(choosing("ludo", &[6], 3), "streak");
    assert_eq!(choosing("parchis-pairs", &[3, 3], 0), "streak");
    assert_eq!(choosing("parchis-pairs", &[3, 4], 1), "streak");
    assert_eq!(choosing("luddo", &[6, 3], 1), "streak");
    assert_eq!(choosing("luddo", &[6], 0), "dice");
    assert_eq!(choosing("luddo", &[3, 6], 0), "dice");
    assert_eq!(choosing("luddo", &[6, 6, 6, 1], 0), "dice");
    assert_eq!(choosing("ludo", &[], 0), "dice");
    assert_eq!(choosing("ludo", &[7], 0), "dice");
    assert_eq!(choosing("ludo", &[0], 0), "dice");
    assert_eq!(choosing("ludo", &[1, 2], 0), "dice");
    assert_eq!(choosing("ludo", &[1; 9], 0), "dice");
    assert_eq!(refused("ludo", OPEN, |raw| raw.dice = vec![3]), "dice");
    assert_eq!(refused("luddo", OPEN, |raw| raw.streak = 1), "streak");
}

#[test]
fn a_choice_without_a_move_is_refused() {
    let stuck = refused("ludo", OPEN, |raw| {
        raw.phase = Phase::Move;
        raw.dice = vec![3];
    });
    assert_eq!(stuck, "phase");
}

#[test]
fn a_bonus_that_is_not_earned_is_refused() {
    let pending = |steps: u8, dice: &'static [u8]| {
        refused(
            "parchis-pairs",
            "10 b b b | b b b b | b b b b | b b b b",
            |raw| {
                raw.phase = Phase::Move;
                raw.bonus = vec![steps];
                raw.dice = dice.to_vec();
            },
        )
    };
    assert_eq!(pending(15, &[3]), "bonus");
    assert_eq!(pending(20, &[3, 4]), "bonus");
    assert_eq!(refused("ludo", OPEN, |raw| raw.bonus = vec![20]), "bonus");
    assert_eq!(
        refused("parchis", OPEN, |raw| raw.bonus = vec![20]),
        "bonus"
    );
    assert_eq!(
        refused("parchis", OPEN, |raw| raw.bonus = vec![20; 99]),
        "bonus"
    );
}

#[test]
fn a_duty_that_does_not_exist_is_refused() {
    let duty = |pair: [(u8, u8); 2]| {
        refused(
            "parchis-pairs",
            "10 10 30 b | b b b b | b b b b | b b b b",
            |raw| {
                raw.phase = Phase::Move;
                raw.dice = vec![4, 4];
                raw.streak = 1;
                raw.duty = Some(vec![pair]);
            },
        )
    };
    assert_eq!(duty([(0, 0), (0, 2)]), "duty");
    assert_eq!(duty([(0, 0), (0, 0)]), "duty");
    assert_eq!(duty([(0, 0), (1, 0)]), "duty");
    assert_eq!(duty([(0, 0), (0, 4)]), "duty");
    assert_eq!(duty([(9, 0), (9, 1)]), "duty");
    let not_rolled = refused(
        "parchis-pairs",
        "10 10 30 b | b b b b | b b b b | b b b b",
        |raw| {
            raw.duty = Some(vec![[(0, 0), (0, 1)]]);
        },
    );
    assert_eq!(not_rolled, "duty");
}

#[test]
fn fields_that_a_ruleset_does_not_use_must_have_their_shape_all_the_same() {
    let short = |raw: &mut RawPosition| raw.arrived = Some(vec![Some(vec![1])]);
    assert_eq!(refused("ludo", OPEN, short), "arrived");
    let no_such_piece = |raw: &mut RawPosition| raw.last_moved = Some(Some((0, 7)));
    assert_eq!(refused("ludo", OPEN, no_such_piece), "last_moved");
    let no_such_pair = |raw: &mut RawPosition| raw.duty = Some(vec![[(0, 9), (0, 1)]]);
    assert_eq!(refused("ludo", OPEN, no_such_pair), "duty");
    let no_pair = |raw: &mut RawPosition| raw.split = Some(vec![[(0, 1), (0, 1)]]);
    assert_eq!(refused("ludo", OPEN, no_pair), "split");
    assert_eq!(refused("parchis", OPEN, no_pair), "split");
}

#[test]
fn what_belongs_to_another_moment_is_refused() {
    assert_eq!(
        refused("luddo", OPEN, |raw| raw.extra = Some(true)),
        "extra"
    );
    assert_eq!(
        refused("parchis", OPEN, |raw| raw.last_moved = Some(Some((0, 7)))),
        "last_moved"
    );
    assert_eq!(refused("ludo", OPEN, |raw| raw.turn = 4), "turn");
    assert_eq!(refused("ludo", OPEN, |raw| raw.turn = 255), "turn");
    let open = "b | b | b | b";
    assert_eq!(
        refused("snakes", open, |raw| raw.pieces[0] = Some(vec![0])),
        "pieces"
    );
    assert_eq!(
        refused("snakes", open, |raw| raw.pieces[0] = Some(vec![16])),
        "pieces"
    );
    assert_eq!(
        refused("snakes", open, |raw| raw.phase = Phase::Move),
        "phase"
    );
}

#[test]
fn a_die_of_seven_is_refused_and_changes_nothing() {
    let game = game("ludo", &[0, 2]);
    let before = game.opening(game.arms()[0]).unwrap();
    let mut position = before;
    assert_eq!(
        game.roll(&mut position, &[7], &mut ()),
        Err(RollError::Face(7))
    );
    assert_eq!(
        game.roll(&mut position, &[0], &mut ()),
        Err(RollError::Face(0))
    );
    let count = RollError::Count { expected: 1 };
    assert_eq!(game.roll(&mut position, &[3, 3], &mut ()), Err(count));
    assert_eq!(game.roll(&mut position, &[], &mut ()), Err(count));
    assert_eq!(game.roll(&mut position, &[1; 300], &mut ()), Err(count));
    assert_eq!(position, before);
}

fn setup(
    ruleset: &str,
    options: &[(&str, FlagValue)],
    board: Option<&str>,
    seats: &[u8],
) -> SetupError {
    let options: Options = options
        .iter()
        .map(|(k, v)| ((*k).to_owned(), v.clone()))
        .collect();
    Game::new(ruleset, &options, board, &arms(seats)).unwrap_err()
}

#[test]
fn unknown_names_are_refused() {
    assert_eq!(
        setup("chess", &[], None, &[0, 2]),
        SetupError::UnknownRuleset
    );
    let flag = setup(
        "ludo",
        &[("again.never", FlagValue::Bool(true))],
        None,
        &[0, 2],
    );
    assert!(matches!(flag, SetupError::Options { flag, .. } if flag == "again.never"));
    let value = setup(
        "ludo",
        &[("again.when_dead", FlagValue::Int(1))],
        None,
        &[0, 2],
    );
    assert!(matches!(value, SetupError::Options { reason, .. } if reason.contains("pass, reroll")));
    assert!(matches!(
        setup("ludo", &[], Some("h78"), &[0, 2]),
        SetupError::Board { .. }
    ));
}

#[test]
fn arms_that_cannot_play_are_refused() {
    let bad = |ruleset: &str, seats: &[u8]| setup(ruleset, &[], None, seats);
    for seats in [&[0][..], &[2, 0], &[0, 0], &[0, 5], &[0, 1, 2, 3, 4]] {
        assert!(
            matches!(bad("ludo", seats), SetupError::Seats { .. }),
            "{seats:?}"
        );
    }
    assert!(matches!(
        bad("parchis-pairs", &[0, 1, 2]),
        SetupError::Seats { .. }
    ));
    let on_board = setup("luddo", &[], Some("c52"), &[0, 4]);
    assert!(matches!(on_board, SetupError::Seats { .. }));
    let game = game("ludo", &[0, 2]);
    assert!(game.opening(common::arm(1)).is_err());
}

#[test]
fn an_option_equal_to_the_preset_is_no_difference() {
    let game = game_with("luddo", serde_json::json!({"again.home": true}), &[0, 2]);
    assert!(game.options().is_empty());
    let game = game_with("luddo", serde_json::json!({"again.home": false}), &[0, 2]);
    assert_eq!(game.options().len(), 1);
}

#[test]
fn the_usual_board_has_all_arms() {
    assert_eq!(game("luddo", &[0, 3]).board().id, "c52");
    assert_eq!(game("luddo", &[0, 4]).board().id, "h78");
    assert_eq!(game("parchis", &[0, 3]).board().id, "p68");
    assert_eq!(game("parchis", &[0, 5]).board().id, "p102");
    assert_eq!(game("parchis", &[0, 6]).board().id, "p136");
    assert!(Board::find("c52").is_some() && Board::find("c53").is_none());
    assert!(common::arm(7).index() < ARMS);
}

fn anything() -> impl Strategy<Value = RawPosition> {
    let progress = prop_oneof![-1i16..90, any::<i16>()];
    let row = prop::option::weighted(0.9, prop::collection::vec(progress, 1..6));
    let small = || prop::collection::vec(0u8..8, 0..4);
    let pair = || prop::option::of((0u8..9, 0u8..5));
    let fields = (
        prop::collection::vec(row, 0..9),
        0u8..9,
        prop_oneof![Just(Phase::Roll), Just(Phase::Move), Just(Phase::Over)],
        small(),
        prop::collection::vec(prop_oneof![Just(10u8), Just(20u8), any::<u8>()], 0..3),
        prop_oneof![0u8..4, any::<u8>()],
        small(),
        prop::option::of(pair()),
        prop::option::of(any::<bool>()),
    );
    fields.prop_map(
        |(pieces, turn, phase, dice, bonus, streak, places, last, extra)| RawPosition {
            phase,
            dice,
            bonus,
            streak,
            places,
            last_moved: last,
            extra,
            captured: Some(vec![turn]),
            tries: Some(streak),
            duty: last.flatten().map(|piece| vec![[piece, (turn, 0)]]),
            arrived: Some(vec![Some(vec![u32::MAX; 4]); pieces.len()]),
            ..RawPosition::to_roll(pieces, turn)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever comes in is refused or goes on; nothing panics.
    #[test]
    fn no_position_from_outside_upsets_the_engine(raw in anything(), which in 0usize..100, face in 1u8..=6) {
        let preset = &presets()[which % presets().len()];
        let seats: Vec<u8> = (0..preset.seats.max.min(4)).collect();
        let game = game(preset.id, &seats);
        if let Ok(mut position) = game.check(&raw) {
            for _ in 0..20 {
                let legal = game.legal(&position);
                match legal.first() {
                    Some(first) => game.play(&mut position, &first.choice(), &mut ()).unwrap(),
                    None => { let _ = game.roll(&mut position, &vec![face; game.dice_per_roll()], &mut ()); }
                }
                prop_assert_eq!(game.check(&game.raw(&position)).unwrap(), position);
            }
        }
    }
}
