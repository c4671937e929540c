//! No choice of a bot costs an allocation.
//!
//! One test alone in its file, because the counts are those of the whole process; what the test's runner allocates meanwhile
//! is not in every run of the same games, so the least of a few counts.
#![allow(clippy::unwrap_used)]

use ludohall_bots::{Level, choose};
use ludohall_rules::{Arm, Game, Options, Phase, Preset, presets};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Decisions looked at in each ruleset: several turns of everybody, captures and blocks among them.
const DECISIONS: u32 = 2_000;

const RUNS: u32 = 5;

/// How often anything is allocated while this runs.
fn allocations(run: impl Fn()) -> usize {
    let counts = (0..RUNS).map(|_| {
        let region = Region::new(ALLOCATOR);
        run();
        let change = region.change();
        change.allocations + change.reallocations
    });
    counts.min().unwrap()
}

/// A full table on the usual board.
fn table(preset: &Preset) -> Game {
    let board = preset.boards().next().unwrap();
    let most = board.arms().min(preset.seats.max.into());
    let arms: Vec<Arm> = Arm::all().take(most).collect();
    Game::new(preset.id, &Options::new(), Some(board.id), &arms).unwrap()
}

#[test]
fn no_choice_allocates() {
    assert!(allocations(|| drop(black_box(vec![1]))) > 0);
    for preset in presets() {
        let game = table(preset);
        for level in Level::ALL {
            let seen = allocations(|| play(&game, level));
            assert_eq!(seen, 0, "{game:?} {level}");
        }
    }
}

/// Games by one level, one after the other, with rolls that take turns.
fn play(game: &Game, level: Level) {
    let opening = game.opening(game.arms()[0]).unwrap();
    let mut position = opening;
    for n in 0..DECISIONS {
        match position.phase() {
            Phase::Over => position = opening,
            Phase::Roll => {
                let faces = [n.wrapping_mul(2_654_435_761), n.wrapping_mul(40_503)];
                let faces = faces.map(|mixed| 1 + (mixed >> 7) as u8 % 6);
                let faces = &faces[..game.dice_per_roll()];
                game.roll(&mut position, faces, &mut ()).unwrap();
            }
            Phase::Move => {
                let chosen = choose(game, &position, level).unwrap();
                game.play(&mut position, &chosen, &mut ()).unwrap();
            }
        }
    }
}
