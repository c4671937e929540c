//! How fast the engine is: whole games by uniformly random choices, the list of legal moves, and game trees.
//!
//! The goals are 40,000 games a second of four-player plain Ludo on one core, and 15,000 of Parchís in pairs.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludohall_rules::{Arm, Game, Options, Phase, Position, presets};
use std::hint::black_box;

/// splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

fn step(game: &Game, position: &mut Position, random: &mut Random) {
    match position.phase() {
        Phase::Roll => {
            let faces = [1 + random.below(6) as u8, 1 + random.below(6) as u8];
            let rolled = game.roll(position, &faces[..game.dice_per_roll()], &mut ());
            debug_assert!(rolled.is_ok());
        }
        Phase::Move => {
            let legal = game.legal(position);
            game.apply(position, &legal[random.below(legal.len())], &mut ());
        }
        Phase::Over => {}
    }
}

fn play_out(game: &Game, opening: Position, random: &mut Random) -> Position {
    let mut position = opening;
    while position.phase() != Phase::Over {
        step(game, &mut position, random);
    }
    position
}

/// The usual table of so many, with opposite arms for two.
fn table(ruleset: &str, seats: u8) -> Option<(Game, Position)> {
    let numbers: Vec<u8> = if seats == 2 {
        vec![0, 2]
    } else {
        (0..seats).collect()
    };
    let arms: Vec<Arm> = numbers.into_iter().filter_map(Arm::new).collect();
    let game = Game::new(ruleset, &Options::new(), None, &arms).ok()?;
    let opening = game.opening(*arms.first()?).ok()?;
    Some((game, opening))
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("games");
    group.throughput(Throughput::Elements(1));
    for preset in presets() {
        for seats in preset.seats.min..=preset.seats.max.min(6) {
            let Some((game, opening)) = table(preset.id, seats) else {
                continue;
            };
            let mut random = Random(1);
            group.bench_function(format!("{}/{seats}", preset.id), |bench| {
                bench.iter(|| black_box(play_out(&game, opening, &mut random)));
            });
        }
    }
    group.finish();
}

fn legal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal");
    for preset in presets().iter().filter(|preset| preset.id != "snakes") {
        let Some((game, opening)) = table(preset.id, 4) else {
            continue;
        };
        let mut random = Random(2);
        let mut position = opening;
        for _ in 0..200 {
            step(&game, &mut position, &mut random);
        }
        while position.phase() == Phase::Roll {
            step(&game, &mut position, &mut random);
        }
        group.bench_function(preset.id, |bench| {
            bench.iter(|| black_box(game.legal(black_box(&position))));
        });
    }
    group.finish();
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (ruleset, seats, depth) in [("ludo", 4, 6), ("luddo", 6, 6), ("parchis-pairs", 4, 5)] {
        if let Some((game, opening)) = table(ruleset, seats) {
            group.throughput(Throughput::Elements(game.perft(&opening, depth)));
            group.bench_function(format!("{ruleset}/{seats}/{depth}"), |bench| {
                bench.iter(|| black_box(game.perft(&opening, depth)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, games, legal, perft);
criterion_main!(benches);
