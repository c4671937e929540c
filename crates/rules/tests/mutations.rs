//! Positions of real games with something changed: refused, or played on without harm.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, arms};
use ludohall_rules::{Game, Options, Phase, Position, RawPosition, presets};
use proptest::prelude::*;

/// A position somewhere in a random game.
fn somewhere(game: &Game, random: &mut Random) -> Position {
    let mut position = game.opening(game.arms()[0]).unwrap();
    for _ in 0..random.below(400) {
        step(game, &mut position, random);
    }
    position
}

fn step(game: &Game, position: &mut Position, random: &mut Random) {
    match position.phase() {
        Phase::Roll => game.roll(position, &random.roll(game), &mut ()).unwrap(),
        Phase::Move => {
            let legal = game.legal(position);
            let choice = legal[random.below(legal.len())].choice();
            game.play(position, &choice, &mut ()).unwrap();
        }
        Phase::Over => {}
    }
}

fn change(raw: &mut RawPosition, random: &mut Random) {
    let small = random.below(9) as u8;
    let pair = [
        (random.below(4) as u8, 0),
        (random.below(4) as u8, random.below(4) as u8),
    ];
    match random.below(14) {
        0..=3 => {
            let arm = random.below(raw.pieces.len());
            if let Some(row) = &mut raw.pieces[arm] {
                let piece = random.below(row.len());
                row[piece] = random.below(90) as i16 - 2;
            }
        }
        4 => raw.turn = small,
        5 => raw.phase = [Phase::Roll, Phase::Move, Phase::Over][random.below(3)],
        6 => raw.dice = vec![small; random.below(3)],
        7 => raw.bonus = vec![[10, 20][random.below(2)]; random.below(9)],
        8 => raw.streak = small,
        9 => raw.places.push(small),
        10 => raw.last_moved = Some(Some((small, random.below(5) as u8))),
        11 => raw.duty = Some(vec![pair]),
        12 => raw.split = Some(vec![pair]),
        _ => raw.extra = Some(random.below(2) == 0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_position_is_refused_or_goes_on(seed: u64) {
        let mut random = Random(seed);
        let preset = &presets()[random.below(presets().len())];
        let game = Game::new(preset.id, &Options::new(), None, &arms(&[0, 1, 2, 3])).unwrap();
        let mut raw = game.raw(&somewhere(&game, &mut random));
        for _ in 0..=random.below(3) {
            change(&mut raw, &mut random);
        }
        if let Ok(mut position) = game.check(&raw) {
            for _ in 0..200 {
                let again = game.check(&game.raw(&position));
                prop_assert_eq!(again, Ok(position), "{} {:?}", preset.id, raw);
                step(&game, &mut position, &mut random);
            }
        }
    }
}
