//! Tables that nobody looks at.

use crate::world::{World, person, socket, spec, view};
use ludohall_protocol::Phase;
use ludohall_table::HallConfig;
use serde_json::json;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn a_table_without_a_socket_is_unloaded_and_comes_back_as_it_was() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    let before = view(&table).await;
    tokio::time::sleep(HallConfig::default().unload_after + Duration::from_secs(1)).await;
    assert_eq!(world.hall.loaded(), 0);
    assert!(world.hall.lobby().listing(table.code()).is_some());
    assert_eq!(view(&table).await, before);
    assert_eq!(world.hall.loaded(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_with_a_socket_stays() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    let _watcher = socket(&table, 2, None).await;
    tokio::time::sleep(Duration::from_secs(3 * 3600)).await;
    assert_eq!(world.hall.loaded(), 1);
    assert_eq!(view(&table).await.phase, Phase::Waiting);
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_table_closes_when_its_time_is_up() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    tokio::time::sleep(Duration::from_secs(14 * 60)).await;
    assert_eq!((world.hall.loaded(), world.open_tables().await), (0, 1));
    tokio::time::sleep(Duration::from_secs(2 * 60)).await;
    assert_eq!((world.hall.loaded(), world.open_tables().await), (0, 0));
    assert!(world.hall.lobby().listing(table.code()).is_none());
}

#[tokio::test(start_paused = true)]
async fn looking_at_a_table_does_not_keep_it_open_for_ever() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_secs(6 * 60)).await;
        let _ = table.view(None).await;
    }
    assert_eq!(world.open_tables().await, 0);
}

/// C04: a time that runs out with nobody watching is acted on all the same.
#[tokio::test(start_paused = true)]
async fn a_game_with_a_clock_goes_on_without_sockets() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    let before = world.store.journal(table.code()).len();
    tokio::time::sleep(Duration::from_secs(40)).await;
    assert!(world.store.journal(table.code()).len() >= before + 2);
}

#[tokio::test(start_paused = true)]
async fn at_the_limit_a_restart_looks_at_every_table_and_keeps_some() {
    let config = HallConfig {
        loaded_tables: 2,
        ..HallConfig::default()
    };
    let mut world = World::with(config).await;
    for n in 0..6 {
        world
            .create(&person(n), spec("luddo", json!({"listed": true})))
            .await;
        tokio::time::sleep(HallConfig::default().unload_after / 2 + Duration::from_secs(1)).await;
    }
    world.kill(Duration::from_secs(1)).await;
    assert_eq!(world.hall.loaded(), 2);
    let listed = world
        .hall
        .lobby()
        .page(&Default::default(), None)
        .unwrap()
        .total;
    assert_eq!(listed as usize, world.open_tables().await);
    tokio::time::sleep(Duration::from_secs(40 * 60)).await;
    assert_eq!(world.open_tables().await, 0);
}
