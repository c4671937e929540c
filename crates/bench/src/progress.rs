//! A line a second on standard error while something runs.

use std::time::Duration;
use tokio::{
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval},
};

/// Between two lines.
const EVERY: Duration = Duration::from_secs(1);

/// Tells how it goes, until it is dropped.
pub struct Progress(JoinHandle<()>);

impl Progress {
    /// Tells what `line` makes of the seconds that have passed.
    #[must_use]
    pub fn telling(mut line: impl FnMut(u64) -> String + Send + 'static) -> Self {
        Self(tokio::spawn(async move {
            let began = Instant::now();
            let mut tick = interval(EVERY);
            tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
            tick.tick().await;
            loop {
                tick.tick().await;
                eprintln!("{}", line(began.elapsed().as_secs()));
            }
        }))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.abort();
    }
}
