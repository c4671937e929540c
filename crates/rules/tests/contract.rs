//! What every ruleset promises in any game, by random play.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, any_game, seats};
use ludohall_rules::{
    Board, Event, FlagValue, Game, Options, Phase, Piece, Position, Preset, presets,
};
use proptest::prelude::*;

/// No game by random choices is longer. The longest seen, with six players and capture before the lane, has 20,000.
const MOST_ROLLS: u32 = 200_000;

/// A position is written as a line and read back at every so many rolls: that takes longer than all the rest.
const LINE_EVERY: u32 = 16;

/// Plays a whole game, looking at everything on the way.
fn play_out(game: &Game, random: &mut Random) {
    let start = game.arms()[random.below(game.arms().len())];
    let mut position = game.opening(start).unwrap();
    let mut events = Vec::new();
    let mut rolls = 0;
    while position.phase() != Phase::Over {
        inspect(game, &position);
        if rolls % LINE_EVERY == 0 {
            inspect_line(game, &position);
        }
        events.clear();
        if position.phase() == Phase::Roll {
            rolls += 1;
            assert!(rolls < MOST_ROLLS, "{game:?} does not end");
            refuse_choices(game, &position);
            let faces = random.roll(game);
            game.roll(&mut position, &faces, &mut events).unwrap();
        } else {
            refuse_rolls(game, &position, random);
            let legal = game.legal(&position);
            let chosen = legal[random.below(legal.len())];
            let mut by_apply = position;
            game.play(&mut position, &chosen.choice(), &mut events)
                .unwrap();
            game.apply(&mut by_apply, &chosen, &mut ());
            assert_eq!(position, by_apply);
        }
        let last = events.last().unwrap();
        let over = position.phase() == Phase::Over;
        assert_eq!(over, matches!(last, Event::Finished { .. }), "{events:?}");
        assert_eq!(!over, matches!(last, Event::Turn { .. }), "{events:?}");
    }
    inspect(game, &position);
    inspect_line(game, &position);
    let ranking = game.ranking(&position, &[]);
    assert_eq!(ranking.len(), game.arms().len());
    assert_eq!(ranking[0].place, 1);
}

/// A position comes back from its line in notation.
fn inspect_line(game: &Game, position: &Position) {
    let line = game.line(position).to_string();
    let (read_game, read) = Game::read(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
    assert_eq!(*position, read, "{line}");
    assert_eq!(line, read_game.line(&read).to_string());
}

fn inspect(game: &Game, position: &Position) {
    let raw = game.raw(position);
    let again = game
        .check(&raw)
        .unwrap_or_else(|e| panic!("{game:?} {raw:?}: {e}"));
    assert_eq!(*position, again, "{game:?}");
    assert_eq!(raw, game.raw(&again));
    assert!(game.arms().contains(&position.turn()));
    let legal = game.legal(position);
    assert_eq!(legal.is_empty(), position.phase() != Phase::Move);
    let keys: Vec<_> = legal
        .iter()
        .map(|m| {
            (
                m.kind == ludohall_rules::MoveKind::Decline,
                m.piece,
                m.arm,
                m.uses.to_vec(),
            )
        })
        .collect();
    assert!(keys.is_sorted(), "not in canonical order: {legal:?}");
}

/// A choice where a roll is awaited is refused and changes nothing.
fn refuse_choices(game: &Game, position: &Position) {
    let mut after = *position;
    let choice = common::choice(position.turn().get(), 0, &[6]);
    assert!(game.play(&mut after, &choice, &mut ()).is_err());
    assert_eq!(*position, after);
}

/// A roll where a choice is awaited and a move that is not legal are refused and change nothing.
fn refuse_rolls(game: &Game, position: &Position, random: &mut Random) {
    let mut after = *position;
    assert!(game.roll(&mut after, &random.roll(game), &mut ()).is_err());
    for piece in Piece::first(4) {
        let uses = 1 + random.below(7) as u8;
        let choice = common::choice(random.below(8) as u8, piece.get(), &[uses]);
        if game.find(position, &choice).is_none() {
            assert!(game.play(&mut after, &choice, &mut ()).is_err());
        }
    }
    assert_eq!(*position, after);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_ruleset_keeps_its_promises(seed: u64) {
        let mut random = Random(seed);
        for preset in presets() {
            let game = any_game(preset, &mut random);
            play_out(&game, &mut random);
        }
    }
}

#[test]
fn every_value_of_every_flag_can_be_played() {
    let mut random = Random(7);
    for preset in presets() {
        for flag in preset.flags() {
            for value in &flag.values {
                let game = with(preset, flag.name, value);
                play_out(&game, &mut random);
            }
        }
    }
}

/// A full table with one flag set, and with another one where it cannot be had alone, on the first board that allows it.
fn with(preset: &'static Preset, flag: &str, value: &FlagValue) -> Game {
    let alone = Options::from([(flag.to_owned(), value.clone())]);
    let flags = preset.flags();
    let others = flags.iter().filter(|other| other.name != flag);
    let settings = others.flat_map(|other| other.values.iter().map(|value| (other.name, value)));
    let beside = settings.map(|(other, value)| {
        let mut options = alone.clone();
        options.insert(other.to_owned(), value.clone());
        options
    });
    let mut all = std::iter::once(alone.clone()).chain(beside);
    all.find_map(|options| {
        preset
            .boards()
            .find_map(|board| full_table(preset, board, &options))
    })
    .unwrap_or_else(|| panic!("{}: {flag} cannot be {value}", preset.id))
}

fn full_table(preset: &Preset, board: &Board, options: &Options) -> Option<Game> {
    let count = board.arms().min(preset.seats.max.into());
    Game::new(preset.id, options, Some(board.id), &seats(board, count)).ok()
}

#[test]
fn every_board_can_be_played_by_every_number() {
    let mut random = Random(11);
    for preset in presets() {
        for board in preset.boards() {
            for count in preset.seats.min.into()..=board.arms().min(preset.seats.max.into()) {
                let arms = seats(board, count);
                let game = Game::new(preset.id, &Options::new(), Some(board.id), &arms).unwrap();
                play_out(&game, &mut random);
            }
        }
    }
}

#[test]
fn the_same_rolls_and_choices_give_the_same_game() {
    for preset in presets() {
        let mut seeds = Random(3);
        let game = any_game(preset, &mut seeds);
        let ends: Vec<Position> = [5, 5]
            .map(|seed| {
                let mut random = Random(seed);
                let mut position = game.opening(game.arms()[0]).unwrap();
                while position.phase() != Phase::Over {
                    if position.phase() == Phase::Roll {
                        let faces = random.roll(&game);
                        game.roll(&mut position, &faces, &mut ()).unwrap();
                    } else {
                        let legal = game.legal(&position);
                        game.apply(&mut position, &legal[random.below(legal.len())], &mut ());
                    }
                }
                position
            })
            .to_vec();
        assert_eq!(ends[0], ends[1]);
    }
}
