//! How fast the engine is: whole games and single rolls by uniformly random choices, the list of legal moves, and game
//! trees.
//!
//! The goals are 40,000 games a second of four-player plain Ludo on one core, and 15,000 of Parchís in pairs.
#![allow(missing_docs)]

mod play;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use ludohall_rules::{Game, Moves, Phase, Position, preset, presets};
use play::{Random, play_out, step, table};
use std::hint::black_box;
use std::time::Duration;

/// Every ruleset by every number of players on its usual board.
fn tables() -> impl Iterator<Item = (String, Game, Position)> {
    presets().iter().flat_map(|preset| {
        (preset.seats.min..=preset.seats.max).filter_map(move |players| {
            let (game, opening) = table(preset, players)?;
            Some((format!("{}/{players}", preset.id), game, opening))
        })
    })
}

/// Many small measurements: each is short.
fn short<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_millis(1_000));
    group.sample_size(20);
    group
}

fn games(criterion: &mut Criterion) {
    let mut group = short(criterion, "games");
    group.throughput(Throughput::Elements(1));
    for (name, game, opening) in tables() {
        let mut random = Random(1);
        group.bench_function(name, |bench| {
            bench.iter(|| play_out(&game, black_box(&opening), &mut random));
        });
    }
    group.finish();
}

/// A roll with the choices that follow it, in games that go on and on.
fn rolls(criterion: &mut Criterion) {
    let mut group = short(criterion, "rolls");
    group.throughput(Throughput::Elements(1));
    for (name, game, opening) in tables() {
        let mut random = Random(1);
        let mut legal = Moves::new();
        let mut position = opening;
        group.bench_function(name, |bench| {
            bench.iter(|| {
                step(&game, &mut position, &mut legal, &mut random);
                while position.phase() == Phase::Move {
                    step(&game, &mut position, &mut legal, &mut random);
                }
                if position.phase() == Phase::Over {
                    position = opening;
                }
            });
        });
    }
    group.finish();
}

fn legal(criterion: &mut Criterion) {
    let mut group = short(criterion, "legal");
    for (name, game, opening) in tables().filter(|(_, game, _)| !game.is_automatic()) {
        let position = midgame(&game, opening);
        let mut legal = Moves::new();
        group.bench_function(name, |bench| {
            bench.iter(|| {
                game.list(black_box(&position), &mut legal);
                legal.len()
            });
        });
    }
    group.finish();
}

/// A choice in the middle of a game.
fn midgame(game: &Game, opening: Position) -> Position {
    let mut random = Random(2);
    let mut legal = Moves::new();
    let mut position = opening;
    let mut steps = 0;
    while steps < 200 || position.phase() != Phase::Move {
        if position.phase() == Phase::Over {
            position = opening;
        }
        step(game, &mut position, &mut legal, &mut random);
        steps += 1;
    }
    position
}

fn perft(criterion: &mut Criterion) {
    let mut group = short(criterion, "perft");
    for (ruleset, players, depth) in [("ludo", 4, 6), ("luddo", 6, 6), ("parchis-pairs", 4, 4)] {
        let Some((game, opening)) = preset(ruleset).and_then(|preset| table(preset, players))
        else {
            continue;
        };
        group.throughput(Throughput::Elements(game.perft(&opening, depth)));
        group.bench_function(format!("{ruleset}/{players}/{depth}"), |bench| {
            bench.iter(|| game.perft(black_box(&opening), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, games, rolls, legal, perft);
criterion_main!(benches);
