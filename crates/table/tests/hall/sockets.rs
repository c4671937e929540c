//! What a socket gets, in which order, and how it gets it again.

use crate::{
    client::Client,
    world::{World, person, sit, socket, spec, start, view, view_of},
};
use ludohall_protocol::{Event, Phase, ProblemCode, ServerMessage, Version, table::Role};
use ludohall_table::{HallConfig, Request};
use serde_json::json;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_a_snapshot_and_goes_on() {
    let config = HallConfig {
        ring_entries: 4,
        ..HallConfig::default()
    };
    let world = World::with(config).await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    let mut slow = socket(&table, 2, None).await;
    slow.snapshot().await;
    for n in 3..=4 {
        sit(&table, n).await;
    }
    slow.pull();
    assert_eq!(slow.version, Some(Version(3)));
    for _ in 0..4 {
        table
            .request(person(3), Request::Leave, None)
            .await
            .unwrap();
        sit(&table, 3).await;
    }
    slow.pull();
    let last = slow.got.last().unwrap();
    assert!(
        matches!(
            last,
            ServerMessage::Snapshot {
                version: Version(11),
                ..
            }
        ),
        "{last:?}"
    );
    sit(&table, 5).await;
    slow.pull();
    assert_eq!(slow.version, Some(Version(12)));
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_in_the_middle_of_a_game_misses_nothing() {
    let world = World::new().await;
    let table = world.solo(json!({"bot_pause_ms": 0, "seats": 4})).await;
    let mut me = socket(&table, 1, None).await;
    let mut others: Vec<Client> = Vec::new();
    for n in 0..60 {
        let after = [None, Some(0), Some(n)][n as usize % 3];
        others.push(socket(&table, 2, after).await);
        let now = view(&table).await;
        if now.phase != Phase::Playing {
            break;
        }
        let command = me.decide(&now);
        me.tell(command).await;
        // Each reads at a pace of its own; the client checks that versions are contiguous.
        for (i, other) in others.iter_mut().enumerate() {
            if (n as usize).is_multiple_of(i + 1) {
                other.pull();
            }
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    me.pull();
    for other in &mut others {
        other.pull();
        assert_eq!(other.version, me.version);
    }
}

#[tokio::test(start_paused = true)]
async fn a_socket_resumes_after_what_it_has() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    sit(&table, 2).await;
    sit(&table, 3).await;
    let mut all = socket(&table, 1, Some(0)).await;
    assert_eq!(all.resumed().await, Version(0));
    all.pull();
    assert_eq!(all.version, Some(Version(3)));
    let mut some = socket(&table, 1, Some(2)).await;
    assert_eq!(some.resumed().await, Version(2));
    assert_eq!(some.got.len(), 2);
    let mut none = socket(&table, 1, Some(3)).await;
    assert_eq!(none.resumed().await, Version(3));
    assert_eq!(none.got.len(), 1);
    let mut ahead = socket(&table, 1, Some(4)).await;
    assert_eq!(ahead.snapshot().await.0, Version(3));
}

#[tokio::test(start_paused = true)]
async fn only_the_newest_turn_of_what_is_sent_says_how_long() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "brisk"})).await;
    let mut me = socket(&table, 1, None).await;
    for _ in 0..6 {
        let now = view(&table).await;
        let turn = now.position.as_ref().unwrap().turn;
        let number = 1 + now.seats.iter().position(|seat| seat.arm == turn).unwrap() as u128;
        let command = me.decide(&now);
        assert!(table.command(person(number), command).await.ok);
    }
    tokio::time::sleep(Duration::from_millis(1234)).await;
    let mut late = table.attach(person(2), Some(Version(0))).await.unwrap();
    let texts: Vec<String> = late
        .pull()
        .iter()
        .map(|outgoing| format!("{outgoing:?}"))
        .filter(|text| text.contains(r#"\"type\":\"event\""#))
        .collect();
    let stamped: Vec<bool> = texts
        .iter()
        .map(|text| text.contains("deadline_ms"))
        .collect();
    assert_eq!(stamped.iter().filter(|yes| **yes).count(), 1);
    assert!(
        texts.last().unwrap().contains(r#"\"deadline_ms\":13766"#),
        "{:?}",
        texts.last()
    );
}

/// L01: there is one count of who is there.
#[tokio::test(start_paused = true)]
async fn people_hear_who_comes_and_goes() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    sit(&table, 2).await;
    let mut me = socket(&table, 1, None).await;
    let (_, you, seen) = me.snapshot().await;
    assert_eq!(
        (you.arms, you.role, you.host),
        (vec![0], Role::Player, true)
    );
    assert!(seen.seats[0].connected && !seen.seats[1].connected);
    let presence = |message: &ServerMessage| match message {
        ServerMessage::Presence {
            arm,
            connected,
            watchers,
        } => Some((*arm, *connected, *watchers)),
        _ => None,
    };
    let mut first = socket(&table, 2, None).await;
    first.pull();
    assert_eq!(me.until(presence).await, (Some(seen.seats[1].arm), true, 0));
    let second = socket(&table, 2, None).await;
    drop(first);
    let watcher = socket(&table, 3, None).await;
    // Of two sockets of one person one went: that is no news.
    assert_eq!(me.until(presence).await, (None, true, 1));
    drop(second);
    assert_eq!(
        me.until(presence).await,
        (Some(seen.seats[1].arm), false, 1)
    );
    drop(watcher);
    assert_eq!(me.until(presence).await, (None, false, 0));
}

#[tokio::test(start_paused = true)]
async fn who_sits_down_hears_that_they_play_now() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"seats": 4})))
        .await;
    let mut other = socket(&table, 2, None).await;
    assert_eq!(other.snapshot().await.1.role, Role::Watcher);
    sit(&table, 2).await;
    let you = other
        .until(|message| match message {
            ServerMessage::You { you } => Some(you.clone()),
            _ => None,
        })
        .await;
    assert_eq!(you.role, Role::Player);
    assert_eq!(view(&table).await.watchers, 0);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_may_not_be_watched_is_closed_to_others_once_it_plays() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"watchable": false})))
        .await;
    // Whoever has the code may look while there are seats to take.
    assert!(table.view(None).await.is_ok());
    let mut stranger = socket(&table, 3, None).await;
    let mut late = socket(&table, 4, Some(0)).await;
    let mut player = socket(&table, 2, None).await;
    for socket in [&mut stranger, &mut player] {
        socket.pull();
    }
    sit(&table, 2).await;
    stranger.pull();
    start(&table).await;
    for shut_out in [&mut stranger, &mut late] {
        assert_eq!(shut_out.bye().await.0, 4403);
        let seen = shut_out.got.iter().filter(|message| is_start(message));
        assert_eq!(seen.count(), 0, "the start is not for them any more");
    }
    player
        .until(|message| is_start(message).then_some(()))
        .await;
    let refused = table.attach(person(3), None).await.err().unwrap();
    assert_eq!(refused.code, ProblemCode::NotAllowed);
    assert!(table.view(Some(person(3).id)).await.is_err());
    assert!(table.view(None).await.is_err());
    assert!(table.attach(person(2), None).await.is_ok());
}

fn is_start(message: &ServerMessage) -> bool {
    match message {
        ServerMessage::Event { events, .. } => events
            .iter()
            .any(|event| matches!(event, Event::Started { .. })),
        _ => false,
    }
}

#[tokio::test(start_paused = true)]
async fn who_leaves_a_table_that_may_not_be_watched_sees_that_and_no_more() {
    let world = World::new().await;
    let table = world.game(json!({"watchable": false, "seats": 2})).await;
    let mut leaver = socket(&table, 2, None).await;
    leaver.pull();
    table
        .request(person(2), Request::Leave, None)
        .await
        .unwrap();
    assert_eq!(leaver.bye().await.0, 4403);
    assert_eq!(leaver.version, Some(Version(4)));
}

#[tokio::test(start_paused = true)]
async fn the_record_of_a_game_that_may_not_be_watched_is_shown_after_its_end() {
    let world = World::new().await;
    let table = world.game(json!({"watchable": false})).await;
    let game = view_of(&table, 1).await.game.id;
    let hall = &world.hall;
    for stranger in [None, Some(person(3).id)] {
        let refused = hall.game(game, stranger).await.unwrap_err();
        assert_eq!(refused.code, ProblemCode::NotAllowed);
    }
    assert!(hall.game(game, Some(person(1).id)).await.unwrap().is_some());
    for number in [2, 1] {
        let leave = table.request(person(number), Request::Leave, None);
        leave.await.unwrap();
    }
    let record = hall.game(game, None).await.unwrap().unwrap();
    assert!(record.secret.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_socket_alone_sees_its_answer_and_others_see_the_events() {
    let world = World::new().await;
    let table = world.game(json!({"clock": "untimed"})).await;
    let mut me = socket(&table, 1, None).await;
    let mut twin = socket(&table, 1, None).await;
    let now = view(&table).await;
    let command = me.decide(&now);
    assert!(me.tell(command).await.ok);
    twin.pull();
    let answers = |client: &Client| {
        let got = client.got.iter();
        got.filter(|message| matches!(message, ServerMessage::Answer(_)))
            .count()
    };
    assert_eq!((answers(&me), answers(&twin)), (1, 0));
    assert_eq!(twin.version, me.version);
}
