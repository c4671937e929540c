//! Starts that take long: no clock runs before the whole hall is back, and nobody pays for what it took.

use crate::world::{World, assert_contiguous, assert_kept, left, person, sit, spec, start, strict};
use ludohall_protocol::Code;
use ludohall_table::{HallConfig, memory::MemoryStore};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);

/// A hall that loads one table after the other.
async fn one_by_one() -> World {
    World::with(HallConfig {
        parallel_loads: 1,
        ..HallConfig::default()
    })
    .await
}

/// Six games that have been thought about for five of fifteen seconds.
async fn six_games(world: &World) -> Vec<Code> {
    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(world.game(strict(15_000)).await.code());
    }
    tokio::time::sleep(5 * SECOND).await;
    codes
}

fn slow(store: &MemoryStore) {
    store.set_delay(2 * SECOND);
}

#[tokio::test(start_paused = true)]
async fn writing_down_what_is_given_back_takes_nobodys_time() {
    let mut world = World::new().await;
    let code = world.game(strict(15_000)).await.code();
    tokio::time::sleep(5 * SECOND).await;
    world.store.cut();
    let line = |store: &MemoryStore| store.set_append_delay(4 * SECOND);
    world.begin_again_on(20 * SECOND, line).await;
    assert_kept(10_000, left(&world, code).await);
}

#[tokio::test(start_paused = true)]
async fn no_clock_runs_before_the_last_table_is_loaded() {
    let mut world = one_by_one().await;
    let codes = six_games(&world).await;
    world.store.cut();
    world.begin_again_on(20 * SECOND, slow).await;
    for code in codes {
        assert_kept(10_000, left(&world, code).await);
    }
}

#[tokio::test(start_paused = true)]
async fn no_bot_acts_before_the_last_table_is_loaded() {
    let mut world = one_by_one().await;
    let with = json!({"seats": 4, "fill_with_bots": true, "start_by": "highest_roll"});
    let mut before = Vec::new();
    for _ in 0..6 {
        let table = world.create(&person(1), spec("luddo", with.clone())).await;
        sit(&table, 2).await;
        start(&table).await;
        before.push((table.code(), assert_contiguous(&world.store, table.code())));
    }
    world.store.cut();
    world.set_out(20 * SECOND, slow).await;
    let recovering = tokio::spawn({
        let hall = world.hall.clone();
        async move { hall.recover().await }
    });
    // What is given back is an entry; nothing else comes while tables are still loaded.
    tokio::time::sleep(20 * SECOND).await;
    assert!(!recovering.is_finished());
    for (code, entries) in before {
        assert!(assert_contiguous(&world.store, code) <= entries + 1);
    }
    recovering.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_fall_during_a_start_takes_nobodys_time_either() {
    let mut world = one_by_one().await;
    let codes = six_games(&world).await;
    world.store.cut();
    for _ in 0..3 {
        world.set_out(20 * SECOND, slow).await;
        let recovering = tokio::spawn({
            let hall = world.hall.clone();
            async move { hall.recover().await }
        });
        tokio::time::sleep(12 * SECOND).await;
        recovering.abort();
        world.store.cut();
    }
    world.begin_again_on(20 * SECOND, slow).await;
    for code in codes {
        assert_kept(10_000, left(&world, code).await);
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_start_took_is_owed_beyond_the_next_fall() {
    let mut world = one_by_one().await;
    let codes = six_games(&world).await;
    world.store.cut();
    world.begin_again_on(20 * SECOND, slow).await;
    tokio::time::sleep(5 * SECOND).await;
    for code in codes.clone() {
        assert_kept(5_000, left(&world, code).await);
    }
    world.store.cut();
    world.begin_again_on(20 * SECOND, slow).await;
    for code in codes {
        // The heartbeat waits for the table that is owed most, so the others get a little more than they lost.
        let after = left(&world, code).await;
        assert!((5_000..=11_000).contains(&after), "{after}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_start_that_takes_long_writes_no_more_than_a_short_one() {
    let mut world = one_by_one().await;
    let codes = six_games(&world).await;
    let before: Vec<u64> = codes
        .iter()
        .map(|code| assert_contiguous(&world.store, *code))
        .collect();
    world.store.cut();
    world.begin_again_on(20 * SECOND, slow).await;
    tokio::time::sleep(5 * SECOND).await;
    for (code, before) in codes.into_iter().zip(before) {
        assert_eq!(assert_contiguous(&world.store, code), before + 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_has_no_room_after_a_start_loses_no_time_by_it() {
    let mut world = World::with(HallConfig {
        parallel_loads: 1,
        loaded_tables: 1,
        ..HallConfig::default()
    })
    .await;
    let mut games = Vec::new();
    for _ in 0..3 {
        let code = world.game(strict(7_200_000)).await.code();
        games.push((code, Instant::now()));
        tokio::time::sleep(400 * SECOND).await;
    }
    world.store.cut();
    let fell = Instant::now();
    world.begin_again_on(20 * SECOND, slow).await;
    let opened = Instant::now();
    world.store.set_delay(Duration::ZERO);
    for (code, begun) in games {
        // The one before is unloaded by then.
        tokio::time::sleep(400 * SECOND).await;
        let used = (fell - begun) + opened.elapsed();
        let before = (7_200 * SECOND - used).as_millis();
        let after = left(&world, code).await;
        assert_kept(u64::try_from(before).unwrap(), after);
    }
}
