//! Time that the hall lost by itself though its store did not fail: it is given back before anything is judged by it.

use super::{Actor, Outcome};
use crate::{
    fault::{self, Fault},
    input::Input,
    time::Millis,
};
use ludohall_protocol::Ply;

/// A commit that takes so many milliseconds is time lost. The shortest decision has no more than that.
const LONG_COMMIT_MS: i64 = 500;

/// What a table has lost.
#[derive(Debug, Default)]
pub(super) struct Loss {
    /// How much of the hall's losses this table knows of.
    noticed_ms: i64,
    /// What is to be given back.
    owed_ms: i64,
    /// Whether that is done at once, or when a deadline has passed. What giving back itself takes may wait: else a store that
    /// is always slow would have every table write for ever.
    urgent: bool,
}

impl Loss {
    /// Of a table that comes into memory when the hall has lost so much.
    pub(super) fn since(noticed_ms: i64) -> Self {
        Self {
            noticed_ms,
            ..Self::default()
        }
    }

    /// How much of the hall's losses this table knows of.
    pub(super) fn noticed_ms(&self) -> i64 {
        self.noticed_ms
    }

    /// Takes out what is owed.
    pub(super) fn settle(&mut self) -> i64 {
        self.urgent = false;
        std::mem::take(&mut self.owed_ms)
    }

    fn owe(&mut self, ms: i64) {
        self.owed_ms = self.owed_ms.saturating_add(ms);
    }
}

impl Actor {
    /// Gives back what was lost, where something was. Whether time has passed over it, so that what is due has changed.
    pub(super) async fn give_back(&mut self) -> bool {
        if self.trouble.is_some() {
            // All of it is given back when the store answers.
            return false;
        }
        let now = self.now();
        self.notice_standstill(now);
        let decided_by = self.live.core().table.decision_deadline();
        let waits = !self.loss.urgent && decided_by.is_none_or(|at| at > now);
        if self.loss.owed_ms == 0 || waits {
            return false;
        }
        let frozen_ms = self.loss.settle();
        let outcome = Box::pin(self.submit(Input::Thawed { frozen_ms }, None)).await;
        if !matches!(outcome, Outcome::Done(_)) {
            self.loss.owe(frozen_ms);
        }
        true
    }

    /// Notes what the hall has lost since this table last looked; who was away is not held to it either.
    fn notice_standstill(&mut self, now: Millis) {
        let lost_ms = self.services.pulse.lost_ms(now);
        let ms = lost_ms - self.loss.noticed_ms;
        if ms == 0 {
            return;
        }
        self.loss.noticed_ms = lost_ms;
        self.loss.owe(ms);
        self.loss.urgent = true;
        self.live.core().table.excuse(now, ms);
    }

    /// What the hall lost up to now is in what is given back anyhow.
    pub(super) fn skip_standstill(&mut self, now: Millis) {
        self.loss.noticed_ms = self.services.pulse.lost_ms(now);
    }

    /// Notes how long the commit took of an entry that was decided `at`, in answer to `input` at the decision `ply`.
    pub(super) fn note_commit(&mut self, at: Millis, input: &Input, ply: Ply) {
        let (next, is_timed) = {
            let core = self.live.core();
            let table = &core.table;
            (table.ply(), table.decision_deadline().is_some())
        };
        if next != ply || !is_timed {
            // What is owed is owed to one decision.
            self.loss.settle();
        }
        let now = self.now();
        let standstill_ms = self.services.pulse.lost_ms(now) - self.loss.noticed_ms;
        let took_ms = now.since(at) - standstill_ms;
        if is_timed && took_ms >= LONG_COMMIT_MS && !fault::is(Fault::SlowCommitCharged) {
            self.loss.owe(took_ms);
            self.loss.urgent |= !matches!(input, Input::Thawed { .. });
        }
    }
}
