//! Time that the hall itself loses though its store does not fail: the process is stopped, or a commit takes long.
//!
//! `advance` is such a stop: the time is another one at once, and everything that was due meanwhile is due together.

use crate::{
    client::{Client, roll},
    world::{World, assert_contiguous, person, sit, socket, spec, start, strict, view},
};
use ludohall_protocol::{ClientMessage, Event, Phase, event::Controller};
use serde_json::json;
use std::time::Duration;
use tokio::time::advance;

async fn new_deadline(socket: &mut Client) -> u64 {
    socket
        .event(|event| match event {
            Event::Turn { deadline_ms, .. } => deadline_ms.flatten(),
            _ => None,
        })
        .await
}

#[tokio::test(start_paused = true)]
async fn a_hall_that_stood_still_takes_nobodys_time_and_says_so() {
    let world = World::new().await;
    let mut tables = Vec::new();
    for _ in 0..20 {
        let table = world.game(strict(15_000)).await;
        let socket = socket(&table, 1, None).await;
        tables.push((table, socket));
    }
    tokio::time::sleep(Duration::from_secs(10)).await;
    let mut before = Vec::new();
    for (table, socket) in &mut tables {
        socket.pull();
        before.push(view(table).await);
    }
    advance(Duration::from_secs(3600)).await;
    for ((table, socket), before) in tables.iter_mut().zip(before) {
        let left = before.deadline_ms.unwrap();
        let given = left..=left + 1000;
        let told = new_deadline(socket).await;
        assert!(given.contains(&told), "{left} ms became {told} ms");
        let after = view(table).await;
        assert_eq!((after.ply, after.seats), (before.ply, before.seats));
        assert!(socket.tell(roll("a", after.ply)).await.ok);
    }
}

#[tokio::test(start_paused = true)]
async fn a_decision_that_came_right_after_a_standstill_is_in_time_and_the_next_one_has_no_more() {
    let world = World::new().await;
    let table = world.game(strict(15_000)).await;
    let mut me = socket(&table, 1, None).await;
    tokio::time::sleep(Duration::from_secs(14)).await;
    let ply = view(&table).await.ply;
    advance(Duration::from_secs(60)).await;
    assert!(me.tell(roll("a", ply)).await.ok);
    let left = view(&table).await.deadline_ms.unwrap();
    assert!((14_000..=15_000).contains(&left), "{left}");
    tokio::time::sleep(Duration::from_secs(16)).await;
    let after = view(&table).await;
    let taken = after
        .seats
        .iter()
        .filter(|seat| seat.controller == Controller::Bot);
    assert_eq!(taken.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_short_pause_is_not_worth_an_entry() {
    let world = World::new().await;
    let table = world.game(strict(15_000)).await;
    let before = assert_contiguous(&world.store, table.code());
    for _ in 0..8 {
        advance(Duration::from_millis(1_200)).await;
        view(&table).await;
    }
    assert_eq!(assert_contiguous(&world.store, table.code()), before);
}

#[tokio::test(start_paused = true)]
async fn a_fall_right_after_a_standstill_takes_no_time_either() {
    let mut world = World::new().await;
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let left = view(&table).await.deadline_ms.unwrap();
    let store = world.store.clone();
    advance(Duration::from_secs(600)).await;
    // The heartbeat gets through, and no entry does.
    store.cut();
    world.kill(Duration::from_secs(5)).await;
    let after = view(&world.hall.table(table.code()).await.unwrap()).await;
    let now_left = after.deadline_ms.unwrap();
    assert!(
        (left..=left + 1000).contains(&now_left),
        "{left} ms became {now_left} ms"
    );
}

#[tokio::test(start_paused = true)]
async fn a_table_that_was_not_in_memory_gets_its_time_back_too() {
    let world = World::new().await;
    let table = world.game(strict(3_600_000)).await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(world.hall.loaded(), 0);
    advance(Duration::from_secs(7_200)).await;
    let left = view(&table).await.deadline_ms.unwrap();
    assert!((3_000_000..=3_001_000).contains(&left), "{left}");
    assert_eq!(world.hall.loaded(), 1);
}

#[tokio::test(start_paused = true)]
async fn who_was_away_for_a_moment_is_not_held_to_a_standstill() {
    let world = World::new().await;
    let clock = json!({"clock": {"decision_ms": 15_000, "misses": 3, "away_ms": 45_000}});
    let table = world.game(clock).await;
    let waiting = world.create(&person(3), spec("luddo", json!({}))).await;
    let me = socket(&table, 1, None).await;
    tokio::time::sleep(Duration::from_secs(12)).await;
    drop(me);
    advance(Duration::from_secs(3600)).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    // One miss, after some seconds away: the clock plays, and no bot takes the seat.
    let seat = &view(&table).await.seats[0];
    assert_eq!((seat.controller, seat.misses), (Controller::Human, 1));
    // And a table that waits has not closed: nobody could have come.
    assert_eq!(view(&waiting).await.phase, Phase::Waiting);
}

#[tokio::test(start_paused = true)]
async fn a_long_commit_takes_nobodys_time() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", strict(1_000))).await;
    sit(&table, 2).await;
    let mut me = socket(&table, 1, None).await;
    start(&table).await;
    let ply = view(&table).await.ply;
    world.store.set_delay(Duration::from_secs(3));
    me.attachment.command(roll("a", ply));
    tokio::time::sleep(Duration::from_millis(10)).await;
    world.store.set_delay(Duration::ZERO);
    assert!(me.answer().await.ok);
    // The next decision has its whole second from here on.
    tokio::time::sleep(Duration::from_millis(10)).await;
    assert_eq!(view(&table).await.deadline_ms, Some(990));
    let seats = view(&table).await.seats;
    assert!(
        seats
            .iter()
            .all(|seat| seat.controller == Controller::Human)
    );
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_always_slow_is_not_written_to_for_ever() {
    let world = World::new().await;
    let table = world.game(strict(60_000)).await;
    let ply = view(&table).await.ply;
    world.store.set_delay(Duration::from_secs(2));
    assert!(table.command(person(1), roll("a", ply)).await.ok);
    let before = assert_contiguous(&world.store, table.code());
    tokio::time::sleep(Duration::from_secs(50)).await;
    let after = assert_contiguous(&world.store, table.code());
    assert!(after <= before + 1, "{before} entries became {after}");
}

/// Commands that wait are done one after the other; the hall may stand still between two of them.
#[tokio::test(start_paused = true)]
async fn a_standstill_before_a_command_whose_answer_got_lost_takes_nobodys_time() {
    let world = World::new().await;
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    world.store.set_append_delay(Duration::from_secs(1));
    for id in ["a", "b", "c"] {
        let (table, id) = (table.clone(), id.to_owned());
        tokio::spawn(async move {
            let resume = ClientMessage::Resume { id };
            table.command(person(2), resume).await
        });
    }
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    advance(Duration::from_secs(60)).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    world.store.lose_answers(1);
    world.store.set_append_delay(Duration::ZERO);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let left = view(&table).await.deadline_ms.unwrap();
    assert!((8_000..=11_000).contains(&left), "{left}");
}
