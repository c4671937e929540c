//! A database of its own for each test.

use ludohall_server::config;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::path::PathBuf;
use tempfile::TempDir;
use uuid::Uuid;

/// A database that goes with the test.
pub enum Database {
    Sqlite(TempDir),
    Postgres { server: String, schema: String },
}

impl Database {
    pub fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    /// A schema of its own in the database of `LUDOHALL_TEST_POSTGRES`. `None` where that is not set, unless
    /// `LUDOHALL_TEST_REQUIRE_POSTGRES` is 1: then a test must not pass by not running.
    pub async fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("LUDOHALL_TEST_POSTGRES") else {
            let required = std::env::var("LUDOHALL_TEST_REQUIRE_POSTGRES").is_ok_and(|v| v == "1");
            assert!(!required, "LUDOHALL_TEST_POSTGRES is not set");
            eprintln!("not run: LUDOHALL_TEST_POSTGRES is not set");
            return None;
        };
        let schema = format!("hall_{}", Uuid::now_v7().simple());
        run_on_postgres(&server, format!("CREATE SCHEMA {schema}")).await;
        Some(Self::Postgres { server, schema })
    }

    /// As the hall is told of it.
    pub fn config(&self) -> config::Database {
        match self {
            Self::Sqlite(dir) => config::Database::DataDir(dir.path().to_owned()),
            Self::Postgres { .. } => config::Database::Url(self.url()),
        }
    }

    /// As the binary is told of it.
    pub fn flags(&self) -> [String; 2] {
        match self {
            Self::Sqlite(dir) => ["--data-dir".into(), dir.path().display().to_string()],
            Self::Postgres { .. } => ["--database-url".into(), self.url()],
        }
    }

    fn url(&self) -> String {
        match self {
            Self::Sqlite(dir) => format!("sqlite:{}", file(dir).display()),
            Self::Postgres { server, schema } => {
                let separator = if server.contains('?') { '&' } else { '?' };
                format!("{server}{separator}options=-c%20search_path%3D{schema}")
            }
        }
    }

    /// Does something to the database behind the hall's back.
    pub async fn meddle(&self, sql: &str) {
        match self {
            Self::Sqlite(_) => {
                let mut connection = SqliteConnection::connect(&self.url()).await.unwrap();
                let sql = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
                sql.execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Self::Postgres { .. } => run_on_postgres(&self.url(), sql.to_owned()).await,
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Self::Postgres { server, schema } = self else {
            return;
        };
        let server = server.clone();
        let sql = format!("SET client_min_messages = warning; DROP SCHEMA {schema} CASCADE");
        let drop = move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(run_on_postgres(&server, sql));
        };
        // A runtime of its own: this may run inside that of the test.
        let _ = std::thread::spawn(drop).join();
    }
}

fn file(dir: &TempDir) -> PathBuf {
    dir.path().join("ludohall.sqlite")
}

async fn run_on_postgres(url: &str, sql: String) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let sql = sqlx::raw_sql(AssertSqlSafe(sql));
    sql.execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}
