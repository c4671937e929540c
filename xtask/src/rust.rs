//! What holds for the Rust code: form, lints, tests on both databases, documentation tests.

use crate::{
    failure::Failure,
    packages,
    postgres::Postgres,
    shell::{cargo, exists, run},
};

/// Formats nothing, denies warnings, runs every test.
///
/// # Errors
/// The first step that fails.
pub fn test() -> Result<(), Failure> {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    run(cargo()
        .args(["clippy", "--workspace", "--all-targets", "--"])
        .args(["--deny", "warnings"]))?;
    if !exists("strace") {
        packages::install("strace", &["strace"])?;
    }
    let postgres = Postgres::start()?;
    run(cargo()
        .args(runner())
        .arg("--workspace")
        .args(targets())
        .env("LUDOHALL_TEST_POSTGRES", postgres.url())
        .env("LUDOHALL_TEST_REQUIRE_POSTGRES", "1")
        .env("LUDOHALL_TEST_REQUIRE_STRACE", "1")
        .env("INSTA_UPDATE", "no"))?;
    drop(postgres);
    run(cargo().args(["test", "--doc", "--workspace", "--quiet"]))
}

/// nextest where it is installed.
fn runner() -> &'static [&'static str] {
    if exists("cargo-nextest") {
        &["nextest", "run", "--no-fail-fast"]
    } else {
        &["test", "--no-fail-fast"]
    }
}

/// Everything that holds tests; benches are built by clippy and run by nobody here.
fn targets() -> &'static [&'static str] {
    &["--lib", "--bins", "--tests", "--examples"]
}
