//! Installing what a step needs and a fresh Debian machine lacks.

use crate::{
    failure::Failure,
    shell::{capture, program, run},
};

/// Installs Debian packages, if this is a machine and a user that can.
///
/// # Errors
/// `what` is missing and apt-get is not there, or apt-get failed.
pub fn install(what: &'static str, packages: &[&str]) -> Result<(), Failure> {
    if !is_root() || !crate::shell::exists("apt-get") {
        return Err(Failure::Missing(what));
    }
    // RUNLEVEL 1 keeps packages from starting services that nobody here would own.
    run(apt().arg("update"))?;
    run(apt()
        .args(["install", "--yes", "--no-install-recommends"])
        .args(packages))
}

fn apt() -> std::process::Command {
    let mut apt = program("apt-get");
    apt.arg("-qq")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .env("RUNLEVEL", "1");
    apt
}

/// Whether we run as root.
pub fn is_root() -> bool {
    capture(program("id").arg("-u")).is_ok_and(|id| id.trim_ascii() == b"0")
}
