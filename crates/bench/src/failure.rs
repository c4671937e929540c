//! Why a measurement or a trial stopped.

use std::{io, path::PathBuf, time::Duration};

/// Exit code of a command line that cannot be meant.
pub const USAGE: u8 = 2;
/// Exit code of everything else that goes wrong.
pub const FAILED: u8 = 1;

/// What went wrong, as the person at the terminal reads it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The flags contradict each other, or the machine.
    #[error("{0}")]
    Usage(String),
    /// The server did not start.
    #[error("{} did not start: {reason}", binary.display())]
    Start {
        /// The program.
        binary: PathBuf,
        /// What it said last.
        reason: String,
    },
    /// A call was refused.
    #[error("{call} answered {status}: {body}")]
    Refused {
        /// Method and path.
        call: String,
        /// The status.
        status: u16,
        /// What came with it.
        body: String,
    },
    /// A call did not come through.
    #[error("{call}: {reason}")]
    Call {
        /// Method and path.
        call: String,
        /// What the network said.
        reason: String,
    },
    /// A socket did not open, or broke.
    #[error("a socket at {path}: {reason}")]
    Socket {
        /// Its path.
        path: String,
        /// What happened.
        reason: String,
    },
    /// Something took longer than it may.
    #[error("{what} took more than {} s", within.as_secs())]
    Timeout {
        /// What.
        what: String,
        /// How long it may take.
        within: Duration,
    },
    /// What was read is not what was meant.
    #[error("{what}: {reason}")]
    Odd {
        /// Where it was read.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The system refused.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// What the system said.
        source: io::Error,
    },
    /// Something that was announced is gone, or another promise was broken.
    #[error("{0} promises were broken")]
    Broken(usize),
    /// A number is not what it should be where that decides.
    #[error("{0}")]
    Missed(String),
}

impl Failure {
    /// The exit code that says so.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        if matches!(self, Self::Usage(_)) {
            USAGE
        } else {
            FAILED
        }
    }

    /// For `map_err`: what was tried.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }

    /// For `map_err`: what was read.
    pub fn odd<E: std::fmt::Display>(what: impl Into<String>) -> impl FnOnce(E) -> Self {
        let what = what.into();
        move |reason| Self::Odd {
            what,
            reason: reason.to_string(),
        }
    }
}

/// Waits for `work`, but not longer than `within`.
///
/// # Errors
/// [`Failure::Timeout`], or that of `work`.
pub async fn in_time<T>(
    what: &str,
    within: Duration,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::time::timeout(within, work)
        .await
        .map_err(|_| Failure::Timeout {
            what: what.to_owned(),
            within,
        })?
}
