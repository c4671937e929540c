//! What is PostgreSQL's alone: connections that break, and several servers.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Table, table};
use ludohall_store::AppendError;

#[tokio::test]
async fn commits_are_durable() {
    let Some(database) = Database::postgres().await else {
        return;
    };
    let store = database.open().await;
    let setting = store.ask_writer("SHOW synchronous_commit").await.unwrap();
    assert_eq!(setting.as_deref(), Some("on"));
}

#[tokio::test]
async fn a_server_that_drops_the_connection_costs_nothing() {
    let Some(database) = Database::postgres().await else {
        return;
    };
    let store = database.open().await;
    let table = table(&store).await;
    // The statement ends its own connection, so it fails; the next one finds a new connection.
    assert!(
        store
            .ask_writer("SELECT pg_terminate_backend(pg_backend_pid())")
            .await
            .unwrap_err()
            .is_unavailable()
    );
    assert!(!store.is_ready().await);
    store.append(table.append(2..=2)).await.unwrap();
    assert!(store.is_ready().await);
    assert_eq!(table.journal(&store).await, [1, 2]);
}

#[tokio::test]
async fn two_servers_on_one_database_fence_each_other() {
    let Some(database) = Database::postgres().await else {
        return;
    };
    let (one, two) = (database.open().await, database.open().await);
    let old = table(&one).await;
    let new = Table {
        epoch: two.load(old.code).await.unwrap().unwrap().epoch,
        ..old
    };
    let (fenced, accepted) =
        tokio::join!(one.append(old.append(2..=2)), two.append(new.append(2..=2)));
    assert!(matches!(fenced, Err(AppendError::Fenced)));
    accepted.unwrap();
    assert_eq!(new.journal(&one).await, [1, 2]);
}
