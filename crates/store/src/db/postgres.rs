//! PostgreSQL: a pool for reading and a connection of its own for writing.

use super::migrate;
use crate::OpenError;
use sqlx::{
    ConnectOptions, Connection, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{io, str::FromStr, time::Duration};

/// Readers at once.
const READERS: u32 = 8;
/// Longer than a server takes to accept; short enough to answer `unavailable` while somebody waits.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// An open PostgreSQL database.
#[derive(Clone)]
pub(crate) struct Postgres {
    readers: PgPool,
    options: PgConnectOptions,
}

impl Postgres {
    pub(super) async fn open(url: &str) -> Result<(Self, PgConnection), OpenError> {
        let options = PgConnectOptions::from_str(url)?
            .application_name("ludohall")
            .options([
                ("synchronous_commit", "on"),
                ("client_min_messages", "warning"),
            ])
            .disable_statement_logging();
        let mut writer = connect(&options).await?;
        migrate::run(&mut writer).await?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(CONNECT_TIMEOUT)
            .connect_lazy_with(options.clone());
        Ok((Self { readers, options }, writer))
    }

    pub(super) async fn connect_writer(&self) -> Result<PgConnection, sqlx::Error> {
        connect(&self.options).await
    }

    pub(super) fn readers(&self) -> &PgPool {
        &self.readers
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    match tokio::time::timeout(CONNECT_TIMEOUT, PgConnection::connect_with(options)).await {
        Ok(connected) => connected,
        Err(_) => Err(io::Error::from(io::ErrorKind::TimedOut).into()),
    }
}
