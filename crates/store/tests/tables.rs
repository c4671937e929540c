//! Making, finding, claiming and reading tables.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, event, events, new_table, player, table};
use ludohall_protocol::{TableId, Version};
use ludohall_store::{
    Append, Created, Epoch, Idempotency, LoadError, Membership, Millis, NewTable, Snapshot,
};
use uuid::Uuid;

on_both!(
    a_code_is_unique_among_open_tables_and_free_after_closing,
    the_same_request_makes_one_table,
    a_creation_whose_answer_was_lost_is_done_once,
    two_who_want_one_code_at_once_get_one_each_or_a_refusal,
    an_unknown_or_closed_table_is_not_loaded,
    loading_tells_when_the_owner_was_last_alive,
    a_damaged_journal_stops_its_table_alone,
    a_damaged_snapshot_is_as_good_as_none,
    an_older_snapshot_never_replaces_a_newer_one,
    many_tables_are_loaded_at_once,
);

async fn a_code_is_unique_among_open_tables_and_free_after_closing(database: Database) {
    let store = database.open().await;
    let first = table(&store).await;
    let second = NewTable {
        code: first.code,
        ..new_table()
    };
    assert_eq!(
        store.create(second.clone()).await.unwrap(),
        Created::CodeTaken
    );
    let close = Append {
        closed_at: Some(Millis(5_000)),
        ..first.append(2..=2)
    };
    assert!(!store.has_closed(first.code).await.unwrap());
    store.append(close).await.unwrap();
    assert!(store.has_closed(first.code).await.unwrap());
    assert!(!store.has_closed(new_table().code).await.unwrap());
    assert_eq!(
        store.create(second.clone()).await.unwrap(),
        Created::Done(Epoch::FIRST)
    );
    let loaded = store.load(first.code).await.unwrap().unwrap();
    assert_eq!(loaded.id, second.id);
    assert_eq!(
        store.open_tables().await.unwrap(),
        [(second.id, second.code)]
    );
}

async fn the_same_request_makes_one_table(database: Database) {
    let store = database.open().await;
    let anna = player();
    let request = |player| Idempotency {
        player,
        operation: "create",
        key: "one".to_owned(),
    };
    let by = |player| NewTable {
        idempotency: Some(request(player)),
        ..new_table()
    };
    let first = by(anna);
    let code = first.code;
    assert_eq!(
        store.create(first).await.unwrap(),
        Created::Done(Epoch::FIRST)
    );
    assert_eq!(
        store.create(by(anna)).await.unwrap(),
        Created::Replayed(code)
    );
    // The key of one person is nothing to another.
    assert_eq!(
        store.create(by(player())).await.unwrap(),
        Created::Done(Epoch::FIRST)
    );
    let (one, two) = (player(), player());
    let (a, b, c) = tokio::join!(
        store.create(by(one)),
        store.create(by(one)),
        store.create(by(two))
    );
    let replays = [a, b, c]
        .into_iter()
        .filter(|c| matches!(c, Ok(Created::Replayed(_))))
        .count();
    assert_eq!(replays, 1);
    assert_eq!(store.open_tables().await.unwrap().len(), 4);
}

async fn a_creation_whose_answer_was_lost_is_done_once(database: Database) {
    let store = database.open().await;
    let new = NewTable {
        members: vec![Membership::In(player())],
        ..new_table()
    };
    for _ in 0..2 {
        assert_eq!(
            store.create(new.clone()).await.unwrap(),
            Created::Done(Epoch::FIRST)
        );
    }
    assert_eq!(store.open_tables().await.unwrap().len(), 1);
    assert_eq!(
        store.events(new.id, Version(1)).await.unwrap(),
        events(1..=1)
    );
}

async fn two_who_want_one_code_at_once_get_one_each_or_a_refusal(database: Database) {
    let store = database.open().await;
    let (one, two) = (new_table(), new_table());
    let two = NewTable {
        code: one.code,
        ..two
    };
    let (first, second) = tokio::join!(store.create(one), store.create(two));
    assert_eq!(first.unwrap(), Created::Done(Epoch::FIRST));
    assert_eq!(second.unwrap(), Created::CodeTaken);
}

async fn an_unknown_or_closed_table_is_not_loaded(database: Database) {
    let store = database.open().await;
    assert!(store.load(common::code()).await.unwrap().is_none());
    assert!(
        store
            .load_id(TableId(Uuid::now_v7()))
            .await
            .unwrap()
            .is_none()
    );
    let table = table(&store).await;
    store
        .append(Append {
            closed_at: Some(Millis(1)),
            ..table.append(2..=2)
        })
        .await
        .unwrap();
    assert!(store.load(table.code).await.unwrap().is_none());
    assert!(store.load_id(table.id).await.unwrap().is_none());
}

async fn loading_tells_when_the_owner_was_last_alive(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    assert_eq!(store.last_beat().await.unwrap(), None);
    store.beat(Millis(7_000)).await.unwrap();
    store.beat(Millis(8_000)).await.unwrap();
    store.close().await;
    let store = database.open().await;
    assert_eq!(store.last_beat().await.unwrap(), Some(Millis(8_000)));
    store.beat(Millis(20_000)).await.unwrap();
    let loaded = store.load(table.code).await.unwrap().unwrap();
    assert_eq!(loaded.last_alive, Some(Millis(8_000)));
    let again = store.load(table.code).await.unwrap().unwrap();
    assert_eq!(again.last_alive, Some(Millis(20_000)));
}

async fn a_damaged_journal_stops_its_table_alone(database: Database) {
    let store = database.open().await;
    for damage in [
        "UPDATE table_event SET body = '{\"cut off' WHERE seq = 3 AND table_id = '{id}'",
        "UPDATE table_event SET seq = 30 WHERE seq = 3 AND table_id = '{id}'",
        "DELETE FROM table_event WHERE seq = 3 AND table_id = '{id}'",
        "UPDATE table_event SET epoch = 0 WHERE seq = 3 AND table_id = '{id}'",
    ] {
        let (damaged, sound) = (table(&store).await, table(&store).await);
        store.append(damaged.append(2..=4)).await.unwrap();
        database
            .meddle(&damage.replace("{id}", &damaged.id.to_string()))
            .await;
        let error = store.load(damaged.code).await.unwrap_err();
        assert!(
            matches!(error, LoadError::Damaged { table, seq } if table == damaged.id && seq == Version(3)),
            "{damage}: {error}"
        );
        assert!(store.load(sound.code).await.unwrap().is_some());
    }
}

async fn a_damaged_snapshot_is_as_good_as_none(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    let snapshot = Snapshot {
        seq: Version(2),
        body: "{}".to_owned(),
    };
    store
        .append(Append {
            snapshot: Some(snapshot),
            ..table.append(2..=3)
        })
        .await
        .unwrap();
    database
        .meddle("UPDATE table_snapshot SET body = 'no json'")
        .await;
    let loaded = store.load(table.code).await.unwrap().unwrap();
    assert_eq!((loaded.snapshot, loaded.events), (None, events(1..=3)));
}

async fn an_older_snapshot_never_replaces_a_newer_one(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    for (entry, snapshot) in [(2, 2), (3, 3), (4, 1)] {
        let snapshot = Snapshot {
            seq: Version(snapshot),
            body: "{}".to_owned(),
        };
        store
            .append(Append {
                snapshot: Some(snapshot),
                ..table.append(entry..=entry)
            })
            .await
            .unwrap();
    }
    let loaded = store.load(table.code).await.unwrap().unwrap();
    assert_eq!(loaded.snapshot.unwrap().seq, Version(3));
    assert_eq!(loaded.events, [event(4)]);
}

async fn many_tables_are_loaded_at_once(database: Database) {
    let store = std::sync::Arc::new(database.open().await);
    for _ in 0..50 {
        table(&store).await;
    }
    let before = store.stats().commits;
    let loads = store
        .open_tables()
        .await
        .unwrap()
        .into_iter()
        .map(|(id, _)| {
            let store = store.clone();
            tokio::spawn(async move { store.load_id(id).await.unwrap().unwrap() })
        });
    for load in loads.collect::<Vec<_>>() {
        assert_eq!(load.await.unwrap().events, events(1..=1));
    }
    assert!(store.stats().commits - before < 25);
}
