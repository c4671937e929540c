//! Opening a database: what is refused, and how.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, table};
use ludohall_store::{Location, OpenError, Store};

on_both!(
    a_database_is_opened_again_as_it_was,
    a_database_newer_than_the_binary_is_refused_untouched,
    a_migration_that_was_changed_is_refused,
);

async fn a_database_is_opened_again_as_it_was(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    assert!(store.is_ready().await);
    store.close().await;
    let store = database.open().await;
    assert_eq!(store.open_tables().await.unwrap(), [(table.id, table.code)]);
}

async fn a_database_newer_than_the_binary_is_refused_untouched(database: Database) {
    database.open().await.close().await;
    let row = "9999, 'later', CURRENT_TIMESTAMP, true, 'x', 0";
    database
        .meddle(&format!(
            "INSERT INTO _sqlx_migrations (version, description, installed_on, success, checksum, execution_time) VALUES ({row})"
        ))
        .await;
    for _ in 0..2 {
        let error = Store::open(&database.location()).await.err().unwrap();
        assert!(
            matches!(
                error,
                OpenError::NewerDatabase {
                    found: 9999,
                    known: 1..
                }
            ),
            "{error}"
        );
    }
    database
        .meddle("DELETE FROM _sqlx_migrations WHERE version = 9999")
        .await;
    database.open().await.close().await;
}

async fn a_migration_that_was_changed_is_refused(database: Database) {
    database.open().await.close().await;
    database
        .meddle("UPDATE _sqlx_migrations SET checksum = 'other'")
        .await;
    assert!(matches!(
        Store::open(&database.location()).await,
        Err(OpenError::Migration(_))
    ));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_an_error() {
    let nowhere: Location = "postgres://nobody@127.0.0.1:1/none".parse().unwrap();
    assert!(matches!(
        Store::open(&nowhere).await,
        Err(OpenError::Unreachable(_))
    ));
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let below = Location::Sqlite(file.path().join("hall.db"));
    let error = Store::open(&below).await.err().unwrap();
    assert!(
        matches!(&error, OpenError::Folder { path, .. } if path == file.path()),
        "{error}"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_the_hall_makes_is_its_own() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let store = Store::open(&Location::Sqlite(data.join("hall.db")))
        .await
        .unwrap();
    let mode = std::fs::metadata(&data).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    store.close().await;
}

#[tokio::test]
async fn a_file_that_is_no_database_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hall.db");
    std::fs::write(
        &path,
        "not a database, but long enough to be read as one".repeat(100),
    )
    .unwrap();
    assert!(matches!(
        Store::open(&Location::Sqlite(path)).await,
        Err(OpenError::Unreachable(_))
    ));
}
