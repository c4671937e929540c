//! Falls at a bad moment: while something is under way, stands still or is owed. Nobody pays for it with thinking time.

use crate::{
    client::roll,
    world::{World, assert_kept, left, person, sit, spec, strict, view},
};
use ludohall_protocol::{AnswerCode, Code, Ply};
use ludohall_table::{Request, TableHandle};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// A game of persons 1 and 2 whose decision has been thought about for five of its fifteen seconds.
async fn five_seconds_in(world: &World) -> (TableHandle, Ply) {
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(5 * SECOND).await;
    let ply = view(&table).await.ply;
    (table, ply)
}

/// A roll that takes some seconds to be journalled, under way when the hall falls after three. What is left then, and whose
/// decision it is.
async fn fall_over_a_roll(cut: impl FnOnce(&World)) -> (u64, Ply, Ply) {
    let mut world = World::new().await;
    let (table, ply) = five_seconds_in(&world).await;
    world.store.set_append_delay(4 * SECOND);
    let rolling = tokio::spawn({
        let table = table.clone();
        async move { table.command(person(1), roll("a", ply)).await }
    });
    tokio::time::sleep(3 * SECOND).await;
    cut(&world);
    world.begin_again(20 * SECOND).await;
    rolling.abort();
    let now = view(&world.hall.table(table.code()).await.unwrap()).await;
    (now.deadline_ms.unwrap(), ply, now.ply)
}

#[tokio::test(start_paused = true)]
async fn a_decision_under_way_that_a_fall_voids_takes_no_time_of_who_made_it() {
    let (left, before, after) = fall_over_a_roll(|world| world.store.cut()).await;
    assert_eq!(after, before);
    assert_kept(10_000, left);
}

#[tokio::test(start_paused = true)]
async fn a_decision_under_way_that_stands_after_a_fall_takes_no_time_of_who_is_next() {
    let (left, before, after) = fall_over_a_roll(|world| world.store.cut_behind()).await;
    assert_eq!(after, before.next());
    assert_kept(15_000, left);
}

#[tokio::test(start_paused = true)]
async fn what_a_long_commit_took_is_owed_beyond_a_fall() {
    let mut world = World::new().await;
    let (table, ply) = five_seconds_in(&world).await;
    world.store.set_append_delay(3 * SECOND);
    assert!(table.command(person(1), roll("a", ply)).await.ok);
    // What would write it down takes longer than the hall lives.
    world.store.set_append_delay(4 * SECOND);
    tokio::time::sleep(2 * SECOND).await;
    world.kill(20 * SECOND).await;
    assert_kept(13_000, left(&world, table.code()).await);
}

#[tokio::test(start_paused = true)]
async fn heartbeats_take_no_time_of_a_table_that_cannot_be_written_to() {
    let mut world = World::new().await;
    let (table, ply) = five_seconds_in(&world).await;
    world.store.set_appends_down(true);
    let answer = table.command(person(1), roll("a", ply)).await;
    assert_eq!(answer.code, Some(AnswerCode::Unavailable));
    tokio::time::sleep(60 * SECOND).await;
    world.kill(20 * SECOND).await;
    assert_kept(10_000, left(&world, table.code()).await);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_stands_still_gives_others_no_more_than_their_whole_time() {
    let mut world = World::new().await;
    let (table, ply) = five_seconds_in(&world).await;
    let other = world.game(strict(60_000)).await;
    world.store.set_appends_down(true);
    table.command(person(1), roll("a", ply)).await;
    tokio::time::sleep(40 * SECOND).await;
    world.kill(20 * SECOND).await;
    let now = left(&world, other.code()).await;
    assert!((20_000..=60_000).contains(&now), "{now}");
}

/// A game whose clock is so long that it is unloaded while somebody thinks.
async fn unloaded(world: &World) -> Code {
    let table = world.game(strict(3_600_000)).await;
    tokio::time::sleep(600 * SECOND).await;
    assert_eq!(world.hall.loaded(), 0);
    table.code()
}

#[tokio::test(start_paused = true)]
async fn a_standstill_is_owed_to_an_unloaded_table_beyond_a_fall() {
    let mut world = World::new().await;
    let code = unloaded(&world).await;
    tokio::time::advance(1_000 * SECOND).await;
    tokio::time::sleep(100 * SECOND).await;
    world.kill(20 * SECOND).await;
    // The standstill, too, counts from a heartbeat.
    let now = left(&world, code).await;
    assert!((2_900_000..=2_902_000).contains(&now), "{now}");
}

#[tokio::test(start_paused = true)]
async fn who_cannot_get_at_an_unloaded_table_loses_no_time_by_it() {
    let world = World::new().await;
    let code = unloaded(&world).await;
    world.store.set_down(true);
    assert!(world.hall.table(code).await.is_err());
    tokio::time::sleep(3_600 * SECOND).await;
    world.store.set_down(false);
    assert_kept(3_000_000, left(&world, code).await);
}

#[tokio::test(start_paused = true)]
async fn what_is_owed_to_a_table_is_owed_when_it_is_loaded_again() {
    let world = World::new().await;
    let table = world.game(strict(3_600_000)).await;
    let ply = view(&table).await.ply;
    world.store.set_append_delay(4 * SECOND);
    assert!(table.command(person(1), roll("a", ply)).await.ok);
    world.store.set_append_delay(Duration::ZERO);
    tokio::time::sleep(600 * SECOND).await;
    assert_eq!(world.hall.loaded(), 0);
    assert_kept(3_000_000, left(&world, table.code()).await);
}

/// Seed 22540 of the simulation: a request's look for its key passed for the answer that an entry still owed, and the
/// heartbeat went on over a decision that nobody had been told.
#[tokio::test(start_paused = true)]
async fn a_look_for_a_key_is_not_the_answer_to_a_start_that_got_lost() {
    let mut world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", strict(15_000)))
        .await;
    sit(&table, 2).await;
    world.store.lose_answers(1);
    let started = table.request(person(1), Request::Start, None).await;
    world.store.set_down(true);
    assert!(started.is_err());
    // By now the next try is some seconds away.
    tokio::time::sleep(Duration::from_millis(11_500)).await;
    world.store.set_down(false);
    let key = Some("key".to_owned());
    let refused = table.request(person(2), Request::Leave, key).await;
    assert!(refused.is_err());
    tokio::time::sleep(3 * SECOND).await;
    let code = table.code();
    world.kill(20 * SECOND).await;
    assert_kept(15_000, left(&world, code).await);
}
