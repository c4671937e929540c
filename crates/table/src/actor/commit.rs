//! Journal, apply, tell: in this order, always.

use super::{Actor, Outcome, loss::Commit, trouble::Cause};
use crate::{
    fault::{self, Fault},
    input::{Applied, Effects, Input, Writes},
    journal::{Damaged, Entry},
    live::{Bye, Health, Panicked},
    loading::{games, members, write},
    store::{Append, AppendError, IdempotencyKey, Snapshot},
    time::Millis,
};
use ludohall_protocol::{
    CloseCode, Event,
    event::{ControlReason, Controller},
};

/// How often an input is decided: once more after the journal turned out to know more than the table did.
const TRIES: usize = 2;

impl Actor {
    /// Decides `input`; what comes of it is on disk, applied and can be pulled when this returns `Done`.
    pub(super) async fn submit(&mut self, input: &Input, key: Option<&IdempotencyKey>) -> Outcome {
        for _ in 0..TRIES {
            let now = self.now();
            let ply = self.live.core().table.ply();
            let Ok(mut effects) = self.decide(now, input) else {
                return Outcome::Panicked;
            };
            let Some(entry) = &mut effects.entry else {
                return Outcome::Done(effects.reply);
            };
            if self.trouble.is_some() {
                return Outcome::Unavailable;
            }
            let commit = Commit::begun(now, ply, input);
            self.notice_standstill(now);
            self.pay_with(entry);
            self.live.core().debt.ask(now);
            if fault::is(Fault::AnswerBeforeCommit) && self.apply(entry, Some(&commit)) {
                let _ = self.journal(entry, &effects.writes, key).await;
                return Outcome::Done(effects.reply);
            }
            match self.journal(entry, &effects.writes, key).await {
                Ok(()) if self.apply(entry, Some(&commit)) => {
                    self.strikes = 0;
                    return Outcome::Done(effects.reply);
                }
                Ok(()) => return Outcome::Panicked,
                Err(AppendError::Taken) => {
                    let pending = effects.entry.map(|entry| (entry, effects.writes));
                    self.freeze(now, Cause::Behind, pending);
                    Box::pin(self.recover()).await;
                }
                Err(error) => {
                    let pending = effects.entry.map(|entry| (entry, effects.writes));
                    self.stumble(now, &error, pending);
                    return Outcome::Unavailable;
                }
            }
        }
        Outcome::Unavailable
    }

    /// What `input` means; a panic is logged with it.
    pub(super) fn decide(&mut self, now: Millis, input: &Input) -> Result<Effects, Panicked> {
        let services = &self.services;
        let decided = self.live.guarded(now, |core| {
            let fresh = services.fresh(now);
            core.table.decide(core.now(now), &fresh, input)
        });
        if let Err(Panicked(words)) = &decided {
            tracing::error!(table = %self.live.code, ?input, panic = words, "a table panicked; it is loaded again");
            self.note_panic();
        }
        decided
    }

    /// Puts an entry on disk.
    pub(super) async fn journal(
        &mut self,
        entry: &Entry,
        writes: &Writes,
        idempotency: Option<&IdempotencyKey>,
    ) -> Result<(), AppendError> {
        let snapshot = self.snapshot();
        let has_snapshot = snapshot.is_some();
        // Made where it is handed over, so that this future has no room for it.
        let append = self.services.append(Append {
            table: self.live.id,
            code: self.live.code,
            epoch: self.epoch,
            entries: vec![write(entry)],
            members: members(writes),
            games: games(writes),
            snapshot,
            closed: writes.closed,
            idempotency: idempotency.cloned(),
        });
        match append.await {
            Err(AppendError::Fenced) if fault::is(Fault::LostFence) => {}
            done => done?,
        }
        self.since_snapshot = if has_snapshot {
            1
        } else {
            self.since_snapshot + 1
        };
        Ok(())
    }

    /// The state before the entry that is written, when the last snapshot is old enough.
    fn snapshot(&self) -> Option<Snapshot> {
        if self.since_snapshot < self.services.config.snapshot_every {
            return None;
        }
        let made = self.live.guarded(self.now(), |core| Snapshot {
            seq: match core.table.version() {
                version if fault::is(Fault::SnapshotStale) => version.next(),
                version => version,
            },
            body: core.table.snapshot(),
        });
        made.ok()
    }

    /// Folds a journalled entry into the table and tells everybody. Whether that went well.
    pub(super) fn apply(&mut self, entry: &Entry, commit: Option<&Commit>) -> bool {
        let limit = self.services.ring();
        let now = self.now();
        let lost_ms = self.services.pulse.lost_ms(now);
        let applied = self.live.guarded(now, |core| {
            let applied = core.table.apply(entry)?;
            if let Some(commit) = commit {
                // Before anybody is told how much time is left.
                commit.note(core, now, lost_ms);
            }
            core.publish(&applied, limit);
            if applied.writes.closed {
                core.health = Health::Ended(Bye {
                    code: CloseCode::Closed,
                    retry_ms: None,
                });
            }
            Ok::<Applied, Damaged>(applied)
        });
        match applied {
            Ok(Ok(applied)) => {
                self.tell(&applied);
                true
            }
            Ok(Err(damaged)) => self.unsound(&damaged.to_string()),
            Err(Panicked(words)) => self.unsound(&words),
        }
    }

    fn tell(&mut self, applied: &Applied) {
        self.live.bump();
        if applied.listing {
            self.list();
        }
        let game = self.live.core().table.game_id();
        if game != self.game {
            self.services
                .registry
                .game_changed(self.game, game, self.live.code);
            self.game = game;
        }
        for event in &applied.events {
            self.note_control(event);
        }
    }

    /// Says who acts for a seat from now on, and why.
    fn note_control(&self, event: &Event) {
        let Event::Control {
            arm,
            controller,
            reason,
        } = event
        else {
            return;
        };
        let reason = name(*reason);
        match controller {
            Controller::Bot => {
                metrics::counter!("ludohall_takeovers_total", "reason" => reason).increment(1);
                tracing::info!(table = %self.live.code, arm, reason, "a bot takes a seat over");
            }
            Controller::Human => {
                metrics::counter!("ludohall_returns_total").increment(1);
                tracing::info!(table = %self.live.code, arm, reason, "a person has a seat back");
            }
            Controller::None => {}
        }
    }

    /// An entry that the table itself decided does not apply: the state in memory is wrong.
    fn unsound(&mut self, reason: &str) -> bool {
        tracing::error!(table = %self.live.code, reason, "a table could not apply its own entry; it is loaded again");
        let now = self.now();
        self.live.core().health = Health::Broken(now);
        self.note_panic();
        false
    }

    /// Somebody else writes to this table now, or a load of our own came so late that it looks like it. Nothing is lost that
    /// the clock has cost since then.
    pub(super) fn fenced(&mut self, since: Millis) {
        tracing::warn!(table = %self.live.code, "somebody else writes to this table now");
        self.live.core().debt.ask(since);
        self.is_cut_short = true;
        self.end(CloseCode::Restart);
    }

    /// Notes what went wrong with an append. The clock stands still from when the entry was decided.
    fn stumble(
        &mut self,
        decided_at: Millis,
        error: &AppendError,
        pending: Option<(Entry, Writes)>,
    ) {
        if *error == AppendError::Fenced {
            return self.fenced(decided_at);
        }
        metrics::counter!("ludohall_store_failures_total").increment(1);
        tracing::warn!(table = %self.live.code, %error, "an append failed; the clock of the table stands still");
        self.freeze(decided_at, Cause::Store, pending);
    }
}

fn name(reason: ControlReason) -> &'static str {
    match reason {
        ControlReason::Expired => "expired",
        ControlReason::Misses => "misses",
        ControlReason::Away => "away",
        ControlReason::Left => "left",
        ControlReason::Returned => "returned",
    }
}
