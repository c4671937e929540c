//! A database of its own for each test, on SQLite and on PostgreSQL.
#![allow(dead_code, clippy::unwrap_used)]

use ludohall_protocol::{Code, PlayerId, TableId, Version};
use ludohall_store::{
    Append, Created, Epoch, Location, Millis, NewGuest, NewTable, Store, StoredEvent, TokenHash,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;
use uuid::Uuid;

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

/// A database that goes with the test.
pub enum Database {
    Sqlite(TempDir),
    Postgres { server: String, schema: String },
}

impl Database {
    pub fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    /// A schema of its own in the database of `LUDOHALL_TEST_POSTGRES`. None where that is not set, unless
    /// `LUDOHALL_TEST_REQUIRE_POSTGRES` is 1: then a test must not pass by not running.
    pub async fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("LUDOHALL_TEST_POSTGRES") else {
            let required = std::env::var("LUDOHALL_TEST_REQUIRE_POSTGRES").is_ok_and(|v| v == "1");
            assert!(!required, "LUDOHALL_TEST_POSTGRES is not set");
            eprintln!("not run: LUDOHALL_TEST_POSTGRES is not set");
            return None;
        };
        let schema = format!("ludohall_{}", Uuid::now_v7().simple());
        let database = Self::Postgres {
            server,
            schema: schema.clone(),
        };
        let mut connection = PgConnection::connect(&database.server_url()).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(format!("CREATE SCHEMA {schema}")))
            .execute(&mut connection)
            .await
            .unwrap();
        Some(database)
    }

    fn server_url(&self) -> String {
        match self {
            Self::Postgres { server, .. } => server.clone(),
            Self::Sqlite(_) => unreachable!("only PostgreSQL has a server"),
        }
    }

    pub fn url(&self) -> String {
        match self {
            Self::Sqlite(dir) => format!("sqlite:{}", dir.path().join("hall.db").display()),
            Self::Postgres { server, schema } => {
                let separator = if server.contains('?') { '&' } else { '?' };
                format!("{server}{separator}options=-c%20search_path%3D{schema}")
            }
        }
    }

    /// A file beside the database.
    pub fn file(&self, name: &str) -> std::path::PathBuf {
        match self {
            Self::Sqlite(dir) => dir.path().join(name),
            Self::Postgres { .. } => unreachable!("only SQLite has files"),
        }
    }

    pub fn location(&self) -> Location {
        self.url().parse().unwrap()
    }

    pub async fn open(&self) -> Store {
        Store::open(&self.location()).await.unwrap()
    }

    /// Does something to the database behind the store's back.
    pub async fn meddle(&self, sql: &str) {
        let sql = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
        match self {
            Self::Sqlite(_) => {
                let mut connection = SqliteConnection::connect(&self.url()).await.unwrap();
                sql.execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Self::Postgres { .. } => {
                let mut connection = PgConnection::connect(&self.url()).await.unwrap();
                sql.execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Self::Postgres { server, schema } = self else {
            return;
        };
        let (server, schema) = (server.clone(), schema.clone());
        let drop = async move {
            let mut connection = PgConnection::connect(&server).await.unwrap();
            let sql = format!("SET client_min_messages = warning; DROP SCHEMA {schema} CASCADE");
            sqlx::raw_sql(AssertSqlSafe(sql))
                .execute(&mut connection)
                .await
                .unwrap();
        };
        let runtime = || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
        };
        let _ = std::thread::spawn(move || runtime().block_on(drop)).join();
    }
}

/// A table that the test writes to.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub id: TableId,
    pub code: Code,
    pub epoch: Epoch,
    pub host: PlayerId,
}

pub fn player() -> PlayerId {
    PlayerId(Uuid::now_v7())
}

/// A code that no other call of this process gets.
pub fn code() -> Code {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    Code::from_bits(NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn event(seq: u64) -> StoredEvent {
    let body = format!("{{\"entry\":{seq}}}");
    StoredEvent {
        seq: Version(seq),
        at: Millis(1_000 + seq.cast_signed()),
        body,
    }
}

pub fn events(seqs: std::ops::RangeInclusive<u64>) -> Vec<StoredEvent> {
    seqs.map(event).collect()
}

pub fn new_table() -> NewTable {
    NewTable {
        id: TableId(Uuid::now_v7()),
        code: code(),
        created_at: Millis(1_000),
        created_by: player(),
        idempotency: None,
        events: events(1..=1),
        members: Vec::new(),
        games: Vec::new(),
    }
}

/// Makes a table whose journal has one entry.
pub async fn table(store: &Store) -> Table {
    let new = new_table();
    let (id, code, host) = (new.id, new.code, new.created_by);
    let created = store.create(new).await.unwrap();
    assert_eq!(created, Created::Done(Epoch::FIRST));
    Table {
        id,
        code,
        epoch: Epoch::FIRST,
        host,
    }
}

impl Table {
    pub fn append(&self, seqs: std::ops::RangeInclusive<u64>) -> Append {
        Append::new(self.id, self.epoch, events(seqs))
    }

    /// The numbers of all entries, read without claiming.
    pub async fn journal(&self, store: &Store) -> Vec<u64> {
        let events = store.events(self.id, Version(1)).await.unwrap();
        events.iter().map(|event| event.seq.0).collect()
    }
}

/// Makes a guest with this token.
pub async fn guest(store: &Store, token: &str, at: Millis) -> PlayerId {
    let id = player();
    let guest = NewGuest {
        id,
        name: "Ада".to_owned(),
        language: "ru".to_owned(),
        token: TokenHash::of(token),
        at,
    };
    store.create_guest(guest).await.unwrap().id
}
