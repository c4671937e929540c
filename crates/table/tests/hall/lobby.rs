//! What the lobby shows, and what never.

use crate::world::{World, person, sit, socket, spec, start};
use ludohall_protocol::{LobbyMessage, Phase};
use ludohall_table::{
    Request,
    lobby::{Filter, Subscription},
};
use serde_json::json;
use std::time::Duration;

/// What has come, as text: so that nothing hides.
async fn pull(feed: &mut Subscription) -> Vec<String> {
    let pulled = tokio::time::timeout(Duration::from_secs(60), feed.changed()).await;
    if pulled.is_err() {
        return Vec::new();
    }
    let pulled = feed.pull();
    pulled
        .iter()
        .map(|outgoing| outgoing.text().to_owned())
        .collect()
}

async fn all(feed: &mut Subscription) -> Vec<LobbyMessage> {
    let mut messages = Vec::new();
    loop {
        let texts = pull(feed).await;
        if texts.is_empty() {
            return messages;
        }
        messages.extend(texts.iter().map(|text| serde_json::from_str(text).unwrap()));
    }
}

/// L02.
#[tokio::test(start_paused = true)]
async fn a_table_that_is_not_listed_never_appears_not_even_for_a_moment() {
    let world = World::new().await;
    let mut feed = world.hall.lobby().subscribe(Filter::default());
    let mut seen = pull(&mut feed).await;
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    seen.extend(pull(&mut feed).await);
    let _me = socket(&table, 1, None).await;
    let _watcher = socket(&table, 3, None).await;
    sit(&table, 2).await;
    seen.extend(pull(&mut feed).await);
    start(&table).await;
    seen.extend(pull(&mut feed).await);
    let shown = world
        .create(&person(4), spec("luddo", json!({"listed": true})))
        .await;
    for _ in 0..5 {
        seen.extend(pull(&mut feed).await);
    }
    assert!(seen.iter().any(|text| text.contains(shown.code().as_str())));
    let hidden = table.code();
    assert!(
        seen.iter().all(|text| !text.contains(hidden.as_str())),
        "{seen:?}"
    );
    let page = world.hall.lobby().page(&Filter::default(), None).unwrap();
    assert_eq!(page.total, 1);
}

/// L02.
#[tokio::test(start_paused = true)]
async fn a_table_whose_listing_is_switched_off_goes_at_once_and_stays_away() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    let mut feed = world.hall.lobby().subscribe(Filter::default());
    match all(&mut feed).await.as_slice() {
        [
            LobbyMessage::Snapshot {
                tables, total: 1, ..
            },
        ] => assert_eq!(tables[0].code, table.code()),
        other => panic!("{other:?}"),
    }
    let off = serde_json::from_value(json!({"listed": false})).unwrap();
    table
        .request(person(1), Request::Change(off), None)
        .await
        .unwrap();
    assert_eq!(
        all(&mut feed).await,
        [LobbyMessage::Remove { code: table.code() }]
    );
    sit(&table, 2).await;
    let watcher = socket(&table, 3, None).await;
    drop(watcher);
    let tables = all(&mut feed).await;
    assert!(
        tables
            .iter()
            .all(|message| matches!(message, LobbyMessage::Online { .. })),
        "{tables:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn changes_are_told_at_most_four_times_a_second_and_each_table_as_it_is() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    let mut feed = world.hall.lobby().subscribe(Filter::default());
    pull(&mut feed).await;
    let feeding = tokio::spawn(async move {
        let mut times = Vec::new();
        let begun = tokio::time::Instant::now();
        let mut last = String::new();
        while begun.elapsed() < Duration::from_secs(10) {
            for text in pull(&mut feed).await {
                times.push(begun.elapsed());
                last = text;
            }
        }
        (times, last)
    });
    for n in 0..300 {
        let changes = serde_json::from_value(json!({ "title": format!("title {n}") })).unwrap();
        table
            .request(person(1), Request::Change(changes), None)
            .await
            .unwrap();
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (times, last) = feeding.await.unwrap();
    assert!(last.contains("title 299"), "{last}");
    assert!(times.len() < 20, "{times:?}");
    for window in times.windows(5) {
        assert!(
            window[4] - window[0] >= Duration::from_secs(1),
            "{window:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_feed_of_one_ruleset_hears_nothing_of_others() {
    let world = World::new().await;
    let filter = Filter {
        ruleset: Some("ludo".into()),
        free: false,
    };
    let mut feed = world.hall.lobby().subscribe(filter);
    pull(&mut feed).await;
    world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    world
        .create(&person(2), spec("ludo", json!({"listed": true})))
        .await;
    match all(&mut feed).await.as_slice() {
        [LobbyMessage::Upsert { table }] => assert_eq!(table.ruleset, "ludo"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn pages_are_newest_first_and_each_table_is_on_one() {
    let world = World::new().await;
    for n in 0..230 {
        let free = if n % 2 == 0 {
            json!({"listed": true})
        } else {
            json!({"listed": true, "seats": 4})
        };
        let table = world.create(&person(n), spec("luddo", free)).await;
        if n % 2 == 0 {
            sit(&table, n + 1000).await;
        }
        tokio::time::sleep(Duration::from_millis(n as u64 % 2)).await;
    }
    let lobby = world.hall.lobby();
    let mut codes = Vec::new();
    let mut times = Vec::new();
    let mut cursor = None;
    loop {
        let page = lobby.page(&Filter::default(), cursor.as_deref()).unwrap();
        assert_eq!(page.total, 230);
        codes.extend(page.tables.iter().map(|table| table.code));
        times.extend(page.tables.into_iter().map(|table| table.created_at));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
        assert_eq!(codes.len() % 100, 0);
    }
    assert_eq!(codes.len(), 230);
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), 230);
    assert!(times.windows(2).all(|pair| pair[0] >= pair[1]));
    let free = Filter {
        free: true,
        ruleset: None,
    };
    assert_eq!(lobby.page(&free, None).unwrap().total, 115);
    assert!(lobby.page(&free, Some("nonsense")).is_err());
}

#[tokio::test(start_paused = true)]
async fn people_are_online_once_however_many_sockets_they_have() {
    let world = World::new().await;
    let lobby = world.hall.lobby();
    let table = world.create(&person(1), spec("luddo", json!({}))).await;
    let one = socket(&table, 1, None).await;
    let two = lobby.enter(person(1).id);
    let three = lobby.enter(person(2).id);
    assert_eq!(lobby.online(), 2);
    drop((one, two, three));
    assert_eq!(lobby.online(), 0);
}

/// L01, L09: what nobody is left at is offered to nobody.
#[tokio::test(start_paused = true)]
async fn a_table_that_closes_leaves_the_lobby() {
    let world = World::new().await;
    let table = world
        .create(&person(1), spec("luddo", json!({"listed": true})))
        .await;
    assert_eq!(
        world.hall.lobby().listing(table.code()).unwrap().phase,
        Phase::Waiting
    );
    table
        .request(person(1), Request::Leave, None)
        .await
        .unwrap();
    assert!(world.hall.lobby().listing(table.code()).is_none());
}
