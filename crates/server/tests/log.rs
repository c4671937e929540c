//! What the log says of seats: who was refused one, who lost one to a bot, who has it back, and why.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Guest, Socket, TestServer};
use serde_json::{Value, json};
use std::{
    io,
    sync::{Arc, Mutex},
};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;

/// The lines of the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Log {
    /// Listens to what this thread says, and so to a hall that runs on it.
    fn listen() -> (Self, DefaultGuard) {
        let log = Self::default();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .with_writer(log.clone())
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    /// The fields of all lines with this message.
    fn lines(&self, message: &str) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines
            .map(|line| line["fields"].clone())
            .filter(|fields| fields["message"] == message)
            .collect()
    }

    fn reasons(&self, message: &str) -> Vec<Value> {
        let lines = self.lines(message).into_iter();
        lines.map(|fields| fields["reason"].clone()).collect()
    }
}

const REFUSED: &str = "a claim to a seat is refused";
const TAKEN: &str = "a bot takes a seat over";
const BACK: &str = "a person has a seat back";

#[tokio::test]
async fn every_refused_claim_to_a_seat_is_a_line_with_its_reason() {
    let (log, _listening) = Log::listen();
    let hall = TestServer::configured(|config| {
        config.limits = "off,person-tables=1".parse().unwrap();
    })
    .await;
    let mut people: Vec<Guest> = Vec::new();
    for name in ["Ana", "Bo", "Eve", "Dan"] {
        people.push(hall.guest(name).await);
    }
    let [ana, bo, eve, dan] = people.try_into().ok().unwrap();
    let code = ana.create(json!({ "ruleset": "ludo" })).await;
    bo.sit(&code).await.ok(200);
    assert!(log.lines(REFUSED).is_empty());
    eve.sit(&code).await.refused(409, "full");
    let taken = json!({ "arm": 0 });
    let path = format!("/tables/{code}/seats");
    eve.post(&path, taken).await.refused(409, "seat_taken");
    dan.create(json!({ "ruleset": "ludo" })).await;
    dan.sit(&code).await.refused(429, "too_many_requests");
    ana.post(&format!("/tables/{code}/start"), json!({}))
        .await
        .ok(200);
    eve.sit(&code).await.refused(409, "started");
    assert_eq!(
        log.reasons(REFUSED),
        ["full", "seat_taken", "too_many_requests", "started"]
    );
    let first = &log.lines(REFUSED)[0];
    assert_eq!(
        (&first["table"], &first["player"]),
        (&json!(code), &json!(eve.id))
    );
    hall.stop().await;
}

/// Reads on until somebody else acts for a seat.
async fn control(socket: &mut Socket, controller: &str) -> u64 {
    let is_it = |event: &Value| event["kind"] == "control" && event["controller"] == controller;
    let events = |message: &Value| message["events"].as_array().cloned().unwrap_or_default();
    let told = socket
        .until(|message| events(message).iter().any(is_it))
        .await;
    let event = events(&told).into_iter().find(is_it).unwrap();
    event["arm"].as_u64().unwrap()
}

#[tokio::test]
async fn every_take_over_and_every_return_is_a_line_with_its_reason() {
    let (log, _listening) = Log::listen();
    let hall = TestServer::start(Database::sqlite()).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let clock = json!({ "decision_ms": 500, "on_expiry": "bot_takes_seat" });
    let spec = json!({ "ruleset": "ludo", "clock": clock, "bot_pause_ms": 5000, "start_by": "first_seat" });
    let code = ana.create(spec).await;
    bo.sit(&code).await.ok(200);
    let mut socket = ana.socket(&code, None).await;
    ana.post(&format!("/tables/{code}/start"), json!({}))
        .await
        .ok(200);
    let arm = control(&mut socket, "bot").await;
    socket.send(json!({ "do": "resume", "id": "back" })).await;
    control(&mut socket, "human").await;
    let left = bo.delete(&format!("/tables/{code}/seats/mine")).await;
    left.ok(200);
    assert_eq!(log.reasons(TAKEN)[0], "expired");
    assert!(log.reasons(TAKEN).contains(&json!("left")));
    assert_eq!(log.reasons(BACK)[0], "returned");
    let first = &log.lines(TAKEN)[0];
    assert_eq!(
        (&first["table"], &first["arm"]),
        (&json!(code), &json!(arm))
    );
    hall.stop().await;
}
