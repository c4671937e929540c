//! Chores of the project: `cargo xtask test`, `bench`, `faults`, `sim`, `net-sim`, `generate`, `fuzz`, `tidy`.
//!
//! Each chore is a list of steps that run one after the other and stop at the first that fails. What a
//! step starts, it owns: nothing outlives this process.

mod bench;
mod browser;
mod dts;
mod failure;
mod fuzz;
mod generate;
mod net_sim;
mod packages;
mod postgres;
mod rust;
mod shell;
mod sim;
mod tidy;
mod web;

use failure::Failure;
use std::{env, process::ExitCode};

const USAGE: &str = "\
cargo xtask test [--only rust|web|browser]   everything that must hold, or one part of it
cargo xtask bench [--time SECONDS]           the numbers of the hall with their targets, then the table of the rules
cargo xtask faults [--kills N] [--seed N]    breaks a hall again and again; nothing may be lost
cargo xtask net-sim [--seeds N]              the server on a simulated network, one course a seed: no promise may be broken
cargo xtask net-sim --seed N [--trace]       one of them, with all that happens in it
cargo xtask net-sim --planted                the first seed that finds each planted bug of the sockets
cargo xtask sim [--seeds N --from M]         simulated worlds, one a seed: no promise may be broken
cargo xtask sim --seed N [--trace]           one of them, with all that happens in it
cargo xtask sim --planted                    the first seed that finds each planted bug
cargo xtask generate                         write docs/openapi.json, docs/rules.md and static/js/protocol.d.ts
cargo xtask fuzz [--seconds N]               each fuzz target for N seconds (60)
cargo xtask tidy                             the rules of the tree that no compiler knows";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(),
        ["test", "--only", "rust"] => rust::test(),
        ["test", "--only", "web"] => web::test(),
        ["test", "--only", "browser"] => browser::test(),
        ["bench", ref rest @ ..] => bench::numbers(rest),
        ["faults", ref rest @ ..] => bench::faults(rest),
        ["net-sim", ref rest @ ..] => net_sim::run_seeds(rest),
        ["sim", ref rest @ ..] => sim::run_worlds(rest),
        ["generate"] => generate::write(),
        ["fuzz"] => fuzz::run_all(fuzz::SECONDS),
        ["fuzz", "--seconds", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::run_all(seconds),
            Err(_) => Err(Failure::Usage(USAGE)),
        },
        ["tidy"] => tidy::check(),
        _ => Err(Failure::Usage(USAGE)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}

/// Everything, the quick parts first.
fn test() -> Result<(), Failure> {
    tidy::check()?;
    rust::test()?;
    generate::check()?;
    web::test()?;
    browser::test()?;
    println!("\nall parts passed");
    Ok(())
}
