//! A seat at once.

use crate::world::{World, person, sit, socket, spec, view};
use ludohall_protocol::rest::Quick;
use serde_json::json;

fn wish(seats: Option<u8>) -> Quick {
    Quick {
        ruleset: "luddo".into(),
        seats,
    }
}

#[tokio::test(start_paused = true)]
async fn two_who_come_together_sit_at_one_table() {
    let world = World::new().await;
    let (one, two) = tokio::join!(
        world.hall.quick(person(1), wish(None), None),
        world.hall.quick(person(2), wish(None), None),
    );
    let ((one, opened), (two, found)) = (one.unwrap(), two.unwrap());
    assert_eq!(one.code(), two.code());
    assert!(opened && !found);
    assert!(view(&one).await.settings.listed);
}

#[tokio::test(start_paused = true)]
async fn only_a_table_that_fits_will_do() {
    let world = World::new().await;
    for misfit in [
        json!({}),
        json!({"listed": true, "seats": 4}),
        json!({"listed": true, "options": {"start.free": 1}}),
    ] {
        let _ = world
            .hall
            .create(person(1), spec("luddo", misfit), None)
            .await;
    }
    world
        .create(&person(1), spec("ludo", json!({"listed": true})))
        .await;
    let full = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    sit(&full, 2).await;
    let (table, opened) = world
        .hall
        .quick(person(3), wish(Some(2)), None)
        .await
        .unwrap();
    assert!(opened);
    let (again, opened) = world
        .hall
        .quick(person(3), wish(Some(2)), None)
        .await
        .unwrap();
    assert_eq!((again.code(), opened), (table.code(), false));
}

#[tokio::test(start_paused = true)]
async fn a_table_where_somebody_is_goes_before_an_older_one() {
    let world = World::new().await;
    world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    let lively = world
        .create(&person(2), spec("luddo", json!({"listed": true})))
        .await;
    let _host = socket(&lively, 2, None).await;
    tokio::task::yield_now().await;
    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    let (table, _) = world.hall.quick(person(3), wish(None), None).await.unwrap();
    assert_eq!(table.code(), lively.code());
}
