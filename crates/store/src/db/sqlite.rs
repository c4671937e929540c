//! SQLite: one file, one process, one connection that writes, some that read, one for checkpoints.

use super::{
    checkpoint::{Checkpointer, Gate},
    migrate,
};
use crate::OpenError;
use sqlx::{
    ConnectOptions, Connection, Row, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Readers at once.
const READERS: u32 = 4;
/// What the connection that writes may keep of the database in memory. SQLite lends it what the others do not fill, too.
const WRITER_CACHE_BYTES: u32 = 2 << 20;
/// What every other connection may. A commit makes a reader forget all it has, and a checkpoint copies past the cache.
const READER_CACHE_BYTES: u32 = 256 << 10;
/// How long a statement waits for a lock that somebody else holds: a backup, say.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a checkpoint that holds up commits waits for readers.
const CHECKPOINT_PATIENCE: Duration = Duration::from_millis(10);
/// How long a start waits for the process before it to end.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
/// How often it looks.
const LOCK_POLL: Duration = Duration::from_millis(50);
/// The write-ahead log shrinks to this many bytes when it starts over: to more than it has then under load, so that it is not
/// cut and grown again each time.
const WAL_KEPT_BYTES: u64 = 96 << 20;

/// An open SQLite database.
#[derive(Clone)]
pub(crate) struct Sqlite {
    readers: SqlitePool,
    options: SqliteConnectOptions,
    /// Held while the database is open: a second process would take every table from the first.
    lock: Arc<File>,
}

impl Sqlite {
    pub(super) async fn open(path: &Path) -> Result<(Self, SqliteConnection), OpenError> {
        let lock = Arc::new(lock(path).await?);
        let options = options(path);
        let mut writer = SqliteConnection::connect_with(&writing(&options)).await?;
        expect(&mut writer, "PRAGMA journal_mode", "wal").await?;
        expect(&mut writer, "PRAGMA synchronous", "2").await?;
        migrate::run(&mut writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY_TIMEOUT)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with(options.clone().pragma("query_only", "1"));
        Ok((
            Self {
                readers,
                options,
                lock,
            },
            writer,
        ))
    }

    pub(super) async fn connect_writer(&self) -> Result<SqliteConnection, sqlx::Error> {
        SqliteConnection::connect_with(&writing(&self.options)).await
    }

    pub(super) fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    pub(super) async fn close(&self) {
        self.readers.close().await;
        if let Err(error) = self.lock.unlock() {
            tracing::debug!(%error, "the lock is given back when the process ends");
        }
    }

    pub(super) async fn start_checkpoints(
        &self,
        gate: Gate,
        tasks: &TaskTracker,
        stop: CancellationToken,
    ) -> Result<(), OpenError> {
        let options = self.options.clone().busy_timeout(CHECKPOINT_PATIENCE);
        let connection = SqliteConnection::connect_with(&options).await?;
        tasks.spawn(Checkpointer::new(connection, gate).run(stop));
        Ok(())
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("wal_autocheckpoint", "0")
        .pragma("temp_store", "memory")
        .pragma("cache_size", cache(READER_CACHE_BYTES))
        .pragma("journal_size_limit", WAL_KEPT_BYTES.to_string())
        .disable_statement_logging()
}

/// Those of the connection that writes.
fn writing(options: &SqliteConnectOptions) -> SqliteConnectOptions {
    let options = options.clone();
    options.pragma("cache_size", cache(WRITER_CACHE_BYTES))
}

/// The setting for so many bytes: below zero it counts KiB, above pages.
fn cache(bytes: u32) -> String {
    format!("-{}", bytes / 1024)
}

/// Takes the file beside the database that says that it is in use. The system gives it back when the process ends,
/// however it ends.
async fn lock(path: &Path) -> Result<File, OpenError> {
    let name = beside(path, ".lock");
    let failed = |source| OpenError::Folder {
        path: name.clone(),
        source,
    };
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        private_folder(folder).map_err(|source| OpenError::Folder {
            path: folder.to_owned(),
            source,
        })?;
    }
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&name)
        .map_err(failed)?;
    let started = tokio::time::Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
            Err(TryLockError::WouldBlock) if started.elapsed() < LOCK_PATIENCE => {
                tokio::time::sleep(LOCK_POLL).await;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse {
                    path: path.to_owned(),
                });
            }
        }
    }
}

/// Makes the folder where it is missing, for its owner alone: the journal holds the dice secrets of running games.
fn private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Reads a setting back: some file systems cannot do what durability needs.
async fn expect(
    connection: &mut SqliteConnection,
    setting: &'static str,
    wanted: &str,
) -> Result<(), OpenError> {
    let row = sqlx::query(setting).fetch_one(connection).await?;
    let found = row
        .try_get::<String, _>(0)
        .or_else(|_| row.try_get::<i64, _>(0).map(|n| n.to_string()))?;
    if found == wanted {
        Ok(())
    } else {
        Err(OpenError::Setting { setting, found })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    async fn cache_bytes(connection: &mut SqliteConnection) -> i64 {
        let asked = sqlx::query("PRAGMA cache_size").fetch_one(connection);
        -1024 * asked.await.unwrap().get::<i64, _>(0)
    }

    #[tokio::test]
    async fn what_all_connections_keep_in_memory_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let (sqlite, mut first) = Sqlite::open(&folder.path().join("hall")).await.unwrap();
        let mut next = sqlite.connect_writer().await.unwrap();
        for writer in [&mut first, &mut next] {
            assert_eq!(cache_bytes(writer).await, i64::from(WRITER_CACHE_BYTES));
        }
        let mut readers = Vec::new();
        for _ in 0..READERS {
            let mut reader = sqlite.readers().acquire().await.unwrap();
            let kept = cache_bytes(&mut reader).await;
            assert_eq!(kept, i64::from(READER_CACHE_BYTES));
            readers.push(reader);
        }
    }
}
