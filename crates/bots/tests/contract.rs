//! What every bot must do in every ruleset, whatever the dice.
#![allow(clippy::unwrap_used)]

use ludohall_bots::{Level, choose};
use ludohall_rules::{Arm, Choice, Game, Move, Options, Phase, Position, Preset, presets};
use proptest::prelude::*;

/// A game among as many as a preset takes, by a number that says how many.
fn game(preset: &Preset, choice: u8) -> Game {
    let range = preset.seats.max - preset.seats.min + 1;
    let seats = preset.seats.min + choice % range;
    let arms: Vec<Arm> = (0..seats).filter_map(Arm::new).collect();
    Game::new(preset.id, &Options::new(), None, &arms).unwrap()
}

/// Rolls whatever `bytes` say; `None` at their end.
fn roll(game: &Game, position: &mut Position, bytes: &mut impl Iterator<Item = u8>) -> Option<()> {
    let faces: Vec<u8> = (0..game.dice_per_roll())
        .map(|_| Some(bytes.next()? % game.faces() + 1))
        .collect::<Option<_>>()?;
    game.roll(position, &faces, &mut ()).unwrap();
    Some(())
}

/// Checks all levels in a position where a choice is awaited; returns one of the legal choices by `byte`.
fn check(game: &Game, position: &Position, byte: u8) -> Choice {
    let legal: Vec<Choice> = game.legal(position).iter().map(Move::choice).collect();
    for level in Level::ALL {
        let chosen = choose(game, position, level);
        assert!(
            chosen.is_some_and(|chosen| legal.contains(&chosen)),
            "{level}: {position:?}"
        );
        assert_eq!(
            choose(game, position, level),
            chosen,
            "{level}: {position:?}"
        );
    }
    legal[usize::from(byte) % legal.len()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// B02, L09: a bot answers at once, and with a legal move.
    #[test]
    fn bots_choose_a_legal_move_and_always_the_same(
        preset in 0..presets().len(),
        seats in any::<u8>(),
        bytes in proptest::collection::vec(any::<u8>(), 600),
    ) {
        let game = game(&presets()[preset], seats);
        let mut position = game.opening(game.arms()[0]).unwrap();
        let mut bytes = bytes.into_iter();
        while position.phase() != Phase::Over {
            if position.phase() == Phase::Roll {
                prop_assert_eq!(choose(&game, &position, Level::Hard), None);
                if roll(&game, &mut position, &mut bytes).is_none() { break; }
            } else {
                let Some(byte) = bytes.next() else { break };
                let choice = check(&game, &position, byte);
                game.play(&mut position, &choice, &mut ()).unwrap();
            }
        }
    }
}
