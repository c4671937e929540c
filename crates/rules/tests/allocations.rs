//! No decision costs an allocation: neither the list of moves, nor a roll or move, nor its events.
//!
//! One test alone in its file, because the counts are those of the whole process; what the test's runner allocates meanwhile
//! is not in every run of the same game, so the least of a few counts.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, seats};
use ludohall_rules::{Event, Game, Options, Phase, Sink, presets};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Takes events in without keeping them.
#[derive(Default)]
struct Count(usize);

impl Sink for Count {
    fn event(&mut self, _event: Event) {
        self.0 += 1;
    }
}

const RUNS: u64 = 5;

/// Allocates something at each event.
struct Keep;

impl Sink for Keep {
    fn event(&mut self, event: Event) {
        drop(black_box(vec![event]));
    }
}

/// How often anything is allocated or grown in a whole game.
fn allocations(game: &Game, sink: &mut impl Sink) -> usize {
    let counts = (0..RUNS).map(|_| run(game, &mut Random(5), sink));
    counts.min().unwrap()
}

fn run(game: &Game, random: &mut Random, sink: &mut impl Sink) -> usize {
    let mut position = game.opening(game.arms()[0]).unwrap();
    let region = Region::new(ALLOCATOR);
    while position.phase() != Phase::Over {
        if position.phase() == Phase::Roll {
            let faces = [0; 2].map(|_| 1 + random.below(6) as u8);
            let faces = &faces[..game.dice_per_roll()];
            game.roll(&mut position, faces, sink).unwrap();
        } else {
            let legal = game.legal(&position);
            let chosen = legal[random.below(legal.len())].choice();
            game.play(&mut position, &chosen, sink).unwrap();
        }
    }
    let change = region.change();
    change.allocations + change.reallocations
}

#[test]
fn no_decision_allocates() {
    for preset in presets() {
        for board in preset.boards() {
            let most = board.arms().min(preset.seats.max.into());
            let arms = seats(board, most);
            let game = Game::new(preset.id, &Options::new(), Some(board.id), &arms).unwrap();
            let mut count = Count::default();
            assert_eq!(allocations(&game, &mut ()), 0, "{game:?}");
            assert_eq!(allocations(&game, &mut count), 0, "{game:?}");
            assert!(count.0 > 0);
            let seen = allocations(&game, &mut Keep);
            assert!(seen > 0, "what a sink allocates is not counted");
        }
    }
}
