//! The connection that writes.

use super::{Call, Row};
use crate::statements::Dialect;
use sqlx::{Connection as _, Executor, PgConnection, SqlStr, SqliteConnection};

/// A connection that writes. Transactions are begun and ended by hand: SQLite ends one by itself when the disk is
/// full, and a driver that counts them is out of step from there on.
pub(crate) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Connection {
    pub(crate) async fn run(&mut self, call: &Call) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Self::Sqlite(connection) => call.on_sqlite(connection).await,
            Self::Postgres(connection) => call.on_postgres(connection).await,
        }
    }

    /// Runs a call of which only the number of rows is of interest that it has written.
    pub(crate) async fn count(&mut self, call: &Call) -> Result<u64, sqlx::Error> {
        match self {
            Self::Sqlite(connection) => call.count_on_sqlite(connection).await,
            Self::Postgres(connection) => call.count_on_postgres(connection).await,
        }
    }

    /// What it understands.
    pub(crate) fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Begins a transaction. On SQLite it takes the write lock at once, so that it cannot fail for it later.
    pub(crate) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.execute("BEGIN IMMEDIATE").await.map(drop),
            Self::Postgres(connection) => connection.execute("BEGIN").await.map(drop),
        }
    }

    /// Ends the transaction; when this returns `Ok`, it is on disk.
    pub(crate) async fn commit(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.execute("COMMIT").await.map(drop),
            Self::Postgres(connection) => connection.execute("COMMIT").await.map(drop),
        }
    }

    /// Takes the transaction back, where the database has not done it already. After an error the connection is of no
    /// more use.
    pub(crate) async fn rollback(&mut self) -> Result<(), sqlx::Error> {
        let done = match self {
            Self::Sqlite(connection) => connection.execute("ROLLBACK").await.map(drop),
            Self::Postgres(connection) => connection.execute("ROLLBACK").await.map(drop),
        };
        done.or_else(|error| {
            if is_no_transaction(&error) {
                Ok(())
            } else {
                Err(error)
            }
        })
    }

    /// Prepares a statement without running it.
    pub(crate) async fn prepare(&mut self, sql: SqlStr) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.prepare(sql).await.map(drop),
            Self::Postgres(connection) => connection.prepare(sql).await.map(drop),
        }
    }

    pub(crate) async fn close(self) {
        let closed = match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        };
        if let Err(error) = closed {
            tracing::debug!(%error, "the connection did not close in order");
        }
    }
}

/// SQLite says with its general code that no transaction is active; PostgreSQL only warns.
fn is_no_transaction(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(|error| error.code().as_deref() == Some("1"))
}
