//! What a table without sockets costs in memory: bytes are counted, so that it cannot grow unseen.
//!
//! One test alone in its file, because the counts are those of the whole process.
#![allow(clippy::unwrap_used)]

#[path = "memory/forgetful.rs"]
mod forgetful;

use forgetful::{Forgetful, Noise};
use ludohall_protocol::{ClientMessage, Player, PlayerId, Ply, Table, event::Awaits, moves::Move};
use ludohall_table::{
    Hall, HallConfig, Millis, Request, TableHandle,
    ports::{Random, RuntimeClock},
};
use serde_json::json;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::{alloc::System, sync::Arc, time::Duration};
use uuid::Uuid;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Tables that stand before the count begins: what grows by doubling has room then.
const BEFORE: usize = 130;
/// Tables that are counted.
const TABLES: usize = 100;
/// Entries that each of them gets.
const ENTRIES: usize = 200;
/// What a table in its first turn may have on the heap. With what the allocator adds and cannot give back, 8 KiB are resident.
const MOST_AT_FIRST: usize = 6 * 1024;
/// What it may have right after so many entries: what sockets that come back may lack is kept.
const MOST_PLAYED: usize = 56 * 1024;
/// The same when nobody has been there for some minutes: what it knows of commands and of the game's dice and moves stays.
const MOST_LATER: usize = 12 * 1024;

#[tokio::test(start_paused = true)]
async fn a_table_without_sockets_is_small_and_stays_so() {
    let config = HallConfig {
        unload_after: Duration::from_secs(100_000),
        ..HallConfig::default()
    };
    let clock = RuntimeClock::starting_at(Millis(1_700_000_000_000));
    let random: Arc<dyn Random> = Arc::new(Noise::default());
    let hall = Hall::start(config, Arc::new(Forgetful), Arc::new(clock), random);
    hall.recover().await.unwrap();
    let mut tables = Vec::with_capacity(BEFORE + TABLES);
    open(&hall, &mut tables, BEFORE).await;
    let empty = bytes();
    open(&hall, &mut tables, TABLES).await;
    let first = (bytes() - empty) / TABLES;
    for table in &tables[BEFORE..] {
        play(table).await;
    }
    let played = (bytes() - empty) / TABLES;
    tokio::time::sleep(HallConfig::default().trim_after * 2).await;
    let later = (bytes() - empty) / TABLES;
    println!(
        "a table: {first} bytes at first, {played} right after {ENTRIES} entries, {later} later"
    );
    assert!(first <= MOST_AT_FIRST, "{first} bytes in the first turn");
    assert!(
        played <= MOST_PLAYED,
        "{played} bytes after {ENTRIES} entries"
    );
    assert!(later <= MOST_LATER, "{later} bytes some time after them");
}

fn bytes() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}

/// Opens tables of four in their first turn.
async fn open(hall: &Hall, tables: &mut Vec<TableHandle>, count: usize) {
    for _ in 0..count {
        let body = json!({ "ruleset": "ludo", "seats": 4, "clock": "untimed" });
        let spec = serde_json::from_value(body).unwrap();
        let (table, _) = hall.create(person(0), spec, None).await.unwrap();
        for number in 1..4 {
            let sit = Request::Sit {
                arm: None,
                name: None,
            };
            table.request(person(number), sit, None).await.unwrap();
        }
        let start = Request::Start;
        table.request(person(0), start, None).await.unwrap();
        tables.push(table);
    }
}

/// Lets everybody act who is to.
async fn play(table: &TableHandle) {
    for n in 0..ENTRIES {
        let view = table.view(Some(person(0).id)).await.unwrap();
        let Some((who, command)) = decision(&view, format!("a{n}")) else {
            return;
        };
        let answer = table.command(who, command).await;
        assert!(answer.ok, "{answer:?}");
    }
}

fn decision(view: &Table, id: String) -> Option<(Player, ClientMessage)> {
    let arm = view.position.as_ref()?.turn;
    let seat = view.seats.iter().find(|seat| seat.arm == arm)?;
    let who = seat.player.clone()?;
    let ply: Ply = view.ply;
    let command = match (view.awaits?, view.legal.first()) {
        (Awaits::Roll, _) => ClientMessage::Roll { id, ply },
        (Awaits::Move, Some(Move::Enter(step) | Move::Move(step) | Move::Bonus(step))) => {
            ClientMessage::Move {
                id,
                ply,
                piece: step.piece,
                uses: step.uses.clone(),
                arm: None,
            }
        }
        (Awaits::Move, _) => ClientMessage::Decline { id, ply },
    };
    Some((who, command))
}

fn person(number: u128) -> Player {
    Player {
        id: PlayerId(Uuid::from_u128(number + 1)),
        name: format!("Guest {number}"),
        guest: true,
    }
}
