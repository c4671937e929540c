//! `load`: so many tables, so many decisions a second, over real sockets; what that takes.
//!
//! Round trips are measured from when an action was *to be* sent. A hall that stalls therefore pays for every action that it
//! held up, and not only for the one that happened to be on its way.

mod drive;
mod game;
mod pace;

use crate::{
    baseline::Sizes,
    failure::Failure,
    machine::{Usage, usage},
    meter::{Counts, Meter, Summary},
    people::{Party, Wish, many, open_tables},
    progress::Progress,
    report::Report,
    scrape::{Gained, Scrape},
};
pub use drive::{Ended, Heard, Play, drive};
use game::Game;
pub use pace::Pace;
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};

/// Between the end of the ramp and the measured stretch.
const SETTLE: Duration = Duration::from_secs(1);
/// How long the drivers may take to end after the measured stretch.
const END_WITHIN: Duration = Duration::from_secs(60);

/// A hall that is measured.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its process.
    pub pid: u32,
}

/// How much.
#[derive(Clone, Debug)]
pub struct Amount {
    /// Tables.
    pub tables: usize,
    /// People at each; 1: four seats that one person plays.
    pub people: usize,
    /// Decisions that a table makes in a second.
    pub rate: f64,
    /// What is played.
    pub ruleset: String,
    /// How long it takes until all tables play.
    pub ramp: Duration,
    /// How long is measured.
    pub time: Duration,
}

/// What it took.
#[derive(Clone, Debug)]
pub struct Taken {
    /// How much was asked for.
    pub amount: Amount,
    /// What was counted.
    pub counts: Counts,
    /// How long it was counted.
    pub time: Duration,
    /// Processor time of the server in that time.
    pub cpu: Duration,
    /// Processor time of this process.
    pub own_cpu: Duration,
    /// Resident memory of the server at the end.
    pub rss: u64,
    /// Appends to the journal, as tables waited for them.
    pub journal: Gained,
    /// Commits.
    pub commits: Gained,
    /// Actions that were accepted from the first to the last, measured or not.
    pub acted: u64,
    /// Events that somebody at a table was not told.
    pub untold: u64,
    /// Snapshots that were sent in place of events.
    pub resyncs: u64,
}

impl Taken {
    /// Microseconds of the server's processor for each action.
    #[must_use]
    pub fn cpu_us(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / (self.counts.actions.max(1) as f64)
    }

    /// Actions a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.counts.actions as f64 / self.time.as_secs_f64()
    }

    /// Round trips from when actions were to be sent.
    #[must_use]
    pub fn round_trip(&self) -> Summary {
        self.counts.intended.summary()
    }

    /// How long messages are on average, in bytes: an action, its answer, what everybody is told.
    #[must_use]
    pub fn message_bytes(&self) -> (usize, Sizes) {
        let counts = &self.counts;
        let actions = (counts.actions + counts.refused).max(1);
        let events = counts.messages.saturating_sub(actions).max(1);
        let sizes = Sizes {
            answer_bytes: (counts.answered / actions) as usize,
            event_bytes: (counts.received.saturating_sub(counts.answered) / events) as usize,
        };
        ((counts.sent / actions) as usize, sizes)
    }

    /// As a report.
    #[must_use]
    pub fn report(&self) -> Report {
        let amount = &self.amount;
        let mut report = Report::new(format!(
            "load: {} tables × {} decisions a second, {} sockets a table, {}, {} s",
            amount.tables,
            amount.rate,
            amount.people,
            amount.ruleset,
            amount.time.as_secs()
        ));
        report.row("actions", self.rate(), "1/s");
        self.times(&mut report);
        let seconds = self.time.as_secs_f64();
        report.row(
            "messages received",
            self.counts.messages as f64 / seconds,
            "1/s",
        );
        report.row(
            "bytes received",
            self.counts.received as f64 / seconds / 1024.0,
            "KiB/s",
        );
        report.row(
            "bytes sent",
            self.counts.sent as f64 / seconds / 1024.0,
            "KiB/s",
        );
        report.row("actions in all", self.acted as f64, "");
        report.row("actions refused", self.counts.refused as f64, "");
        report.row("events not told", self.untold as f64, "");
        report.row("snapshots in between", self.resyncs as f64, "");
        report.row("server CPU", self.cpu.as_secs_f64() / seconds * 100.0, "%");
        report.row("server CPU an action", self.cpu_us(), "µs");
        report.row("server memory", self.rss as f64 / 1024.0 / 1024.0, "MiB");
        report.row(
            "generator CPU",
            self.own_cpu.as_secs_f64() / seconds * 100.0,
            "%",
        );
        report
    }

    fn times(&self, report: &mut Report) {
        let (intended, actual) = (self.round_trip(), self.counts.actual.summary());
        report.row("round trip p50", intended.p50, "ms");
        report.row("round trip p90", intended.p90, "ms");
        report.row("round trip p99", intended.p99, "ms");
        report.row("round trip p99.9", intended.p999, "ms");
        report.row("round trip max", intended.max, "ms");
        report.row("from the actual sending p50", actual.p50, "ms");
        report.row("from the actual sending p99", actual.p99, "ms");
        report.row("journal, mean", self.journal.mean_ms(), "ms");
        report.row("journal, 99 % below", self.journal.bound_ms(99.0), "ms");
        report.row("commit, mean", self.commits.mean_ms(), "ms");
        report.row(
            "commits",
            self.commits.count / self.time.as_secs_f64(),
            "1/s",
        );
    }
}

/// Opens the tables, plays, measures.
///
/// # Errors
/// The hall refuses, breaks off, or does not answer in time.
pub async fn load(hall: Measured, amount: &Amount) -> Result<Taken, Failure> {
    eprintln!("opening {} tables of {}", amount.tables, amount.people);
    let wish = Wish::games(&amount.ruleset, amount.people);
    let parties = open_tables(hall.address, amount.tables, &wish).await?;
    load_parties(hall, amount, parties).await
}

/// Plays at tables that are open, and measures.
///
/// # Errors
/// The hall refuses, breaks off, or does not answer in time.
pub async fn load_parties(
    hall: Measured,
    amount: &Amount,
    parties: Vec<Party>,
) -> Result<Taken, Failure> {
    let parties = Arc::new(parties);
    let games = many(parties.len(), move |number| {
        let party = parties[number].clone();
        async move { Game::attend(hall.address, party).await }
    });
    play(hall, amount, games.await?).await
}

/// Drives what has been set up, at its pace, and measures.
///
/// # Errors
/// A driver fails, or the hall is gone.
pub async fn play<P: Play>(
    hall: Measured,
    amount: &Amount,
    players: Vec<P>,
) -> Result<Taken, Failure> {
    let meter = Arc::new(Meter::default());
    let start = Instant::now();
    let begin = start + amount.ramp + SETTLE;
    let end = begin + amount.time;
    let mut drivers = JoinSet::new();
    for (number, player) in players.into_iter().enumerate() {
        let pace = Pace::ramped(number, amount, start, end);
        drivers.spawn(drive(player, pace, Arc::clone(&meter)));
    }
    let _progress = tell(&meter, amount.ramp + SETTLE);
    let measured = stretch(hall, &meter, begin, end).await?;
    let ended = join(drivers, end + END_WITHIN).await?;
    Ok(Taken {
        amount: amount.clone(),
        time: amount.time,
        acted: ended.iter().map(|one| one.acted).sum(),
        untold: ended.iter().map(|one| one.untold).sum(),
        resyncs: ended.iter().map(|one| one.resyncs).sum(),
        counts: measured.counts,
        cpu: measured.server.cpu,
        rss: measured.server.rss,
        own_cpu: measured.own.cpu,
        journal: measured
            .now
            .gained(&measured.before, "ludohall_journal_seconds"),
        commits: measured
            .now
            .gained(&measured.before, "ludohall_journal_commit_seconds"),
    })
}

struct Stretch {
    counts: Counts,
    server: Usage,
    own: Usage,
    before: Scrape,
    now: Scrape,
}

/// Looks at everything at the begin and at the end of the measured stretch.
async fn stretch(
    hall: Measured,
    meter: &Meter,
    begin: Instant,
    end: Instant,
) -> Result<Stretch, Failure> {
    sleep_until(begin).await;
    // What publishes no numbers (the bare server) has no journal either.
    let before = Scrape::of(hall.address).await.unwrap_or_default();
    let (server, own) = (usage(hall.pid)?, usage(std::process::id())?);
    meter.begin();
    sleep_until(end).await;
    let counts = meter.counts();
    let (server, own) = (
        since(server, usage(hall.pid)?),
        since(own, usage(std::process::id())?),
    );
    let now = Scrape::of(hall.address).await.unwrap_or_default();
    Ok(Stretch {
        counts,
        server,
        own,
        before,
        now,
    })
}

fn since(before: Usage, now: Usage) -> Usage {
    Usage {
        cpu: now.cpu.saturating_sub(before.cpu),
        rss: now.rss,
    }
}

async fn join(
    mut drivers: JoinSet<Result<Ended, Failure>>,
    until: Instant,
) -> Result<Vec<Ended>, Failure> {
    let all = async {
        let mut ended = Vec::with_capacity(drivers.len());
        while let Some(one) = drivers.join_next().await {
            ended.push(one.map_err(Failure::odd("a driver"))??);
        }
        Ok(ended)
    };
    tokio::time::timeout_at(until, all)
        .await
        .map_err(|_| Failure::Timeout {
            what: "the end of the load".to_owned(),
            within: END_WITHIN,
        })?
}

fn tell(meter: &Arc<Meter>, ramp: Duration) -> Progress {
    let meter = Arc::clone(meter);
    let mut before = 0;
    Progress::telling(move |seconds| {
        let counts = meter.lock();
        let gained = counts.actions.saturating_sub(before);
        before = counts.actions;
        let stage = if seconds <= ramp.as_secs() {
            "ramp"
        } else {
            "load"
        };
        format!(
            "{stage} {seconds:>4} s: {gained:>6} actions/s, p99 {:.1} ms, refused {}",
            counts.intended.percentile_ms(99.0),
            counts.refused
        )
    })
}
