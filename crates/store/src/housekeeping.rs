//! Heartbeats, and forgetting what nobody can ask for any more.

use crate::{Millis, Store, StoreError, db::Call, statements as sql};
use std::sync::atomic::{AtomicI64, Ordering};

const HOUR_MS: i64 = 3_600_000;
/// How long a repeated request finds its answer.
const REQUEST_KEPT_MS: i64 = 24 * HOUR_MS;
/// How long the last beat of a run that owns nothing is kept.
const BEAT_KEPT_MS: i64 = 7 * 24 * HOUR_MS;
/// A guest without a session is kept so long: its session may be on its way.
const GUEST_KEPT_MS: i64 = HOUR_MS;
/// How often it is looked for what to forget.
const SWEEP_EVERY_MS: i64 = HOUR_MS;

/// When it was last swept.
pub(crate) struct Housekeeping {
    swept: AtomicI64,
}

impl Default for Housekeeping {
    fn default() -> Self {
        Self {
            swept: AtomicI64::new(i64::MIN),
        }
    }
}

impl Housekeeping {
    /// Whether it is time to sweep. The first beat only starts the clock.
    fn is_due(&self, now: Millis) -> bool {
        let swept = self.swept.load(Ordering::Relaxed);
        if swept != i64::MIN && now.0 - swept < SWEEP_EVERY_MS {
            return false;
        }
        self.swept.store(now.0, Ordering::Relaxed);
        swept != i64::MIN
    }
}

impl Store {
    /// Notes that this run of the server is alive. Meant for every second; once an hour it also forgets sessions that
    /// are over, guests who cannot come back, old requests and dead runs.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn beat(&self, now: Millis) -> Result<(), StoreError> {
        let mut calls = vec![Call::new(sql::BEAT).bind(self.node).bind(now)];
        if self.housekeeping.is_due(now) {
            calls.extend(self.sweep(now));
        }
        self.journal.change(calls).await.map(drop)
    }

    /// When a server was last alive on this database, before this run.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn last_beat(&self) -> Result<Option<Millis>, StoreError> {
        let rows = self
            .db
            .read(&Call::new(sql::LAST_BEAT).bind(self.node))
            .await?;
        let at = rows
            .first()
            .map(|row| row.maybe_int(0))
            .transpose()?
            .flatten();
        Ok(at.map(Millis))
    }

    fn sweep(&self, now: Millis) -> [Call; 4] {
        let before = |kept| Millis(now.0 - kept);
        [
            Call::new(sql::FORGET_BEATS)
                .bind(self.node)
                .bind(before(BEAT_KEPT_MS)),
            Call::new(sql::FORGET_REQUESTS).bind(before(REQUEST_KEPT_MS)),
            Call::new(sql::FORGET_SESSIONS).bind(now),
            Call::new(sql::FORGET_GUESTS).bind(before(GUEST_KEPT_MS)),
        ]
    }
}
