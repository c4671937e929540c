//! `lobby`: people who watch the lobby while listed tables come and go.

use crate::{
    api::Api,
    failure::Failure,
    load::Measured,
    machine::{allow_sockets, usage},
    meter::Times,
    people::{Party, Wish},
    progress::Progress,
    report::{Report, Target},
    socket::Socket,
};
use ludohall_protocol::{Code, LobbyMessage};
use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

/// Messages a second that a watcher gets at most.
const MOST_MESSAGES: f64 = 4.0;
/// How long a table stays.
const STAY: Duration = Duration::from_secs(2);
/// How long a call may take.
const CALL_WITHIN: Duration = Duration::from_secs(30);

/// How much.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// People who watch.
    pub watchers: usize,
    /// Tables that come, and go, in a second.
    pub rate: f64,
    /// For how long.
    pub time: Duration,
}

/// What the watchers have seen.
#[derive(Debug, Default)]
struct Seen {
    /// When each table was there for its maker.
    opened: HashMap<Code, Instant>,
    /// How many watchers were told of each.
    heard: HashMap<Code, usize>,
    /// From then on, until a watcher was told.
    told: Times,
    messages: u64,
    bytes: u64,
    /// The most messages that one watcher got in any second.
    most: u32,
}

impl Seen {
    /// A watcher is told of a table for the first time.
    fn told_of(&mut self, code: Code, now: Instant) {
        *self.heard.entry(code).or_default() += 1;
        if let Some(opened) = self.opened.get(&code) {
            self.told.record(now.saturating_duration_since(*opened));
        }
    }

    /// Tables of which a watcher was not told.
    fn missed(&self, watchers: usize) -> usize {
        let heard = |code| self.heard.get(code).copied().unwrap_or(0);
        self.opened
            .keys()
            .filter(|code| heard(code) < watchers)
            .count()
    }
}

#[derive(Clone, Debug, Default)]
struct Board(Arc<Mutex<Seen>>);

impl Board {
    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches and opens tables meanwhile.
///
/// # Errors
/// The hall refuses or breaks off.
pub async fn lobby(hall: Measured, amount: Amount) -> Result<Report, Failure> {
    allow_sockets(amount.watchers)?;
    let board = Board::default();
    let mut watchers = JoinSet::new();
    for _ in 0..amount.watchers {
        let socket = Socket::open(hall.address, "/api/v1/lobby/socket".to_owned(), None).await?;
        watchers.spawn(watch(socket, board.clone()));
    }
    let before = usage(hall.pid)?;
    let began = Instant::now();
    let opened = come_and_go(hall.address, amount, &board).await?;
    let took = began.elapsed();
    let cpu = usage(hall.pid)?.cpu.saturating_sub(before.cpu);
    watchers.shutdown().await;
    Ok(told(amount, (opened, took, cpu), &board.lock()))
}

fn told(amount: Amount, (opened, took, cpu): (usize, Duration, Duration), seen: &Seen) -> Report {
    let seconds = took.as_secs_f64();
    let mut report = Report::new(format!(
        "lobby: {} watch while {} tables a second come and go",
        amount.watchers, amount.rate
    ));
    let watchers = amount.watchers.max(1) as f64;
    report.row("tables opened", opened as f64, "");
    report.row(
        "tables not told of",
        seen.missed(amount.watchers) as f64,
        "",
    );
    report.target(Target::AtMost(0.0));
    report.row(
        "messages a watcher, after the first",
        (seen.messages as f64 / watchers - 1.0).max(0.0) / seconds,
        "1/s",
    );
    report.target(Target::AtMost(MOST_MESSAGES));
    report.row(
        "messages, the most that came in a second",
        f64::from(seen.most),
        "",
    );
    report.row(
        "bytes a watcher",
        seen.bytes as f64 / watchers / seconds / 1024.0,
        "KiB/s",
    );
    report.row("told after p50", seen.told.summary().p50, "ms");
    report.row("told after p99", seen.told.summary().p99, "ms");
    report.row("told after max", seen.told.summary().max, "ms");
    report.row("server CPU", cpu.as_secs_f64() / seconds * 100.0, "%");
    report.note("Where more has gathered than four messages a second can say one by one, a message is a snapshot.");
    report
}

async fn watch(mut socket: Socket, board: Board) {
    let mut second = (Instant::now(), 0_u32);
    let mut known = HashSet::new();
    while let Some(text) = socket.next().await {
        let now = Instant::now();
        second = if now - second.0 < Duration::from_secs(1) {
            (second.0, second.1 + 1)
        } else {
            (now, 1)
        };
        let message = serde_json::from_str(&text);
        let mut seen = board.lock();
        seen.messages += 1;
        seen.bytes += text.len() as u64;
        seen.most = seen.most.max(second.1);
        let codes = match message {
            Ok(LobbyMessage::Upsert { table }) => vec![table.code],
            Ok(LobbyMessage::Snapshot { tables, .. }) => {
                tables.iter().map(|table| table.code).collect()
            }
            _ => Vec::new(),
        };
        for code in codes {
            if known.insert(code) {
                seen.told_of(code, now);
            }
        }
    }
}

/// Opens tables at the rate; each goes after a while. How many.
async fn come_and_go(address: SocketAddr, amount: Amount, board: &Board) -> Result<usize, Failure> {
    let progress = board.clone();
    let _progress = Progress::telling(move |seconds| {
        let seen = progress.lock();
        format!(
            "lobby {seconds:>4} s: {} messages, told after p99 {:.0} ms",
            seen.messages,
            seen.told.percentile_ms(99.0)
        )
    });
    let mut tick = interval(Duration::from_secs_f64(1.0 / amount.rate));
    tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut lives = JoinSet::new();
    let end = Instant::now() + amount.time;
    while Instant::now() < end {
        tick.tick().await;
        lives.spawn(timeout(STAY + CALL_WITHIN, life(address, board.clone())));
    }
    let mut opened = 0;
    while let Some(life) = lives.join_next().await {
        life.map_err(Failure::odd("a table"))?
            .map_err(Failure::odd("a table"))??;
        opened += 1;
    }
    Ok(opened)
}

/// One table, from opening to closing.
async fn life(address: SocketAddr, board: Board) -> Result<(), Failure> {
    let mut api = Api::new(address);
    let wish = Wish {
        listed: true,
        ..Wish::waiting("ludo")
    };
    let party = Party::open(&mut api, &wish).await?;
    // The socket shows that somebody is there: only then a table is listed.
    let socket = party.attend(address).await?;
    board.lock().opened.insert(party.code, Instant::now());
    tokio::time::sleep(STAY).await;
    drop(socket);
    party.leave(&mut api).await
}
