//! Connections: how many there may be, how long each may dawdle, and how much it may say before it has asked for anything.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Reply, Socket, TestServer, soon};
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const SHORT: Duration = Duration::from_millis(100);

/// A hall with these limits, which is impatient where `impatient` makes it so.
async fn hall(
    limits: &str,
    impatient: impl FnOnce(&mut ludohall_server::config::Timing),
) -> TestServer {
    TestServer::configured(|config| {
        config.limits = limits.parse().unwrap();
        impatient(&mut config.timing);
    })
    .await
}

/// A connection that has been answered, and stays.
async fn kept(hall: &TestServer) -> TcpStream {
    let mut stream = TcpStream::connect(hall.address()).await.unwrap();
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: hall\r\n\r\n")
        .await
        .unwrap();
    let mut some = [0; 16];
    soon("an answer", stream.read_exact(&mut some))
        .await
        .unwrap();
    assert!(some.starts_with(b"HTTP/1.1 200"));
    stream
}

async fn health(hall: &TestServer) -> Reply {
    hall.ask(Ask::get("/healthz")).await
}

/// Asks until there is room.
async fn room(hall: &TestServer) {
    let asking = async { while health(hall).await.status != 200 {} };
    soon("room", asking).await;
}

#[tokio::test]
async fn a_hall_without_a_connection_left_says_so() {
    let hall = hall("off,connections=2", |_| {}).await;
    let first = kept(&hall).await;
    assert_eq!(health(&hall).await.status, 200);
    let _second = kept(&hall).await;
    let refused = health(&hall).await;
    refused.refused(503, "unavailable");
    assert_eq!(refused.header("retry-after"), "5");
    drop(first);
    room(&hall).await;
    hall.stop().await;
}

#[tokio::test]
async fn one_address_has_so_many_connections() {
    let hall = hall("off,address-connections=2", |_| {}).await;
    let _first = kept(&hall).await;
    let second = kept(&hall).await;
    let refused = health(&hall).await;
    refused.refused(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "5");
    drop(second);
    room(&hall).await;
    hall.stop().await;
}

#[tokio::test]
async fn a_socket_keeps_the_place_of_its_connection() {
    let hall = hall("off,connections=2", |_| {}).await;
    let mut socket = Socket::open(hall.address(), "/api/v1/lobby/socket", None).await;
    socket.until_type("snapshot").await;
    let _other = kept(&hall).await;
    health(&hall).await.refused(503, "unavailable");
    drop(socket);
    room(&hall).await;
    hall.stop().await;
}

#[tokio::test]
async fn half_a_head_is_not_waited_for() {
    let hall = hall("off,connections=1", |timing| timing.head_within = SHORT).await;
    let mut slow = TcpStream::connect(hall.address()).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nHost: ha")
        .await
        .unwrap();
    room(&hall).await;
    hall.stop().await;
}

#[tokio::test]
async fn a_connection_that_asks_for_nothing_is_closed() {
    let hall = hall("off,connections=1", |timing| timing.head_within = SHORT).await;
    let mut idle = kept(&hall).await;
    let mut rest = Vec::new();
    soon("the close", idle.read_to_end(&mut rest))
        .await
        .unwrap();
    let _silent = TcpStream::connect(hall.address()).await.unwrap();
    room(&hall).await;
    hall.stop().await;
}

#[tokio::test]
async fn half_a_body_is_not_waited_for() {
    let hall = hall("off", |timing| timing.request_within = SHORT).await;
    let ana = hall.guest("Ana").await;
    let mut slow = TcpStream::connect(hall.address()).await.unwrap();
    let half = format!(
        "POST /api/v1/tables HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{{\"ruleset\"",
        ana.token
    );
    slow.write_all(half.as_bytes()).await.unwrap();
    let mut answer = String::new();
    soon("an answer", slow.read_to_string(&mut answer))
        .await
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.contains("\"code\":\"unavailable\""), "{answer}");
    hall.stop().await;
}

#[tokio::test]
async fn who_takes_no_answer_loses_the_connection() {
    let hall = hall("off,connections=1", |timing| timing.write_within = SHORT).await;
    let mut deaf = TcpStream::connect(hall.address()).await.unwrap();
    let ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: hall\r\n\r\n";
    // More than all buffers on the way hold; whether all of it can still be sent does not matter.
    let asking = async { while deaf.write_all(ask).await.is_ok() {} };
    soon("the end of the connection", asking).await;
    room(&hall).await;
    hall.stop().await;
}

#[tokio::test]
async fn a_head_may_be_so_large_and_no_larger() {
    let hall = hall("off", |_| {}).await;
    let status = |ask: Ask<'static>| async { hall.ask(ask).await.status };
    let long = |bytes| Ask::get("/healthz").header("X-Long", "x".repeat(bytes));
    assert_eq!(status(long(15_000)).await, 200);
    assert_eq!(status(long(17_000)).await, 431);
    let far = |bytes| Ask::get(format!("/healthz?{}", "x".repeat(bytes)));
    assert_eq!(status(far(15_000)).await, 200);
    assert_eq!(status(far(17_000)).await, 431);
    let many = |count| {
        (0..count).fold(Ask::get("/healthz"), |ask, n| {
            ask.header(&format!("X-{n}"), "1")
        })
    };
    // Host, Connection and Content-Length are there already.
    assert_eq!(status(many(61)).await, 200);
    assert_eq!(status(many(62)).await, 431);
    hall.stop().await;
}

#[tokio::test]
async fn a_host_that_fits_no_picture_is_refused() {
    let hall = hall("off", |_| {}).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let ask = Ask::get(format!("/api/v1/tables/{code}/qr.svg")).header("Host", "h".repeat(5_000));
    ana.ask(ask).await.refused(400, "bad_request");
    hall.stop().await;
}
