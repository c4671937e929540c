//! `growth`: what an action costs at more and more tables. The cost must stay flat.

use crate::{
    failure::Failure,
    load::{Amount, Taken, load},
    machine::most_sockets,
    people::{Wish, open_tables},
    report::{Report, Target},
    stand::Stand,
};
use std::time::Duration;

/// Actions a second that the largest steps share.
const MOST_ACTIONS: f64 = 10_000.0;
/// Decisions a second of a table, as long as that many actions are not reached.
const RATE: f64 = 4.0;
/// How much more than the cheapest step the dearest may cost.
const MOST_SPREAD: f64 = 1.5;

/// The steps, in tables.
pub const STEPS: [usize; 6] = [250, 500, 1_000, 2_500, 5_000, 10_000];

/// One load for each step, each on a hall of its own.
///
/// # Errors
/// A load fails.
pub async fn growth(
    stand: impl Fn() -> Result<Stand, Failure>,
    steps: &[usize],
    time: Duration,
) -> Result<Report, Failure> {
    let mut report = Report::new("growth: the cost of an action at more and more tables");
    let mut costs: Vec<f64> = Vec::new();
    for tables in steps {
        let amount = amount(*tables, most_sockets(), time);
        let stand = stand()?;
        let hall = stand.open().await?;
        let silent = tables - amount.tables;
        let wish = Wish::games(&amount.ruleset, amount.people);
        open_tables(hall.measured.address, silent, &wish).await?;
        let taken = load(hall.measured, &amount).await?;
        hall.close().await?;
        costs.push(taken.cpu_us());
        step(&mut report, &taken, silent);
    }
    let (least, most) = (fold(&costs, f64::min), fold(&costs, f64::max));
    report.row(
        "dearest step against the cheapest",
        if least > 0.0 { most / least } else { 1.0 },
        "×",
    );
    report.target(Target::AtMost(MOST_SPREAD));
    Ok(report)
}

fn fold(costs: &[f64], choose: fn(f64, f64) -> f64) -> f64 {
    costs.iter().copied().reduce(choose).unwrap_or(0.0)
}

/// As many sockets at a table as this process may open, two at least; where that is too many still, some tables have none.
fn amount(tables: usize, sockets: usize, time: Duration) -> Amount {
    let people = if tables * 4 <= sockets { 4 } else { 2 };
    let playing = tables.min(sockets / people).max(1);
    Amount {
        tables: playing,
        people,
        rate: RATE.min(MOST_ACTIONS / playing as f64),
        ruleset: "ludo".to_owned(),
        ramp: time / 2,
        time,
    }
}

fn step(report: &mut Report, taken: &Taken, silent: usize) {
    let name = format!(
        "{} tables × {} sockets",
        taken.amount.tables, taken.amount.people
    );
    report.row(format!("{name}: actions"), taken.rate(), "1/s");
    report.row(format!("{name}: CPU an action"), taken.cpu_us(), "µs");
    report.row(
        format!("{name}: round trip p99"),
        taken.round_trip().p99,
        "ms",
    );
    report.row(
        format!("{name}: memory"),
        taken.rss as f64 / 1024.0 / 1024.0,
        "MiB",
    );
    if taken.amount.people < 4 {
        let people = taken.amount.people;
        report.note(format!(
            "{name}: only {people} a table, since a process may not open more files here; fewer are told of an action, so it costs less."
        ));
    }
    if silent > 0 {
        report.note(format!(
            "{name}: {silent} tables more are loaded and nobody is at them, for the same reason."
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_steps_share_the_same_number_of_actions() {
        let second = Duration::from_secs(1);
        let step = |tables| amount(tables, 15_000, second);
        assert!((step(100).rate - 4.0).abs() < 1e-9);
        assert!((step(5_000).rate - 2.0).abs() < 1e-9);
        assert_eq!((step(5_000).people, step(5_000).tables), (2, 5_000));
        let most = step(10_000);
        assert_eq!((most.people, most.tables), (2, 7_500));
        assert!((most.rate * 7_500.0 - 10_000.0).abs() < 1e-6);
    }
}
