//! What the hall tells of itself in numbers.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, TestServer};
use ludohall_protocol::CloseCode;
use ludohall_server::{
    Config, Server,
    config::{Database as Place, Limits},
    ports::Ports,
    random::SystemRandom,
    telemetry,
};
use ludohall_store::{Location, Store};
use ludohall_table::ports::Random;
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

/// The value of a metric with these labels, 0 where there is none yet.
async fn read(hall: &TestServer, name: &str, labels: &str) -> f64 {
    let page = hall.ask(Ask::get("/metrics")).await.text();
    let start = if labels.is_empty() {
        format!("{name} ")
    } else {
        format!("{name}{{{labels}}} ")
    };
    let line = page.lines().find(|line| line.starts_with(&start));
    line.map_or(0.0, |line| line[start.len()..].parse().unwrap())
}

#[tokio::test]
async fn what_is_refused_is_counted_by_code() {
    let hall = TestServer::start(Database::sqlite()).await;
    let before = read(&hall, "ludohall_refusals_total", "code=\"no_session\"").await;
    hall.ask(Ask::get("/api/v1/me"))
        .await
        .refused(401, "no_session");
    let after = read(&hall, "ludohall_refusals_total", "code=\"no_session\"").await;
    assert!(after > before);
    hall.stop().await;
}

#[tokio::test]
async fn seats_are_counted_by_who_acts_for_them() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let human = "controller=\"human\"";
    let bot = "controller=\"bot\"";
    let before = (
        read(&hall, "ludohall_seats", human).await,
        read(&hall, "ludohall_seats", bot).await,
    );
    ana.create(json!({ "ruleset": "ludo", "solo": true, "seats": 4 }))
        .await;
    let after = (
        read(&hall, "ludohall_seats", human).await,
        read(&hall, "ludohall_seats", bot).await,
    );
    assert!(
        after.0 > before.0 && after.1 >= before.1 + 3.0,
        "{before:?} {after:?}"
    );
    hall.stop().await;
}

#[tokio::test]
async fn a_socket_that_is_refused_is_counted_by_its_close_code() {
    let hall = TestServer::start(Database::sqlite()).await;
    let code = CloseCode::NoSuchTable as u16;
    let label = format!("code=\"{code}\"");
    let before = read(&hall, "ludohall_socket_closes_total", &label).await;
    let ana = hall.guest("Ana").await;
    let (bye, _) = ana.socket("AAAAAA", None).await.end().await;
    assert_eq!(bye["code"], code);
    let after = read(&hall, "ludohall_socket_closes_total", &label).await;
    assert!(after > before);
    hall.stop().await;
}

/// Randomness that panics as often as it is told to.
#[derive(Default)]
struct Fragile(AtomicU32);

impl Random for Fragile {
    fn fill(&self, bytes: &mut [u8]) {
        let panics = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        assert!(panics.is_err(), "planted");
        SystemRandom.fill(bytes);
    }
}

#[tokio::test]
async fn a_panic_in_a_table_is_counted_and_the_table_goes_on() {
    let database = Database::sqlite();
    let mut config = Config::new(database.config());
    config.limits = Limits::off();
    let Place::DataDir(folder) = database.config() else {
        unreachable!("SQLite lies in a folder");
    };
    let location = Location::Sqlite(folder.join("ludohall.sqlite"));
    let store = Arc::new(Store::open(&location).await.unwrap());
    let fragile = Arc::new(Fragile::default());
    let ports = Ports {
        random: fragile.clone(),
        ..Ports::over(&store)
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::start_on(config, ports, listener).await.unwrap();
    let hall = TestServer { server, database };
    let ana = hall.guest("Ana").await;
    let spec =
        json!({ "ruleset": "ludo", "solo": true, "bot_pause_ms": 5000, "start_by": "first_seat" });
    let code = ana.create(spec).await;
    let mut socket = ana.socket(&code, None).await;
    let snapshot = socket.until_type("snapshot").await;
    let roll = json!({ "do": "roll", "id": "a", "ply": snapshot["table"]["ply"] });
    let before = read(&hall, "ludohall_table_panics_total", "").await;
    fragile.0.store(1, Ordering::Relaxed);
    let (_, answer) = socket.command(roll.clone()).await;
    assert_eq!(answer["code"], "unavailable");
    let (_, answer) = socket.command(roll).await;
    assert_eq!(answer["ok"], true, "{answer}");
    let after = read(&hall, "ludohall_table_panics_total", "").await;
    assert!(after > before, "{before} {after}");
    hall.stop().await;
    store.close().await;
}

#[test]
fn the_document_lists_every_metric_and_no_other() {
    let document = include_str!("../../../docs/metrics.md");
    let listed: Vec<&str> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|line| line.split('`').next())
        .collect();
    let all: Vec<&str> = telemetry::ALL.iter().map(|metric| metric.name).collect();
    assert_eq!(listed, all);
}
