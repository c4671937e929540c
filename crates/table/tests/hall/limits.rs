//! Bounds: what exceeds them is refused, and harms nobody.

use crate::{
    client::roll,
    world::{World, person, sit, sit_down, socket, spec, view},
};
use ludohall_protocol::{AnswerCode, CloseCode, Ply, ProblemCode};
use ludohall_table::{HallConfig, Outgoing, Request};
use serde_json::json;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn nobody_has_a_seat_at_too_many_tables() {
    let config = HallConfig {
        tables_per_player: 2,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let mine = world.create(&person(1), spec("luddo", json!({}))).await;
    world.create(&person(1), spec("luddo", json!({}))).await;
    let refused = world
        .hall
        .create(person(1), spec("luddo", json!({})), None)
        .await;
    let refusal = refused.err().unwrap();
    assert_eq!(refusal.code, ProblemCode::TooManyRequests);
    assert!(refusal.retry_after_s.is_some());
    let other = world.create(&person(2), spec("luddo", json!({}))).await;
    let refused = other.request(person(1), sit_down(), None).await;
    assert_eq!(refused.unwrap_err().code, ProblemCode::TooManyRequests);
    // Coming back to one's own table is no further seat.
    assert!(mine.request(person(1), sit_down(), None).await.is_ok());
    assert_eq!(world.hall.tables_of(person(1).id).await.unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_hall_that_is_full_opens_no_table() {
    let config = HallConfig {
        loaded_tables: 1,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    let refused = world
        .hall
        .create(person(2), spec("luddo", json!({})), None)
        .await;
    assert_eq!(refused.err().unwrap().code, ProblemCode::TooManyRequests);
    sit(&table, 2).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_with_too_much_to_do_says_so() {
    let config = HallConfig {
        mailbox: 2,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let ply = view(&table).await.ply;
    world.store.set_delay(Duration::from_secs(1));
    let asking = (0..10).map(|n| {
        let (table, id) = (table.clone(), format!("c{n}"));
        tokio::spawn(async move { table.command(person(1), roll(&id, ply)).await })
    });
    let asking: Vec<_> = asking.collect();
    let mut codes = Vec::new();
    for asked in asking {
        codes.push(asked.await.unwrap().code);
    }
    let count = |code| codes.iter().filter(|there| **there == code).count();
    assert_eq!(count(None), 1);
    assert!(count(Some(AnswerCode::Busy)) >= 7, "{codes:?}");
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_does_not_wait_for_answers_is_told_to() {
    let config = HallConfig {
        pending_answers: 4,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let mut me = socket(&table, 1, None).await;
    for n in 0..6 {
        me.attachment.command(roll(&format!("c{n}"), Ply(999)));
    }
    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(me.answer().await.code.unwrap());
    }
    assert_eq!(codes[..4], [AnswerCode::Stale; 4]);
    assert_eq!(codes[4..], [AnswerCode::Busy; 2]);
}

#[tokio::test(start_paused = true)]
async fn a_table_takes_so_many_sockets_and_no_more() {
    let config = HallConfig {
        sockets_per_table: 2,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    let first = socket(&table, 1, None).await;
    let _second = socket(&table, 2, None).await;
    let refused = table.attach(person(3), None).await.err().unwrap();
    assert_eq!(refused.code, ProblemCode::TooManyRequests);
    drop(first);
    assert!(table.attach(person(3), None).await.is_ok());
}

/// How many of these went well; the others were told that there is too much.
async fn granted<T: Send + 'static>(
    asking: impl IntoIterator<
        Item = impl Future<Output = Result<T, ludohall_table::Refusal>> + Send + 'static,
    >,
) -> usize {
    let asking: Vec<_> = asking.into_iter().map(tokio::spawn).collect();
    let mut granted = 0;
    for asked in asking {
        match asked.await.unwrap() {
            Ok(_) => granted += 1,
            Err(refusal) => assert_eq!(refusal.code, ProblemCode::TooManyRequests),
        }
    }
    granted
}

#[tokio::test(start_paused = true)]
async fn many_who_come_at_once_do_not_all_get_the_last_place() {
    let config = HallConfig {
        tables_per_player: 2,
        loaded_tables: 5,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    world.store.set_delay(Duration::from_millis(100));
    let create = |number| {
        let hall = world.hall.clone();
        async move {
            hall.create(person(number), spec("luddo", json!({})), None)
                .await
        }
    };
    assert_eq!(granted((0..5).map(|_| create(1))).await, 2);
    assert_eq!(granted((2..10).map(create)).await, 3);
    assert_eq!(world.hall.loaded(), 5);
    assert_eq!(world.open_tables().await, 5);
}

#[tokio::test(start_paused = true)]
async fn many_seats_at_once_are_counted_one_after_the_other() {
    let config = HallConfig {
        tables_per_player: 2,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let mut tables = Vec::new();
    for number in 10..15 {
        tables.push(
            world
                .create(&person(number), spec("luddo", json!({})))
                .await,
        );
    }
    world.store.set_delay(Duration::from_millis(100));
    let sit = |table: ludohall_table::TableHandle| async move {
        table.request(person(1), sit_down(), None).await
    };
    assert_eq!(granted(tables.into_iter().map(sit)).await, 2);
    assert_eq!(world.hall.tables_of(person(1).id).await.unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_seat_counts_though_who_asked_for_it_is_gone() {
    let config = HallConfig {
        tables_per_player: 1,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let (one, other) = (
        world.create(&person(10), spec("luddo", json!({}))).await,
        world.create(&person(11), spec("luddo", json!({}))).await,
    );
    world.store.set_delay(Duration::from_millis(100));
    let gone = tokio::spawn(async move { one.request(person(1), sit_down(), None).await });
    tokio::time::sleep(Duration::from_millis(150)).await;
    gone.abort();
    let refused = other.request(person(1), sit_down(), None).await;
    assert_eq!(refused.unwrap_err().code, ProblemCode::TooManyRequests);
}

#[tokio::test(start_paused = true)]
async fn open_tables_are_bounded_in_memory_or_not() {
    let config = HallConfig {
        open_tables: 2,
        unload_after: Duration::from_secs(1),
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    world.create(&person(2), spec("luddo", json!({}))).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(world.hall.loaded(), 0);
    let third = || world.hall.create(person(3), spec("luddo", json!({})), None);
    let refused = third().await.err().unwrap();
    assert_eq!(refused.code, ProblemCode::TooManyRequests);
    table
        .request(person(1), Request::Leave, None)
        .await
        .unwrap();
    while world.hall.loaded() > 0 {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert!(third().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_full_lobby_says_so_and_takes_tables_that_are_not_listed() {
    let config = HallConfig {
        listed_tables: 1,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let listed = || spec("luddo", json!({ "listed": true }));
    let first = world.create(&person(1), listed()).await;
    let refused = world
        .hall
        .create(person(2), listed(), None)
        .await
        .err()
        .unwrap();
    assert_eq!(refused.code, ProblemCode::TooManyRequests);
    let hidden = world.create(&person(2), spec("luddo", json!({}))).await;
    let list = || Request::Change(serde_json::from_value(json!({ "listed": true })).unwrap());
    let refused = hidden.request(person(2), list(), None).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::TooManyRequests);
    // What is shown may go on being so, and who goes makes room.
    first.request(person(1), list(), None).await.unwrap();
    first
        .request(person(1), Request::Leave, None)
        .await
        .unwrap();
    hidden.request(person(2), list(), None).await.unwrap();
    assert!(world.hall.lobby().listing(hidden.code()).is_some());
}

#[tokio::test(start_paused = true)]
async fn who_sends_on_without_reading_is_closed() {
    let config = HallConfig {
        pending_answers: 1,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world.game(json!({ "clock": "untimed" })).await;
    let mut me = socket(&table, 1, None).await;
    me.snapshot().await;
    world.store.set_delay(Duration::from_secs(1));
    let ply = view(&table).await.ply;
    me.attachment.command(roll("first", ply));
    for n in 0..ludohall_table::MAX_REFUSALS {
        me.attachment.command(roll(&n.to_string(), ply));
    }
    assert!(!ends(&me.attachment.pull()));
    me.attachment.command(roll("one too many", ply));
    me.attachment.changed().await;
    assert!(ends(&me.attachment.pull()));
}

fn ends(outgoing: &[Outgoing]) -> bool {
    let policy = CloseCode::Policy as u16;
    let last = outgoing.last();
    last.is_some_and(|last| matches!(last, Outgoing::Bye { code, .. } if *code == policy))
}
