//! A panic in one table.

use crate::{
    client::roll,
    world::{World, assert_contiguous, assert_kept, left, person, socket, spec, strict, view},
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

#[tokio::test(start_paused = true)]
async fn a_table_whose_task_panics_goes_on_without_being_asked() {
    let world = World::new().await;
    let table = world.game(strict(15_000)).await;
    let ply = view(&table).await.ply;
    world.store.panic(1);
    let answer = table.command(person(1), roll("a", ply)).await;
    assert_eq!(answer.code, Some(AnswerCode::Unavailable));
    assert_eq!(world.hall.loaded(), 0);
    let before = assert_contiguous(&world.store, table.code());
    tokio::time::sleep(Duration::from_secs(90)).await;
    // The time given back, and what the clock did then.
    assert!(assert_contiguous(&world.store, table.code()) >= before + 2);
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_task_panicked_takes_no_time_in_a_fall_after_that() {
    let mut world = World::new().await;
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let ply = view(&table).await.ply;
    world.store.panic(1);
    table.command(person(1), roll("a", ply)).await;
    tokio::time::sleep(Duration::from_secs(30)).await;
    world.kill(Duration::from_secs(20)).await;
    assert_kept(10_000, left(&world, table.code()).await);
}
