//! Becoming somebody, and what one may change about oneself.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, Guest, TestServer};
use serde_json::json;

on_both!(
    a_guest_gets_a_token_and_a_cookie,
    a_valid_session_is_kept,
    a_session_that_is_used_keeps_its_cookie,
    logging_out_ends_the_session_alone,
    me_shows_tables_and_keeps_changes,
    a_session_survives_a_restart,
);

async fn a_guest_gets_a_token_and_a_cookie(database: Database) {
    let hall = TestServer::start(database).await;
    let reply = hall.ask(Ask::post("/api/v1/session")).await;
    let session = reply.ok(201);
    assert_eq!(session["player"]["guest"], true);
    assert!(!session["player"]["name"].as_str().unwrap().is_empty());
    let token = session["token"].as_str().unwrap();
    let cookie = reply.header("set-cookie");
    assert!(
        cookie.starts_with(&format!("ludohall={token};")),
        "{cookie}"
    );
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    let by_cookie = Ask::get("/api/v1/me").header("Cookie", format!("x=y; ludohall={token}"));
    let me = hall.ask(by_cookie).await.ok(200);
    assert_eq!(me["player"], session["player"]);
    hall.stop().await;
}

async fn a_valid_session_is_kept(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let again = ana
        .post("/session", json!({ "name": "Other" }))
        .await
        .ok(200);
    assert_eq!(again["player"]["id"], ana.id.as_str());
    assert_eq!(again["player"]["name"], "Ana");
    assert!(again.get("token").is_none());
    hall.stop().await;
}

async fn a_session_that_is_used_keeps_its_cookie(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let token = ana.token.clone();
    let by_cookie = Ask::post("/api/v1/session").header("Cookie", format!("ludohall={token}"));
    let reply = hall.ask(by_cookie).await;
    assert_eq!(reply.status, 200);
    let cookie = reply.header("set-cookie");
    assert!(
        cookie.starts_with(&format!("ludohall={token};")),
        "{cookie}"
    );
    assert!(cookie.contains("Max-Age=34560000"), "{cookie}");
    hall.stop().await;
}

async fn logging_out_ends_the_session_alone(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let gone = ana.ask(Ask::post("/api/v1/logout")).await;
    assert_eq!(gone.status, 204);
    assert!(gone.header("set-cookie").contains("Max-Age=0"));
    ana.get("/me").await.refused(401, "no_session");
    // Without a session there is nothing to end, and the table still stands.
    assert_eq!(ana.ask(Ask::post("/api/v1/logout")).await.status, 204);
    let table = hall
        .ask(Ask::get(format!("/api/v1/tables/{code}")))
        .await
        .ok(200);
    assert_eq!(table["seats"][0]["player"]["name"], "Ana");
    hall.stop().await;
}

async fn me_shows_tables_and_keeps_changes(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "luddo" })).await;
    let change = json!({ "name": "  Anna  K. ", "language": "ru", "looks": { "skin": "wood" } });
    let me = ana.patch("/me", change).await.ok(200);
    assert_eq!(me, ana.get("/me").await.ok(200));
    assert_eq!(me["player"]["name"], "Anna K.");
    assert_eq!(me["language"], "ru");
    assert_eq!(me["looks"], json!({ "skin": "wood" }));
    assert_eq!(me["tables"][0]["code"], code.as_str());
    assert_eq!(me["tables"][0]["phase"], "waiting");
    for field in ["xp", "level", "coins", "ratings", "muted", "blocked"] {
        assert!(!me[field].is_null(), "{field}");
    }
    let only_language = ana.patch("/me", json!({ "language": "uk" })).await.ok(200);
    assert_eq!(only_language["player"]["name"], "Anna K.");
    hall.stop().await;
}

async fn a_session_survives_a_restart(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let hall = hall.restart().await;
    let me = ana.at(hall.address()).get("/me").await.ok(200);
    assert_eq!(me["player"]["id"], ana.id.as_str());
    hall.stop().await;
}

#[tokio::test]
async fn names_that_trick_are_refused_and_cost_nothing() {
    let hall = TestServer::start(Database::sqlite()).await;
    for name in [
        "",
        "   ",
        "a\u{202e}b",
        "a\u{0}b",
        &"x".repeat(25),
        "\u{200b}",
    ] {
        let ask = Ask::post("/api/v1/session").json(&json!({ "name": name }));
        hall.ask(ask).await.refused(422, "bad_name");
    }
    let ana = hall.guest("Ana").await;
    ana.patch("/me", json!({ "name": "\u{feff}" }))
        .await
        .refused(422, "bad_name");
    ana.patch("/me", json!({ "language": "en_GB!" }))
        .await
        .refused(400, "bad_request");
    let big = json!({ "looks": { "x": "y".repeat(5000) } });
    ana.patch("/me", big).await.refused(400, "bad_request");
    assert_eq!(ana.get("/me").await.ok(200)["player"]["name"], "Ana");
    hall.stop().await;
}

#[tokio::test]
async fn a_token_that_is_none_is_no_session() {
    let hall = TestServer::start(Database::sqlite()).await;
    let stranger = Guest {
        token: "0".repeat(64),
        ..hall.guest("Ana").await
    };
    for token in ["0".repeat(64), "nonsense".into(), String::new()] {
        let stranger = Guest {
            token,
            ..stranger.clone()
        };
        stranger.get("/me").await.refused(401, "no_session");
        stranger
            .post("/tables", json!({ "ruleset": "ludo" }))
            .await
            .refused(401, "no_session");
    }
    hall.stop().await;
}

#[tokio::test]
async fn behind_tls_the_cookie_is_for_tls_alone() {
    let hall = TestServer::configured(|config| {
        config.public_url = Some("https://play.example.org".parse().unwrap());
    })
    .await;
    let reply = hall.ask(Ask::post("/api/v1/session")).await;
    let cookie = reply.header("set-cookie");
    assert!(
        cookie.starts_with("__Host-ludohall=") && cookie.contains("; Secure"),
        "{cookie}"
    );
    assert!(!reply.header("strict-transport-security").is_empty());
    hall.stop().await;
}
