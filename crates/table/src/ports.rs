//! What a hall is given from outside, so that a test decides about it: the time and randomness.
//!
//! The third port, the store, is in [`crate::store`]. Nothing else in this crate reads a clock or draws a number.

use crate::time::Millis;

/// The time, as the hall sees it.
pub trait Clock: Send + Sync + 'static {
    /// Now. Never goes back while the process lives, whatever is done to the system's clock.
    fn now(&self) -> Millis;
}

/// Where secrets, ids and codes come from.
pub trait Random: Send + Sync + 'static {
    /// Fills `bytes`; outside tests with bytes nobody can foretell.
    fn fill(&self, bytes: &mut [u8]);
}

/// A clock that is read once and then goes with the runtime's timer: monotonic, and it follows tokio's paused time in tests.
#[derive(Debug, Clone, Copy)]
pub struct RuntimeClock {
    base: Millis,
    started: tokio::time::Instant,
}

impl RuntimeClock {
    /// A clock that shows `base` now. Call it inside a runtime.
    #[must_use]
    pub fn starting_at(base: Millis) -> Self {
        Self {
            base,
            started: tokio::time::Instant::now(),
        }
    }
}

impl Clock for RuntimeClock {
    fn now(&self) -> Millis {
        let elapsed = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(i64::MAX);
        Millis(self.base.0.saturating_add(elapsed))
    }
}
