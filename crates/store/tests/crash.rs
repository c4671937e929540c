//! A process that is killed in the middle of its work: what it announced is there.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Table, event, table};
use ludohall_store::{Append, Location, Millis, Store};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    sync::Arc,
};

const URL: &str = "LUDOHALL_TEST_CRASH_URL";
const TABLES: usize = 8;
/// Announcements after which the process is killed, each time.
const ENOUGH: usize = 300;

/// Not a test of its own: the process that is killed. It announces each entry that was accepted.
#[tokio::test]
#[ignore = "started by what_was_announced_survives_the_kill"]
async fn victim() {
    let Ok(url) = std::env::var(URL) else { return };
    let location: Location = url.parse().unwrap();
    let store = Arc::new(Store::open(&location).await.unwrap());
    let mut playing = tokio::task::JoinSet::new();
    for _ in 0..TABLES {
        let table = table(&store).await;
        playing.spawn(play(store.clone(), table));
    }
    playing.join_all().await;
}

async fn play(store: Arc<Store>, table: Table) {
    for seq in 2.. {
        let append = Append::new(table.id, table.epoch, vec![event(seq)]);
        store.append(append).await.unwrap();
        let mut out = std::io::stderr().lock();
        writeln!(out, "announced {} {seq}", table.code).unwrap();
    }
}

#[tokio::test]
async fn what_was_announced_survives_the_kill() {
    let database = Database::sqlite();
    for _ in 0..3 {
        let announced = run_and_kill(&database.url());
        let store = database.open().await;
        for (code, seq) in &announced {
            let loaded = store.load(code.parse().unwrap()).await.unwrap().unwrap();
            assert!(
                loaded.events.iter().any(|stored| stored == &event(*seq)),
                "{code}: entry {seq}"
            );
        }
        close_all(&store).await;
        store.close().await;
    }
}

/// Frees the codes: each run of the victim takes the same.
async fn close_all(store: &Store) {
    for (id, _) in store.open_tables().await.unwrap() {
        let loaded = store.load_id(id).await.unwrap().unwrap();
        let next = loaded.events.len() as u64 + 1;
        let last = Append::new(id, loaded.epoch, vec![event(next)]);
        store
            .append(Append {
                closed_at: Some(Millis(0)),
                ..last
            })
            .await
            .unwrap();
    }
}

fn run_and_kill(url: &str) -> Vec<(String, u64)> {
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "victim", "--nocapture"])
        .env(URL, url)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(victim.stderr.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let mut announced = Vec::new();
    let mut killed = false;
    for line in lines {
        if let Some((code, seq)) = parse(&line) {
            announced.push((code, seq));
        }
        if announced.len() == ENOUGH && !killed {
            victim.kill().unwrap();
            killed = true;
        }
    }
    victim.wait().unwrap();
    assert!(killed, "the victim ended by itself");
    announced
}

/// A line that the kill cut short names an earlier entry, or none.
fn parse(line: &str) -> Option<(String, u64)> {
    let mut words = line.strip_prefix("announced ")?.split(' ');
    Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
}
