//! The end of a table, and of a game.

use crate::world::{World, person, sit, socket, spec, view};
use ludohall_protocol::{Event, Phase, ProblemCode};
use ludohall_table::Request;
use serde_json::json;

/// L01: a table goes with its last person.
#[tokio::test(start_paused = true)]
async fn a_table_that_closes_says_goodbye_and_its_code_is_free() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    sit(&table, 2).await;
    let mut watcher = socket(&table, 3, None).await;
    watcher.snapshot().await;
    table
        .request(person(1), Request::Leave, None)
        .await
        .unwrap();
    assert_eq!(view(&table).await.phase, Phase::Waiting);
    table
        .request(person(2), Request::Leave, None)
        .await
        .unwrap();
    watcher
        .event(|event| matches!(event, Event::Closed { .. }).then_some(()))
        .await;
    assert_eq!(watcher.bye().await, (4410, None));
    let gone = world.hall.table(table.code()).await.err().unwrap();
    assert_eq!(gone.code, ProblemCode::NoSuchTable);
    assert!(table.view(None).await.is_err());
    assert_eq!((world.hall.loaded(), world.open_tables().await), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_game_can_be_read_while_it_is_on_without_its_secret_and_afterwards_with_it() {
    let world = World::new().await;
    let table = world.solo(json!({})).await;
    let game = view(&table).await.game.id;
    let record = world.hall.game(game, None).await.unwrap().unwrap();
    assert_eq!(record.secret, None);
    table
        .request(person(1), Request::Leave, None)
        .await
        .unwrap();
    let record = world.hall.game(game, None).await.unwrap().unwrap();
    assert!(record.secret.is_some());
    let nothing = world
        .hall
        .game(ludohall_protocol::GameId(uuid::Uuid::from_u128(7)), None)
        .await;
    assert_eq!(nothing.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn a_restart_ends_the_old_game_and_both_can_be_read() {
    let world = World::new().await;
    let table = world.solo(json!({})).await;
    let old = view(&table).await.game.id;
    let restart = ludohall_protocol::ClientMessage::Restart { id: "r".into() };
    assert!(table.command(person(1), restart).await.ok);
    let new = view(&table).await.game.id;
    assert_ne!(old, new);
    assert!(
        world
            .hall
            .game(old, None)
            .await
            .unwrap()
            .unwrap()
            .secret
            .is_some()
    );
    assert_eq!(
        world.hall.game(new, None).await.unwrap().unwrap().secret,
        None
    );
}
