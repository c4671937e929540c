//! An orderly stop.

use crate::{
    client::roll,
    world::{World, assert_kept, left, person, sit_down, socket, spec, strict, view},
};
use ludohall_protocol::{AnswerCode, ProblemCode, ServerMessage};
use ludohall_table::{Outgoing, Request, lobby::Filter};
use serde_json::json;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn a_hall_that_stops_tells_its_sockets_when_to_come_back_and_no_clock_runs() {
    let mut world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    let mut me = socket(&table, 1, None).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let left = view(&table).await.deadline_ms.unwrap();
    let mut feed = world.hall.lobby().subscribe(Filter::default());
    feed.pull();

    world.hall.drain(1500).await;
    assert!(world.hall.is_draining());
    assert_eq!(me.bye().await, (1012, Some(1500)));
    assert!(matches!(
        feed.pull().as_slice(),
        [Outgoing::Bye { code: 1012, .. }]
    ));
    let refused = table.request(person(3), sit_down(), None).await;
    assert_eq!(refused.unwrap_err().code, ProblemCode::Draining);
    let refused = world
        .hall
        .create(person(3), spec("luddo", json!({})), None)
        .await;
    assert_eq!(refused.err().unwrap().code, ProblemCode::Draining);
    assert_eq!(world.hall.loaded(), 0);

    drop(me);
    world.begin_again(Duration::from_secs(600)).await;
    let after = view(&world.hall.table(table.code()).await.unwrap()).await;
    assert_eq!(after.deadline_ms, Some(left));
}

#[tokio::test(start_paused = true)]
async fn what_is_being_journalled_when_the_hall_stops_is_finished_and_told() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let mut me = socket(&table, 1, None).await;
    me.snapshot().await;
    let now = view(&table).await;
    world.store.set_delay(Duration::from_secs(1));
    let command = me.decide(&now);
    me.attachment.command(command);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let late = me.decide(&now);
    me.attachment.command(late);
    world.hall.drain(1000).await;
    me.pull();
    let answers: Vec<_> = me
        .got
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Answer(answer) => Some((answer.ok, answer.code)),
            _ => None,
        })
        .collect();
    assert_eq!(
        answers,
        [(true, None), (false, Some(AnswerCode::Unavailable))]
    );
    assert_eq!(me.closed, Some(1012));
}

#[tokio::test(start_paused = true)]
async fn a_store_that_does_not_answer_does_not_keep_the_hall_from_stopping() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let mut me = socket(&table, 1, None).await;
    me.snapshot().await;
    let now = view(&table).await;
    world.store.cut();
    let command = me.decide(&now);
    me.attachment.command(command);
    let begun = tokio::time::Instant::now();
    world.hall.drain(1000).await;
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(me.bye().await.0, 1012);
}

#[tokio::test(start_paused = true)]
async fn what_a_slow_store_takes_while_the_hall_stops_is_nobodys_time() {
    let mut world = World::new().await;
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let ply = view(&table).await.ply;
    world.store.set_append_delay(Duration::from_secs(4));
    let rolling = tokio::spawn({
        let table = table.clone();
        async move { table.command(person(1), roll("a", ply)).await }
    });
    tokio::time::sleep(Duration::from_secs(3)).await;
    world.hall.drain(1000).await;
    assert!(rolling.await.unwrap().ok);
    world.begin_again(Duration::from_secs(60)).await;
    assert_kept(15_000, left(&world, table.code()).await);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_stands_still_when_the_hall_stops_loses_no_time() {
    let mut world = World::new().await;
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let ply = view(&table).await.ply;
    world.store.set_appends_down(true);
    assert!(!table.command(person(1), roll("a", ply)).await.ok);
    tokio::time::sleep(Duration::from_secs(60)).await;
    world.hall.drain(1000).await;
    world.begin_again(Duration::from_secs(60)).await;
    assert_kept(10_000, left(&world, table.code()).await);
}

/// Seed 12804 of the simulation: what the table waited for was over after the drain had begun, and so was a decision's time.
#[tokio::test(start_paused = true)]
async fn no_clock_runs_out_while_a_drain_waits_for_the_store() {
    let world = World::new().await;
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(Duration::from_millis(14_400)).await;
    world.store.set_delay(Duration::from_millis(400));
    let ask = |key: &str| {
        let (table, key) = (table.clone(), Some(key.to_owned()));
        tokio::spawn(async move { table.request(person(1), Request::Rematch, key).await })
    };
    let (first, second) = (ask("a"), ask("b"));
    // The first is done, the second looks for its key.
    tokio::time::sleep(Duration::from_millis(450)).await;
    assert!(first.is_finished());
    world.hall.drain(500).await;
    assert!(second.await.unwrap().is_err());
    let journal = world.store.journal(table.code());
    assert!(journal.iter().all(|entry| !entry.body.contains("expired")));
}
