//! `faults`: plays on a hall, breaks it again and again, and afterwards compares what every client was told with what is kept.
//!
//! Nothing that was announced may be missing or different: not to another client, not after a restart, not in the journal, not
//! in the record. Each client sends its command again, with the same id, whenever it is in doubt, and that may never have a
//! second effect.

mod breaks;
mod check;
mod client;
mod journal;
mod ledger;
mod others;
mod stage;

use crate::{
    api::Api,
    failure::Failure,
    hall::Hall,
    people::{Party, Wish, open_tables},
    report::{Report, Target},
    stand::Stand,
    volume::Volume,
};
use breaks::{Breaks, Conductor};
use check::Promise;
use client::Client;
use ledger::Ledger;
use ludohall_protocol::{GameId, Record};
use rand::{SeedableRng, rngs::StdRng};
use stage::Stage;
use std::{collections::HashMap, sync::Arc};
use tokio::task::JoinSet;

/// What is played, table by table.
const RULESETS: [&str; 4] = ["ludo", "luddo", "parchis", "snakes"];
/// People at each table.
const PEOPLE: usize = 4;
/// Broken promises that are told one by one.
const TOLD: usize = 20;

/// How much is broken.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// How often the hall is killed.
    pub kills: usize,
    /// Tables of four.
    pub tables: usize,
    /// The same number makes the same choices.
    pub seed: u64,
}

/// What came of it.
#[derive(Debug)]
pub struct Verdict {
    /// The numbers.
    pub report: Report,
    /// Each promise that was broken.
    pub broken: Vec<String>,
}

/// Plays, breaks, compares.
///
/// # Errors
/// The hall does not come back, ends by itself, or clients cannot get in: then nothing can be compared.
pub async fn faults(stand: &Stand, trial: &Trial) -> Result<Verdict, Failure> {
    let place = stand.place("data")?;
    let volume = Volume::mount(&place);
    let on = volume.as_ref().map(Volume::kind);
    let hall = Hall::start(&stand.spec_at(&place)?).await?;
    let parties = open(&hall, trial.tables).await?;
    let stage = Arc::new(Stage::new(hall.address(), parties.len() * PEOPLE));
    let clients = seat(&stage, &parties, trial.seed);
    let mut conductor = Conductor::new(
        hall,
        Arc::clone(&stage),
        parties.clone(),
        StdRng::seed_from_u64(trial.seed),
        volume,
    );
    let broken_by = conductor.run(trial.kills).await;
    stage.end.cancel();
    clients.join_all().await;
    let breaks = broken_by?;
    let (mut hall, mut volume) = conductor.into_hall();
    let ledger = stage.take_ledger();
    let records = records(&hall, &parties, &ledger).await?;
    let data = hall.again().data;
    hall.terminate().await?;
    let journal = journal::read(&data).await?;
    let broken = check::check(&ledger, &journal, &records);
    if let Some(volume) = volume.as_mut().filter(|_| !broken.is_empty()) {
        volume.keep();
    }
    Ok(verdict(&breaks, &stage, &ledger, &broken, on))
}

async fn open(hall: &Hall, tables: usize) -> Result<Vec<Party>, Failure> {
    let mut parties = Vec::new();
    for (number, ruleset) in RULESETS.iter().enumerate() {
        let share = (tables + RULESETS.len() - 1 - number) / RULESETS.len();
        parties.extend(open_tables(hall.address(), share, &Wish::games(ruleset, PEOPLE)).await?);
    }
    Ok(parties)
}

/// A client for every seat.
fn seat(stage: &Arc<Stage>, parties: &[Party], seed: u64) -> JoinSet<()> {
    let mut clients = JoinSet::new();
    for (table, party) in parties.iter().enumerate() {
        for seat in 0..party.people.len() {
            let number = table * PEOPLE + seat;
            let random = StdRng::seed_from_u64(seed ^ (number as u64 + 1) << 20);
            clients
                .spawn(Client::new(Arc::clone(stage), party.clone(), seat, number, random).live());
        }
    }
    clients
}

/// The record of every game that was told of.
async fn records(
    hall: &Hall,
    parties: &[Party],
    ledger: &Ledger,
) -> Result<HashMap<GameId, Record>, Failure> {
    let mut api = Api::new(hall.address());
    let mut records = HashMap::new();
    for party in parties {
        for game in ledger.games(party.code) {
            let record = api
                .be(&party.people[0].token)
                .get(&format!("/games/{game}"))
                .await?;
            records.insert(game, record);
        }
    }
    Ok(records)
}

fn verdict(
    breaks: &Breaks,
    stage: &Stage,
    ledger: &Ledger,
    broken: &[Promise],
    volume: Option<&'static str>,
) -> Verdict {
    let mut report = Report::new(format!("faults: {} kills", breaks.kills));
    for (name, number) in breaks.rows() {
        report.row(name, number as f64, "");
    }
    let notes = stage.notes();
    report.row("commands sent twice", notes.duplicates as f64, "");
    report.row("connections reset in a frame", notes.resets as f64, "");
    report.row("actions told", ledger.accepted() as f64, "");
    report.row("entries told", ledger.entries() as f64, "");
    for (name, kind) in Promise::KINDS {
        let number = broken.iter().filter(|promise| kind(promise)).count();
        report
            .row(name, number as f64, "")
            .target(Target::AtMost(0.0));
    }
    let back = notes.back.summary();
    report.row("clients back", notes.back.count() as f64, "");
    report.row("back after p50", back.p50, "ms");
    report.row("back after p99", back.p99, "ms");
    report.row("back after max", back.max, "ms");
    report.note(match volume {
        Some(kind) => format!("The data lay on a file system of its own ({kind}) that was filled to the last block."),
        None => "No file system could be mounted here (that needs root), so no disk was full (ENOSPC); only files could not grow (RLIMIT_FSIZE, EFBIG).".to_owned(),
    });
    let broken: Vec<String> = broken.iter().map(ToString::to_string).collect();
    broken
        .iter()
        .take(TOLD)
        .for_each(|promise| eprintln!("BROKEN: {promise}"));
    Verdict { report, broken }
}
