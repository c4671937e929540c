//! `soak`: tables that open, play and close, again and again. The memory must come back.

use crate::{
    api::Api,
    failure::Failure,
    hall::Hall,
    load::{Amount, Measured, load_parties},
    people::{Party, Wish, many, open_tables},
    report::{Report, Target},
    scrape::Scrape,
    stand::Stand,
};
use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep};

/// A round of games.
const ROUND: Duration = Duration::from_secs(20);
/// Time for what is no longer needed to be given back.
const CALM: Duration = Duration::from_secs(5);
/// How much more memory the last round may leave behind than the second: the first ones fill what is kept for reuse.
const MOST_GROWTH: f64 = 1.1;

/// Rounds of so many tables, until the time is over. Four rounds are the least that tells something.
///
/// # Errors
/// The hall refuses or breaks off.
pub async fn soak(
    stand: &Stand,
    tables: usize,
    rate: f64,
    time: Duration,
) -> Result<Report, Failure> {
    let mut hall = Hall::start(&stand.spec()?).await?;
    let end = Instant::now() + time;
    let mut left = Vec::new();
    let mut most = 0.0_f64;
    let mut actions = 0;
    while Instant::now() < end || left.len() < 4 {
        let (during, acted) = round(&hall, tables, rate).await?;
        most = most.max(during);
        actions += acted;
        sleep(CALM).await;
        left.push(mib(&hall)?);
        eprintln!(
            "soak round {}: {during:.1} MiB while it played, {:.1} MiB after it",
            left.len(),
            left[left.len() - 1]
        );
    }
    let loaded = Scrape::of(hall.address())
        .await?
        .total("ludohall_tables_loaded");
    hall.terminate().await?;
    let mut report = Report::new(format!(
        "soak: {} rounds of {tables} tables in {} s",
        left.len(),
        time.as_secs()
    ));
    report.row("actions", actions as f64, "");
    report.row("memory while playing, most", most, "MiB");
    report.row("memory after the second round", left[1], "MiB");
    report.row("memory after the last round", left[left.len() - 1], "MiB");
    report.row("last against second", left[left.len() - 1] / left[1], "×");
    report.target(Target::AtMost(MOST_GROWTH));
    report.row("tables in memory at the end", loaded, "");
    report.target(Target::AtMost(0.0));
    Ok(report)
}

/// Tables open, play, and close. The memory at the end of the play in MiB, and how many actions there were.
async fn round(hall: &Hall, tables: usize, rate: f64) -> Result<(f64, u64), Failure> {
    let address = hall.address();
    let amount = Amount {
        tables,
        people: 4,
        rate,
        ruleset: "ludo".to_owned(),
        ramp: ROUND / 4,
        time: ROUND,
    };
    let parties = open_tables(address, tables, &Wish::games("ludo", 4)).await?;
    let measured = Measured {
        address,
        pid: hall.pid(),
    };
    let taken = load_parties(measured, &amount, parties.clone()).await?;
    close(address, parties).await?;
    Ok((taken.rss as f64 / 1024.0 / 1024.0, taken.counts.actions))
}

async fn close(address: std::net::SocketAddr, parties: Vec<Party>) -> Result<(), Failure> {
    let parties = Arc::new(parties);
    let left = many(parties.len(), move |number| {
        let party = parties[number].clone();
        async move { party.leave(&mut Api::new(address)).await }
    });
    left.await.map(drop)
}

fn mib(hall: &Hall) -> Result<f64, Failure> {
    Ok(hall.usage()?.rss as f64 / 1024.0 / 1024.0)
}
