//! HTTP itself: what every answer carries, and what no request may do.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, TestServer};
use serde_json::json;

#[tokio::test]
async fn every_answer_tells_browsers_what_is_allowed() {
    let hall = TestServer::start(Database::sqlite()).await;
    for path in ["/", "/t/ABCDEF", "/nowhere", "/api/v1/rulesets", "/healthz"] {
        let reply = hall.ask(Ask::get(path)).await;
        assert_eq!(
            reply.header("content-security-policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
            "{path}"
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
    }
    hall.stop().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_said_in_one_way() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    hall.ask(Ask::get("/api/v1/nowhere"))
        .await
        .refused(404, "not_found");
    let wrong = hall.ask(Ask::new("PUT", "/api/v1/tables")).await;
    wrong.refused(405, "method_not_allowed");
    assert!(
        wrong.header("allow").contains("POST"),
        "{:?}",
        wrong.headers
    );
    let post = || Ask::post("/api/v1/tables");
    let form = post()
        .header("Content-Type", "text/plain")
        .body(r#"{"ruleset":"ludo"}"#);
    ana.ask(form).await.refused(415, "not_json");
    ana.ask(post()).await.refused(415, "not_json");
    let json = || post().header("Content-Type", "application/json");
    ana.ask(json().body("{\"ruleset\":"))
        .await
        .refused(400, "bad_request");
    ana.ask(json().body(vec![0xff, 0xfe]))
        .await
        .refused(400, "bad_request");
    ana.ask(json().body(r#"["ludo"]"#))
        .await
        .refused(400, "bad_request");
    ana.ask(json().body("[".repeat(10_000)))
        .await
        .refused(400, "bad_request");
    ana.ask(json().body(" ".repeat(20_000)))
        .await
        .refused(413, "too_large");
    for path in ["/api/v1/lobby/socket", "/api/v1/tables/ABCDEF/socket"] {
        let plain = ana.ask(Ask::get(path)).await;
        plain.refused(426, "upgrade_required");
        assert_eq!(plain.header("upgrade"), "websocket");
    }
    hall.ask(Ask::get("/api/v1/tables?cursor=nonsense"))
        .await
        .refused(400, "bad_request");
    hall.ask(Ask::get("/api/v1/tables?free=perhaps"))
        .await
        .refused(400, "bad_request");
    hall.stop().await;
}

#[tokio::test]
async fn other_sites_change_nothing() {
    let hall = TestServer::configured(|config| {
        config.public_url = Some("http://play.example.org".parse().unwrap());
    })
    .await;
    let ana = hall.guest("Ana").await;
    let own = format!("http://{}", hall.address());
    let create = |name: &str, value: &str| {
        let ask = Ask::post("/api/v1/tables").header(name, value);
        ana.ask(ask.json(&json!({ "ruleset": "ludo" })))
    };
    create("Origin", "https://evil.example")
        .await
        .refused(403, "foreign_origin");
    create("Origin", "null")
        .await
        .refused(403, "foreign_origin");
    create("Sec-Fetch-Site", "cross-site")
        .await
        .refused(403, "foreign_origin");
    create("Sec-Fetch-Site", "same-site")
        .await
        .refused(403, "foreign_origin");
    assert!(
        ana.get("/me").await.ok(200)["tables"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    create("Origin", &own).await.ok(201);
    create("Origin", "http://play.example.org").await.ok(201);
    create("Sec-Fetch-Site", "same-origin").await.ok(201);
    hall.stop().await;
}

#[tokio::test]
async fn the_hall_says_how_it_is() {
    let hall = TestServer::start(Database::sqlite()).await;
    assert_eq!(hall.ask(Ask::get("/healthz")).await.status, 200);
    assert_eq!(hall.ask(Ask::get("/readyz")).await.status, 200);
    let openapi = hall.ask(Ask::get("/api/openapi.json")).await.ok(200);
    assert!(openapi["openapi"].as_str().unwrap().starts_with("3.1"));
    let metrics = hall.ask(Ask::get("/metrics")).await;
    assert_eq!(metrics.status, 200);
    assert!(metrics.header("content-type").starts_with("text/plain"));
    assert!(metrics.text().contains("ludohall_request_seconds_bucket"));
    hall.stop().await;
}

#[tokio::test]
async fn the_client_comes_with_the_hall() {
    let hall = TestServer::start(Database::sqlite()).await;
    let html = |path: &str| hall.ask(Ask::get(path).header("Accept", "text/html,*/*"));
    let page = html("/").await;
    assert_eq!(
        (page.status, page.header("cache-control")),
        (200, "no-cache")
    );
    let text = page.text();
    let start = text.find("/a/").unwrap();
    let base = &text[start..start + text[start + 3..].find('/').unwrap() + 3];
    for path in [
        "/create",
        "/t/K7M2QX",
        "/verify",
        "/verify/01900000-0000-7000-8000-000000000001",
    ] {
        assert_eq!(html(path).await.text(), text, "{path}");
    }
    let script = hall.ask(Ask::get(format!("{base}/js/app.js"))).await;
    assert_eq!(script.status, 200);
    assert!(script.header("content-type").starts_with("text/javascript"));
    assert!(script.header("cache-control").contains("immutable"));
    let zipped = Ask::get(format!("{base}/js/app.js")).header("Accept-Encoding", "gzip");
    assert_eq!(hall.ask(zipped).await.header("content-encoding"), "gzip");
    for path in [
        "/a/0/js/app.js",
        "/a/000000000000000G/js/app.js",
        "/a/0000000000000000/index.html",
        &format!("{base}/../Cargo.toml"),
        &format!("{base}/none.js"),
    ] {
        assert_eq!(hall.ask(Ask::get(path)).await.status, 404, "{path}");
    }
    let worker = hall.ask(Ask::get("/sw.js")).await;
    assert_eq!(
        (worker.status, worker.header("cache-control")),
        (200, "no-cache")
    );
    let nowhere = html("/nowhere").await;
    assert_eq!((nowhere.status, nowhere.text()), (404, text.clone()));
    hall.ask(Ask::get("/nowhere"))
        .await
        .refused(404, "not_found");
    hall.stop().await;
}

#[tokio::test]
async fn a_page_of_another_version_still_finds_its_files() {
    let hall = TestServer::start(Database::sqlite()).await;
    let page = hall.ask(Ask::get("/")).await.text();
    let base = &page[page.find("/a/").unwrap()..][.."/a/".len() + 16];
    let present = hall.ask(Ask::get(format!("{base}/js/app.js"))).await;
    let other = hall.ask(Ask::get("/a/0123456789abcdef/js/app.js")).await;
    assert_eq!((other.status, &other.body), (200, &present.body));
    // What belongs to no hash for good must not be kept under one.
    assert_eq!(other.header("cache-control"), "no-cache");
    assert!(present.header("cache-control").contains("immutable"));
    hall.stop().await;
}

#[tokio::test]
async fn one_address_may_ask_so_often() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,requests=1".parse().unwrap();
    })
    .await;
    let mut refused = None;
    for _ in 0..40 {
        let reply = hall.ask(Ask::get("/api/v1/rulesets/none")).await;
        if reply.status == 429 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.unwrap();
    refused.refused(429, "too_many_requests");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
    // The files of a page are not counted.
    assert_eq!(hall.ask(Ask::get("/a/0/none.js")).await.status, 404);
    hall.stop().await;
}

#[tokio::test]
async fn proxies_that_are_trusted_tell_people_apart() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,requests=1".parse().unwrap();
        config.trusted_proxies =
            ludohall_server::config::TrustedProxies::new(vec!["127.0.0.1".parse().unwrap()]);
    })
    .await;
    for n in 0..40 {
        let ask =
            Ask::get("/api/v1/rulesets/none").header("X-Forwarded-For", format!("198.51.100.{n}"));
        assert_eq!(hall.ask(ask).await.status, 404);
    }
    hall.stop().await;
}

#[tokio::test]
async fn codes_cannot_be_guessed_for_long() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,code-guesses=3".parse().unwrap();
    })
    .await;
    let (ana, eve) = (hall.guest("Ana").await, hall.guest("Eve").await);
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    for _ in 0..3 {
        eve.get("/tables/ZZZZZZ")
            .await
            .refused(404, "no_such_table");
    }
    let refused = eve.get("/tables/ZZZZZZ").await;
    refused.refused(429, "too_many_requests");
    assert!(!refused.header("retry-after").is_empty());
    // A code that is right does not show itself now, but who sits at the table is let in.
    eve.get(&format!("/tables/{code}"))
        .await
        .refused(429, "too_many_requests");
    ana.get(&format!("/tables/{code}")).await.ok(200);
    // No other path to a table is a way around.
    eve.sit(&code).await.refused(429, "too_many_requests");
    eve.get(&format!("/tables/{code}/qr.svg"))
        .await
        .refused(429, "too_many_requests");
    assert_eq!(eve.socket(&code, None).await.end().await.1, Some(4429));
    let mut own = ana.socket(&code, None).await;
    assert_eq!(own.next().await["type"], "snapshot");
    hall.stop().await;
}

#[tokio::test]
async fn wrong_codes_are_counted_on_sockets_too() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,code-guesses=3".parse().unwrap();
    })
    .await;
    let eve = hall.guest("Eve").await;
    for _ in 0..3 {
        assert_eq!(eve.socket("ZZZZZZ", None).await.end().await.1, Some(4404));
    }
    assert_eq!(eve.socket("ZZZZZZ", None).await.end().await.1, Some(4429));
    hall.stop().await;
}

#[tokio::test]
async fn one_address_makes_so_many_guests() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,sessions=2".parse().unwrap();
    })
    .await;
    let ask = || hall.ask(Ask::post("/api/v1/session"));
    ask().await.ok(201);
    ask().await.ok(201);
    ask().await.refused(429, "too_many_requests");
    hall.stop().await;
}
