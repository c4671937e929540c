//! What ends a socket, and what whoever had it is told.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, Guest, Socket, TestServer};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

on_both!(
    a_table_that_closes_says_so_and_is_gone,
    who_logs_out_loses_the_sockets_of_that_session_alone,
);

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
