//! Sockets as such: who gets one, what ends one.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, Guest, Socket, TestServer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::Duration;
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

/// D16, C11: the server pings, so that a quiet line lives and a dead one is noticed.
#[tokio::test]
async fn a_silent_socket_is_pinged_and_then_closed() {
    let hall = TestServer::configured(|config| {
        config.timing.ping_every = Duration::from_millis(50);
        config.timing.silent_after = Duration::from_secs(3);
    })
    .await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    // This one reads, so that it answers pings, and outlives the silence of the other.
    let mut alive = ana.socket(&code, None).await;
    let (over, mut is_over) = tokio::sync::oneshot::channel();
    let silent = async {
        let ended = closed_for_silence(hall.address(), &code, &ana.token).await;
        over.send(ended).unwrap();
    };
    let living = async {
        loop {
            tokio::select! {
                ended = &mut is_over => return ended.unwrap(),
                message = alive.next_or_close() => assert!(message.is_ok(), "{message:?}"),
            }
        }
    };
    let ((), ended) = tokio::join!(silent, living);
    assert!(ended.contains("\"code\":1008"), "{ended}");
    alive.send(json!({ "do": "ping", "t": 1 })).await;
    alive.until_type("pong").await;
    hall.stop().await;
}

/// Opens a socket by hand, never answers a ping, and gives what came until the server closed.
async fn closed_for_silence(address: std::net::SocketAddr, code: &str, token: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /api/v1/tables/{code}/socket HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut all = Vec::new();
    let reading = async {
        let _ = stream.read_to_end(&mut all).await;
    };
    common::soon("the close", reading).await;
    String::from_utf8_lossy(&all).into_owned()
}

#[tokio::test]
async fn a_socket_that_does_not_drain_is_closed_and_stops_nobody() {
    let hall = TestServer::configured(|config| {
        config.timing.drain_within = Duration::from_millis(300);
    })
    .await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut slow = ana.socket(&code, None).await;
    slow.until_type("snapshot").await;
    let mut other = ana.socket(&code, None).await;
    other.until_type("snapshot").await;
    // Pongs that nobody reads fill every buffer; then the server gives up and closes its side.
    let ping = Message::text(json!({ "do": "ping", "t": "x".repeat(3900) }).to_string());
    let flooding = async {
        loop {
            if !slow.try_send(ping.clone()).await {
                return;
            }
        }
    };
    common::soon("the end of the slow socket", flooding).await;
    other.send(json!({ "do": "ping", "t": 1 })).await;
    other.until_type("pong").await;
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

on_both!(
    a_table_that_closes_says_so_and_is_gone,
    who_logs_out_loses_the_sockets_of_that_session_alone,
);

#[tokio::test]
async fn a_stranger_at_a_table_that_may_not_be_watched_goes_at_the_start() {
    let hall = TestServer::start(Database::sqlite()).await;
    let (ana, bo, eve) = (
        hall.guest("Ana").await,
        hall.guest("Bo").await,
        hall.guest("Eve").await,
    );
    let code = ana
        .create(json!({ "ruleset": "ludo", "watchable": false }))
        .await;
    eve.table(&code).await;
    let mut stranger = eve.socket(&code, None).await;
    stranger.until_type("snapshot").await;
    bo.sit(&code).await.ok(200);
    stranger.until_type("event").await;
    let started = ana.post(&format!("/tables/{code}/start"), json!({})).await;
    let game = started.ok(200)["game"]["id"].clone();
    let (bye, close) = stranger.end().await;
    assert_eq!((close, &bye["code"]), (Some(4403), &json!(4403)));
    let record = format!("/games/{}", game.as_str().unwrap());
    for path in [format!("/tables/{code}"), record.clone()] {
        eve.get(&path).await.refused(403, "not_allowed");
    }
    bo.get(&record).await.ok(200);
    hall.stop().await;
}

/// Another session of the same person, as a second device has one.
async fn second_session(hall: &TestServer, guest: &Guest) -> Guest {
    let token = "5e".repeat(32);
    let hash = hex::encode(Sha256::digest(&token));
    let sql = format!(
        "INSERT INTO sessions SELECT '{hash}', player_id, created_at, last_seen, expires_at \
         FROM sessions WHERE player_id = '{}'",
        guest.id
    );
    hall.database.meddle(&sql).await;
    Guest {
        token,
        ..guest.clone()
    }
}

async fn who_logs_out_loses_the_sockets_of_that_session_alone(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let phone = second_session(&hall, &ana).await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let lobby = |guest: &Guest| {
        let (address, token) = (guest.address, guest.token.clone());
        async move { Socket::open(address, "/api/v1/lobby/socket", Some(&token)).await }
    };
    let mut going = [ana.socket(&code, None).await, lobby(&ana).await];
    let mut staying = [phone.socket(&code, None).await, lobby(&phone).await];
    for socket in going.iter_mut().chain(&mut staying) {
        socket.until_type("snapshot").await;
    }
    assert_eq!(ana.ask(Ask::post("/api/v1/logout")).await.status, 204);
    for socket in &mut going {
        let (bye, close) = socket.end().await;
        assert_eq!((close, &bye["code"]), (Some(4401), &json!(4401)));
    }
    assert_eq!(ana.socket(&code, None).await.end().await.1, Some(4401));
    staying[0].send(json!({ "do": "ping", "t": 1 })).await;
    staying[0].until_type("pong").await;
    phone
        .create(json!({ "ruleset": "ludo", "listed": true }))
        .await;
    staying[1].until_type("upsert").await;
    hall.stop().await;
}

async fn a_table_that_closes_says_so_and_is_gone(database: Database) {
    let hall = TestServer::start(database).await;
    let (ana, eve) = (hall.guest("Ana").await, hall.guest("Eve").await);
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut socket = eve.socket(&code, None).await;
    socket.until_type("snapshot").await;
    ana.delete(&format!("/tables/{code}/seats/mine"))
        .await
        .ok(200);
    socket
        .until(|m| m["events"][0]["kind"] == "closed" || m["events"][1]["kind"] == "closed")
        .await;
    let (bye, close) = socket.end().await;
    assert_eq!((close, &bye["code"]), (Some(4410), &json!(4410)));
    // Who comes back learns that there was such a table; a request still finds none.
    let (bye, close) = eve.socket(&code, Some(1)).await.end().await;
    assert_eq!((close, &bye["code"]), (Some(4410), &json!(4410)));
    eve.get(&format!("/tables/{code}"))
        .await
        .refused(404, "no_such_table");
    let hall = hall.restart().await;
    let eve = eve.at(hall.address());
    assert_eq!(eve.socket(&code, None).await.end().await.1, Some(4410));
    assert_eq!(eve.socket("ZZZZZZ", None).await.end().await.1, Some(4404));
    hall.stop().await;
}

#[tokio::test]
async fn a_hall_that_stops_tells_every_socket_when_to_come_back() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut table = ana.socket(&code, None).await;
    let mut lobby = Socket::open(hall.address(), "/api/v1/lobby/socket", None).await;
    table.until_type("snapshot").await;
    lobby.until_type("snapshot").await;
    let address = hall.address();
    let (_, (bye, close), (lobby_bye, lobby_close)) =
        tokio::join!(hall.stop(), table.end(), lobby.end());
    assert_eq!((close, lobby_close), (Some(1012), Some(1012)));
    for bye in [bye, lobby_bye] {
        assert_eq!(bye, json!({ "type": "bye", "code": 1012, "retry_ms": 7 }));
    }
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
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
