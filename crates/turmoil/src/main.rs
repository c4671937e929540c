//! `ludohall-turmoil`: runs seeds, and says of each that fails how to run it again.

use clap::Parser;
use ludohall_turmoil::{Fault, Outcome, Run};
use std::{ops::Range, process::ExitCode, time::Instant};

/// The server and its sockets on a simulated network.
#[derive(Parser)]
#[command(version, about)]
struct Flags {
    /// Run so many seeds.
    #[arg(long, default_value_t = 50)]
    seeds: u64,
    /// The first of them.
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Run this one alone.
    #[arg(long, conflicts_with_all = ["seeds", "from"])]
    seed: Option<u64>,
    /// Plant each bug in turn, and say which seed finds it.
    #[arg(long, conflicts_with = "seed")]
    planted: bool,
    /// Keep the hall's data in SQLite.
    #[arg(long)]
    sqlite: bool,
    /// Print what happened.
    #[arg(long)]
    trace: bool,
}

fn main() -> ExitCode {
    let flags = Flags::parse();
    let seeds = match flags.seed {
        Some(seed) => seed..seed + 1,
        None => flags.from..flags.from + flags.seeds,
    };
    if flags.planted {
        return planted(&seeds);
    }
    let began = Instant::now();
    let count = seeds.end - seeds.start;
    let failed = seeds
        .filter(|seed| {
            let run = Run {
                lines: flags.trace,
                sqlite: flags.sqlite,
                ..Run::of(*seed)
            };
            !report(*seed, &run.make())
        })
        .count();
    let took = began.elapsed().as_secs_f64();
    println!("{count} seeds, {failed} failed, {took:.1} s");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints what came of a seed; whether all is well.
fn report(seed: u64, outcome: &Outcome) -> bool {
    for line in &outcome.lines {
        println!("{line}");
    }
    let (versions, accepted) = (outcome.versions, outcome.accepted);
    let seconds = outcome.simulated.as_secs();
    println!(
        "seed {seed}: {seconds} s simulated, {versions} versions told, {accepted} commands accepted, {}",
        outcome.digest
    );
    for what in &outcome.broken {
        println!("seed {seed}: {what}");
    }
    if !outcome.broken.is_empty() {
        println!("again: cargo xtask net-sim --seed {seed} --trace");
    }
    outcome.broken.is_empty()
}

/// Says of each planted bug which of the seeds finds it first.
fn planted(seeds: &Range<u64>) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for fault in Fault::ALL {
        let name = fault.name();
        let finds = |seed: &u64| {
            Run {
                fault: Some(*fault),
                ..Run::of(*seed)
            }
            .make()
            .broken
            .into_iter()
            .next()
        };
        let found = seeds.clone().find_map(|seed| Some((seed, finds(&seed)?)));
        match found {
            Some((seed, what)) => println!("{name}: seed {seed}: {what}"),
            None => {
                println!("{name}: not found");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}
