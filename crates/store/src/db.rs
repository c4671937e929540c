//! The two databases behind one door: calls with arguments go in, rows come out.

mod call;
mod checkpoint;
mod connection;
mod migrate;
mod postgres;
mod row;
mod sqlite;

pub(crate) use call::{Arg, Call};
pub(crate) use checkpoint::Gate;
pub(crate) use connection::Connection;
pub(crate) use row::Row;

use crate::{Location, OpenError};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// A database: a pool to read from, and what is needed to open the one connection that writes.
#[derive(Clone)]
pub(crate) enum Db {
    Sqlite(sqlite::Sqlite),
    Postgres(postgres::Postgres),
}

impl Db {
    /// Opens and migrates it. Background work goes to `tasks` and ends with `stop`.
    pub(crate) async fn open(
        location: &Location,
        gate: &Gate,
        tasks: &TaskTracker,
        stop: &CancellationToken,
    ) -> Result<(Self, Connection), OpenError> {
        match location {
            Location::Sqlite(path) => {
                let (sqlite, writer) = sqlite::Sqlite::open(path).await?;
                sqlite
                    .start_checkpoints(gate.clone(), tasks, stop.clone())
                    .await?;
                Ok((Self::Sqlite(sqlite), Connection::Sqlite(writer)))
            }
            Location::Postgres(url) => {
                let (postgres, writer) = postgres::Postgres::open(url).await?;
                Ok((Self::Postgres(postgres), Connection::Postgres(writer)))
            }
        }
    }

    /// A new connection to write with.
    pub(crate) async fn connect(&self) -> Result<Connection, sqlx::Error> {
        match self {
            Self::Sqlite(sqlite) => sqlite.connect_writer().await.map(Connection::Sqlite),
            Self::Postgres(postgres) => postgres.connect_writer().await.map(Connection::Postgres),
        }
    }

    /// Reads.
    pub(crate) async fn read(&self, call: &Call) -> Result<Vec<Row>, sqlx::Error> {
        match self {
            Self::Sqlite(sqlite) => call.on_sqlite(sqlite.readers()).await,
            Self::Postgres(postgres) => call.on_postgres(postgres.readers()).await,
        }
    }

    /// Closes the readers and gives the database free, when nothing else uses it any more.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.close().await,
            Self::Postgres(postgres) => postgres.readers().close().await,
        }
    }
}
