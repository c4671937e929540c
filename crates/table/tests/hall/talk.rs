//! What is said at a table.

use crate::world::{World, person, sit, socket, spec, view};
use ludohall_protocol::{AnswerCode, ClientMessage, ServerMessage, socket::ChatLine};
use serde_json::json;

fn phrase(id: &str, key: &str) -> ClientMessage {
    ClientMessage::Say {
        id: id.into(),
        phrase: Some(key.into()),
        text: None,
    }
}

fn said(message: &ServerMessage) -> Option<ChatLine> {
    match message {
        ServerMessage::Said(line) => Some(line.clone()),
        _ => None,
    }
}

#[tokio::test(start_paused = true)]
async fn what_one_says_everybody_hears_once_and_late_comers_too() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    sit(&table, 2).await;
    let mut me = socket(&table, 1, None).await;
    let mut other = socket(&table, 2, None).await;
    other.pull();
    assert!(me.tell(phrase("a", "good_luck")).await.ok);
    assert!(me.tell(phrase("a", "good_luck")).await.ok);
    assert_eq!(other.until(said).await.phrase.as_deref(), Some("good_luck"));
    other.pull();
    let lines = other.got.iter().filter_map(said).count();
    assert_eq!(lines, 1);
    assert_eq!(view(&table).await.chat.len(), 1);
    let mut late = socket(&table, 2, Some(2)).await;
    match late.next().await {
        ServerMessage::Resumed { chat, .. } => assert_eq!(chat.len(), 1),
        other => panic!("{other:?}"),
    }
}

/// M04: strangers have phrases only, unless the host says otherwise.
#[tokio::test(start_paused = true)]
async fn watchers_do_not_talk_and_phrases_are_no_texts() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    let refused = table.command(person(9), phrase("a", "hello")).await;
    assert_eq!(refused.code, Some(AnswerCode::NotSeated));
    let text = ClientMessage::Say {
        id: "b".into(),
        phrase: None,
        text: Some("hello".into()),
    };
    let refused = table.command(person(1), text).await;
    assert_eq!(refused.code, Some(AnswerCode::NotAllowed));
}

#[tokio::test(start_paused = true)]
async fn a_phrase_that_no_client_knows_is_no_message() {
    let world = World::new().await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    let refused = table.command(person(1), phrase("a", "abracadabra")).await;
    assert_eq!(refused.code, Some(AnswerCode::BadMessage));
    // What was refused is not remembered: the id is free.
    assert!(table.command(person(1), phrase("a", "hello")).await.ok);
    assert_eq!(view(&table).await.chat.len(), 1);
}
