//! Fuzzing with coverage guidance, on stable Rust: the targets of `fuzz/` with libFuzzer, each for a bounded time.

use crate::{
    failure::Failure,
    packages,
    shell::{capture, cargo, exists, line, program, root, run},
};
use std::path::PathBuf;

/// Every target.
const TARGETS: [&str; 3] = ["engine_line", "position_line", "game_text"];
/// How long each target runs if nothing is said.
pub const SECONDS: u64 = 60;
/// What makes the compiler count coverage as libFuzzer reads it.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing";
/// An input that takes longer is a finding.
const SLOWEST_SECONDS: u64 = 20;
/// The longest input that is made.
const LONGEST_BYTES: u64 = 4096;

/// Runs every target for `seconds`. A finding stays in `crates/engine/tests/findings`, where a test calls it again.
///
/// # Errors
/// A target does not build, or has found something.
pub fn run_all(seconds: u64) -> Result<(), Failure> {
    let (host, built) = (host()?, root().join("target/fuzz"));
    build(&host, &built)?;
    let seeds = built.join("seeds");
    run(cargo()
        .args(["run", "--quiet", "--package", "ludohall-engine"])
        .args(["--example", "fuzz_seeds", "--"])
        .arg(&seeds))?;
    for target in TARGETS {
        let findings = root().join("crates/engine/tests/findings").join(target);
        let corpus = built.join("corpus").join(target);
        make_dir(&findings)?;
        make_dir(&corpus)?;
        run(program(built.join(&host).join("release").join(target))
            .args([&corpus, &seeds.join(target), &findings])
            .arg(format!("-artifact_prefix={}/", findings.display()))
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-dict={}", seeds.join("words.dict").display()))
            .arg(format!("-timeout={SLOWEST_SECONDS}"))
            .arg(format!("-max_len={LONGEST_BYTES}"))
            .args([
                "-use_value_profile=1",
                "-print_final_stats=1",
                "-verbosity=0",
            ]))?;
    }
    Ok(())
}

fn build(host: &str, built: &PathBuf) -> Result<(), Failure> {
    if !exists("c++") {
        packages::install("a C++ compiler", &["g++"])?;
    }
    // With --target, build scripts and macros are built without the counters.
    run(cargo()
        .args([
            "build",
            "--release",
            "--locked",
            "--manifest-path",
            "fuzz/Cargo.toml",
        ])
        .args(["--target", host, "--target-dir"])
        .arg(built)
        .env("RUSTFLAGS", COVERAGE))
}

/// The platform that we build on and for.
fn host() -> Result<String, Failure> {
    let mut rustc = program("rustc");
    rustc.arg("-vV");
    let told = capture(&mut rustc)?;
    let told = String::from_utf8_lossy(&told);
    let host = told.lines().find_map(|told| told.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::Output {
        program: line(&rustc),
        wanted: "its host",
    })
}

fn make_dir(path: &PathBuf) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|source| Failure::File {
        path: path.clone(),
        source,
    })
}
