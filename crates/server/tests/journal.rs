//! The hall on a real database, in a file: what is told survives the end of the process that told it.

#![allow(clippy::unwrap_used)]

use ludohall_protocol::{ClientMessage, Player, PlayerId};
use ludohall_server::{journal::Journal, random::SystemRandom};
use ludohall_store::{Location, Store as Database};
use ludohall_table::{
    Hall, HallConfig, Millis, Request, TableHandle,
    ports::RuntimeClock,
    store::{Append, AppendError, Epoch, Store, StoredEntry},
};
use serde_json::json;
use std::{path::Path, sync::Arc};

fn person(number: u128) -> Player {
    Player {
        id: PlayerId(uuid::Uuid::from_u128(number)),
        name: format!("P{number}"),
        guest: true,
    }
}

async fn database(folder: &Path) -> Arc<Database> {
    let location = Location::Sqlite(folder.join("hall.db"));
    Arc::new(Database::open(&location).await.unwrap())
}

/// A hall whose clock began at `at`.
async fn hall(database: &Arc<Database>, at: i64) -> Hall {
    let hall = Hall::start(
        HallConfig::default(),
        Arc::new(Journal::new(database.clone())),
        Arc::new(RuntimeClock::starting_at(Millis(at))),
        Arc::new(SystemRandom),
    );
    hall.recover().await.unwrap();
    hall
}

async fn create(hall: &Hall, key: Option<&str>) -> (TableHandle, bool) {
    let spec = json!({"ruleset": "luddo", "clock": "house", "start_by": "first_seat"});
    let spec = serde_json::from_value(spec).unwrap();
    hall.create(person(1), spec, key.map(str::to_owned))
        .await
        .unwrap()
}

async fn game(hall: &Hall) -> TableHandle {
    let (table, _) = create(hall, None).await;
    let sit = Request::Sit {
        arm: None,
        name: None,
    };
    table.request(person(2), sit, None).await.unwrap();
    table
        .request(person(1), Request::Start, None)
        .await
        .unwrap();
    table
}

#[tokio::test]
async fn a_game_goes_on_from_the_file_and_the_time_in_between_is_nobodys() {
    let folder = tempfile::tempdir().unwrap();
    let first = database(folder.path()).await;
    let before = hall(&first, 1_700_000_000_000).await;
    let table = game(&before).await;
    let roll = ClientMessage::Roll {
        id: "a".into(),
        ply: table.view(None).await.unwrap().ply,
    };
    let answer = table.command(person(1), roll.clone()).await;
    assert!(answer.ok);
    let told = table.view(None).await.unwrap();
    before.drain(1000).await;
    first.close().await;
    drop(first);

    let second = database(folder.path()).await;
    let after = hall(&second, 1_700_000_900_000).await;
    let table = after.table(table.code()).await.unwrap();
    assert_eq!(table.command(person(1), roll).await, answer);
    let now = table.view(None).await.unwrap();
    assert_eq!((&now.position, now.ply), (&told.position, told.ply));
    // Fifteen minutes lie between, and a decision has one.
    let (left, was_left) = (now.deadline_ms.unwrap(), told.deadline_ms.unwrap());
    assert!(left + 5_000 > was_left, "{was_left} ms became {left} ms");
    assert_eq!(after.tables_of(person(2).id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_creation_that_comes_twice_makes_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path()).await;
    let hall = hall(&database, 1_700_000_000_000).await;
    let (one, first) = create(&hall, Some("k")).await;
    let (two, second) = create(&hall, Some("k")).await;
    assert_eq!((one.code(), first, second), (two.code(), true, false));
}

#[tokio::test]
async fn a_closed_table_keeps_its_record_and_gives_its_code_back() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path()).await;
    let hall = hall(&database, 1_700_000_000_000).await;
    let table = game(&hall).await;
    let game = table.view(None).await.unwrap().game.id;
    for number in [1, 2] {
        table
            .request(person(number), Request::Leave, None)
            .await
            .unwrap();
    }
    assert!(hall.table(table.code()).await.is_err());
    let record = hall.game(game, None).await.unwrap().unwrap();
    assert_eq!(record.table, table.code());
    assert!(record.secret.is_some());
    assert!(
        Journal::new(database)
            .open_tables()
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn whoever_lost_a_table_writes_nothing_more_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path()).await;
    let hall = hall(&database, 1_700_000_000_000).await;
    let (table, _) = create(&hall, None).await;
    let journal = Journal::new(database);
    let loaded = journal.load(table.code()).await.unwrap().unwrap();
    let last = loaded.entries.last().unwrap().clone();
    let append = |epoch, seq| Append {
        table: loaded.id,
        code: loaded.code,
        epoch,
        entries: vec![StoredEntry {
            seq,
            ..last.clone()
        }],
        members: Vec::new(),
        games: Vec::new(),
        snapshot: None,
        closed: false,
        idempotency: None,
    };
    let old = Epoch(loaded.epoch.0 - 1);
    let fenced = journal.append(append(old, last.seq.next())).await;
    assert_eq!(fenced, Err(AppendError::Fenced));
    let gap = journal
        .append(append(loaded.epoch, last.seq.next().next()))
        .await;
    assert_eq!(gap, Err(AppendError::Taken));
}
