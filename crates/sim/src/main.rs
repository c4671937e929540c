//! `ludohall-sim`: runs the worlds of seeds and says what broke.

use clap::Parser;
use ludohall_sim::{Outcome, seeds};
use ludohall_table::fault::Fault;
use std::{process::ExitCode, thread, time::Instant};

/// Deterministic simulation of the hall: one seed is one world.
#[derive(Debug, Parser)]
struct Arguments {
    /// Runs one seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Prints all that happens in it.
    #[arg(long, requires = "seed")]
    trace: bool,
    /// Shows for each planted bug the first seed that finds it.
    #[arg(long, conflicts_with = "seed")]
    planted: bool,
    /// Plants a bug, by its name.
    #[arg(long, requires = "seed", value_parser = fault)]
    fault: Option<Fault>,
    /// Runs the one scene, killed after each number of polls; with a number, once and aloud.
    #[arg(long, conflicts_with = "seed", num_args = 0..=1, default_missing_value = "all")]
    scene: Option<String>,
    /// Runs so many seeds.
    #[arg(long, default_value_t = 1_000)]
    seeds: u64,
    /// The first of them.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// On so many threads; as many as there are cores.
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let well = match arguments.seed {
        Some(seed) => one(seed, &arguments),
        None if let Some(kill_after) = &arguments.scene => scene(kill_after.parse().ok()),
        None if arguments.planted => planted(arguments.seeds),
        None => many(&arguments),
    };
    if well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn fault(name: &str) -> Result<Fault, String> {
    let named = Fault::ALL.iter().find(|fault| fault.name() == name);
    named.copied().ok_or_else(|| {
        let names: Vec<&str> = Fault::ALL.iter().map(|fault| fault.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

fn planted(seeds: u64) -> bool {
    let mut all = true;
    for fault in Fault::ALL {
        let begun = Instant::now();
        let found = seeds::find(*fault, seeds);
        let seconds = begun.elapsed().as_secs_f64();
        let name = fault.name();
        match found
            .as_ref()
            .and_then(|found| Some((found.seed, found.broken.as_ref()?)))
        {
            Some((seed, (promise, how))) => {
                let how: String = how.chars().take(100).collect();
                println!("{name:<22} seed {seed:>4} ({seconds:.1} s)  {promise}: {how}");
            }
            None => println!("{name:<22} not found in {seeds} seeds ({seconds:.1} s)"),
        }
        all &= found.is_some();
    }
    all
}

fn one(seed: u64, arguments: &Arguments) -> bool {
    let aloud = arguments.trace;
    let outcome = seeds::run_planted(seed, arguments.fault, aloud);
    report(&outcome, !aloud);
    println!("hash {:016x}, {:?}", outcome.hash, outcome.counts);
    outcome.broken.is_none()
}

fn scene(kill_after: Option<u64>) -> bool {
    if kill_after.is_some() {
        let outcome = seeds::run_scene_aloud(kill_after);
        report(&outcome, false);
        return outcome.broken.is_none();
    }
    let polls = seeds::run_scene(None).counts.busy_polls;
    println!("the scene has {polls} polls");
    let mut well = true;
    for kill_after in 0..polls {
        let outcome = seeds::run_scene(Some(kill_after));
        if let Some((promise, how)) = &outcome.broken {
            println!("killed after {kill_after}: {promise}: {how}");
            well = false;
        }
    }
    well
}

fn many(arguments: &Arguments) -> bool {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.unwrap_or(cores);
    let begun = Instant::now();
    let (mut done, mut broken) = (0_u64, 0_u64);
    let (mut entries, mut games, mut lives) = (0, 0, 0);
    seeds::run_many(arguments.from, arguments.seeds, threads, |outcome| {
        done += 1;
        entries += outcome.counts.entries;
        games += outcome.counts.games;
        lives += outcome.counts.lives;
        if outcome.broken.is_some() {
            broken += 1;
            report(&outcome, false);
        }
        if done.is_multiple_of(1_000) {
            let seconds = begun.elapsed().as_secs();
            println!("{done} seeds, {broken} broken, {seconds} s");
        }
        broken < 50
    });
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{done} seeds in {seconds:.1} s: {broken} broken; {entries} entries, {games} games ended, {lives} lives"
    );
    broken == 0
}

fn report(outcome: &Outcome, with_trace: bool) {
    let Some((promise, how)) = &outcome.broken else {
        return;
    };
    if with_trace {
        for line in &outcome.trace {
            println!("{line}");
        }
    }
    println!("seed {}: {promise}: {how}", outcome.seed);
    println!("    cargo xtask sim --seed {} --trace", outcome.seed);
}
