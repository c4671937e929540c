//! The table of `docs/performance.md`: `cargo bench -p ludohall-rules --bench table`, with `-- NAME` for one ruleset.
//!
//! Each row is the fastest of several short runs on one core, so that other work on the machine disturbs it least.

mod play;

use ludohall_rules::{Game, Position, presets};
use play::{Random, play_out, table};
use std::env;
use std::time::{Duration, Instant};

const RUNS: u64 = 9;
/// Long against the clock's grain and the luck of the dice, short against what else the machine does.
const RUN: Duration = Duration::from_millis(250);

fn main() {
    let wanted = env::args().skip(1).find(|word| !word.starts_with("--"));
    println!("| ruleset | players | board | games a second | rolls a second | rolls a game |");
    println!("|---|---:|---|---:|---:|---:|");
    for preset in presets() {
        if wanted.as_ref().is_some_and(|id| id != preset.id) {
            continue;
        }
        for players in preset.seats.min..=preset.seats.max {
            if let Some((game, opening)) = table(preset, players) {
                row(&game, &opening, players);
            }
        }
    }
}

fn row(game: &Game, opening: &Position, players: u8) {
    let run = |seed| timed(game, opening, seed);
    let best = (0..RUNS).map(run).max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((rolls, per_game)) = best {
        println!(
            "| `{}` | {players} | `{}` | {:.0} | {:.1} million | {per_game:.0} |",
            game.ruleset(),
            game.board().id,
            rolls / per_game,
            rolls / 1e6,
        );
    }
}

/// Plays for the time of a run: rolls a second, and rolls a game.
fn timed(game: &Game, opening: &Position, seed: u64) -> (f64, f64) {
    let mut random = Random(seed);
    let (mut games, mut rolls) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < RUN {
        for _ in 0..16 {
            rolls += play_out(game, opening, &mut random);
        }
        games += 16;
    }
    let seconds = start.elapsed().as_secs_f64();
    (rolls as f64 / seconds, rolls as f64 / f64::from(games))
}
