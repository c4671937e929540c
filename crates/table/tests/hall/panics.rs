//! A panic in one table.

use crate::{
    client::roll,
    world::{World, assert_contiguous, person, socket, spec, view},
};
use ludohall_protocol::{AnswerCode, ServerMessage};
use serde_json::json;
use std::{sync::atomic::Ordering, time::Duration};

#[tokio::test(start_paused = true)]
async fn a_table_that_panics_is_loaded_again_and_its_sockets_get_a_snapshot() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    let other = world.create(&person(3), spec("luddo", json!({}))).await;
    let mut me = socket(&table, 1, None).await;
    let mut neighbour = socket(&other, 3, None).await;
    me.snapshot().await;
    neighbour.snapshot().await;
    let ply = view(&table).await.ply;

    world.random.panics.store(1, Ordering::Relaxed);
    let answer = me.tell(roll("a", ply)).await;
    assert_eq!(answer.code, Some(AnswerCode::Unavailable));
    assert!(me.tell(roll("a", ply)).await.ok);
    let got = me.got.iter();
    let snapshots = got.filter(|message| matches!(message, ServerMessage::Snapshot { .. }));
    assert_eq!(snapshots.count(), 2);
    neighbour.pull();
    assert_eq!(neighbour.got.len(), 1);
    assert_contiguous(&world.store, table.code());
}

#[tokio::test(start_paused = true)]
async fn a_table_that_panics_again_and_again_does_not_spin() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    world.random.panics.store(1_000, Ordering::Relaxed);
    let ply = view(&table).await.ply;
    for _ in 0..5 {
        let answer = table.command(person(1), roll("a", ply)).await;
        assert_eq!(answer.code, Some(AnswerCode::Unavailable));
    }
    tokio::time::sleep(Duration::from_secs(60)).await;
    let left = world.random.panics.load(Ordering::Relaxed);
    assert!(left > 800, "{left} of 1000 panics are left after a minute");
    world.random.panics.store(0, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(table.command(person(1), roll("a", ply)).await.ok);
}
