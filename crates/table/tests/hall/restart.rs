//! `kill -9`, and what is there afterwards.

use crate::{
    client::roll,
    world::{World, assert_contiguous, person, sit, socket, spec, start, view},
};
use ludohall_protocol::{Code, Phase, Version, event::Controller};
use serde_json::json;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn bots_and_deadlines_go_on_after_a_restart_without_anybody_connected() {
    let mut world = World::new().await;
    let table = world
        .create(
            &person(1),
            spec("luddo", json!({"seats": 4, "fill_with_bots": true})),
        )
        .await;
    sit(&table, 2).await;
    start(&table).await;
    let code = table.code();
    world.kill(Duration::from_secs(3600)).await;
    let before = assert_contiguous(&world.store, code);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(assert_contiguous(&world.store, code) > before + 4);
    // `brisk`: the clock plays for people who are away, then bots do, and then the game waits for somebody.
    tokio::time::sleep(Duration::from_secs(600)).await;
    let table = view(&world.hall.table(code).await.unwrap()).await;
    assert_eq!(table.phase, Phase::Paused);
    assert!(
        table
            .seats
            .iter()
            .all(|seat| seat.controller == Controller::Bot)
    );
    let still = assert_contiguous(&world.store, code);
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(assert_contiguous(&world.store, code), still);
}

#[tokio::test(start_paused = true)]
async fn the_time_that_the_hall_was_down_is_nobodys() {
    let mut world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let left = view(&table).await.deadline_ms.unwrap();
    world.kill(Duration::from_secs(3600)).await;
    let after = view(&world.hall.table(table.code()).await.unwrap()).await;
    let now_left = after.deadline_ms.unwrap();
    assert!(
        (left..=left + 1000).contains(&now_left),
        "{left} ms became {now_left} ms"
    );
}

#[tokio::test(start_paused = true)]
async fn a_second_fall_right_after_the_first_takes_no_time_either() {
    let mut world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let left = view(&table).await.deadline_ms.unwrap();
    for _ in 0..3 {
        world.kill(Duration::from_secs(100)).await;
    }
    let after = view(&world.hall.table(table.code()).await.unwrap()).await;
    let now_left = after.deadline_ms.unwrap();
    assert!(
        (left..=left + 3000).contains(&now_left),
        "{left} ms became {now_left} ms"
    );
}

/// D11: the order of seats is part of what is kept.
#[tokio::test(start_paused = true)]
async fn everything_is_as_it_was_and_accepted_ids_are_known() {
    let mut world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let ply = view(&table).await.ply;
    let answer = table.command(person(1), roll("a", ply)).await;
    assert!(answer.ok);
    let before = view(&table).await;
    world.kill(Duration::from_secs(5)).await;
    let table = world.hall.table(table.code()).await.unwrap();
    assert_eq!(view(&table).await, before);
    assert_eq!(table.command(person(1), roll("a", ply)).await, answer);
    assert_eq!(view(&table).await, before);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_comes_back_after_a_restart_resumes() {
    let mut world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let mut before = socket(&table, 1, None).await;
    let (version, ..) = before.snapshot().await;
    let ply = view(&table).await.ply;
    assert!(table.command(person(1), roll("a", ply)).await.ok);
    world.kill(Duration::from_secs(5)).await;
    let table = world.hall.table(table.code()).await.unwrap();
    let mut back = socket(&table, 1, Some(version.0)).await;
    assert_eq!(back.resumed().await, version);
    assert_eq!(back.version, Some(Version(version.0 + 1)));
}

#[tokio::test(start_paused = true)]
async fn snapshots_shorten_the_replay_and_change_nothing() {
    fall_with_snapshots(|_, _| ()).await;
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_of_which_nothing_can_be_made_costs_nothing_but_time() {
    fall_with_snapshots(|world, code| assert!(world.store.spoil_snapshot(code))).await;
}

/// A game with snapshots, a fall, what happens to the store meanwhile, and the same game.
async fn fall_with_snapshots(meanwhile: impl FnOnce(&World, Code)) {
    let config = ludohall_table::HallConfig {
        snapshot_every: 5,
        ..ludohall_table::HallConfig::default()
    };
    let mut world = World::with(config).await;
    let table = world.solo(json!({"bot_pause_ms": 0})).await;
    let mut me = socket(&table, 1, None).await;
    for _ in 0..30 {
        let now = view(&table).await;
        let command = me.decide(&now);
        me.tell(command).await;
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let before = view(&table).await;
    drop(me);
    world.store.cut();
    meanwhile(&world, table.code());
    world.begin_again(Duration::from_secs(5)).await;
    let after = view(&world.hall.table(table.code()).await.unwrap()).await;
    assert_eq!((after.position, after.ply), (before.position, before.ply));
}

#[tokio::test(start_paused = true)]
async fn a_listed_table_is_in_the_lobby_again() {
    let mut world = World::new().await;
    let listed = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    world.create(&person(1), spec("luddo", json!({}))).await;
    world.kill(Duration::from_secs(5)).await;
    let page = world.hall.lobby().page(&Default::default(), None).unwrap();
    assert_eq!(page.total, 1);
    assert_eq!(page.tables[0].code, listed.code());
}
