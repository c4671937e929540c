//! Codes that collide, and requests that come twice.

use crate::world::{World, person, sit, spec, view};
use ludohall_protocol::{ProblemCode, rest::Quick};
use ludohall_table::Request;
use serde_json::json;
use std::{sync::atomic::Ordering, time::Duration};

fn key(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// L04.
#[tokio::test(start_paused = true)]
async fn a_code_that_is_taken_is_never_given_twice() {
    let mut world = World::new().await;
    world.random.same_codes.store(4, Ordering::Relaxed);
    let first = world.create(&person(1), spec("luddo", json!({}))).await;
    // Taken in memory first, and after the restart in the store: the table is parked away.
    let second = world.create(&person(2), spec("luddo", json!({}))).await;
    assert_eq!(first.code().as_str(), "000000");
    assert_ne!(first.code(), second.code());
    world.kill(Duration::from_secs(1)).await;
    tokio::time::sleep(Duration::from_secs(400)).await;
    assert_eq!(world.hall.loaded(), 0);
    world.random.same_codes.store(4, Ordering::Relaxed);
    let third = world.create(&person(3), spec("luddo", json!({}))).await;
    assert_ne!(first.code(), third.code());
    assert_eq!(world.open_tables().await, 3);
}

/// L04.
#[tokio::test(start_paused = true)]
async fn where_no_code_is_free_it_fails_and_harms_no_table() {
    let world = World::new().await;
    world.random.same_codes.store(1_000, Ordering::Relaxed);
    let first = world.create(&person(1), spec("luddo", json!({}))).await;
    let refused = world
        .hall
        .create(person(2), spec("luddo", json!({})), None)
        .await;
    assert_eq!(refused.err().unwrap().code, ProblemCode::Unavailable);
    assert_eq!(view(&first).await.host.unwrap().id, person(1).id);
    assert_eq!(world.open_tables().await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_creation_that_comes_twice_makes_one_table() {
    let mut world = World::new().await;
    let create = |world: &World, who| {
        let hall = world.hall.clone();
        async move {
            hall.create(person(who), spec("luddo", json!({})), key("k"))
                .await
                .unwrap()
        }
    };
    let ((one, first), (two, second)) = tokio::join!(create(&world, 1), create(&world, 1));
    assert_eq!(one.code(), two.code());
    assert_ne!(first, second);
    world.kill(Duration::from_secs(1)).await;
    let (three, third) = create(&world, 1).await;
    assert_eq!((three.code(), third), (one.code(), false));
    let (other, opened) = create(&world, 2).await;
    assert!(opened && other.code() != one.code());
}

#[tokio::test(start_paused = true)]
async fn a_quick_seat_that_is_asked_for_twice_is_one() {
    let world = World::new().await;
    let waiting = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    let wish = || Quick {
        ruleset: "luddo".into(),
        seats: None,
    };
    let (first, _) = world.hall.quick(person(2), wish(), key("k")).await.unwrap();
    let (second, _) = world.hall.quick(person(2), wish(), key("k")).await.unwrap();
    assert_eq!(
        (first.code(), second.code()),
        (waiting.code(), waiting.code())
    );
    assert_eq!(world.open_tables().await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_that_comes_twice_is_one() {
    let world = World::new().await;
    let table = world.solo(json!({"seats": 2, "bot_pause_ms": 0})).await;
    let mut me = crate::world::socket(&table, 1, None).await;
    loop {
        let now = view(&table).await;
        if now.phase == ludohall_protocol::Phase::Finished {
            break;
        }
        let command = me.decide(&now);
        me.tell(command).await;
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let again = || table.request(person(1), Request::Rematch, key("k"));
    let first = again().await.unwrap();
    let second = again().await.unwrap();
    assert_eq!(first.game.id, second.game.id);
}

#[tokio::test(start_paused = true)]
async fn a_key_that_cannot_be_kept_is_refused() {
    let world = World::new().await;
    for bad in [String::new(), "k".repeat(129), "a\nb".to_owned()] {
        let refused = world
            .hall
            .create(person(1), spec("luddo", json!({})), Some(bad))
            .await;
        let refusal = refused.err().unwrap();
        assert_eq!(refusal.code, ProblemCode::BadRequest);
        assert_eq!(refusal.field.as_deref(), Some("Idempotency-Key"));
    }
    let longest = Some("k".repeat(128));
    let create = world
        .hall
        .create(person(1), spec("luddo", json!({})), longest);
    let (table, _) = create.await.unwrap();
    sit(&table, 2).await;
}
