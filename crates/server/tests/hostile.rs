//! Sockets that somebody means ill with: each ends with its reason, and nobody else notices.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Guest, TestServer, soon};
use serde_json::json;
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A text frame, the first of several.
const TEXT_BEGINS: u8 = 0x01;
/// A whole text frame.
const TEXT: u8 = 0x81;
/// A frame that goes on with a message.
const MORE: u8 = 0x00;
const PING: u8 = 0x89;

/// A client's end of a socket, frame by frame.
struct Raw(TcpStream);

impl Raw {
    async fn open(address: SocketAddr, path: &str, token: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        Self(stream)
    }

    /// Sends a frame, masked by zeros; whether the other end still takes it.
    async fn frame(&mut self, kind: u8, body: &[u8]) -> bool {
        let mut frame = vec![kind];
        match body.len() {
            short @ 0..126 => frame.push(0x80 | u8::try_from(short).unwrap()),
            long => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(long).unwrap().to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(body);
        self.0.write_all(&frame).await.is_ok()
    }

    /// All that came until the server closed.
    async fn rest(mut self) -> String {
        let mut all = Vec::new();
        let reading = async {
            // A connection that is reset has said what it had to say before.
            let _ = self.0.read_to_end(&mut all).await;
        };
        soon("the close", reading).await;
        String::from_utf8_lossy(&all).into_owned()
    }
}

/// A hall with a table, and whose it is.
async fn hall() -> (TestServer, Guest, String) {
    let hall = TestServer::configured(|config| {
        config.timing.ping_every = Duration::from_millis(200);
        config.timing.silent_after = Duration::from_secs(2);
    })
    .await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    (hall, ana, code)
}

async fn raw(hall: &TestServer, ana: &Guest, code: &str) -> Raw {
    let path = format!("/api/v1/tables/{code}/socket");
    Raw::open(hall.address(), &path, &ana.token).await
}

fn said_bye(rest: &str, code: u16) -> bool {
    rest.contains(&format!("{{\"type\":\"bye\",\"code\":{code}"))
}

#[tokio::test]
async fn a_message_in_endless_parts_is_too_large() {
    let (hall, ana, code) = hall().await;
    let mut socket = raw(&hall, &ana, &code).await;
    let part = [b'x'; 1000];
    assert!(socket.frame(TEXT_BEGINS, &part).await);
    for _ in 0..100 {
        if !socket.frame(MORE, &part).await {
            break;
        }
    }
    let rest = socket.rest().await;
    assert!(said_bye(&rest, 1009), "{rest}");
    hall.stop().await;
}

#[tokio::test]
async fn a_message_that_never_ends_is_silence() {
    let (hall, ana, code) = hall().await;
    let mut socket = raw(&hall, &ana, &code).await;
    assert!(socket.frame(TEXT_BEGINS, b"{").await);
    let trickling = async {
        // Parts of nothing: never too large, and never a message.
        while socket.frame(MORE, b"").await {
            tokio::task::yield_now().await;
        }
    };
    soon("the end", trickling).await;
    ana.table(&code).await;
    hall.stop().await;
}

#[tokio::test]
async fn a_flood_of_pings_ends_the_socket_and_some_do_not() {
    let hall = TestServer::configured(|_| {}).await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut socket = raw(&hall, &ana, &code).await;
    for _ in 0..ludohall_server::socket::MAX_CONTROL_FRAMES {
        assert!(socket.frame(PING, b"").await);
    }
    socket
        .frame(TEXT, br#"{"do":"ping","t":"still here"}"#)
        .await;
    socket.frame(PING, b"").await;
    let rest = socket.rest().await;
    assert!(rest.contains("still here"), "{rest}");
    assert!(said_bye(&rest, 1008), "{rest}");
    hall.stop().await;
}

#[tokio::test]
async fn what_is_no_text_ends_the_socket() {
    let (hall, ana, code) = hall().await;
    let wrong: [(u8, &[u8]); 4] = [
        (TEXT, &[0xff, 0xfe, 0xc0]),
        // A frame of a reserved kind, a part of no message, and a control frame that is too long.
        (0x83, b"x"),
        (MORE, b"x"),
        (PING, &[b'x'; 200]),
    ];
    for (kind, body) in wrong {
        let mut socket = raw(&hall, &ana, &code).await;
        socket.frame(kind, body).await;
        socket.rest().await;
    }
    let mut alive = ana.socket(&code, None).await;
    alive.until_type("snapshot").await;
    alive.send(json!({ "do": "ping", "t": 1 })).await;
    alive.until_type("pong").await;
    hall.stop().await;
}

#[tokio::test]
async fn who_floods_and_does_not_stop_is_closed() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,messages=1".parse().unwrap();
    })
    .await;
    let ana = hall.guest("Ana").await;
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    let mut socket = raw(&hall, &ana, &code).await;
    for n in 0..2_000 {
        let message = json!({ "do": "resume", "id": n.to_string() }).to_string();
        if !socket.frame(TEXT, message.as_bytes()).await {
            break;
        }
    }
    let rest = socket.rest().await;
    assert!(said_bye(&rest, 1008), "{rest}");
    assert_eq!(ana.table(&code).await["phase"], "waiting");
    hall.stop().await;
}

#[tokio::test]
async fn who_talks_to_the_lobby_too_much_is_closed() {
    let hall = TestServer::configured(|config| {
        config.limits = "off,messages=1".parse().unwrap();
    })
    .await;
    let ana = hall.guest("Ana").await;
    let mut socket = Raw::open(hall.address(), "/api/v1/lobby/socket", &ana.token).await;
    for _ in 0..20 {
        socket.frame(TEXT, b"hello").await;
    }
    let rest = socket.rest().await;
    assert!(said_bye(&rest, 1008), "{rest}");
    hall.stop().await;
}
