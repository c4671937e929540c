//! What is forgotten, from time to time: the store knows what, the configuration for how long.

use ludohall_store::{Millis, Retention, Store};
use ludohall_table::ports::Clock;
use std::{sync::Arc, time::Duration};

/// Soon after a start, so that a hall that is often started does it too, and not while everybody comes back.
const FIRST_AFTER: Duration = Duration::from_secs(60);
/// How often.
const EVERY: Duration = Duration::from_secs(3600);
const DAY_MS: i64 = 24 * 3_600_000;

/// How long what is kept, where the journals of closed tables are kept for so many days.
#[must_use]
pub fn retention(days: Option<u32>) -> Retention {
    Retention {
        journals_ms: days.map(|days| i64::from(days) * DAY_MS),
    }
}

/// Forgets what is due, again and again. Ends with its task.
pub async fn keep(store: Arc<Store>, clock: Arc<dyn Clock>, retention: Retention) {
    tokio::time::sleep(FIRST_AFTER).await;
    loop {
        match store.sweep(Millis(clock.now().0), retention).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "what nobody can ask for any more was forgotten"),
            Err(error) => tracing::warn!(%error, "forgetting failed; it goes on in an hour"),
        }
        tokio::time::sleep(EVERY).await;
    }
}
