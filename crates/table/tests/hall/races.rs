//! What happens at the same time.

use crate::{
    client::roll,
    world::{World, assert_contiguous, person, sit_down, socket, spec, view},
};
use ludohall_protocol::{AnswerCode, ProblemCode};
use ludohall_table::{HallConfig, Request};
use serde_json::json;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn of_two_people_who_want_one_seat_one_gets_it_and_the_other_hears_why() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    let want = || Request::Sit {
        arm: Some(2),
        name: None,
    };
    let (two, three) = tokio::join!(
        table.request(person(2), want(), None),
        table.request(person(3), want(), None),
    );
    assert!(two.is_ok());
    assert_eq!(three.unwrap_err().code, ProblemCode::SeatTaken);
    let owner = view(&table).await.seats[2].player.clone();
    assert_eq!(owner.unwrap().id, person(2).id);
}

#[tokio::test(start_paused = true)]
async fn sitting_down_twice_at_once_is_sitting_down_once() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    let (one, other) = tokio::join!(
        table.request(person(2), sit_down(), None),
        table.request(person(2), sit_down(), None),
    );
    assert_eq!(one.unwrap().seats, other.unwrap().seats);
    assert_eq!(assert_contiguous(&world.store, table.code()), 2);
}

#[tokio::test(start_paused = true)]
async fn a_command_that_is_sent_twice_acts_once_and_gets_one_answer_twice() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let before = assert_contiguous(&world.store, table.code());
    let mut first = socket(&table, 1, None).await;
    let mut second = socket(&table, 1, None).await;
    let ply = view(&table).await.ply;
    first.attachment.command(roll("a", ply));
    second.attachment.command(roll("a", ply));
    let (one, other) = (first.answer().await, second.answer().await);
    assert!(one.ok);
    assert_eq!(one, other);
    assert_eq!(assert_contiguous(&world.store, table.code()), before + 1);
}

#[tokio::test(start_paused = true)]
async fn of_two_decisions_for_one_ply_the_later_is_stale() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let ply = view(&table).await.ply;
    let (one, other) = tokio::join!(
        table.command(person(1), roll("a", ply)),
        table.command(person(1), roll("b", ply)),
    );
    assert!(one.ok);
    assert_eq!(other.code, Some(AnswerCode::Stale));
}

#[tokio::test(start_paused = true)]
async fn many_who_ask_for_an_unloaded_table_at_once_wake_it_once() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    tokio::time::sleep(HallConfig::default().unload_after + Duration::from_secs(1)).await;
    assert_eq!(world.hall.loaded(), 0);
    let before = world.store.epoch(table.code()).unwrap().0;
    world.store.set_delay(Duration::from_millis(20));
    let asking = (0..20).map(|_| {
        let (hall, code) = (world.hall.clone(), table.code());
        tokio::spawn(async move { hall.table(code).await.unwrap().view(None).await.unwrap() })
    });
    let asking: Vec<_> = asking.collect();
    for asked in asking {
        assert_eq!(asked.await.unwrap().code, table.code());
    }
    assert_eq!(world.hall.loaded(), 1);
    assert_eq!(world.store.epoch(table.code()).unwrap().0, before + 1);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_comes_while_a_table_is_unloaded_is_done() {
    let config = HallConfig {
        unload_after: Duration::from_millis(50),
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    for round in 0..40 {
        // Around the moment of unloading, on either side of it.
        tokio::time::sleep(Duration::from_millis(45 + round % 10)).await;
        let title = format!("round {round}");
        let changes = serde_json::from_value(json!({ "title": title })).unwrap();
        let changed = table
            .request(person(1), Request::Change(changes), None)
            .await;
        assert_eq!(changed.unwrap().settings.title, title);
    }
    assert_eq!(assert_contiguous(&world.store, table.code()), 41);
}
