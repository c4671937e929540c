//! The fenced append and the group commit.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Table, code, event, events, player, table};
use ludohall_protocol::{GameId, Version};
use ludohall_store::{
    Append, AppendError, Epoch, FinishedGame, Idempotency, Membership, Millis, Snapshot, Store,
    StoreError,
};
use std::sync::Arc;
use uuid::Uuid;

on_both!(
    what_was_accepted_is_read_back_after_the_store_has_gone,
    an_append_by_an_old_owner_is_fenced,
    a_place_that_is_taken_is_refused,
    an_append_that_does_not_follow_is_refused,
    an_append_is_written_whole_or_not_at_all,
    the_same_append_again_has_no_second_effect,
    an_append_for_an_unknown_table_is_fenced,
    a_fenced_append_has_no_side_effect,
    side_effects_are_in_the_same_transaction,
    one_append_that_the_database_refuses_spoils_no_other,
    a_long_append_is_written,
    two_appends_for_one_table_at_once_are_both_written,
    busy_tables_share_commits,
    a_closed_store_says_so,
);

async fn what_was_accepted_is_read_back_after_the_store_has_gone(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    store.append(table.append(2..=4)).await.unwrap();
    store.append(table.append(5..=5)).await.unwrap();
    store.close().await;
    let loaded = database
        .open()
        .await
        .load(table.code)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(loaded.events, events(1..=5));
    assert_eq!((loaded.id, loaded.code), (table.id, table.code));
    assert!(loaded.epoch > table.epoch);
}

async fn an_append_by_an_old_owner_is_fenced(database: Database) {
    let store = database.open().await;
    let old = table(&store).await;
    let epoch = store.load(old.code).await.unwrap().unwrap().epoch;
    let fenced = store.append(old.append(2..=2)).await;
    assert!(matches!(fenced, Err(AppendError::Fenced)));
    let new = Table { epoch, ..old };
    store.append(new.append(2..=2)).await.unwrap();
    assert_eq!(new.journal(&store).await, [1, 2]);
}

async fn a_place_that_is_taken_is_refused(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    store.append(table.append(2..=2)).await.unwrap();
    let mut other = table.append(2..=2);
    other.events[0].body = "{\"another\":true}".to_owned();
    assert!(matches!(store.append(other).await, Err(AppendError::Taken)));
    assert_eq!(
        store.events(table.id, Version(1)).await.unwrap(),
        events(1..=2)
    );
}

async fn an_append_that_does_not_follow_is_refused(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    assert!(matches!(
        store.append(table.append(3..=3)).await,
        Err(AppendError::Taken)
    ));
    assert_eq!(table.journal(&store).await, [1]);
}

async fn an_append_is_written_whole_or_not_at_all(database: Database) {
    let store = Arc::new(database.open().await);
    let (torn, whole) = (table(&store).await, table(&store).await);
    // Entry 3 is there though entry 2 is not: only a part of 2..=4 can be written.
    let row = format!("'{}', 3, 1, 0, '{{}}'", torn.id);
    let sql = format!("INSERT INTO table_event (table_id, seq, epoch, at, body) VALUES ({row})");
    database.meddle(&sql).await;
    let (first, second) = tokio::join!(
        store.append(torn.append(2..=4)),
        store.append(whole.append(2..=4))
    );
    assert!(matches!(first, Err(AppendError::Taken)));
    second.unwrap();
    assert_eq!(whole.journal(&store).await, [1, 2, 3, 4]);
    database
        .meddle("DELETE FROM table_event WHERE seq = 3 AND body = '{}'")
        .await;
    assert_eq!(torn.journal(&store).await, [1]);
}

async fn the_same_append_again_has_no_second_effect(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    let guest = player();
    let sit = Append {
        members: vec![Membership::In(guest)],
        ..table.append(2..=3)
    };
    store.append(sit.clone()).await.unwrap();
    let rise = Append {
        members: vec![Membership::Out(guest)],
        ..table.append(4..=4)
    };
    store.append(rise).await.unwrap();
    store.append(sit.clone()).await.unwrap();
    assert_eq!(table.journal(&store).await, [1, 2, 3, 4]);
    assert!(store.tables_of(guest).await.unwrap().is_empty());
    // Also when the table has gone to somebody else meanwhile: what was accepted stays accepted.
    store.load(table.code).await.unwrap().unwrap();
    store.append(sit).await.unwrap();
}

async fn an_append_for_an_unknown_table_is_fenced(database: Database) {
    let store = database.open().await;
    let table = Table {
        id: ludohall_protocol::TableId(Uuid::now_v7()),
        code: code(),
        epoch: Epoch::FIRST,
        host: player(),
    };
    assert!(matches!(
        store.append(table.append(1..=1)).await,
        Err(AppendError::Fenced)
    ));
}

async fn a_fenced_append_has_no_side_effect(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    store.load(table.code).await.unwrap().unwrap();
    let guest = player();
    let append = Append {
        members: vec![Membership::In(guest)],
        closed_at: Some(Millis(9)),
        ..table.append(2..=2)
    };
    assert!(matches!(
        store.append(append).await,
        Err(AppendError::Fenced)
    ));
    assert!(store.tables_of(guest).await.unwrap().is_empty());
    assert_eq!(store.open_tables().await.unwrap(), [(table.id, table.code)]);
}

async fn side_effects_are_in_the_same_transaction(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    let (guest, game) = (player(), GameId(Uuid::now_v7()));
    let request = Idempotency {
        player: guest,
        operation: "rematch",
        key: "k".to_owned(),
    };
    let append = Append {
        members: vec![
            Membership::In(guest),
            Membership::In(table.host),
            Membership::Out(table.host),
        ],
        games: vec![FinishedGame {
            id: game,
            record: "{\"id\":1}".to_owned(),
            players: vec![guest],
            complete: true,
        }],
        snapshot: Some(Snapshot {
            seq: Version(3),
            body: "{\"state\":3}".to_owned(),
        }),
        idempotency: Some((request.clone(), table.code)),
        ..table.append(2..=3)
    };
    store.append(append).await.unwrap();
    store.append(table.append(4..=4)).await.unwrap();
    assert_eq!(store.tables_of(guest).await.unwrap(), [table.code]);
    assert!(store.tables_of(table.host).await.unwrap().is_empty());
    assert_eq!(
        store.game(game).await.unwrap().as_deref(),
        Some("{\"id\":1}")
    );
    assert_eq!(store.recall(&request).await.unwrap(), Some(table.code));
    let loaded = store.load(table.code).await.unwrap().unwrap();
    assert_eq!(loaded.snapshot.unwrap().seq, Version(3));
    assert_eq!(loaded.events, events(4..=4));
}

async fn one_append_that_the_database_refuses_spoils_no_other(database: Database) {
    let store = Arc::new(database.open().await);
    let tables = [
        table(&store).await,
        table(&store).await,
        table(&store).await,
    ];
    let [good, bad, fine] = tables;
    let key = "k".repeat(300);
    let request = Idempotency {
        player: player(),
        operation: "quick",
        key,
    };
    let refused = Append {
        idempotency: Some((request, bad.code)),
        ..bad.append(2..=2)
    };
    let (first, second, third) = tokio::join!(
        store.append(good.append(2..=2)),
        store.append(refused),
        store.append(fine.append(2..=2)),
    );
    first.unwrap();
    assert!(matches!(
        second,
        Err(AppendError::Unavailable(StoreError::Refused(_)))
    ));
    third.unwrap();
    assert_eq!(good.journal(&store).await, [1, 2]);
    assert_eq!(bad.journal(&store).await, [1]);
    assert_eq!(fine.journal(&store).await, [1, 2]);
}

async fn a_long_append_is_written(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    store.append(table.append(2..=700)).await.unwrap();
    assert_eq!(table.journal(&store).await, (1..=700).collect::<Vec<_>>());
}

async fn two_appends_for_one_table_at_once_are_both_written(database: Database) {
    let store = Arc::new(database.open().await);
    let table = table(&store).await;
    let (first, second) = tokio::join!(
        store.append(table.append(2..=2)),
        store.append(table.append(3..=3))
    );
    first.unwrap();
    second.unwrap();
    assert_eq!(table.journal(&store).await, [1, 2, 3]);
}

async fn busy_tables_share_commits(database: Database) {
    const TABLES: usize = 200;
    const ENTRIES: u64 = 20;
    let store = Arc::new(database.open().await);
    let opening: Vec<_> = (0..TABLES)
        .map(|_| spawn(&store, |store| async move { table(&store).await }))
        .collect();
    let mut tables = Vec::new();
    for opened in opening {
        tables.push(opened.await.unwrap());
    }
    let before = store.stats();
    let playing: Vec<_> = tables
        .iter()
        .map(|&table| {
            spawn(&store, move |store| async move {
                for seq in 2..2 + ENTRIES {
                    store
                        .append(Append::new(table.id, table.epoch, vec![event(seq)]))
                        .await
                        .unwrap();
                }
            })
        })
        .collect();
    for played in playing {
        played.await.unwrap();
    }
    let after = store.stats();
    let (events, commits) = (after.events - before.events, after.commits - before.commits);
    assert_eq!(events, TABLES as u64 * ENTRIES);
    assert!(
        commits * 5 < events,
        "{commits} commits for {events} events"
    );
    for table in tables {
        assert_eq!(table.journal(&store).await.len() as u64, 1 + ENTRIES);
    }
}

fn spawn<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    store: &Arc<Store>,
    work: impl FnOnce(Arc<Store>) -> F,
) -> tokio::task::JoinHandle<T> {
    tokio::spawn(work(store.clone()))
}

async fn a_closed_store_says_so(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    store.close().await;
    let refused = store.append(table.append(2..=2)).await;
    assert!(matches!(
        refused,
        Err(AppendError::Unavailable(StoreError::Closed))
    ));
}
