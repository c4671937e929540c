//! A hall of its own for each test, on a port of its own, and people who use it over real connections.
#![allow(dead_code, clippy::unwrap_used)]

mod database;
mod guest;
mod http;
mod player;
mod socket;

pub use database::Database;
pub use guest::Guest;
pub use http::{Ask, Reply};
#[allow(unused_imports)]
pub use player::Player;
pub use socket::Socket;

use ludohall_server::{
    Config, Server,
    config::{Limits, Timing},
};
use std::{net::SocketAddr, time::Duration};
use tokio::net::TcpListener;

/// The longest that a test waits for anything. Far above what anything takes: reaching it is a failure.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Makes a test of an `async fn(Database)` for each database.
#[macro_export]
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {$(
            #[tokio::test]
            async fn $name() {
                super::$name($crate::common::Database::sqlite()).await;
            }
        )*}
        mod postgres {$(
            #[tokio::test]
            async fn $name() {
                if let Some(database) = $crate::common::Database::postgres().await {
                    super::$name(database).await;
                }
            }
        )*}
    };
}

/// A hall that runs in this process.
pub struct TestServer {
    pub server: Server,
    pub database: Database,
}

impl TestServer {
    /// A hall on this database, limits by address lifted.
    pub async fn start(database: Database) -> Self {
        Self::with(database, |_| {}).await
    }

    /// The same on SQLite, with a configuration that `change` has changed.
    pub async fn configured(change: impl FnOnce(&mut Config)) -> Self {
        Self::with(Database::sqlite(), change).await
    }

    pub async fn with(database: Database, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(database.config());
        config.limits = Limits::off();
        config.timing = Timing {
            retry: Duration::from_millis(7),
            ..Timing::default()
        };
        change(&mut config);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server::start(config, listener).await.unwrap();
        Self { server, database }
    }

    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// A new guest with this name.
    pub async fn guest(&self, name: &str) -> Guest {
        Guest::new(self.address(), name).await
    }

    /// Asks as nobody.
    pub async fn ask(&self, ask: Ask<'_>) -> Reply {
        ask.send(self.address()).await
    }

    /// Stops the hall and gives the database back.
    pub async fn stop(self) -> Database {
        self.server.shutdown().await;
        self.database
    }

    /// Stops it and starts it again.
    pub async fn restart(self) -> Self {
        Self::start(self.stop().await).await
    }
}

/// Waits for something that must come.
pub async fn soon<T>(what: &str, coming: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, coming)
        .await
        .unwrap_or_else(|_| panic!("never came: {what}"))
}
