//! Sockets as such: who gets one, and what may be said on it.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, Socket, TestServer};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn who_may_not_is_told_why_by_the_socket() {
    let hall = TestServer::start(Database::sqlite()).await;
    let (ana, eve) = (hall.guest("Ana").await, hall.guest("Eve").await);
    let hidden =
        json!({ "ruleset": "ludo", "watchable": false, "solo": true, "bot_pause_ms": 5000 });
    let hidden = ana.create(hidden).await;
    let path = |code: &str| format!("/api/v1/tables/{code}/socket");
    let rows = [
        (path(&hidden), None, 4401),
        (path("ZZZZZZ"), Some(&eve.token), 4404),
        (path("not-a-code"), Some(&eve.token), 4404),
        (path(&hidden), Some(&eve.token), 4403),
    ];
    for (path, token, code) in rows {
        let mut socket = Socket::open(hall.address(), &path, token.map(String::as_str)).await;
        let bye = socket.next().await;
        assert_eq!(
            (&bye["type"], &bye["code"]),
            (&json!("bye"), &json!(code)),
            "{path}"
        );
        assert_eq!(socket.next_or_close().await, Err(Some(code)), "{path}");
    }
    hall.stop().await;
}

#[tokio::test]
async fn only_the_hall_s_own_pages_and_programs_get_a_socket() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let own = format!("http://{}", hall.address());
    for path in [
        format!("/api/v1/tables/{code}/socket"),
        "/api/v1/lobby/socket".into(),
    ] {
        let open = |headers: Vec<(&'static str, String)>| {
            let (path, address, token) = (path.clone(), hall.address(), ana.token.clone());
            async move {
                let headers: Vec<_> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
                Socket::try_open(address, &path, Some(&token), &headers).await
            }
        };
        let foreign = open(vec![("Origin", "https://evil.example".into())]).await;
        let refused = foreign.err().unwrap();
        assert_eq!(refused.status(), 403);
        let problem: Value = serde_json::from_slice(refused.body().as_deref().unwrap()).unwrap();
        assert_eq!(problem["code"], "foreign_origin");
        assert!(open(vec![("Origin", own.clone())]).await.is_ok());
        assert!(open(vec![]).await.is_ok());
    }
    hall.stop().await;
}

#[tokio::test]
async fn a_query_that_cannot_be_read_is_a_problem() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    for path in [
        format!("/api/v1/tables/{code}/socket?after=1&after=2"),
        "/api/v1/lobby/socket?ruleset=ludo&ruleset=luddo".into(),
    ] {
        let refused = Socket::try_open(hall.address(), &path, Some(&ana.token), &[]).await;
        let refused = refused.err().unwrap();
        assert_eq!(refused.status(), 400, "{path}");
        let problem: Value = serde_json::from_slice(refused.body().as_deref().unwrap()).unwrap();
        assert_eq!(problem["code"], "bad_request", "{path}");
    }
    hall.stop().await;
}

#[tokio::test]
async fn the_subprotocol_is_ours_or_none() {
    let hall = TestServer::start(Database::sqlite()).await;
    let open = |offer: &'static str| {
        let headers = [("Sec-WebSocket-Protocol", offer)];
        let address = hall.address();
        async move { Socket::try_open(address, "/api/v1/lobby/socket", None, &headers).await }
    };
    let ours = open("other.v9, ludohall.v1").await.ok().unwrap();
    assert_eq!(
        ours.response.headers()["sec-websocket-protocol"],
        "ludohall.v1"
    );
    assert_eq!(open("other.v9").await.err().unwrap().status(), 400);
    let none = Socket::try_open(hall.address(), "/api/v1/lobby/socket", None, &[]).await;
    assert!(
        none.ok()
            .unwrap()
            .response
            .headers()
            .get("sec-websocket-protocol")
            .is_none()
    );
    hall.stop().await;
}

#[tokio::test]
async fn what_is_no_message_ends_the_socket_and_nothing_else() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let large = |bytes| {
        Message::text(format!(
            "{{\"do\":\"ping\",\"t\":\"{}\"}}",
            "x".repeat(bytes)
        ))
    };
    let rows = [
        (large(4096), 1009),
        (large(1_000_000), 1009),
        (Message::binary(vec![0; 8]), 1003),
    ];
    for (message, expected) in rows {
        let mut socket = ana.socket(&code, None).await;
        socket.until_type("snapshot").await;
        socket.try_send(message).await;
        let (bye, close) = socket.end().await;
        assert_eq!(close, Some(expected));
        assert_eq!(
            (&bye["type"], &bye["code"]),
            (&json!("bye"), &json!(expected))
        );
    }
    // As much as is allowed is heard, and the table has noticed nothing.
    let mut socket = ana.socket(&code, None).await;
    socket.send_raw(large(4000)).await;
    assert_eq!(
        socket.until_type("pong").await["t"].as_str().unwrap().len(),
        4000
    );
    assert_eq!(ana.table(&code).await["phase"], "waiting");
    hall.stop().await;
}

#[tokio::test]
async fn a_malformed_message_is_answered() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut socket = ana.socket(&code, None).await;
    let long = "x".repeat(65);
    let rows = [
        ("nonsense".to_owned(), Value::Null),
        ("[]".to_owned(), Value::Null),
        (r#"["roll","a",1]"#.to_owned(), Value::Null),
        (r#" ["ping",7]"#.to_owned(), Value::Null),
        (r#"{"do":"fly","id":"a"}"#.to_owned(), json!("a")),
        (r#"{"do":"roll","id":"b"}"#.to_owned(), json!("b")),
        (r#"{"do":"roll","id":"c","ply":-1}"#.to_owned(), json!("c")),
        (r#"{"do":"roll","id":"","ply":1}"#.to_owned(), Value::Null),
        (
            format!(r#"{{"do":"roll","id":"{long}","ply":1}}"#),
            Value::Null,
        ),
        (
            r#"{"do":"move","id":"d","ply":1,"piece":900,"uses":[1]}"#.to_owned(),
            json!("d"),
        ),
        ("[".repeat(4000), Value::Null),
    ];
    for (text, id) in rows {
        socket.send_raw(Message::text(text.clone())).await;
        let answer = socket.until_type("answer").await;
        assert_eq!(answer["id"], id, "{text}");
        assert_eq!(
            (&answer["ok"], &answer["code"]),
            (&json!(false), &json!("bad_message")),
            "{text}"
        );
        assert!(
            answer["message"].is_string() && answer["version"].is_u64(),
            "{answer}"
        );
    }
    socket.send(json!({ "do": "ping", "t": [1, "x"] })).await;
    let pong = socket.until_type("pong").await;
    assert_eq!(pong["t"], json!([1, "x"]));
    assert!(pong["server_time_ms"].as_u64().unwrap() > 1_600_000_000_000);
    hall.stop().await;
}

#[tokio::test]
async fn a_socket_that_sends_too_fast_is_told_so() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,messages=1".parse().unwrap();
    })
    .await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut socket = ana.socket(&code, None).await;
    for n in 0..50 {
        socket
            .send(json!({ "do": "resume", "id": format!("{n}") }))
            .await;
    }
    let fast = socket.until(|m| m["code"] == "too_fast").await;
    assert!(fast["id"].is_string(), "{fast}");
    hall.stop().await;
}

#[tokio::test]
async fn sockets_are_counted_by_person_and_by_address() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,person-sockets=2,address-sockets=3".parse().unwrap();
    })
    .await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut first = ana.socket(&code, None).await;
    let mut second = ana.socket(&code, None).await;
    first.until_type("snapshot").await;
    second.until_type("snapshot").await;
    assert_eq!(ana.socket(&code, None).await.end().await.1, Some(4429));
    let mut third = bo.socket(&code, None).await;
    third.until_type("snapshot").await;
    assert_eq!(bo.socket(&code, None).await.end().await.1, Some(4429));
    // Whoever goes makes room; the server has noticed when the others are told.
    drop(third);
    first
        .until(|m| m["type"] == "presence" && m["watchers"] == 0)
        .await;
    let mut back = bo.socket(&code, None).await;
    assert_eq!(back.next().await["type"], "snapshot");
    hall.stop().await;
}

#[tokio::test]
async fn a_watcher_sees_and_never_acts() {
    let hall = TestServer::start(Database::sqlite()).await;
    let (ana, eve) = (hall.guest("Ana").await, hall.guest("Eve").await);
    let code = ana
        .create(json!({ "ruleset": "ludo", "solo": true, "bot_pause_ms": 5000 }))
        .await;
    let mut socket = eve.socket(&code, None).await;
    let snapshot = socket.until_type("snapshot").await;
    assert_eq!(
        snapshot["you"],
        json!({ "arms": [], "role": "watcher", "host": false })
    );
    let ply = &snapshot["table"]["ply"];
    for command in [
        json!({ "do": "roll", "id": "1", "ply": ply }),
        json!({ "do": "undo", "id": "2" }),
        json!({ "do": "restart", "id": "3" }),
        json!({ "do": "resume", "id": "4" }),
    ] {
        let (_, answer) = socket.command(command.clone()).await;
        assert_eq!(
            (&answer["ok"], &answer["code"]),
            (&json!(false), &json!("not_seated")),
            "{command}"
        );
    }
    // By REST just as little.
    eve.post(&format!("/tables/{code}/rematch"), json!({}))
        .await
        .refused(403, "not_seated");
    let leave = Ask::new("DELETE", format!("/api/v1/tables/{code}/seats/mine"));
    eve.ask(leave).await.refused(403, "not_seated");
    hall.stop().await;
}
