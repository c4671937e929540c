//! `idle`: the memory that a connection takes that says nothing, and that a table takes without sockets.

use crate::{
    failure::Failure,
    hall::Hall,
    machine::allow_sockets,
    people::{Party, Wish, many, open_tables},
    report::{Report, Target},
    scrape::Scrape,
    socket::Socket,
    stand::Stand,
};
use std::{sync::Arc, time::Duration};
use tokio::time::sleep;

/// What a connection may take, in KiB.
const MOST_CONNECTION_KIB: f64 = 12.0;
/// What a table may take, in KiB.
const MOST_TABLE_KIB: f64 = 8.0;
/// Tables that are there before the count begins: what the hall and its database need once is there then, too.
const BEFORE: usize = 500;
/// Time for what was only needed on the way to be given back.
const CALM: Duration = Duration::from_secs(3);

/// Measures both on one hall: first the tables, then sockets at them.
///
/// # Errors
/// The hall refuses or breaks off.
pub async fn idle(stand: &Stand, tables: usize) -> Result<Report, Failure> {
    allow_sockets(tables * 4)?;
    let mut hall = Hall::start(&stand.spec()?).await?;
    let empty = rss(&hall).await?;
    let first = open_tables(hall.address(), BEFORE, &Wish::games("ludo", 4)).await?;
    let begun = rss(&hall).await?;
    eprintln!("opening {tables} tables");
    let parties = Arc::new(open_tables(hall.address(), tables, &Wish::games("ludo", 4)).await?);
    let opened = rss(&hall).await?;
    let loaded = Scrape::of(hall.address())
        .await?
        .total("ludohall_tables_loaded");
    eprintln!("opening {} sockets", tables * 4);
    let sockets = attend(&hall, &parties).await?;
    let connected = rss(&hall).await?;
    drop(sockets);
    let spec = hall.again();
    hall.terminate().await?;
    let mut hall = Hall::start(&spec).await?;
    let recovered = rss(&hall).await?;
    let back = Scrape::of(hall.address())
        .await?
        .total("ludohall_tables_loaded");
    hall.terminate().await?;

    let (tables, people) = (tables as f64, tables as f64 * 4.0);
    let mut report = Report::new(format!(
        "idle: {tables} tables of four in their games, then {people} sockets at them"
    ));
    report.row("an idle connection", (connected - opened) / people, "KiB");
    report.target(Target::AtMost(MOST_CONNECTION_KIB));
    report.row(
        "a loaded table without sockets",
        (opened - begun) / tables,
        "KiB",
    );
    report.target(Target::AtMost(MOST_TABLE_KIB));
    report.row(
        "the same with all that the first tables bring",
        (opened - empty) / (tables + first.len() as f64),
        "KiB",
    );
    report.row("tables loaded", loaded, "");
    report.row("an empty hall", empty / 1024.0, "MiB");
    report.row("after a restart, tables loaded", back, "");
    report.row("after a restart, the hall", recovered / 1024.0, "MiB");
    Ok(report)
}

async fn attend(hall: &Hall, parties: &Arc<Vec<Party>>) -> Result<Vec<Vec<Socket>>, Failure> {
    let (parties, address) = (Arc::clone(parties), hall.address());
    many(parties.len(), move |number| {
        let party = parties[number].clone();
        async move {
            let mut sockets = party.attend(address).await?;
            for socket in &mut sockets {
                socket.next().await;
            }
            Ok(sockets)
        }
    })
    .await
}

/// Resident memory in KiB, once it has calmed down.
async fn rss(hall: &Hall) -> Result<f64, Failure> {
    sleep(CALM).await;
    Ok(hall.usage()?.rss as f64 / 1024.0)
}
