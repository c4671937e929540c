//! What is SQLite's alone: its settings, its one process, its log, its disk.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Table, events, table};
use ludohall_protocol::Version;
use ludohall_store::{Append, AppendError, Millis, OpenError, Store, StoreError, StoredEvent};
use sqlx::{Connection, Executor, SqliteConnection};
use std::{sync::Arc, time::Duration};
use tokio::task::JoinSet;

#[tokio::test]
async fn commits_are_durable() {
    let store = Database::sqlite().open().await;
    let ask = async |sql| store.ask_writer(sql).await.unwrap().unwrap();
    assert_eq!(ask("PRAGMA journal_mode").await, "wal");
    assert_eq!(ask("PRAGMA synchronous").await, "2");
    assert_eq!(ask("PRAGMA foreign_keys").await, "1");
    assert_eq!(ask("PRAGMA wal_autocheckpoint").await, "0");
}

#[tokio::test]
async fn a_second_process_is_refused_until_the_first_has_ended() {
    let database = Database::sqlite();
    let first = database.open().await;
    let table = table(&first).await;
    tokio::time::pause();
    let second = Store::open(&database.location()).await;
    tokio::time::resume();
    assert!(matches!(second, Err(OpenError::InUse { .. })));
    first.append(table.append(2..=2)).await.unwrap();
    first.close().await;
    let next = database.open().await;
    assert_eq!(table.journal(&next).await, [1, 2]);
}

#[tokio::test]
async fn a_full_disk_loses_nothing() {
    let database = Database::sqlite();
    let store = database.open().await;
    let (table, other) = (table(&store).await, table(&store).await);
    let big = |seq| {
        let body = format!("{{\"filler\":\"{}\"}}", "x".repeat(1 << 20));
        let event = StoredEvent {
            seq: Version(seq),
            at: Millis(0),
            body,
        };
        Append::new(table.id, table.epoch, vec![event])
    };
    store.append(big(2)).await.unwrap();
    store.ask_writer("PRAGMA max_page_count = 1").await.unwrap();
    for _ in 0..3 {
        let (full, shared) = tokio::join!(
            store.append(big(3)),
            store.append(Append::new(other.id, other.epoch, big(2).events))
        );
        for answer in [full, shared] {
            let error = answer.unwrap_err();
            assert!(
                matches!(error, AppendError::Unavailable(StoreError::Unavailable(_))),
                "{error}"
            );
        }
        assert!(!store.is_ready().await);
    }
    assert_eq!(table.journal(&store).await, [1, 2]);
    store
        .ask_writer("PRAGMA max_page_count = 1073741823")
        .await
        .unwrap();
    store.append(big(3)).await.unwrap();
    store.append(other.append(2..=2)).await.unwrap();
    assert!(store.is_ready().await);
    store.close().await;
    let store = database.open().await;
    assert_eq!(table.journal(&store).await, [1, 2, 3]);
    assert_eq!(
        store.events(other.id, Version(1)).await.unwrap(),
        events(1..=2)
    );
}

/// A reader keeps the log from starting over. When it goes, a log of 128 MiB is cut to nothing; one that only starts over
/// would stay as long as it may be kept.
#[tokio::test]
async fn the_log_is_bounded() {
    const KEPT_BYTES: u64 = 96 << 20;
    let database = Database::sqlite();
    let store = database.open().await;
    let table = table(&store).await;
    let wal = database.file("hall.db-wal");
    let log_bytes = || std::fs::metadata(&wal).unwrap().len();
    let write = async |seq, body| {
        let event = StoredEvent {
            seq: Version(seq),
            at: Millis(0),
            body,
        };
        let append = Append::new(table.id, table.epoch, vec![event]);
        store.append(append).await.unwrap();
    };
    let mut reader = SqliteConnection::connect(&database.url()).await.unwrap();
    for sql in ["BEGIN", "SELECT COUNT(*) FROM tables"] {
        reader.execute(sql).await.unwrap();
    }
    let filler = "x".repeat(4 << 20);
    let mut seq = 1;
    while seq < 36 {
        seq += 1;
        write(seq, format!("{{\"filler\":\"{filler}\"}}")).await;
    }
    assert!(log_bytes() > 128 << 20);
    reader.close().await.unwrap();
    while log_bytes() > KEPT_BYTES / 2 {
        seq += 1;
        write(seq, "{}".to_owned()).await;
    }
    assert_eq!(table.journal(&store).await, (1..=seq).collect::<Vec<_>>());
}

/// Where there is much to do, the next commit begins a little later, and takes along what comes meanwhile.
#[tokio::test]
async fn under_load_a_commit_waits_for_what_is_about_to_come() {
    const MANY: usize = 16;
    let store = Arc::new(Database::sqlite().open().await);
    let mut tables = Vec::new();
    for _ in 0..MANY {
        tables.push(table(&store).await);
    }
    // Time goes by only as told: it would run on while nothing else does.
    tokio::time::pause();
    let busy = tokio::spawn(async {
        loop {
            tokio::task::yield_now().await;
        }
    });
    let before = store.stats().commits;
    let write = |table: &Table, seq| {
        let (store, append) = (store.clone(), table.append(seq..=seq));
        async move { store.append(append).await }
    };
    let mut writing: JoinSet<_> = tables.iter().map(|table| write(table, 2)).collect();
    while let Some(written) = writing.join_next().await {
        written.unwrap().unwrap();
    }
    for table in &tables[..2] {
        writing.spawn(write(table, 3));
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }
    tokio::time::advance(Duration::from_secs(1)).await;
    for written in writing.join_all().await {
        written.unwrap();
    }
    assert_eq!(store.stats().commits - before, 2);
    busy.abort();
}
