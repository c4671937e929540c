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
/// How much more an action may cost at more tables than at fewer.
const MOST_GROWTH: f64 = 1.5;

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
    let mut costs: Vec<(usize, f64)> = Vec::new();
    for tables in steps {
        let amount = amount(*tables, most_sockets(), time);
        let stand = stand()?;
        let hall = stand.open().await?;
        let silent = tables - amount.tables;
        let wish = Wish::games(&amount.ruleset, amount.people);
        open_tables(hall.measured.address, silent, &wish).await?;
        let taken = load(hall.measured, &amount).await?;
        hall.close().await?;
        costs.push((taken.amount.people, taken.cpu_us()));
        step(&mut report, &taken, silent);
    }
    report.row(
        "an action at more tables against one at fewer, at most",
        most_growth(&costs),
        "×",
    );
    report.target(Target::AtMost(MOST_GROWTH));
    Ok(report)
}

/// How much more a step costs than one before it, at most: of those with as many sockets at a table. That a step costs less
/// is as it should be: the more there is to write, the more of it shares a commit.
fn most_growth(costs: &[(usize, f64)]) -> f64 {
    let growth = costs.iter().enumerate().flat_map(|(at, (people, cost))| {
        let before = costs[..at].iter();
        let alike = before.filter(move |(others, before)| others == people && *before > 0.0);
        alike.map(move |(_, before)| cost / before)
    });
    growth.reduce(f64::max).unwrap_or(1.0)
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
    fn only_what_costs_more_at_more_tables_counts() {
        let costs = [(4, 100.0), (4, 60.0), (4, 90.0), (2, 40.0), (2, 50.0)];
        assert!((most_growth(&costs) - 1.5).abs() < 1e-9);
        assert!((most_growth(&costs[..1]) - 1.0).abs() < 1e-9);
    }

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
