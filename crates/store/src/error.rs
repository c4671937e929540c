//! What can go wrong, by operation.

use ludohall_protocol::{TableId, Version};
use std::{path::PathBuf, sync::Arc};

/// A read or a write failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, or cannot write (its disk is full, for one). Nothing is lost by trying again later.
    #[error("the database is unavailable: {0}")]
    Unavailable(#[source] Arc<sqlx::Error>),
    /// The database did not accept the statement; the same again would fail again.
    #[error("the database refused: {0}")]
    Refused(#[source] Arc<sqlx::Error>),
    /// The store is closed, or closes.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if is_unavailable(&error) {
            Self::Unavailable(Arc::new(error))
        } else {
            Self::Refused(Arc::new(error))
        }
    }
}

impl StoreError {
    /// Whether the same may work later.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// Whether the database itself has answered, so that the connection to it works.
    pub(crate) fn came_from_database(&self) -> bool {
        match self {
            Self::Unavailable(error) | Self::Refused(error) => error.as_database_error().is_some(),
            Self::Closed => false,
        }
    }
}

/// An append was not accepted; nothing of it was written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AppendError {
    /// Somebody else owns the table now: stop.
    #[error("the table has another owner")]
    Fenced,
    /// The place in the journal is taken, or does not follow the last entry: load the table again.
    #[error("the journal is not where the writer thinks")]
    Taken,
    /// The store failed. Whether the append stands is open; sending the same again settles it.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
}

/// A table could not be loaded.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LoadError {
    /// An entry of the journal cannot be read, or is missing.
    #[error("table {table}: entry {} of the journal cannot be read", seq.0)]
    Damaged {
        /// The table.
        table: TableId,
        /// The first entry that is not as it must be.
        seq: Version,
    },
    /// The store failed.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
}

/// A profile cannot be changed so.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ProfileError {
    /// Empty, too long, or with control characters.
    #[error(
        "a name has 1 to {} characters, none of them a control character",
        crate::NAME_MAX_CHARS
    )]
    BadName,
    /// Too long, or not letters, digits and dashes.
    #[error("a language is a tag like en or pt-BR")]
    BadLanguage,
    /// Not a JSON object, or too long.
    #[error("looks are a JSON object of at most {} bytes", crate::LOOKS_MAX_BYTES)]
    BadLooks,
    /// Nobody with that id.
    #[error("no such player")]
    NoSuchPlayer,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL names no database that we know.
    #[error("not the URL of a database: {0}")]
    BadUrl(&'static str),
    /// The folder of the SQLite file cannot be made or written.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Another process has the SQLite file open.
    #[error("{} is in use by another ludohall", path.display())]
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// A newer ludohall has changed the database.
    #[error(
        "the database has schema {found}, this ludohall knows only up to {known}: start the newer one, or restore a backup"
    )]
    NewerDatabase {
        /// A migration in the database that the binary does not have.
        found: i64,
        /// The newest migration that the binary has.
        known: i64,
    },
    /// A migration failed, or was changed after it had been applied.
    #[error("the database could not be migrated: {0}")]
    Migration(#[source] sqlx::migrate::MigrateError),
    /// The database does not keep the settings that durability needs.
    #[error("the database does not take {setting}: it says {found}")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// What the database has instead.
        found: String,
    },
    /// The database cannot be reached or read.
    #[error("the database cannot be opened: {0}")]
    Unreachable(#[from] sqlx::Error),
}

/// Whether the same may work later: the connection, the disk or the server is at fault, not the statement.
fn is_unavailable(error: &sqlx::Error) -> bool {
    use sqlx::Error as E;
    match error {
        E::Io(_) | E::Tls(_) | E::Protocol(_) | E::PoolTimedOut | E::PoolClosed => true,
        E::WorkerCrashed | E::BeginFailed => true,
        E::Database(error) => {
            let code = error.code().unwrap_or_default();
            if error
                .try_downcast_ref::<sqlx::sqlite::SqliteError>()
                .is_some()
            {
                sqlite_is_unavailable(&code)
            } else {
                postgres_is_unavailable(&code)
            }
        }
        _ => false,
    }
}

/// Of the primary result codes: BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL.
fn sqlite_is_unavailable(code: &str) -> bool {
    let primary = code.parse::<u32>().map_or(0, |code| code & 0xff);
    matches!(primary, 5 | 6 | 7 | 8 | 9 | 10 | 13 | 14 | 15)
}

/// Of the SQLSTATE classes: connection, authorisation, rollback, resources (53100 is a full disk), operator, system,
/// and a server that is read-only.
fn postgres_is_unavailable(code: &str) -> bool {
    code == "25006"
        || ["08", "28", "40", "53", "57", "58"]
            .iter()
            .any(|class| code.starts_with(class))
}
