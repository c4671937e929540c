//! `numbers`: load beside the bare server, idle memory and recovery, in one run.

use crate::{
    baseline::{baseline, compare},
    failure::Failure,
    hall::Hall,
    idle::idle,
    load::{Amount, Measured, Taken, load},
    recover::recover,
    report::{Report, Target},
    stand::{Stand, measured},
};
use std::time::Duration;

/// How long an action's round trip may take, in milliseconds.
const MOST_P99_MS: f64 = 20.0;
/// How much of the wanted rate must be reached: tables whose games end pause for a moment.
const LEAST_SHARE: f64 = 0.98;

/// How much of everything.
#[derive(Clone, Debug)]
pub struct Extent {
    /// The load.
    pub load: Amount,
    /// Tables of the memory measurement.
    pub idle_tables: usize,
    /// Tables of the recovery.
    pub recover_tables: usize,
}

impl Extent {
    /// What design asks for.
    #[must_use]
    pub fn full(time: Duration) -> Self {
        Self {
            load: Amount {
                tables: 2_500,
                people: 4,
                rate: 4.0,
                ruleset: "ludo".to_owned(),
                ramp: Duration::from_secs(10),
                time,
            },
            idle_tables: 2_500,
            recover_tables: 10_000,
        }
    }
}

/// Runs all of it, each part on a hall of its own.
///
/// # Errors
/// The first part that cannot be measured.
pub async fn numbers(
    stand: impl Fn() -> Result<Stand, Failure>,
    extent: &Extent,
) -> Result<Vec<Report>, Failure> {
    let mut reports = beside_baseline(&stand()?, &extent.load).await?;
    reports.push(idle(&stand()?, extent.idle_tables).await?);
    reports.push(recover(&stand()?, extent.recover_tables).await?);
    Ok(reports)
}

/// A load, then the same on the bare server, on the same cores.
///
/// # Errors
/// One of them fails.
pub async fn beside_baseline(stand: &Stand, amount: &Amount) -> Result<Vec<Report>, Failure> {
    let hall = stand.open().await?;
    let taken = load(hall.measured, amount).await?;
    hall.close().await?;
    let bare = bare(stand, &taken).await?;
    Ok(vec![with_targets(&taken), compare(&taken, &bare)])
}

async fn bare(stand: &Stand, taken: &Taken) -> Result<Taken, Failure> {
    let (request, sizes) = taken.message_bytes();
    let arguments = [
        "bare-server".to_owned(),
        format!("--answer-bytes={}", sizes.answer_bytes),
        format!("--event-bytes={}", sizes.event_bytes),
    ];
    let mut server = Hall::start(&stand.bare(arguments.into())?).await?;
    let at: Measured = measured(&server);
    let bare = baseline(at, &taken.amount, request).await?;
    server.kill().await?;
    Ok(bare)
}

/// The report of a load with what design asks of it.
fn with_targets(taken: &Taken) -> Report {
    let mut report = taken.report();
    let wanted = taken.amount.rate * taken.amount.tables as f64 * LEAST_SHARE;
    let targets = [
        ("actions", Target::AtLeast(wanted)),
        ("round trip p99", Target::AtMost(MOST_P99_MS)),
        ("events not told", Target::AtMost(0.0)),
        ("actions refused", Target::AtMost(0.0)),
    ];
    for (name, target) in targets {
        report.aim(name, target);
    }
    report
}
