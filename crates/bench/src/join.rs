//! `join`: people who come in, a second: a seat, a socket, and the table before their eyes.

use crate::{
    api::Api,
    failure::Failure,
    load::Measured,
    machine::allow_sockets,
    meter::Times,
    people::{Guest, Wish, many, open_tables},
    report::Report,
    socket::Socket,
};
use ludohall_protocol::{Code, Table, rest::SitDown};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// Somebody who will join.
struct Joiner {
    guest: Guest,
    code: Code,
}

/// Lets so many people join tables of four, three at each.
///
/// # Errors
/// The hall refuses.
pub async fn join(hall: Measured, people: usize) -> Result<Report, Failure> {
    allow_sockets(people)?;
    let tables = people.div_ceil(3);
    eprintln!("opening {tables} tables and {people} sessions");
    let joiners = Arc::new(prepare(hall, people, tables).await?);
    eprintln!("{people} people join");
    let began = Instant::now();
    let joined = {
        let joiners = Arc::clone(&joiners);
        many(people, move |number| {
            let joiners = Arc::clone(&joiners);
            async move { come_in(hall, &joiners[number]).await }
        })
        .await?
    };
    let took = began.elapsed();
    Ok(told(people, took, &joined))
}

fn told(people: usize, took: Duration, joined: &[(Duration, Socket)]) -> Report {
    let mut times = Times::default();
    joined.iter().for_each(|(time, _)| times.record(*time));
    let mut report = Report::new(format!(
        "join: {people} people take a seat and see the table"
    ));
    report.row("joins", people as f64 / took.as_secs_f64(), "1/s");
    report.row("a join p50", times.summary().p50, "ms");
    report.row("a join p99", times.summary().p99, "ms");
    report.row("a join max", times.summary().max, "ms");
    report
}

async fn prepare(hall: Measured, people: usize, tables: usize) -> Result<Vec<Joiner>, Failure> {
    let waiting = open_tables(hall.address, tables, &Wish::waiting("ludo")).await?;
    many(people, move |number| {
        let code = waiting[number / 3].code;
        async move {
            let guest =
                Guest::new(&mut Api::new(hall.address), &format!("Joiner {number}")).await?;
            Ok(Joiner { guest, code })
        }
    })
    .await
}

async fn come_in(hall: Measured, joiner: &Joiner) -> Result<(Duration, Socket), Failure> {
    let began = Instant::now();
    let mut api = Api::new(hall.address);
    let seats = format!("/tables/{}/seats", joiner.code);
    let _: Table = api
        .be(&joiner.guest.token)
        .post(&seats, &SitDown::default())
        .await?;
    let mut socket = joiner.guest.attend(hall.address, joiner.code).await?;
    match socket.next().await {
        Some(_) => Ok((began.elapsed(), socket)),
        None => Err(socket.broken("no first message")),
    }
}
