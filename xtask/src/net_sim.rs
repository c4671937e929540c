//! The server on a simulated network. The long runs are no part of `cargo xtask test`.

use crate::{
    bench::target,
    failure::Failure,
    shell::{cargo, program, run},
};

/// Builds it as the tests are built, which leaves little to build after them, and runs seeds; `flags` go to `ludohall-turmoil`.
///
/// # Errors
/// A promise is broken with one of the seeds.
pub fn run_seeds(flags: &[&str]) -> Result<(), Failure> {
    let only = ["--workspace", "--bin", "ludohall-turmoil"];
    run(cargo().args(["build", "--quiet"]).args(only))?;
    run(program(target()?.join("debug/ludohall-turmoil")).args(flags))
}
