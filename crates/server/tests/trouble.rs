//! A journal that cannot be read, a disk that is full: one answer each, and nobody pays for it.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, Player, TestServer};
use serde_json::json;

on_both!(a_damaged_journal_stops_its_table_alone);

async fn a_damaged_journal_stops_its_table_alone(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let bad = ana
        .create(json!({ "ruleset": "ludo", "listed": true }))
        .await;
    let good = ana
        .create(json!({ "ruleset": "luddo", "listed": true }))
        .await;
    let database = hall.stop().await;
    let of_bad = format!("table_id = (SELECT id FROM tables WHERE code = '{bad}')");
    database
        .meddle(&format!(
            "DELETE FROM table_snapshot WHERE {of_bad}; UPDATE table_event SET body = '{{\"ops\":' WHERE seq = 1 AND {of_bad}"
        ))
        .await;
    let hall = TestServer::start(database).await;
    let ana = ana.at(hall.address());
    let refused = ana.get(&format!("/tables/{bad}")).await;
    refused.refused(503, "table_damaged");
    assert!(!refused.header("retry-after").is_empty());
    ana.sit(&bad).await.refused(503, "table_damaged");
    assert_eq!(ana.table(&good).await["phase"], "waiting");
    let me = ana.get("/me").await.ok(200);
    assert_eq!(me["tables"][0]["code"], good.as_str());
    let list = hall.ask(Ask::get("/api/v1/tables")).await.ok(200);
    assert_eq!(list["total"], 1);
    hall.stop().await;
}

#[tokio::test]
async fn a_full_disk_freezes_and_loses_nothing() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let spec = json!({ "ruleset": "ludo", "solo": true, "bot_pause_ms": 5000 });
    let code = ana.create(spec.clone()).await;
    let mut player = Player::new("Ana", ana.socket(&code, None).await).await;
    let before = ana.table(&code).await;
    let store = hall.server.store().unwrap();
    // No page more than it has: whatever must be written finds no room.
    store.ask_writer("PRAGMA max_page_count = 1").await.unwrap();
    let filler = json!({ "ruleset": "ludo", "title": "x".repeat(40), "listed": true });
    let mut refused = None;
    for _ in 0..50 {
        let reply = ana.post("/tables", filler.clone()).await;
        if reply.status != 201 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.unwrap();
    refused.refused(503, "unavailable");
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(hall.ask(Ask::get("/readyz")).await.status, 503);
    assert_eq!(hall.ask(Ask::get("/healthz")).await.status, 200);
    // Room again: the hall goes on by itself, with everything it had announced.
    store
        .ask_writer("PRAGMA max_page_count = 1073741823")
        .await
        .unwrap();
    let opened = loop {
        let reply = ana.post("/tables", spec.clone()).await;
        if reply.status == 201 {
            break reply.ok(201);
        }
        reply.refused(503, "unavailable");
    };
    assert_eq!(opened["phase"], "playing");
    let after = ana.table(&code).await;
    for field in ["position", "ply", "awaits", "seats"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    player.wait().await;
    player.decide().await;
    hall.stop().await;
}
