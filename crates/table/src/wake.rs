//! What wakes those who wait for a table or for the lobby: all of them at each change, in the order in which they came.
//!
//! `tokio::sync::watch` does the same for many threads at once, and so in an order that is drawn by lot; a simulation must
//! see the same order each time, and a table's sockets are few.

use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Notify;

/// Counts changes, and wakes whoever waits for one.
#[derive(Debug, Default)]
pub(crate) struct Wake {
    changes: AtomicU64,
    waiting: Notify,
}

/// Up to which change somebody has looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen(u64);

impl Wake {
    /// Something changed.
    pub(crate) fn bump(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        self.waiting.notify_waiters();
    }

    /// All changes until now.
    pub(crate) fn seen(&self) -> Seen {
        Seen(self.changes.load(Ordering::Acquire))
    }

    /// Returns when something has changed after `seen`, which it takes along. May be dropped and called again.
    pub(crate) async fn changed(&self, seen: &mut Seen) {
        loop {
            // Whoever waits is woken by a change after this line, so look only then.
            let change = self.waiting.notified();
            let now = self.seen();
            if now != *seen {
                *seen = now;
                return;
            }
            change.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Wake;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn a_change_wakes_whoever_has_not_seen_it() {
        let wake = Wake::default();
        let (mut early, mut late) = (wake.seen(), wake.seen());
        assert_eq!(wake.changed(&mut early).now_or_never(), None);
        {
            let mut waiting = Box::pin(wake.changed(&mut early));
            assert_eq!(waiting.as_mut().now_or_never(), None);
            wake.bump();
            wake.bump();
            assert_eq!(waiting.as_mut().now_or_never(), Some(()));
        }
        assert_eq!(wake.changed(&mut early).now_or_never(), None);
        assert_eq!(wake.changed(&mut late).now_or_never(), Some(()));
    }
}
