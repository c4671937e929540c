//! Whether the hall itself stood still: the process was stopped, its machine slept, or nothing got to run.
//!
//! A beat says from time to time that it runs. Time that is missing between two of them is nobody's; each table gives it
//! back before it judges anything by it.

use crate::time::Millis;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// The beats of a hall, and what was lost between them.
pub(crate) struct Pulse {
    /// A pause longer than this is a loss.
    longest: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The newest sign of life: by the runtime's timer, and by the hall's clock.
    last: Option<(Instant, Millis)>,
    lost_ms: i64,
}

impl Pulse {
    /// Before the first beat of those that come once in `every`.
    pub(crate) fn new(every: Duration) -> Self {
        Self {
            longest: every + every / 2,
            state: Mutex::default(),
        }
    }

    /// Says that the hall runs `now`; whether for the first time.
    pub(crate) fn beat(&self, now: Millis) -> bool {
        let mut state = self.feel(now);
        let first = state.last.is_none();
        state.last = Some((Instant::now(), now));
        first
    }

    /// How many milliseconds the hall has lost so far. Whoever asks after a standstill finds it counted, whether or not the
    /// next beat has come.
    pub(crate) fn lost_ms(&self, now: Millis) -> i64 {
        self.feel(now).lost_ms
    }

    fn feel(&self, now: Millis) -> MutexGuard<'_, State> {
        // Nothing under this lock panics.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((instant, at)) = state.last else {
            return state;
        };
        // Only what both missed is lost: one alone that is ahead was set, not slept through.
        let by_clock = Duration::from_millis(now.since(at).unsigned_abs());
        let missed = instant.elapsed().min(by_clock);
        if missed > self.longest {
            let ms = super::services::millis(missed);
            state.lost_ms = state.lost_ms.saturating_add(ms);
            state.last = Some((Instant::now(), now));
            tracing::warn!(ms, "the hall stood still; the time is given back");
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::Pulse;
    use crate::time::Millis;
    use std::time::Duration;
    use tokio::time::advance;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn beats_that_come_as_they_should_lose_nothing() {
        let pulse = Pulse::new(SECOND);
        assert_eq!(pulse.lost_ms(Millis(900_000)), 0);
        for n in 0..100 {
            assert_eq!(pulse.beat(Millis(n * 1_400)), n == 0);
            advance(Duration::from_millis(1_400)).await;
        }
        assert_eq!(pulse.lost_ms(Millis(140_000)), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_is_counted_once_by_whoever_looks_first() {
        let pulse = Pulse::new(SECOND);
        pulse.beat(Millis(0));
        advance(Duration::from_secs(60)).await;
        assert_eq!(pulse.lost_ms(Millis(60_000)), 60_000);
        pulse.beat(Millis(60_000));
        assert_eq!(pulse.lost_ms(Millis(60_000)), 60_000);
        advance(Duration::from_secs(30)).await;
        assert_eq!(pulse.lost_ms(Millis(90_000)), 90_000);
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_is_no_pause() {
        let pulse = Pulse::new(SECOND);
        pulse.beat(Millis(0));
        assert_eq!(pulse.lost_ms(Millis(3_600_000)), 0);
        pulse.beat(Millis(3_600_000));
        advance(Duration::from_secs(60)).await;
        assert_eq!(pulse.lost_ms(Millis(0)), 0);
        assert_eq!(pulse.lost_ms(Millis(3_600_100)), 0);
    }
}
