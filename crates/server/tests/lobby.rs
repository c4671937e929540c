//! The open lobby: what it shows, and what it must never show.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, Socket, TestServer};
use serde_json::{Value, json};

on_both!(
    the_list_has_listed_tables_newest_first,
    the_lobby_is_live,
    a_table_that_is_not_listed_never_shows,
);

async fn list(hall: &TestServer, query: &str) -> Value {
    hall.ask(Ask::get(format!("/api/v1/tables{query}")))
        .await
        .ok(200)
}

fn codes(list: &Value) -> Vec<String> {
    let tables = list["tables"].as_array().unwrap();
    tables
        .iter()
        .map(|t| t["code"].as_str().unwrap().to_owned())
        .collect()
}

async fn the_list_has_listed_tables_newest_first(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let mut opened = Vec::new();
    for ruleset in ["ludo", "luddo", "ludo"] {
        let spec = json!({ "ruleset": ruleset, "listed": true, "title": "Here" });
        opened.insert(0, ana.create(spec).await);
        ana.create(json!({ "ruleset": ruleset })).await;
    }
    let all = list(&hall, "").await;
    assert_eq!(codes(&all), opened);
    assert_eq!((&all["total"], &all["next"]), (&json!(3), &Value::Null));
    assert_eq!(all["tables"][0]["title"], "Here");
    assert_eq!(
        codes(&list(&hall, "?ruleset=luddo").await),
        [opened[1].clone()]
    );
    // A table with a game on is listed still, but has no seat free.
    hall.guest("Bo").await.sit(&opened[0]).await.ok(200);
    ana.post(&format!("/tables/{}/start", opened[0]), json!({}))
        .await
        .ok(200);
    assert_eq!(codes(&list(&hall, "?free=true").await), opened[1..]);
    assert_eq!(codes(&list(&hall, "").await), opened);
    hall.stop().await;
}

#[tokio::test]
async fn the_list_comes_in_pages() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,person-tables=off".parse().unwrap();
    })
    .await;
    let ana = hall.guest("Ana").await;
    for _ in 0..101 {
        ana.create(json!({ "ruleset": "ludo", "listed": true }))
            .await;
    }
    let first = list(&hall, "").await;
    assert_eq!((codes(&first).len(), &first["total"]), (100, &json!(101)));
    let next = first["next"].as_str().unwrap();
    let second = list(&hall, &format!("?cursor={next}")).await;
    assert_eq!((codes(&second).len(), &second["next"]), (1, &Value::Null));
    assert!(!codes(&first).contains(&codes(&second)[0]));
    hall.stop().await;
}

async fn the_lobby_is_live(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let path = "/api/v1/lobby/socket?ruleset=ludo";
    let mut lobby = Socket::open(hall.address(), path, Some(&ana.token)).await;
    let snapshot = lobby.next().await;
    assert_eq!(snapshot["type"], "snapshot");
    assert_eq!(
        (&snapshot["tables"], &snapshot["total"]),
        (&json!([]), &json!(0))
    );
    assert_eq!(snapshot["online"], 1);
    ana.create(json!({ "ruleset": "luddo", "listed": true }))
        .await;
    let code = ana
        .create(json!({ "ruleset": "ludo", "listed": true }))
        .await;
    let upsert = lobby.until_type("upsert").await;
    assert_eq!(
        upsert["table"]["code"],
        code.as_str(),
        "only the ruleset asked for"
    );
    hall.guest("Bo").await.sit(&code).await.ok(200);
    lobby
        .until(|m| m["type"] == "upsert" && m["table"]["seats"][1]["player"]["name"] == "Bo")
        .await;
    let hide = json!({ "listed": false });
    ana.patch(&format!("/tables/{code}"), hide).await.ok(200);
    let remove = lobby.until_type("remove").await;
    assert_eq!(remove["code"], code.as_str());
    hall.stop().await;
}

async fn a_table_that_is_not_listed_never_shows(database: Database) {
    let hall = TestServer::start(database).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let mut lobby = Socket::open(hall.address(), "/api/v1/lobby/socket", None).await;
    lobby.until_type("snapshot").await;
    let hidden = ana
        .create(json!({ "ruleset": "ludo", "listed": false }))
        .await;
    assert!(codes(&list(&hall, "").await).is_empty());
    bo.sit(&hidden).await.ok(200);
    ana.post(&format!("/tables/{hidden}/start"), json!({}))
        .await
        .ok(200);
    bo.delete(&format!("/tables/{hidden}/seats/mine"))
        .await
        .ok(200);
    assert!(codes(&list(&hall, "").await).is_empty());
    // A quick seeker is not led there.
    let quick = bo.post("/quick", json!({ "ruleset": "ludo" })).await;
    assert_ne!(quick.json()["code"], hidden.as_str());
    // All that happened before shows up to here, and what is hidden is not in it.
    let shown = quick.json()["code"].clone();
    loop {
        let message = lobby.next().await;
        assert!(!message.to_string().contains(&hidden), "{message}");
        if message["table"]["code"] == shown {
            break;
        }
    }
    hall.stop().await;
}
