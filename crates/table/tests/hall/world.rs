//! A hall on a bench.

use crate::client::Client;
use ludohall_protocol::{Code, CreateTable, Player, PlayerId, Table, Version};
use ludohall_table::{
    Hall, HallConfig, Millis, Request, TableHandle,
    memory::MemoryStore,
    ports::{Random, RuntimeClock},
};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, Once,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};
use uuid::Uuid;

/// When each test begins.
pub const START: Millis = Millis(1_700_000_000_000);

/// A hall, its store, and its clock, which goes on while the hall is down.
pub struct World {
    pub hall: Hall,
    pub store: MemoryStore,
    pub random: Arc<Dice>,
    config: HallConfig,
    clock: RuntimeClock,
}

impl World {
    pub async fn new() -> Self {
        Self::with(HallConfig::default()).await
    }

    pub async fn with(config: HallConfig) -> Self {
        quiet_planted_panics();
        let clock = RuntimeClock::starting_at(START);
        let store = MemoryStore::new();
        let random = Arc::new(Dice::default());
        let hall = Hall::start(
            config.clone(),
            Arc::new(store.clone()),
            Arc::new(clock),
            random.clone(),
        );
        hall.recover().await.unwrap();
        Self {
            hall,
            store,
            random,
            config,
            clock,
        }
    }

    /// As `kill -9`: nothing more is written, nobody is told. The hall is down for `down`; then it starts again.
    pub async fn kill(&mut self, down: Duration) {
        self.store.cut();
        self.begin_again(down).await;
    }

    /// Starts a new hall on the same store after `down`.
    pub async fn begin_again(&mut self, down: Duration) {
        self.begin_again_on(down, |_| ()).await;
    }

    /// The same, with a line to the store that is as `line` makes it.
    pub async fn begin_again_on(&mut self, down: Duration, line: impl FnOnce(&MemoryStore)) {
        self.set_out(down, line).await;
        self.hall.recover().await.unwrap();
    }

    /// The same, not yet recovered.
    pub async fn set_out(&mut self, down: Duration, line: impl FnOnce(&MemoryStore)) {
        tokio::time::sleep(down).await;
        self.store = self.store.reconnect();
        line(&self.store);
        self.hall = Hall::start(
            self.config.clone(),
            Arc::new(self.store.clone()),
            Arc::new(self.clock),
            self.random.clone(),
        );
    }

    pub async fn create(&self, by: &Player, spec: CreateTable) -> TableHandle {
        self.hall.create(by.clone(), spec, None).await.unwrap().0
    }

    /// A game of persons 1 and 2 that has begun.
    pub async fn game(&self, with: Value) -> TableHandle {
        let table = self.create(&person(1), spec("luddo", with)).await;
        sit(&table, 2).await;
        start(&table).await;
        table
    }

    /// A solo game of person 1 against a bot.
    pub async fn solo(&self, mut with: Value) -> TableHandle {
        with["solo"] = json!(true);
        self.create(&person(1), spec("luddo", with)).await
    }

    pub async fn open_tables(&self) -> usize {
        use ludohall_table::Store;
        self.store.reconnect().open_tables().await.unwrap().len()
    }
}

/// The person with this number.
pub fn person(number: u128) -> Player {
    Player {
        id: PlayerId(Uuid::from_u128(number)),
        name: format!("P{number}"),
        guest: true,
    }
}

/// The fields of creation, with what `with` has otherwise.
#[allow(
    clippy::needless_pass_by_value,
    reason = "callers write the value in place"
)]
pub fn spec(ruleset: &str, with: Value) -> CreateTable {
    let mut body = json!({ "ruleset": ruleset, "bot_pause_ms": 100, "start_by": "first_seat" });
    for (name, value) in with.as_object().unwrap() {
        body[name] = value.clone();
    }
    serde_json::from_value(body).unwrap()
}

/// A clock that takes the seat of whoever is late.
pub fn strict(decision_ms: u64) -> Value {
    json!({"clock": {"decision_ms": decision_ms, "on_expiry": "bot_takes_seat"}})
}

pub fn sit_down() -> Request {
    Request::Sit {
        arm: None,
        name: None,
    }
}

pub async fn sit(table: &TableHandle, number: u128) -> Table {
    table
        .request(person(number), sit_down(), None)
        .await
        .unwrap()
}

pub async fn start(table: &TableHandle) -> Table {
    table
        .request(person(1), Request::Start, None)
        .await
        .unwrap()
}

pub async fn view(table: &TableHandle) -> Table {
    table.view(None).await.unwrap()
}

/// Milliseconds left for the decision that the open table with this code awaits.
pub async fn left(world: &World, code: Code) -> u64 {
    let table = world.hall.table(code).await.unwrap();
    view(&table).await.deadline_ms.unwrap()
}

/// Whether who had `before` milliseconds has them still, and at most a heartbeat more.
#[track_caller]
pub fn assert_kept(before: u64, after: u64) {
    let kept = before..=before + 1000;
    assert!(kept.contains(&after), "{before} ms became {after} ms");
}

/// The table as this person sees it.
pub async fn view_of(table: &TableHandle, number: u128) -> Table {
    table.view(Some(person(number).id)).await.unwrap()
}

/// A socket that has got its first message.
pub async fn socket(table: &TableHandle, number: u128, after: Option<u64>) -> Client {
    let attached = table.attach(person(number), after.map(Version)).await;
    Client::new(attached.unwrap())
}

/// Numbers that look random and are the same in each run.
#[derive(Default)]
pub struct Dice {
    state: AtomicU64,
    /// As many times the code is the one with all bits 0.
    pub same_codes: AtomicU32,
    /// As many times asking panics.
    pub panics: AtomicU32,
}

impl Random for Dice {
    fn fill(&self, bytes: &mut [u8]) {
        if take(&self.panics) {
            panic!("planted");
        }
        if bytes.len() == 4 && take(&self.same_codes) {
            return bytes.fill(0);
        }
        for byte in bytes {
            let n = self
                .state
                .fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
            let mixed = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            *byte = (mixed >> 40) as u8;
        }
    }
}

/// A trace of each planted panic would take longer than the test.
fn quiet_planted_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.payload().downcast_ref::<&str>() != Some(&"planted") {
                usual(info);
            }
        }));
    });
}

fn take(left: &AtomicU32) -> bool {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
        .is_ok()
}

/// The journal's versions, which must be 1, 2, 3, …
pub fn assert_contiguous(store: &MemoryStore, code: Code) -> u64 {
    let journal = store.journal(code);
    for (i, entry) in journal.iter().enumerate() {
        assert_eq!(entry.seq, Version(i as u64 + 1));
    }
    journal.len() as u64
}
