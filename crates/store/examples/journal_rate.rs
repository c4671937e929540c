//! Measures the journal: `journal_rate <url> <tables> <entries>` plays so many tables at once, each entry after the one before,
//! and prints entries a second, entries a commit, and how long an append took.
#![allow(clippy::unwrap_used)]

use ludohall_protocol::{Code, PlayerId, TableId, Version};
use ludohall_store::{Append, Epoch, Location, Millis, NewTable, Store, StoredEvent};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// As long as the entry of a roll and a move with what follows from them.
const BODY_BYTES: usize = 400;

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [url, tables, entries] = args.as_slice() else {
        eprintln!("journal_rate <url> <tables> <entries>");
        std::process::exit(2);
    };
    let location: Location = url.parse().unwrap();
    let store = Arc::new(Store::open(&location).await.unwrap());
    let tables = open(&store, tables.parse().unwrap()).await;
    let before = store.stats();
    let started = Instant::now();
    let mut took = play(&store, &tables, entries.parse().unwrap()).await;
    let elapsed = started.elapsed().as_secs_f64();
    let after = store.stats();
    let events = after.events - before.events;
    took.sort_unstable();
    println!(
        "{:.0} entries/s, {:.1} a commit, p50 {:?}, p99 {:?}",
        events as f64 / elapsed,
        events as f64 / (after.commits - before.commits) as f64,
        took[took.len() / 2],
        took[took.len() * 99 / 100],
    );
    let started = Instant::now();
    reload(&store, &tables).await;
    println!("{} tables loaded in {:?}", tables.len(), started.elapsed());
    store.close().await;
}

async fn open(store: &Arc<Store>, tables: u32) -> Vec<TableId> {
    let base = Uuid::now_v7().as_u128() as u32;
    let opening: Vec<_> = (0..tables)
        .map(|number| {
            let store = store.clone();
            let table = NewTable {
                id: TableId(Uuid::now_v7()),
                code: Code::from_bits(base.wrapping_add(number)),
                created_at: Millis(0),
                created_by: PlayerId(Uuid::now_v7()),
                idempotency: None,
                events: vec![event(1)],
                members: Vec::new(),
                games: Vec::new(),
            };
            let id = table.id;
            tokio::spawn(async move { store.create(table).await.map(|_| id).unwrap() })
        })
        .collect();
    let mut ids = Vec::new();
    for opened in opening {
        ids.push(opened.await.unwrap());
    }
    ids
}

async fn play(store: &Arc<Store>, tables: &[TableId], entries: u64) -> Vec<Duration> {
    let playing: Vec<_> = tables
        .iter()
        .map(|&table| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut took = Vec::new();
                for seq in 2..2 + entries {
                    let started = Instant::now();
                    let append = Append::new(table, Epoch::FIRST, vec![event(seq)]);
                    store.append(append).await.unwrap();
                    took.push(started.elapsed());
                }
                took
            })
        })
        .collect();
    let mut all = Vec::new();
    for played in playing {
        all.extend(played.await.unwrap());
    }
    all
}

async fn reload(store: &Arc<Store>, tables: &[TableId]) {
    let loading: Vec<_> = tables
        .iter()
        .map(|&table| {
            let store = store.clone();
            tokio::spawn(async move { store.load_id(table).await.unwrap().unwrap() })
        })
        .collect();
    for loaded in loading {
        loaded.await.unwrap();
    }
}

fn event(seq: u64) -> StoredEvent {
    let body = format!("{{\"filler\":\"{}\"}}", "x".repeat(BODY_BYTES - 13));
    StoredEvent {
        seq: Version(seq),
        at: Millis(0),
        body,
    }
}
