//! When a table is to act: evenly, and out of step with the others.

use super::Amount;
use std::time::Duration;
use tokio::time::Instant;

/// The times at which one table is to act.
#[derive(Clone, Debug)]
pub struct Pace {
    next: Instant,
    every: Duration,
    end: Instant,
}

impl Pace {
    /// That of table `number`: tables come in one after the other during the ramp.
    #[must_use]
    pub fn ramped(number: usize, amount: &Amount, start: Instant, end: Instant) -> Self {
        let every = Duration::from_secs_f64(1.0 / amount.rate);
        let share = number as f64 / amount.tables.max(1) as f64;
        Self {
            // Without a ramp they still do not act all in the same moment.
            next: start + amount.ramp.mul_f64(share) + every.mul_f64(share),
            every,
            end,
        }
    }

    /// When the next action is due; `None` at the end. What is late does not move what follows.
    pub fn due(&mut self) -> Option<Instant> {
        let due = self.next;
        self.next += self.every;
        (due < self.end).then_some(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_spread_and_late_actions_stay_due() {
        let amount = Amount {
            tables: 4,
            people: 4,
            rate: 2.0,
            ruleset: String::new(),
            ramp: Duration::ZERO,
            time: Duration::from_secs(1),
        };
        let start = Instant::now();
        let end = start + amount.time;
        let due = |number| {
            let mut pace = Pace::ramped(number, &amount, start, end);
            let mut times = Vec::new();
            while let Some(at) = pace.due() {
                times.push((at - start).as_millis());
            }
            times
        };
        assert_eq!(due(0), [0, 500]);
        assert_eq!(due(1), [125, 625]);
    }
}
