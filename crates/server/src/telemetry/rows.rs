//! Every metric: its name, its kind and what it says. What counts is where it happens; this is the one list of names.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

/// The kind of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only grows.
    Counter,
    /// Goes up and down.
    Gauge,
    /// A distribution, of seconds or of numbers.
    Histogram(Unit),
}

/// A metric.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name.
    pub name: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// What it says, with its labels.
    pub help: &'static str,
}

const fn counter(name: &'static str, help: &'static str) -> Metric {
    let kind = Kind::Counter;
    Metric { name, kind, help }
}

const fn gauge(name: &'static str, help: &'static str) -> Metric {
    let kind = Kind::Gauge;
    Metric { name, kind, help }
}

const fn seconds(name: &'static str, help: &'static str) -> Metric {
    let kind = Kind::Histogram(Unit::Seconds);
    Metric { name, kind, help }
}

const fn numbers(name: &'static str, help: &'static str) -> Metric {
    let kind = Kind::Histogram(Unit::Count);
    Metric { name, kind, help }
}

/// All of them, by name.
pub const METRICS: &[Metric] = &[
    counter(
        "ludohall_actions_total",
        "What tables were asked for, by kind (command, request) and result (ok, or the code of the refusal).",
    ),
    gauge("ludohall_connections", "Open connections."),
    gauge(
        "ludohall_connections_most",
        "Connections that the hall takes at most, by its limit and the system's.",
    ),
    counter(
        "ludohall_connections_refused_total",
        "Connections refused, by reason (full, address).",
    ),
    numbers(
        "ludohall_journal_batch_events",
        "Entries in one commit of the journal.",
    ),
    seconds(
        "ludohall_journal_commit_seconds",
        "How long a commit took, its sync to disk included.",
    ),
    counter("ludohall_journal_commits_total", "Commits of the journal."),
    counter("ludohall_journal_events_total", "Entries journalled."),
    counter(
        "ludohall_journal_failures_total",
        "Commits that failed; tables stand still until one succeeds.",
    ),
    seconds(
        "ludohall_journal_seconds",
        "How long an entry took to be on disk, its wait for the commit before it included.",
    ),
    numbers(
        "ludohall_mailbox_depth",
        "Messages that waited for a table when it looked, where any did.",
    ),
    counter(
        "ludohall_mailbox_full_total",
        "Messages refused as busy, since too many waited for a table.",
    ),
    counter("ludohall_refusals_total", "Requests refused, by code."),
    seconds(
        "ludohall_request_seconds",
        "How long a request took, by method (read, write) and status (ok, 4xx, 5xx).",
    ),
    counter(
        "ludohall_resyncs_total",
        "Snapshots sent to sockets that had been told something before.",
    ),
    counter(
        "ludohall_returns_total",
        "Seats that a person took back from a bot.",
    ),
    gauge(
        "ludohall_seats",
        "Seats of tables in memory, by controller (human, bot).",
    ),
    counter(
        "ludohall_slow_readers_total",
        "Sockets closed since their client did not read in time.",
    ),
    counter(
        "ludohall_socket_closes_total",
        "Sockets that the server closed or refused, by close code.",
    ),
    gauge("ludohall_sockets", "Open sockets."),
    counter(
        "ludohall_store_failures_total",
        "Appends of a table that failed or were not answered in time.",
    ),
    counter(
        "ludohall_swept_rows_total",
        "Rows that the store has forgotten, by what they were (runs, requests, sessions, journals, tables, guests).",
    ),
    counter(
        "ludohall_table_panics_total",
        "Panics in a table; it goes on from its journal.",
    ),
    gauge("ludohall_tables_loaded", "Tables in memory."),
    counter(
        "ludohall_takeovers_total",
        "Seats that a bot took over, by reason (expired, misses, away, left).",
    ),
    gauge(
        "ludohall_unsettled_seconds",
        "How far the heartbeat lies behind the clock: it waits for tables that are frozen, or owed time.",
    ),
    gauge(
        "ludohall_wal_pages",
        "Pages in SQLite's write-ahead log that no checkpoint has taken yet.",
    ),
];

/// Tells the exporter about them.
pub(super) fn describe() {
    for metric in METRICS {
        match metric.kind {
            Kind::Counter => describe_counter!(metric.name, metric.help),
            Kind::Gauge => describe_gauge!(metric.name, metric.help),
            Kind::Histogram(unit) => describe_histogram!(metric.name, unit, metric.help),
        }
    }
}
