//! Why a chore stopped.

use std::{io, path::PathBuf, process::ExitStatus};

/// What went wrong, as the person at the terminal reads it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The words on the command line are none of ours.
    #[error("usage:\n{0}")]
    Usage(&'static str),
    /// A program could not be started.
    #[error("cannot start `{program}`: {source}")]
    Start {
        /// Its command line.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// A program ended badly.
    #[error("`{program}` failed: {status}")]
    Failed {
        /// Its command line.
        program: String,
        /// How it ended.
        status: ExitStatus,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// What a program printed is not what it should be.
    #[error("`{program}` printed something else than {wanted}")]
    Output {
        /// Its command line.
        program: String,
        /// What it should have printed.
        wanted: &'static str,
    },
    /// A generated file is not what the types make of it.
    #[error("{} is out of date: run `cargo xtask generate` and commit it", .0.display())]
    Stale(PathBuf),
    /// The tree breaks its own rules.
    #[error("the tree is not tidy:\n  {}", .0.join("\n  "))]
    Untidy(Vec<String>),
    /// A service did not come up.
    #[error("{0} did not become ready in time")]
    NotReady(&'static str),
    /// Something the machine lacks and this program cannot install.
    #[error("{0} is missing and cannot be installed from here")]
    Missing(&'static str),
}
