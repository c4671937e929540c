//! Opening tables, sitting down, and everything that is refused on the way.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, TestServer};
use serde_json::{Value, json};

on_both!(
    a_table_opens_with_its_defaults,
    a_code_is_read_as_people_type_it,
    sitting_down_is_idempotent,
    a_seat_taken_at_the_same_moment_has_one_owner,
    a_full_and_a_started_table_say_so,
    the_host_settles_the_table,
    one_key_opens_one_table,
    quick_sits_down_where_it_fits,
    leaving_frees_the_seat,
    a_wrong_code_is_no_table,
);

async fn a_table_opens_with_its_defaults(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let table = ana
        .post("/tables", json!({ "ruleset": "ludo", "unknown": 1 }))
        .await
        .ok(201);
    assert_eq!(table["phase"], "waiting");
    assert_eq!(table["host"]["id"], ana.id.as_str());
    assert_eq!(table["arms"], json!([0, 2]));
    assert_eq!(table["seats"][0]["player"]["name"], "Ana");
    assert_eq!(table["seats"][1]["player"], Value::Null);
    assert_eq!(table["listed"], false);
    assert_eq!(table["bot_pause_ms"], 800);
    assert_eq!(table["clock"], "house");
    assert_eq!(table["position"], Value::Null);
    assert_eq!(table["game"]["commitment"].as_str().unwrap().len(), 64);
    let code = table["code"].as_str().unwrap();
    assert_eq!(ana.table(code).await["code"], code);
    hall.stop().await;
}

async fn a_code_is_read_as_people_type_it(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let lower = code.to_lowercase();
    let (first, last) = lower.split_at(3);
    let typed = format!("{first}-{last}")
        .replace('0', "o")
        .replace('1', "l");
    assert_eq!(ana.table(&typed).await["code"], code.as_str());
    let spaced = format!("{first}%20{last}");
    assert_eq!(ana.table(&spaced).await["code"], code.as_str());
    hall.stop().await;
}

async fn sitting_down_is_idempotent(database: Database) {
    let hall = TestServer::start(database).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let code = ana.create(json!({ "ruleset": "ludo", "seats": 4 })).await;
    let first = bo.sit(&code).await.ok(200);
    let second = bo.sit(&code).await.ok(200);
    assert_eq!(first["seats"], second["seats"]);
    let other = json!({ "arm": 3 });
    let third = bo
        .post(&format!("/tables/{code}/seats"), other)
        .await
        .ok(200);
    assert_eq!(seats_of(&third, &bo.id), 1);
    let empty = bo
        .ask(Ask::post(format!("/api/v1/tables/{code}/seats")))
        .await
        .ok(200);
    assert_eq!(seats_of(&empty, &bo.id), 1);
    hall.stop().await;
}

async fn a_seat_taken_at_the_same_moment_has_one_owner(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo", "seats": 4 })).await;
    let path = format!("/tables/{code}/seats");
    let (bo, cy) = (hall.guest("Bo").await, hall.guest("Cy").await);
    let (one, two) = tokio::join!(
        bo.post(&path, json!({ "arm": 1 })),
        cy.post(&path, json!({ "arm": 1 })),
    );
    let (won, lost) = if one.status == 200 {
        (one, two)
    } else {
        (two, one)
    };
    won.ok(200);
    lost.refused(409, "seat_taken");
    let table = ana.table(&code).await;
    assert_eq!(seats_of(&table, &bo.id) + seats_of(&table, &cy.id), 1);
    hall.stop().await;
}

/// L07.
async fn a_full_and_a_started_table_say_so(database: Database) {
    let hall = TestServer::start(database).await;
    let (ana, bo, cy) = (
        hall.guest("Ana").await,
        hall.guest("Bo").await,
        hall.guest("Cy").await,
    );
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let start = format!("/tables/{code}/start");
    ana.post(&start, json!({})).await.refused(409, "seats_open");
    bo.sit(&code).await.ok(200);
    cy.sit(&code).await.refused(409, "full");
    cy.post(&start, json!({})).await.refused(403, "not_host");
    let table = ana.post(&start, json!({})).await.ok(200);
    assert_eq!(table["phase"], "playing");
    assert_eq!(table["awaits"], "roll");
    cy.sit(&code).await.refused(409, "started");
    ana.post(&start, json!({})).await.refused(409, "started");
    ana.patch(&format!("/tables/{code}"), json!({ "title": "x" }))
        .await
        .refused(409, "started");
    // Whoever sits there is still welcome.
    bo.sit(&code).await.ok(200);
    hall.stop().await;
}

async fn the_host_settles_the_table(database: Database) {
    let hall = TestServer::start(database).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let code = ana.create(json!({ "ruleset": "luddo", "seats": 3 })).await;
    let path = |rest: &str| format!("/tables/{code}{rest}");
    bo.sit(&code).await.ok(200);
    bo.post(&path("/bots"), json!({}))
        .await
        .refused(403, "not_host");
    bo.patch(&path(""), json!({ "title": "Mine" }))
        .await
        .refused(403, "not_host");
    let table = ana
        .post(&path("/bots"), json!({ "level": "hard" }))
        .await
        .ok(200);
    let bot = table["seats"]
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["bot_level"] == "hard")
        .unwrap();
    let arm = bot["arm"].as_u64().unwrap();
    ana.delete(&path(&format!("/bots/{arm}"))).await.ok(200);
    ana.delete(&path("/bots/x"))
        .await
        .refused(400, "bad_request");
    let table = ana
        .patch(&path(""), json!({ "title": "Ours", "listed": true }))
        .await
        .ok(200);
    assert_eq!(
        (&table["title"], &table["listed"]),
        (&json!("Ours"), &json!(true))
    );
    let seat = table["seats"]
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["player"]["id"] == bo.id.as_str());
    let kick = json!({ "arm": seat.unwrap()["arm"] });
    let table = ana.post(&path("/kick"), kick).await.ok(200);
    assert_eq!(seats_of(&table, &bo.id), 0);
    ana.post(&path("/kick"), json!({}))
        .await
        .refused(400, "bad_request");
    // No ban.
    bo.sit(&code).await.ok(200);
    hall.stop().await;
}

async fn one_key_opens_one_table(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let open = |key: &'static str| {
        let ask = Ask::post("/api/v1/tables").header("Idempotency-Key", key);
        ana.ask(ask.json(&json!({ "ruleset": "ludo" })))
    };
    let first = open("a").await.ok(201);
    let again = open("a").await.ok(201);
    assert_eq!(first["code"], again["code"]);
    assert_ne!(open("b").await.ok(201)["code"], first["code"]);

    let long = Ask::post("/api/v1/tables").header("Idempotency-Key", "x".repeat(300));
    let refused = ana.ask(long.json(&json!({ "ruleset": "ludo" }))).await;
    refused.refused(400, "bad_request");
    hall.stop().await;
}

async fn quick_sits_down_where_it_fits(database: Database) {
    let hall = TestServer::start(database).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let opened = ana
        .post("/quick", json!({ "ruleset": "luddo" }))
        .await
        .ok(201);
    assert_eq!(opened["listed"], true);
    let joined = bo
        .post("/quick", json!({ "ruleset": "luddo" }))
        .await
        .ok(200);
    assert_eq!(joined["code"], opened["code"]);
    assert_eq!(seats_of(&joined, &bo.id), 1);
    hall.stop().await;
}

async fn leaving_frees_the_seat(database: Database) {
    let hall = TestServer::start(database).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    bo.sit(&code).await.ok(200);
    let table = ana
        .delete(&format!("/tables/{code}/seats/mine"))
        .await
        .ok(200);
    assert_eq!(seats_of(&table, &ana.id), 0);
    assert_eq!(table["host"]["id"], bo.id.as_str());
    // The last one who leaves closes it.
    bo.delete(&format!("/tables/{code}/seats/mine"))
        .await
        .ok(200);
    ana.get(&format!("/tables/{code}"))
        .await
        .refused(404, "no_such_table");
    hall.stop().await;
}

/// L07: each way not to get in has its own code.
async fn a_wrong_code_is_no_table(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    for code in [
        "ZZZZZZ",
        "ZZZ",
        "UUUUUU",
        "%F0%9F%8E%B2",
        "ZZZZZZZZZZZZ",
        "%FF",
    ] {
        ana.get(&format!("/tables/{code}"))
            .await
            .refused(404, "no_such_table");
        ana.sit(code).await.refused(404, "no_such_table");
        ana.get(&format!("/tables/{code}/qr.svg"))
            .await
            .refused(404, "no_such_table");
    }
    for id in [
        "01900000-0000-7000-8000-000000000001",
        "01900000-0000-7000-8000-000000000001.txt",
        "x",
        ".txt",
    ] {
        ana.get(&format!("/games/{id}"))
            .await
            .refused(404, "no_such_game");
    }
    ana.get("/rulesets/chess").await.refused(404, "not_found");
    hall.stop().await;
}

#[tokio::test]
async fn what_a_table_cannot_be_is_refused_by_name() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let rows = [
        (json!({}), 400, "bad_request", "ruleset"),
        (json!({ "ruleset": "chess" }), 400, "bad_request", "ruleset"),
        (json!({ "ruleset": 7 }), 400, "bad_request", "ruleset"),
        (
            json!({ "ruleset": "ludo", "listed": "yes" }),
            400,
            "bad_request",
            "listed",
        ),
        (
            json!({ "ruleset": "ludo", "seats": 9 }),
            422,
            "bad_seats",
            "",
        ),
        (
            json!({ "ruleset": "ludo", "arms": [0, 0] }),
            422,
            "bad_seats",
            "",
        ),
        (
            json!({ "ruleset": "ludo", "arms": [0, 1], "seats": 3 }),
            422,
            "bad_seats",
            "",
        ),
        (
            json!({ "ruleset": "ludo", "options": { "no.such": 1 } }),
            422,
            "bad_options",
            "",
        ),
        (
            json!({ "ruleset": "ludo", "clock": "slow" }),
            422,
            "bad_clock",
            "clock",
        ),
        (
            json!({ "ruleset": "ludo", "clock": { "decision_ms": 1 } }),
            422,
            "bad_clock",
            "",
        ),
    ];
    for (spec, status, code, field) in rows {
        let problem = ana
            .post("/tables", spec.clone())
            .await
            .refused(status, code);
        if !field.is_empty() {
            assert_eq!(problem["field"], field, "{spec}");
        }
        if code == "bad_options" {
            assert_eq!(problem["flag"], "no.such");
            assert!(problem["reason"].is_string());
        }
    }
    assert!(
        ana.get("/me").await.ok(200)["tables"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    hall.stop().await;
}

#[tokio::test]
async fn one_person_may_have_so_many_tables() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,person-tables=2".parse().unwrap();
    })
    .await;
    let ana = hall.guest("Ana").await;
    let spec = json!({ "ruleset": "ludo" });
    ana.create(spec.clone()).await;
    ana.create(spec.clone()).await;
    let refused = ana.post("/tables", spec).await;
    refused.refused(429, "too_many_requests");
    assert!(!refused.header("retry-after").is_empty());
    hall.stop().await;
}

#[tokio::test]
async fn a_link_becomes_a_picture() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let picture = hall
        .ask(Ask::get(format!("/api/v1/tables/{code}/qr.svg")))
        .await;
    assert_eq!(picture.status, 200);
    assert_eq!(picture.header("content-type"), "image/svg+xml");
    assert!(picture.text().contains("<svg"));
    hall.stop().await;
}

#[tokio::test]
async fn the_rulesets_are_shown_with_their_boards() {
    let hall = TestServer::start(Database::sqlite()).await;
    let all = hall.ask(Ask::get("/api/v1/rulesets")).await.ok(200);
    let ids: Vec<_> = all["rulesets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["id"].clone())
        .collect();
    for id in ["ludo", "luddo", "snakes"] {
        assert!(ids.contains(&json!(id)), "{id}");
        let one = hall
            .ask(Ask::get(format!("/api/v1/rulesets/{id}")))
            .await
            .ok(200);
        assert_eq!(one["id"], id);
        assert!(
            !one["boards"][0]["cells"]["ring"]
                .as_array()
                .unwrap()
                .is_empty()
        );
        assert!(one["seats"]["min"].is_u64() && one["flags"].is_array());
    }
    hall.stop().await;
}

fn seats_of(table: &Value, id: &str) -> usize {
    let seats = table["seats"].as_array().unwrap();
    seats
        .iter()
        .filter(|seat| seat["player"]["id"] == id)
        .count()
}
