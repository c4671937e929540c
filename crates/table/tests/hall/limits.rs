//! Bounds: what exceeds them is refused, and harms nobody.

use crate::{
    client::roll,
    world::{World, person, sit, sit_down, socket, spec, view},
};
use ludohall_protocol::{AnswerCode, Ply, ProblemCode};
use ludohall_table::HallConfig;
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
