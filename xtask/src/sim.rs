//! The simulation: worlds by their seeds. The long runs are no part of `cargo xtask test`.

use crate::{
    failure::Failure,
    shell::{cargo, run},
};

/// Builds it for speed and runs it; `flags` go to `ludohall-sim`.
///
/// # Errors
/// A promise is broken in one of the worlds.
pub fn run_worlds(flags: &[&str]) -> Result<(), Failure> {
    run(cargo()
        .args(["run", "--release", "--quiet", "--package", "ludohall-sim"])
        .arg("--")
        .args(flags))
}
