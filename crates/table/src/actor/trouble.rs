//! When the store does not answer, or the table panicked: the clock stands still, nothing is lost, and it goes on.
//!
//! An append whose answer did not come may have taken place. So the way back is always the same: load the table, which also
//! makes what is still under way to the store void; compare; give back the time that was lost.

use super::{Actor, loss::Commit};
use crate::{
    fault::{self, Fault},
    input::{Input, Writes},
    journal::Entry,
    live::Health,
    loading::{read, rebuild, write},
    store::{AppendError, LoadError, Loaded},
    time::Millis,
};
use ludohall_protocol::CloseCode;
use std::time::Duration;

/// The longest pause between two loads of a table that panics again and again.
const LONGEST_PAUSE_AFTER_PANIC: Duration = Duration::from_secs(60);

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The store did not answer.
    Store,
    /// The journal knows more than the table.
    Behind,
    /// The table panicked.
    Panic,
}

/// A table that waits for its store, or for being loaded anew.
pub(super) struct Trouble {
    /// Since when the clock stands still.
    since: Millis,
    /// When the next try is due.
    pub(super) retry_at: Millis,
    pause: Duration,
    /// The entry of which it is not known whether it was journalled.
    pending: Option<(Entry, Writes)>,
}

impl Actor {
    /// Stops the table's clock until [`Self::recover`] succeeds.
    pub(super) fn freeze(&mut self, since: Millis, cause: Cause, pending: Option<(Entry, Writes)>) {
        let pause = match cause {
            Cause::Store => self.services.config.retry.0,
            Cause::Behind => Duration::ZERO,
            Cause::Panic => self.pause_after_panic(),
        };
        {
            let mut core = self.live.core();
            if core.health == Health::Well {
                core.health = Health::Frozen(since);
            }
        }
        self.trouble = Some(Box::new(Trouble {
            since,
            retry_at: self.now().plus(millis(pause)),
            pause,
            pending,
        }));
        self.live.bump();
    }

    /// Looks whether the table panicked, here or under a socket's hands, and has it loaded again if so.
    pub(super) fn note_panic(&mut self) {
        let Health::Broken(since) = self.live.core().health else {
            return;
        };
        if self.trouble.is_none() {
            self.notice_standstill(self.now());
            metrics::counter!("ludohall_table_panics_total").increment(1);
            self.strikes += 1;
            self.freeze(since, Cause::Panic, None);
        }
    }

    /// None after the first panic; then twice as long after each.
    fn pause_after_panic(&self) -> Duration {
        if self.strikes <= 1 {
            return Duration::ZERO;
        }
        let doubled = 2_u32.saturating_pow(self.strikes.min(20) - 2);
        let pause = self.services.config.retry.0.saturating_mul(doubled);
        pause.min(LONGEST_PAUSE_AFTER_PANIC)
    }

    /// Tries to go on: load, compare, give the lost time back. Where that fails, again later.
    pub(super) async fn recover(&mut self) {
        let Some(mut trouble) = self.trouble.take() else {
            return;
        };
        match self.services.load_id(self.live.id).await {
            Ok(Some(loaded)) => {
                self.resolve(&mut trouble, &loaded);
                if self.take_over(&loaded) {
                    self.thaw(trouble).await;
                }
            }
            Ok(None) => self.vanished(trouble.pending.take()),
            Err(LoadError::Damaged(reason)) => self.damaged(&reason),
            Err(LoadError::Unavailable(_)) => self.later(trouble),
        }
    }

    /// Brings the table up to what was loaded. Whether that went well; if not, the table has ended.
    fn take_over(&mut self, loaded: &Loaded) -> bool {
        self.epoch = loaded.epoch;
        let broken = matches!(self.live.core().health, Health::Broken(_));
        let caught_up = !broken && self.catch_up(loaded);
        caught_up || self.load_anew(loaded)
    }

    /// What was under way stands, or never will. If it stands, all is given back in it that was owed when it was decided, and
    /// the clock stands still only since then.
    fn resolve(&mut self, trouble: &mut Trouble, loaded: &Loaded) {
        let mut core = self.live.core();
        core.debt.answered();
        let Some((entry, _)) = trouble.pending.take() else {
            return;
        };
        if loaded.entries.contains(&write(&entry)) {
            core.debt.settle();
            trouble.since = trouble.since.max(entry.at);
            if let Health::Frozen(since) | Health::Broken(since) = &mut core.health {
                *since = trouble.since;
            }
        }
    }

    /// Applies the entries that the journal has and the table does not. Whether the two then agree.
    fn catch_up(&mut self, loaded: &Loaded) -> bool {
        for stored in &loaded.entries {
            if stored.seq <= self.live.core().table.version() {
                continue;
            }
            let Ok(mut entry) = read(stored) else {
                return false;
            };
            if fault::is(Fault::RedrawnDice) {
                entry.body.redraw();
            }
            if !self.apply(&entry, None) {
                return false;
            }
        }
        let last = loaded.entries.last().map(|entry| entry.seq);
        let last = last.max(loaded.snapshot.as_ref().map(|snapshot| snapshot.seq));
        last == Some(self.live.core().table.version())
    }

    /// Puts the journal's table in the place of this one; its sockets get a snapshot.
    fn load_anew(&mut self, loaded: &Loaded) -> bool {
        let now = self.now();
        let rebuilt = match rebuild(loaded) {
            Ok(rebuilt) => rebuilt,
            Err(damaged) => {
                self.damaged(&damaged.to_string());
                return false;
            }
        };
        self.since_snapshot = rebuilt.since_snapshot;
        {
            let mut core = self.live.core();
            let mut table = rebuilt.table;
            table.woken(now, now);
            core.replace(table, rebuilt.ring, now);
            if let Health::Broken(since) = core.health {
                core.health = Health::Frozen(since);
            }
        }
        self.live.bump();
        self.list();
        true
    }

    /// Gives back the time that was lost; when that is journalled, too, the table is well. Until then all of it is owed.
    async fn thaw(&mut self, mut trouble: Box<Trouble>) {
        let now = self.now();
        self.skip_standstill(now);
        let owed_ms = self.live.core().debt.owed_ms();
        let input = Input::Thawed {
            frozen_ms: now.since(trouble.since).saturating_add(owed_ms),
        };
        let services = &self.services;
        let decided = self.live.guarded(now, |core| {
            let ply = core.table.ply();
            let effects = core.table.decide(now, &services.fresh(now), &input);
            (effects, Commit::begun(now, ply, &input))
        });
        let Ok((effects, commit)) = decided else {
            return self.later(trouble);
        };
        let Some(entry) = effects.entry else {
            self.live.core().debt.settle();
            return self.well();
        };
        match self.journal(&entry, &effects.writes, None).await {
            Ok(()) if self.apply(&entry, Some(&commit)) => self.well(),
            Ok(()) => {}
            Err(AppendError::Fenced) => self.fenced(trouble.since),
            Err(AppendError::Taken | AppendError::Unavailable(_)) => {
                trouble.pending = Some((entry, effects.writes));
                self.later(trouble);
            }
        }
    }

    fn well(&mut self) {
        {
            let mut core = self.live.core();
            if !matches!(core.health, Health::Ended(_)) {
                core.health = Health::Well;
            }
        }
        self.trouble = None;
        tracing::info!(table = %self.live.code, "the table goes on");
        self.live.bump();
    }

    fn later(&mut self, mut trouble: Box<Trouble>) {
        let (first, longest) = self.services.config.retry;
        trouble.pause = (trouble.pause * 2).clamp(first, longest);
        trouble.retry_at = self.now().plus(millis(trouble.pause));
        self.trouble = Some(trouble);
    }

    /// The store has no such open table any more. Its last entry closed it, if that is what was under way.
    fn vanished(&mut self, pending: Option<(Entry, Writes)>) {
        match pending {
            Some((entry, writes)) if writes.closed => {
                self.apply(&entry, None);
            }
            _ => {
                tracing::error!(table = %self.live.code, "the table is not in the store any more");
                self.end(CloseCode::Closed);
            }
        }
    }

    fn damaged(&mut self, reason: &str) {
        tracing::error!(table = %self.live.code, reason, "the table's journal cannot be read");
        self.end(CloseCode::Restart);
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
