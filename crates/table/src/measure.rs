//! What a hall tells about its tables in numbers. The exporter, where there is one, is the server's.

use ludohall_protocol::event::Controller;
use metrics::{Counter, Histogram};
use std::{sync::LazyLock, time::Duration};

/// A table's part of the gauge of seats by controller. Leaving is a `Drop`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatGauge {
    humans: u32,
    bots: u32,
}

impl SeatGauge {
    /// Sets the table's part to what its seats are now.
    pub(crate) fn set(&mut self, controllers: impl Iterator<Item = Controller>) {
        let mut now = (0, 0);
        for controller in controllers {
            match controller {
                Controller::Human => now.0 += 1,
                Controller::Bot => now.1 += 1,
                Controller::None => {}
            }
        }
        self.change(now);
    }

    fn change(&mut self, (humans, bots): (u32, u32)) {
        step("human", &mut self.humans, humans);
        step("bot", &mut self.bots, bots);
    }
}

impl Drop for SeatGauge {
    fn drop(&mut self) {
        self.change((0, 0));
    }
}

fn step(controller: &'static str, old: &mut u32, new: u32) {
    if *old != new {
        metrics::gauge!("ludohall_seats", "controller" => controller)
            .increment(f64::from(new) - f64::from(*old));
        *old = new;
    }
}

/// Counts what a command or request came to: `ok`, or the code of its refusal.
pub(crate) fn action(kind: &'static str, refused: Option<String>) {
    match refused {
        Some(result) => counter(kind, result).increment(1),
        None if kind == COMMAND => COMMANDS_DONE.increment(1),
        None => counter(kind, "ok".to_owned()).increment(1),
    }
}

/// What a socket sends.
const COMMAND: &str = "command";

/// What counts most is looked up once.
static COMMANDS_DONE: LazyLock<Counter> = LazyLock::new(|| counter(COMMAND, "ok".to_owned()));

static JOURNAL: LazyLock<Histogram> =
    LazyLock::new(|| metrics::histogram!("ludohall_journal_seconds"));
static MAILBOX: LazyLock<Histogram> =
    LazyLock::new(|| metrics::histogram!("ludohall_mailbox_depth"));

fn counter(kind: &'static str, result: String) -> Counter {
    metrics::counter!("ludohall_actions_total", "kind" => kind, "result" => result)
}

/// Notes how long an entry took to be on disk.
pub(crate) fn journal(took: Duration) {
    JOURNAL.record(took.as_secs_f64());
}

/// Notes how many messages waited for a table when it looked.
#[allow(
    clippy::cast_precision_loss,
    reason = "a histogram takes floats; mailboxes are short"
)]
pub(crate) fn mailbox(depth: usize) {
    MAILBOX.record(depth as f64);
}

/// Says how far the heartbeat lies behind the clock.
#[allow(
    clippy::cast_precision_loss,
    reason = "a gauge is a float; it is about seconds"
)]
pub(crate) fn unsettled(ms: i64) {
    metrics::gauge!("ludohall_unsettled_seconds").set(ms as f64 / 1000.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_counts_seats_that_somebody_has() {
        let mut gauge = SeatGauge::default();
        gauge.set([Controller::Human, Controller::Bot, Controller::None].into_iter());
        assert_eq!(gauge, SeatGauge { humans: 1, bots: 1 });
        gauge.set([Controller::Bot; 3].into_iter());
        assert_eq!(gauge, SeatGauge { humans: 0, bots: 3 });
    }
}
