//! Time that the hall lost by itself though its store did not fail: it is given back before anything is judged by it.

use super::Actor;
use crate::{
    debt::LONG_MS,
    fault::{self, Fault},
    input::Input,
    journal::Entry,
    live::{Core, Health},
    time::Millis,
};
use ludohall_protocol::Ply;

/// What a commit may have cost whoever decides.
pub(super) struct Commit {
    /// Since when it was under way.
    since: Millis,
    /// The decision until then.
    ply: Ply,
    /// Whether it gave time back.
    thaws: bool,
}

impl Commit {
    /// Of what `input` came to, decided `at`.
    pub(super) fn begun(at: Millis, ply: Ply, input: &Input) -> Self {
        Self {
            since: at,
            ply,
            thaws: matches!(input, Input::Thawed { .. }),
        }
    }

    /// Its entry stands and is applied; the hall has lost `lost_ms` so far. What is owed is owed to one decision, and an
    /// entry that leaves that as it was has given it back.
    pub(super) fn note(&self, core: &mut Core, now: Millis, lost_ms: i64) {
        let took_ms = now.since(self.since) - core.debt.unnoticed_ms(lost_ms);
        core.debt.answered();
        core.debt.settle();
        let is_timed = core.table.decision_deadline().is_some();
        if is_timed && took_ms >= LONG_MS && !fault::is(Fault::SlowCommitCharged) {
            // Who was told a deadline before the commit must be told another one.
            let is_known = core.table.ply() == self.ply && !self.thaws;
            core.debt.owe(took_ms, is_known);
        }
    }
}

impl Actor {
    /// Waits until the whole hall is back: no clock runs and no bot acts before. What that took is owed.
    pub(super) async fn until_open(&mut self) {
        if !matches!(self.live.core().health, Health::Frozen(_)) {
            return;
        }
        let services = self.services.clone();
        tokio::select! {
            biased;
            () = services.stop.cancelled() => return,
            _ = services.opened.wait() => {}
        }
        let now = self.now();
        let lost_ms = services.pulse.lost_ms(now);
        let mut core = self.live.core();
        if let Health::Frozen(since) = core.health {
            let ms = now.since(since);
            core.debt.skip(lost_ms);
            core.debt.owe(ms, false);
            core.table.excuse(now, ms);
            core.health = Health::Well;
        }
        drop(core);
        self.live.bump();
    }

    /// Gives back what was lost, where that is to be told. Whether time has passed over it, so that what is due has changed.
    pub(super) async fn give_back(&mut self) -> bool {
        if self.trouble.is_some() {
            // All of it is given back when the store answers.
            return false;
        }
        let now = self.now();
        let has_stood = self.notice_standstill(now);
        let Some(frozen_ms) = self.urgent_ms() else {
            return has_stood;
        };
        // Where that fails, it is owed still.
        Box::pin(self.submit(&Input::Thawed { frozen_ms }, None)).await;
        true
    }

    /// What is to be given back at once. Where nobody's time is limited, nothing is owed.
    fn urgent_ms(&self) -> Option<i64> {
        let mut core = self.live.core();
        if core.table.decision_deadline().is_none() {
            core.debt.settle();
        }
        core.debt.is_urgent().then_some(core.debt.owed_ms())
    }

    /// Notes what the hall has lost since this table last looked; who was away is not held to it either. Whether it has.
    pub(super) fn notice_standstill(&self, now: Millis) -> bool {
        let lost_ms = self.services.pulse.lost_ms(now);
        let mut core = self.live.core();
        let ms = core.debt.notice(lost_ms);
        if ms > 0 {
            core.table.excuse(now, ms);
        }
        ms > 0
    }

    /// What the hall lost up to now is in what is given back anyhow.
    pub(super) fn skip_standstill(&mut self, now: Millis) {
        let lost_ms = self.services.pulse.lost_ms(now);
        self.live.core().debt.skip(lost_ms);
    }

    /// Puts what is owed into an entry that leaves the decision as it is: a start counts from the newest entry on, so none
    /// may owe what was before it.
    pub(super) fn pay_with(&self, entry: &mut Entry) {
        let core = self.live.core();
        let owed_ms = core.debt.owed_ms();
        if owed_ms > 0 && core.table.decision_deadline().is_some() {
            entry.body.give_back(owed_ms);
        }
    }
}
