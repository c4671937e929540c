//! How many files this process may have open. Every connection is one.

use crate::config::Limit;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files that are no connections: the database with its log (three for each of six connections, or ten sockets to
/// PostgreSQL), those who are told that there is no room, the listener, standard streams, timers, and as much again for
/// what a system's libraries open for a moment.
const RESERVE: u32 = 128;
/// Places that a hall has at least: with fewer files it could not even say that it is full.
const LEAST: u32 = 8;

/// Asks for as many files as this process may have at most, not the few that a shell allows by default, and says in the log
/// what it got.
pub fn raise() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, "the number of open files could not be raised");
    }
    let (files, before) = (allowed(), limit.current);
    tracing::info!(files, before, "open files that the system allows");
}

/// How many files may be open now; `None`: as many as one likes.
#[must_use]
pub fn allowed() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// How many connections a hall takes: `limit`, but not more than there are files for.
#[must_use]
pub fn places(limit: Limit, files: Option<u64>) -> u32 {
    let files = files.and_then(|files| u32::try_from(files).ok());
    let room = files.map_or(u32::MAX, |files| files.saturating_sub(RESERVE).max(LEAST));
    // What a semaphore counts to on every machine.
    let most = u32::MAX >> 3;
    limit.map_or(most, |limit| limit.get().min(most)).min(room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU32;

    #[test]
    fn files_bound_connections_and_some_are_kept_for_the_database() {
        let limit = NonZeroU32::new(1_000);
        assert_eq!(places(limit, Some(1_048_576)), 1_000);
        assert_eq!(places(limit, Some(1_024)), 896);
        assert_eq!(places(limit, None), 1_000);
        assert_eq!(places(None, Some(1_024)), 896);
        assert_eq!(places(None, Some(100)), LEAST);
        assert_eq!(places(None, None), u32::MAX >> 3);
    }
}
