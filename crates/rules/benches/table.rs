//! The table of `docs/performance.md`: `cargo bench -p ludohall-rules --bench table`, with `-- NAME` for one ruleset.
//!
//! Each row is the fastest of several short runs on one core, in seconds of that core's time where the system tells it
//! (Linux), so that other work on the machine disturbs it least.

mod play;

use ludohall_rules::{Game, Position, presets};
use play::{Random, play_out, table};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const RUNS: u64 = 5;
/// Long against the clock's grain and the luck of the dice, short against what else the machine does.
const RUN: Duration = Duration::from_millis(250);

/// So many games go by between two looks at the time.
const GAMES: u32 = 32;

fn main() {
    let wanted = env::args().skip(1).find(|word| !word.starts_with("--"));
    println!("{}\n", machine());
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

/// What the numbers are of: processor, cores, compiler, day, and what else the machine does.
fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors
        .lines()
        .find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| Some(line.split_once(':')?.1.trim()));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    format!(
        "{}, {cores} cores; {}; {}; load average {}.",
        model.unwrap_or("unknown processor"),
        said("rustc", "--version"),
        said("date", "+%F"),
        load.split(' ').next().unwrap_or("unknown"),
    )
}

/// The first line that a program prints.
fn said(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.ok()
        .and_then(|text| text.lines().next().map(str::to_owned))
        .unwrap_or_else(|| format!("no {program}"))
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
    let clock = Instant::now();
    let time = || time_on_core().unwrap_or_else(|| clock.elapsed());
    let start = time();
    while time() - start < RUN {
        for _ in 0..GAMES {
            rolls += play_out(game, opening, &mut random);
        }
        games += GAMES;
    }
    let seconds = (time() - start).as_secs_f64();
    (rolls as f64 / seconds, rolls as f64 / f64::from(games))
}

/// For how long this thread has had a core. The system counts it at each tick of its own, some thousandths of a second.
fn time_on_core() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
