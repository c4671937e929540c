//! `recover`: live tables, `kill -9`, and the time until all of them are back.

use crate::{
    api::Api,
    failure::Failure,
    hall::Hall,
    people::{Party, Wish, many, open_tables},
    report::{Report, Target},
    scrape::Scrape,
    stand::Stand,
};
use ludohall_protocol::{Phase, Ply, Table};
use std::{collections::HashMap, sync::Arc};

/// How long 10,000 tables may take, in seconds.
const MOST_SECONDS: f64 = 5.0;

/// Kills a hall full of games and starts it again.
///
/// # Errors
/// A table is not as it was.
pub async fn recover(stand: &Stand, tables: usize) -> Result<Report, Failure> {
    let mut hall = Hall::start(&stand.spec()?).await?;
    eprintln!("opening {tables} tables");
    let parties = Arc::new(open_tables(hall.address(), tables, &Wish::games("ludo", 2)).await?);
    let before = states(&hall, &parties).await?;
    let spec = hall.again();
    hall.kill().await?;
    let mut hall = Hall::start(&spec).await?;
    let seconds = hall.opened_in.as_secs_f64();
    let loaded = Scrape::of(hall.address())
        .await?
        .total("ludohall_tables_loaded");
    let after = states(&hall, &parties).await?;
    let cpu = hall.usage()?;
    hall.terminate().await?;
    let different = before
        .iter()
        .filter(|(code, state)| after.get(*code) != Some(*state))
        .count();
    let mut report = Report::new(format!("recover: {tables} live tables after kill -9"));
    report.row("until all are back", seconds, "s");
    report.target(Target::AtMost(MOST_SECONDS));
    report.row("tables in memory then", loaded, "");
    report.row("tables that are not as they were", different as f64, "");
    report.target(Target::AtMost(0.0));
    report.row("memory", cpu.rss as f64 / 1024.0 / 1024.0, "MiB");
    Ok(report)
}

type State = (Phase, Ply);

async fn states(hall: &Hall, parties: &Arc<Vec<Party>>) -> Result<HashMap<String, State>, Failure> {
    let (parties, address) = (Arc::clone(parties), hall.address());
    let states = many(parties.len(), move |number| {
        let party = parties[number].clone();
        async move {
            let mut api = Api::new(address);
            let table: Table = api
                .be(&party.people[0].token)
                .get(&format!("/tables/{}", party.code))
                .await?;
            Ok((party.code.to_string(), (table.phase, table.ply)))
        }
    });
    Ok(states.await?.into_iter().collect())
}
