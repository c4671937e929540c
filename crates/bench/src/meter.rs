//! What a load comes to: counts, bytes, and times as a histogram.

use hdrhistogram::Histogram;
use serde::Serialize;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The longest time that is told apart: beyond it a time counts as this long.
const LONGEST: Duration = Duration::from_secs(60);
/// Significant digits of a time.
const DIGITS: u8 = 3;
/// The percentiles that are reported.
pub const PERCENTILES: [f64; 5] = [50.0, 90.0, 99.0, 99.9, 100.0];

/// Times, to the microsecond.
#[derive(Clone, Debug)]
pub struct Times(Histogram<u64>);

impl Default for Times {
    fn default() -> Self {
        let longest = u64::try_from(LONGEST.as_micros()).unwrap_or(u64::MAX);
        let times = Histogram::new_with_bounds(1, longest, DIGITS);
        Self(times.expect("the bounds are constants that fit each other"))
    }
}

impl Times {
    /// Adds one.
    pub fn record(&mut self, time: Duration) {
        self.0
            .saturating_record(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The time that so many per cent do not exceed, in milliseconds.
    #[must_use]
    pub fn percentile_ms(&self, percent: f64) -> f64 {
        self.0.value_at_percentile(percent) as f64 / 1000.0
    }

    /// The usual percentiles.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let [p50, p90, p99, p999, max] = PERCENTILES.map(|percent| self.percentile_ms(percent));
        Summary {
            p50,
            p90,
            p99,
            p999,
            max,
        }
    }
}

/// Percentiles, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Half are not above it.
    pub p50: f64,
    /// Nine of ten are not.
    pub p90: f64,
    /// 99 of 100 are not.
    pub p99: f64,
    /// 999 of 1,000 are not.
    pub p999: f64,
    /// The longest.
    pub max: f64,
}

/// What has been counted.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Actions that were answered with yes.
    pub actions: u64,
    /// Actions that were refused.
    pub refused: u64,
    /// Messages that came, answers included.
    pub messages: u64,
    /// Bytes of what came.
    pub received: u64,
    /// Bytes of the answers among it.
    pub answered: u64,
    /// Bytes of what went.
    pub sent: u64,
    /// Times from when an action was to be sent.
    pub intended: Times,
    /// Times from when it was sent.
    pub actual: Times,
}

/// A shared [`Counts`]. Only what lies in the measured stretch is counted: see [`Meter::begin`].
#[derive(Debug, Default)]
pub struct Meter(Mutex<Counts>);

impl Meter {
    /// Forgets what came before the measured stretch.
    pub fn begin(&self) {
        *self.lock() = Counts::default();
    }

    /// What has been counted since.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.lock().clone()
    }

    /// To count.
    pub fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_what_was_recorded() {
        let mut times = Times::default();
        for ms in 1..=1000 {
            times.record(Duration::from_millis(ms));
        }
        let summary = times.summary();
        let near = |found: f64, wanted: f64| (found - wanted).abs() <= wanted / 500.0;
        assert!(
            near(summary.p50, 500.0) && near(summary.p99, 990.0),
            "{summary:?}"
        );
        assert!(
            near(summary.p999, 999.0) && near(summary.max, 1000.0),
            "{summary:?}"
        );
    }

    #[test]
    fn a_time_beyond_all_bounds_still_counts() {
        let mut times = Times::default();
        times.record(Duration::from_secs(3600));
        assert_eq!(times.count(), 1);
        assert!(times.summary().max >= 59_000.0);
    }

    #[test]
    fn what_came_before_the_stretch_is_forgotten() {
        let meter = Meter::default();
        meter.lock().actions = 7;
        meter.begin();
        assert_eq!(meter.counts().actions, 0);
    }
}
