//! A store that fails, is slow, or writes without saying so.

use crate::{
    client::roll,
    world::{
        World, assert_contiguous, assert_kept, left, person, sit, socket, spec, start, strict, view,
    },
};
use ludohall_protocol::{AnswerCode, Code, Event, ProblemCode, event::Controller};
use ludohall_table::{HallConfig, Request, Store, TableHandle};
use serde_json::json;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn while_the_store_is_down_answers_are_unavailable_and_the_clock_stands_still() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    let mut socket = socket(&table, 1, None).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let (ply, left) = (
        view(&table).await.ply,
        view(&table).await.deadline_ms.unwrap(),
    );

    world.store.set_down(true);
    let answer = socket.tell(roll("a", ply)).await;
    assert_eq!(answer.code, Some(AnswerCode::Unavailable));
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(view(&table).await.deadline_ms, Some(left));
    let refused = table.request(person(1), Request::Leave, None).await;
    assert_eq!(refused.unwrap_err().code, ProblemCode::Unavailable);

    world.store.set_down(false);
    let given_back = socket
        .event(|event| match event {
            Event::Turn { deadline_ms, .. } => deadline_ms.flatten(),
            _ => None,
        })
        .await;
    assert_eq!(given_back, left);
    assert!(socket.tell(roll("a", ply)).await.ok);
    let seats = view(&table).await.seats;
    assert!(
        seats
            .iter()
            .all(|seat| seat.controller == Controller::Human && seat.misses == 0)
    );
    assert_contiguous(&world.store, table.code());
}

/// A hall that tries to reach its store each second.
async fn eager() -> World {
    World::with(HallConfig {
        retry: (SECOND, SECOND),
        ..HallConfig::default()
    })
    .await
}

/// A game that cannot be written to for a minute from the fifth of its fifteen seconds on.
async fn outage(world: &World) -> TableHandle {
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(5 * SECOND).await;
    let ply = view(&table).await.ply;
    world.store.set_appends_down(true);
    assert!(!table.command(person(1), roll("a", ply)).await.ok);
    // Between two tries.
    tokio::time::sleep(60 * SECOND + SECOND / 2).await;
    table
}

#[tokio::test(start_paused = true)]
async fn going_on_after_an_outage_takes_nobodys_time_however_long_it_takes() {
    let world = eager().await;
    let table = outage(&world).await;
    let mut socket = socket(&table, 1, None).await;
    world.store.set_append_delay(4 * SECOND);
    world.store.set_appends_down(false);
    let told = socket
        .event(|event| match event {
            Event::Turn { deadline_ms, .. } => deadline_ms.flatten(),
            _ => None,
        })
        .await;
    assert_eq!(told, 10_000);
    tokio::time::sleep(Duration::from_millis(9_900)).await;
    assert_eq!(left(&world, table.code()).await, 100);
    let entries = assert_contiguous(&world.store, table.code());
    // No further one, which would take four seconds again.
    tokio::time::sleep(Duration::from_millis(99)).await;
    assert_eq!(left(&world, table.code()).await, 1);
    assert_eq!(assert_contiguous(&world.store, table.code()), entries);
}

#[tokio::test(start_paused = true)]
async fn what_is_given_back_with_its_answer_lost_is_given_back_once() {
    let world = eager().await;
    let table = outage(&world).await;
    world.store.lose_answers(1);
    world.store.set_appends_down(false);
    tokio::time::sleep(SECOND).await;
    world.store.set_down(true);
    tokio::time::sleep(30 * SECOND).await;
    world.store.set_down(false);
    let mut socket = socket(&table, 1, None).await;
    let told = socket
        .event(|event| match event {
            Event::Turn { deadline_ms, .. } => deadline_ms.flatten(),
            _ => None,
        })
        .await;
    assert_eq!(told, 10_000);
}

#[tokio::test(start_paused = true)]
async fn a_fall_while_time_is_given_back_after_an_outage_takes_none() {
    let mut world = eager().await;
    let table = outage(&world).await;
    world.store.set_append_delay(4 * SECOND);
    world.store.set_appends_down(false);
    tokio::time::sleep(4 * SECOND).await;
    world.kill(20 * SECOND).await;
    assert_kept(10_000, left(&world, table.code()).await);
}

#[tokio::test(start_paused = true)]
async fn an_append_whose_answer_got_lost_stands_and_is_told_once() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let mut socket = socket(&table, 1, None).await;
    let ply = view(&table).await.ply;
    let before = assert_contiguous(&world.store, table.code());

    world.store.lose_answers(1);
    let answer = socket.tell(roll("a", ply)).await;
    assert_eq!(answer.code, Some(AnswerCode::Unavailable));
    socket
        .event(|event| matches!(event, Event::Rolled { .. }).then_some(()))
        .await;
    let again = socket.tell(roll("a", ply)).await;
    assert!(again.ok);
    assert_eq!(again.version.0, before + 1);
    assert_eq!(assert_contiguous(&world.store, table.code()), before + 1);
}

#[tokio::test(start_paused = true)]
async fn a_write_that_comes_long_after_its_caller_gave_up_does_no_harm() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    let mut socket = socket(&table, 1, None).await;
    let ply = view(&table).await.ply;
    world.store.set_delay(Duration::from_secs(7));
    socket.attachment.command(roll("a", ply));
    assert_eq!(socket.answer().await.code, Some(AnswerCode::Unavailable));
    world.store.set_delay(Duration::ZERO);
    // The table is loaded again before the write arrives: that write is fenced then, and the same id acts anew.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(socket.tell(roll("a", ply)).await.ok);
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(view(&table).await.ply.0, ply.0 + 1);
    assert_contiguous(&world.store, table.code());
}

#[tokio::test(start_paused = true)]
async fn a_closing_whose_answer_got_lost_closes_the_table() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    let mut watcher = socket(&table, 2, None).await;
    world.store.lose_answers(1);
    let refused = table.request(person(1), Request::Leave, None).await;
    assert_eq!(refused.unwrap_err().code, ProblemCode::Unavailable);
    assert_eq!(watcher.bye().await.0, 4410);
    let gone = world.hall.table(table.code()).await;
    assert_eq!(gone.err().unwrap().code, ProblemCode::NoSuchTable);
    assert_eq!(world.open_tables().await, 0);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_lost_however_the_answers_of_a_whole_game_get_lost() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"clock": "untimed"})))
        .await;
    sit(&table, 2).await;
    start(&table).await;
    let mut sockets = [socket(&table, 1, None).await, socket(&table, 2, None).await];
    for round in 0..120 {
        let now = view(&table).await;
        let Some(turn) = now.position.as_ref().map(|position| position.turn) else {
            break;
        };
        let acting = now.seats.iter().position(|seat| seat.arm == turn).unwrap();
        if round % 3 == 0 {
            world.store.lose_answers(round % 5);
        }
        let command = sockets[acting].decide(&now);
        while !sockets[acting].tell(command.clone()).await.ok {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let told = view(&table).await;
    assert!(assert_contiguous(&world.store, table.code()) >= 120);
    let mut world = world;
    world.kill(Duration::from_secs(3)).await;
    let after = view(&world.hall.table(table.code()).await.unwrap()).await;
    assert_eq!((after.position, after.ply), (told.position, told.ply));
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_read_answers_so_and_harms_no_other() {
    let mut world = World::new().await;
    let bad = world
        .create(&person(1), spec("luddo", json!({})))
        .await
        .code();
    let good = world
        .create(&person(1), spec("luddo", json!({})))
        .await
        .code();
    world.store.damage(bad);
    world.store.cut();
    world.begin_again(Duration::from_secs(1)).await;
    let refused = world.hall.table(bad).await.err().unwrap();
    assert_eq!(refused.code, ProblemCode::TableDamaged);
    assert!(world.hall.table(good).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_table_cannot_be_opened_while_the_store_is_down_and_one_that_was_all_the_same_closes() {
    let world = World::new().await;
    world.store.set_down(true);
    let refused = world
        .hall
        .create(person(1), spec("luddo", json!({})), None)
        .await;
    assert_eq!(refused.err().unwrap().code, ProblemCode::Unavailable);
    world.store.set_down(false);
    world.store.lose_answers(1);
    let refused = world
        .hall
        .create(person(1), spec("luddo", json!({})), None)
        .await;
    assert_eq!(refused.err().unwrap().code, ProblemCode::Unavailable);
    assert_eq!(world.open_tables().await, 1);
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    assert_eq!(world.open_tables().await, 0);
}

/// A game whose store has failed for a minute and that is fenced while it gives that back; ten seconds are left.
async fn fenced_in_a_thaw(world: &World) -> Code {
    let table = world.game(strict(15_000)).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let ply = view(&table).await.ply;
    world.store.set_down(true);
    assert!(!table.command(person(1), roll("a", ply)).await.ok);
    tokio::time::sleep(Duration::from_secs(60)).await;
    world.store.set_append_delay(Duration::from_secs(2));
    world.store.set_down(false);
    for _ in 0..8 {
        // As a load that was given up and comes late.
        tokio::time::sleep(Duration::from_secs(1)).await;
        world.store.reconnect().load(table.code()).await.unwrap();
    }
    world.store.set_append_delay(Duration::ZERO);
    table.code()
}

/// Seed 2919 of the simulation: what a table was frozen for was forgotten with it.
#[tokio::test(start_paused = true)]
async fn a_table_that_is_fenced_while_it_thaws_gives_its_time_back_all_the_same() {
    let world = World::new().await;
    let code = fenced_in_a_thaw(&world).await;
    assert_kept(10_000, left(&world, code).await);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_fenced_goes_on_though_nobody_asks_for_it() {
    let world = World::new().await;
    let code = fenced_in_a_thaw(&world).await;
    let before = assert_contiguous(&world.store, code);
    tokio::time::sleep(Duration::from_secs(90)).await;
    assert!(assert_contiguous(&world.store, code) > before);
}
