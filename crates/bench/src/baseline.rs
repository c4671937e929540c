//! `baseline`: what the same traffic costs a bare axum server that knows no game and keeps no journal.
//!
//! It receives one message, answers one, and sends one to each of the sockets of the same group, all of the sizes that the
//! real load had. It runs as a process of its own, on the same core, so that its processor time can be told.

mod echo;
mod server;

use crate::{
    failure::Failure,
    load::{Amount, Measured, Taken, play},
    people::many,
    report::{Report, Target},
};
use echo::Echo;
pub use server::{Sizes, serve};

/// What design allows an action to cost, against the bare server.
const MOST_RATIO: f64 = 2.0;

/// Loads the bare server as the hall was loaded.
///
/// # Errors
/// It breaks off or does not answer.
pub async fn baseline(
    server: Measured,
    amount: &Amount,
    request_bytes: usize,
) -> Result<Taken, Failure> {
    let people = amount.people;
    let groups = many(amount.tables, move |group| {
        Echo::join(server.address, group, people, request_bytes)
    })
    .await?;
    play(server, amount, groups).await
}

/// Compares an action at the hall with one at the bare server.
#[must_use]
pub fn compare(hall: &Taken, bare: &Taken) -> Report {
    let mut report = Report::new("CPU an action, beside a bare axum server with the same messages");
    report.row("hall", hall.cpu_us(), "µs");
    report.row("bare server", bare.cpu_us(), "µs");
    report.row("bare server, round trip p99", bare.round_trip().p99, "ms");
    if bare.cpu.is_zero() {
        report.note("The load was too small to tell how much the bare server needs.");
        return report;
    }
    report.row("ratio", hall.cpu_us() / bare.cpu_us(), "×");
    report.target(Target::AtMost(MOST_RATIO));
    report
}
