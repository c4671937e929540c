//! What is forgotten and when, in how small steps, and what never is.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Table, guest, player, table};
use ludohall_protocol::{GameId, PlayerId, Version};
use ludohall_store::{
    Append, BEAT_KEPT_MS, CLOSED_KEPT_MS, FinishedGame, GUEST_KEPT_MS, Idempotency, Membership,
    Millis, NewTable, Profile, REQUEST_KEPT_MS, ROWS_AT_ONCE, Retention, SESSION_LIFETIME_MS,
    Snapshot, Store, Swept, TokenHash, UNPLAYED_KEPT_MS, UNUSED_GUEST_KEPT_MS,
};
use uuid::Uuid;

on_both!(
    the_journal_of_a_played_table_goes_after_its_time_and_the_record_stays,
    a_table_that_closed_without_a_game_goes_after_a_day,
    a_game_that_was_cut_short_goes_with_its_table,
    an_open_table_is_never_touched,
    journals_may_be_kept_for_ever,
    a_code_is_known_to_have_closed_for_as_long_as_a_session_lasts,
    a_batch_is_bounded_and_the_next_goes_on,
    many_tables_go_in_small_batches,
    a_sweep_holds_up_nobody_and_ends,
    requests_are_known_for_a_day,
    sessions_go_when_they_are_over,
    a_guest_without_a_session_goes_but_not_from_a_seat_or_a_game,
    a_guest_who_never_came_back_goes_and_who_did_stays,
    dead_runs_are_forgotten_unless_a_table_is_theirs,
);

const DAY_MS: i64 = 86_400_000;
const KEEP: Retention = Retention {
    journals_ms: Some(30 * DAY_MS),
};

/// Forgets all that is due at `now`; what each batch took.
async fn sweep(store: &Store, now: i64, retention: Retention) -> Vec<Swept> {
    let mut sweep = store.sweep_by_hand(Millis(now), retention);
    let mut batches = Vec::new();
    while let Some(batch) = sweep.batch().await.unwrap() {
        assert!((1..=ROWS_AT_ONCE).contains(&batch.rows), "{batch:?}");
        batches.push(batch);
        assert!(batches.len() < 1_000, "it does not end");
    }
    batches
}

fn game(complete: bool, players: Vec<PlayerId>) -> FinishedGame {
    FinishedGame {
        id: GameId(Uuid::now_v7()),
        record: "{\"places\":[]}".to_owned(),
        players,
        complete,
    }
}

/// Closes a table at time 0 with its second entry, these games and a snapshot.
async fn close(store: &Store, table: &Table, games: Vec<FinishedGame>) {
    let snapshot = Snapshot {
        seq: Version(1),
        body: "{}".to_owned(),
    };
    let append = Append {
        games,
        snapshot: Some(snapshot),
        closed_at: Some(Millis(0)),
        ..table.append(2..=2)
    };
    store.append(append).await.unwrap();
}

/// How many rows a table has in the journal and in the snapshots.
async fn rows(store: &Store) -> (String, String) {
    let ask = |sql| async move { store.ask_writer(sql).await.unwrap().unwrap() };
    (
        ask("SELECT COUNT(*) FROM table_event").await,
        ask("SELECT COUNT(*) FROM table_snapshot").await,
    )
}

fn both(events: &str, snapshots: &str) -> (String, String) {
    (events.to_owned(), snapshots.to_owned())
}

async fn the_journal_of_a_played_table_goes_after_its_time_and_the_record_stays(
    database: Database,
) {
    let store = database.open().await;
    let table = table(&store).await;
    let played = game(true, vec![player()]);
    close(&store, &table, vec![played.clone()]).await;
    sweep(&store, 30 * DAY_MS, KEEP).await;
    assert_eq!(rows(&store).await, both("2", "1"));
    sweep(&store, 30 * DAY_MS + 1, KEEP).await;
    assert_eq!(rows(&store).await, both("0", "0"));
    assert_eq!(
        store.game(played.id).await.unwrap(),
        Some(played.record.clone())
    );
    assert!(store.has_closed(table.code).await.unwrap());
    assert!(store.load(table.code).await.unwrap().is_none());
    // However long ago: a record of a game that was played to its end stays.
    sweep(&store, 1_000 * DAY_MS, KEEP).await;
    assert_eq!(store.game(played.id).await.unwrap(), Some(played.record));
    assert!(sweep(&store, 1_000 * DAY_MS, KEEP).await.is_empty());
}

async fn a_table_that_closed_without_a_game_goes_after_a_day(database: Database) {
    let store = database.open().await;
    close(&store, &table(&store).await, Vec::new()).await;
    sweep(&store, UNPLAYED_KEPT_MS, KEEP).await;
    assert_eq!(rows(&store).await, both("2", "1"));
    sweep(&store, UNPLAYED_KEPT_MS + 1, KEEP).await;
    assert_eq!(rows(&store).await, both("0", "0"));
}

async fn a_game_that_was_cut_short_goes_with_its_table(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    let (cut, played) = (game(false, vec![player()]), game(true, vec![player()]));
    let more: Vec<_> = (0..40).map(|_| game(false, Vec::new())).collect();
    close(
        &store,
        &table,
        [vec![cut.clone(), played.clone()], more].concat(),
    )
    .await;
    sweep(&store, 2 * DAY_MS, KEEP).await;
    assert!(store.game(cut.id).await.unwrap().is_some());
    sweep(&store, 31 * DAY_MS, KEEP).await;
    assert!(store.game(cut.id).await.unwrap().is_none());
    assert!(store.game(played.id).await.unwrap().is_some());
    let games = store.ask_writer("SELECT COUNT(*) FROM game").await.unwrap();
    assert_eq!(games.as_deref(), Some("1"));
}

async fn an_open_table_is_never_touched(database: Database) {
    let store = database.open().await;
    let (open, closed) = (table(&store).await, table(&store).await);
    let append = Append {
        members: vec![Membership::In(open.host)],
        games: vec![game(false, vec![open.host]), game(true, vec![open.host])],
        ..open.append(2..=300)
    };
    store.append(append).await.unwrap();
    close(&store, &closed, Vec::new()).await;
    sweep(
        &store,
        10_000 * DAY_MS,
        Retention {
            journals_ms: Some(0),
        },
    )
    .await;
    assert_eq!(open.journal(&store).await, (1..=300).collect::<Vec<_>>());
    assert_eq!(store.tables_of(open.host).await.unwrap(), [open.code]);
    let games = store.ask_writer("SELECT COUNT(*) FROM game").await.unwrap();
    assert_eq!(games.as_deref(), Some("2"));
    let loaded = store.load(open.code).await.unwrap().unwrap();
    store
        .append(Append::new(
            open.id,
            loaded.epoch,
            common::events(301..=301),
        ))
        .await
        .unwrap();
}

async fn journals_may_be_kept_for_ever(database: Database) {
    let store = database.open().await;
    close(&store, &table(&store).await, vec![game(false, Vec::new())]).await;
    close(&store, &table(&store).await, Vec::new()).await;
    sweep(&store, 10_000 * DAY_MS, Retention { journals_ms: None }).await;
    assert_eq!(rows(&store).await, both("4", "2"));
}

async fn a_code_is_known_to_have_closed_for_as_long_as_a_session_lasts(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    close(&store, &table, Vec::new()).await;
    assert_eq!(CLOSED_KEPT_MS, SESSION_LIFETIME_MS);
    sweep(&store, CLOSED_KEPT_MS, KEEP).await;
    assert!(store.has_closed(table.code).await.unwrap());
    sweep(&store, CLOSED_KEPT_MS + 1, KEEP).await;
    assert!(!store.has_closed(table.code).await.unwrap());
}

async fn a_batch_is_bounded_and_the_next_goes_on(database: Database) {
    let store = database.open().await;
    let table = table(&store).await;
    store.append(table.append(2..=200)).await.unwrap();
    store.append(table.append(201..=600)).await.unwrap();
    let last = Append {
        closed_at: Some(Millis(0)),
        ..table.append(601..=601)
    };
    store.append(last).await.unwrap();
    let mut sweep = store.sweep_by_hand(Millis(2 * DAY_MS), KEEP);
    let first = sweep.batch().await.unwrap().unwrap();
    assert_eq!((first.what, first.rows), ("journals", ROWS_AT_ONCE - 1));
    assert_eq!(rows(&store).await.0, (601 - first.rows).to_string());
    // A hall that ends here goes on at its next start.
    let rest = self::sweep(&store, 2 * DAY_MS, KEEP).await;
    let rest: i64 = rest.iter().map(|batch| batch.rows).sum();
    assert_eq!(rest, 601 - first.rows + 1);
    assert_eq!(rows(&store).await.0, "0");
}

async fn many_tables_go_in_small_batches(database: Database) {
    let store = database.open().await;
    for _ in 0..20 {
        close(&store, &table(&store).await, Vec::new()).await;
    }
    let batches = sweep(&store, 2 * DAY_MS, KEEP).await;
    assert!(batches.len() >= 3, "{batches:?}");
    assert_eq!(rows(&store).await, both("0", "0"));
}

async fn a_sweep_holds_up_nobody_and_ends(database: Database) {
    let store = std::sync::Arc::new(database.open().await);
    for _ in 0..20 {
        close(&store, &table(&store).await, Vec::new()).await;
    }
    let sweeping = {
        let store = store.clone();
        tokio::spawn(async move { store.sweep(Millis(2 * DAY_MS), KEEP).await.unwrap() })
    };
    let open = table(&store).await;
    for seq in 2..=20 {
        store.append(open.append(seq..=seq)).await.unwrap();
    }
    assert_eq!(sweeping.await.unwrap(), 20 * (2 + 1));
    assert_eq!(open.journal(&store).await.len(), 20);
}

async fn requests_are_known_for_a_day(database: Database) {
    let store = database.open().await;
    let request = Idempotency {
        player: player(),
        operation: "create",
        key: "one".to_owned(),
    };
    let new = NewTable {
        created_at: Millis(0),
        idempotency: Some(request.clone()),
        ..common::new_table()
    };
    store.create(new).await.unwrap();
    sweep(&store, REQUEST_KEPT_MS, KEEP).await;
    assert!(store.recall(&request).await.unwrap().is_some());
    sweep(&store, REQUEST_KEPT_MS + 1, KEEP).await;
    assert!(store.recall(&request).await.unwrap().is_none());
}

async fn sessions_go_when_they_are_over(database: Database) {
    let store = database.open().await;
    for n in 0..300 {
        guest(&store, &n.to_string(), Millis(0)).await;
    }
    let batches = sweep(&store, SESSION_LIFETIME_MS, KEEP).await;
    let sessions = batches.iter().filter(|batch| batch.what == "sessions");
    assert_eq!(
        sessions.map(|batch| batch.rows).collect::<Vec<_>>(),
        [ROWS_AT_ONCE, 300 - ROWS_AT_ONCE]
    );
    let left = "SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM players)";
    let left = store.ask_writer(left).await.unwrap();
    assert_eq!(left.as_deref(), Some("0"));
}

async fn a_guest_without_a_session_goes_but_not_from_a_seat_or_a_game(database: Database) {
    let store = database.open().await;
    let mut guests = Vec::new();
    for token in ["gone", "seated", "played", "cut", "here"] {
        guests.push(guest(&store, token, Millis(0)).await);
    }
    let [gone, seated, played, cut, here] = guests.try_into().unwrap();
    let open = table(&store).await;
    let member = Append {
        members: vec![Membership::In(seated)],
        ..open.append(2..=2)
    };
    store.append(member).await.unwrap();
    let games = vec![game(true, vec![played]), game(false, vec![cut])];
    close(&store, &table(&store).await, games).await;
    for token in ["gone", "seated", "played", "cut"] {
        store.revoke(TokenHash::of(token)).await.unwrap();
    }
    sweep(&store, GUEST_KEPT_MS, KEEP).await;
    assert!(store.player(gone).await.unwrap().is_some());
    sweep(&store, GUEST_KEPT_MS + 1, KEEP).await;
    for (who, stays) in [
        (gone, false),
        (seated, true),
        (played, true),
        (cut, false),
        (here, true),
    ] {
        assert_eq!(store.player(who).await.unwrap().is_some(), stays, "{who:?}");
    }
}

async fn a_guest_who_never_came_back_goes_and_who_did_stays(database: Database) {
    const HOUR_MS: i64 = 3_600_000;
    let store = database.open().await;
    let unused = guest(&store, "unused", Millis(0)).await;
    let back = guest(&store, "back", Millis(0)).await;
    let dressed = guest(&store, "dressed", Millis(0)).await;
    let identity = store.identity(TokenHash::of("back"), Millis(HOUR_MS)).await;
    assert!(identity.unwrap().is_some());
    let looks = serde_json::json!({"skin": "wood"}).as_object().cloned();
    let profile = Profile {
        looks,
        ..Profile::default()
    };
    store.set_profile(dressed, profile).await.unwrap();
    sweep(&store, UNUSED_GUEST_KEPT_MS, KEEP).await;
    assert!(store.player(unused).await.unwrap().is_some());
    sweep(&store, UNUSED_GUEST_KEPT_MS + 1, KEEP).await;
    assert!(store.player(unused).await.unwrap().is_none());
    let token = TokenHash::of("unused");
    let identity = store.identity(token, Millis(UNUSED_GUEST_KEPT_MS)).await;
    assert!(identity.unwrap().is_none());
    for who in [back, dressed] {
        assert!(store.player(who).await.unwrap().is_some());
    }
}

async fn dead_runs_are_forgotten_unless_a_table_is_theirs(database: Database) {
    let runs = "SELECT COUNT(*) FROM heartbeat";
    let store = database.open().await;
    store.beat(Millis(0)).await.unwrap();
    store.close().await;
    let store = database.open().await;
    let open = table(&store).await;
    store.beat(Millis(1)).await.unwrap();
    store.close().await;
    let store = database.open().await;
    store.beat(Millis(BEAT_KEPT_MS)).await.unwrap();
    sweep(&store, BEAT_KEPT_MS, KEEP).await;
    let count = store.ask_writer(runs).await.unwrap();
    assert_eq!(count.as_deref(), Some("3"));
    sweep(&store, BEAT_KEPT_MS + 2, KEEP).await;
    let count = store.ask_writer(runs).await.unwrap();
    assert_eq!(count.as_deref(), Some("2"));
    assert!(store.load(open.code).await.unwrap().is_some());
}
