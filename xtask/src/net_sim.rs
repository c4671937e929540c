//! The server on a simulated network. The long runs are no part of `cargo xtask test`.

use crate::{
    failure::Failure,
    shell::{cargo, run},
};

/// Runs seeds; `flags` go to `ludohall-turmoil`.
///
/// # Errors
/// A promise is broken with one of the seeds.
pub fn run_seeds(flags: &[&str]) -> Result<(), Failure> {
    run(cargo()
        .args(["run", "--quiet", "--package", "ludohall-turmoil", "--"])
        .args(flags))
}
