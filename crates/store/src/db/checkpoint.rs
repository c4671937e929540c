//! Moves what the write-ahead log holds into the database file, off the path of the commits.
//!
//! A passive checkpoint copies beside the writer and never waits for it, nor makes it wait. But under a steady load it never
//! catches up, and a log that is never wholly copied never starts over. So when the log has grown, the last few pages
//! are copied while no commit runs; the next commit then starts the log anew.

use sqlx::{Connection, Row, SqliteConnection};
use std::{sync::Arc, time::Duration};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Held during each commit, and by the checkpoint that needs none to run.
pub(crate) type Gate = Arc<Mutex<()>>;

/// How often a checkpoint is tried. Each page is copied once however often it was written since the last, and while the copies go to
/// disk, commits wait for the same disk.
const INTERVAL: Duration = Duration::from_secs(2);
/// A log of so many pages (64 MiB) is made to start over.
const GROWN_PAGES: i64 = 16_384;
/// So few pages may be copied while commits wait: about a millisecond's work.
const FEW_PAGES: i64 = 128;
/// How often the rest is copied beside the writer before the commits have to wait for it.
const CHASES: usize = 8;
/// A log of so many pages (128 MiB) is cut as soon as nobody reads in it.
const HUGE_PAGES: i64 = 32_768;

/// What a checkpoint found.
#[derive(Clone, Copy)]
struct Progress {
    /// Pages in the log.
    pages: i64,
    /// Of them, those in the database file.
    copied: i64,
}

impl Progress {
    fn rest(self) -> i64 {
        self.pages - self.copied
    }
}

/// The task that makes checkpoints.
pub(super) struct Checkpointer {
    connection: SqliteConnection,
    gate: Gate,
}

impl Checkpointer {
    pub(super) fn new(connection: SqliteConnection, gate: Gate) -> Self {
        Self { connection, gate }
    }

    /// Works until told to stop.
    pub(super) async fn run(mut self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => break,
            }
            if let Err(error) = self.checkpoint().await {
                tracing::warn!(%error, "the checkpoint failed; it is tried again");
            }
        }
        if let Err(error) = self.connection.close().await {
            tracing::debug!(%error, "the connection for checkpoints did not close in order");
        }
    }

    async fn checkpoint(&mut self) -> Result<(), sqlx::Error> {
        let mut progress = self.copy("PRAGMA wal_checkpoint(PASSIVE)").await?;
        metrics::gauge!("ludohall_wal_pages").set(progress.pages as f64);
        if progress.pages < GROWN_PAGES {
            return Ok(());
        }
        for _ in 0..CHASES {
            if progress.rest() <= FEW_PAGES {
                break;
            }
            progress = self.copy("PRAGMA wal_checkpoint(PASSIVE)").await?;
        }
        let gate = self.gate.clone();
        let _no_commit = gate.lock().await;
        let how = if progress.pages >= HUGE_PAGES {
            "PRAGMA wal_checkpoint(TRUNCATE)"
        } else {
            "PRAGMA wal_checkpoint(PASSIVE)"
        };
        self.copy(how).await.map(drop)
    }

    async fn copy(&mut self, how: &'static str) -> Result<Progress, sqlx::Error> {
        let row = sqlx::query(how).fetch_one(&mut self.connection).await?;
        Ok(Progress {
            pages: row.try_get(1)?,
            copied: row.try_get(2)?,
        })
    }
}
