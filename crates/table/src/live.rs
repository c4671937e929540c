//! A loaded table as everybody holds it: the state under one short lock, and what wakes those who wait for it.
//!
//! The actor alone applies entries. Sockets and requests read, and note who is connected. Nobody awaits under the lock.

use crate::{
    actor::Work,
    chat::{ChatLog, Said, Say},
    crowd::Crowd,
    debt::Debt,
    feed::{Frame, Ring, RingLimit},
    input::Applied,
    measure::SeatGauge,
    table::Table,
    time::Millis,
    wake::Wake,
};
use ludohall_protocol::{
    Answer, AnswerCode, CloseCode, Code, Listing, Phase, Player, PlayerId, TableId, Version,
    table::Role,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Notify, mpsc};

/// How a table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// Well.
    Well,
    /// Its store does not answer, or the hall is not all back yet: it can be looked at, and its clock stands still since then.
    Frozen(Millis),
    /// It panicked and has not been loaded again yet; since then.
    Broken(Millis),
    /// It has stopped or is about to; sockets get this.
    Ended(Bye),
}

/// Why sockets are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bye {
    pub(crate) code: CloseCode,
    pub(crate) retry_ms: Option<u64>,
}

/// Who is connected, as sockets are told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    /// Whether the owner of each owned arm is connected.
    pub(crate) arms: Vec<(u8, bool)>,
    /// How many people look on.
    pub(crate) watchers: u32,
}

/// The table panicked; its state is not to be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panicked(pub(crate) String);

/// What the lock guards.
pub(crate) struct Core {
    pub(crate) table: Table,
    pub(crate) health: Health,
    pub(crate) debt: Debt,
    pub(crate) crowd: Crowd,
    pub(crate) chat: ChatLog,
    pub(crate) presence: Arc<Presence>,
    seats: SeatGauge,
    ring: Ring,
    /// Grows when the table was loaded anew under its sockets: they need a snapshot.
    pub(crate) generation: u64,
    /// Grows when somebody's `you` may have changed.
    pub(crate) roles: u64,
    /// Being unloaded: nobody new gets in.
    pub(crate) closing: bool,
    /// Taken out of the registry: whoever waits for that may look the code up again.
    pub(crate) gone: bool,
    /// When it was last used.
    pub(crate) used_at: Millis,
}

impl Core {
    /// Runs `work` on the table; a panic leaves it `Broken`, and what is broken is not touched any more.
    fn guarded<R>(
        &mut self,
        now: Millis,
        work: impl FnOnce(&mut Self) -> R,
    ) -> Result<R, Panicked> {
        if matches!(self.health, Health::Broken(_)) {
            return Err(Panicked("it panicked before".to_owned()));
        }
        let done = catch_unwind(AssertUnwindSafe(|| work(self)));
        done.map_err(|payload| {
            self.health = Health::Broken(self.now(now));
            Panicked(words(payload.as_ref()))
        })
    }

    /// The time for this table: it stands still while the store does.
    pub(crate) fn now(&self, now: Millis) -> Millis {
        match self.health {
            Health::Frozen(since) | Health::Broken(since) => since.min(now),
            Health::Well | Health::Ended(_) => now,
        }
    }

    /// When something is due: the present decision not before what is owed has been had, too.
    pub(crate) fn tick_at(&self, now: Millis) -> Option<Millis> {
        let at = self.table.deadline()?;
        if self.table.decision_deadline() != Some(at) {
            return Some(at);
        }
        self.table.given_back(now, self.debt.owed_ms())
    }

    /// Milliseconds left for the present decision, with what is owed.
    pub(crate) fn left_ms(&self, now: Millis) -> Option<u64> {
        let now = self.now(now);
        let deadline = self.table.given_back(now, self.debt.owed_ms())?;
        Some(deadline.since(now).unsigned_abs())
    }

    /// Up to when the journal has all that time did here, when the hall has lost `lost_ms` so far. What is under way may
    /// begin a decision; else only that of a person has a clock.
    pub(crate) fn settled_until(&self, now: Millis, lost_ms: i64) -> Millis {
        if matches!(self.health, Health::Ended(_)) {
            return now;
        }
        if self.table.decision_deadline().is_none() {
            return self.debt.asking_since().map_or(now, |at| at.min(now));
        }
        self.debt.settled_until(self.now(now), lost_ms)
    }

    /// Whether it stays in memory, as far as is known.
    pub(crate) fn goes_on(&self) -> bool {
        !self.closing && !matches!(self.health, Health::Ended(_))
    }

    /// The table as anybody may see it.
    pub(crate) fn view(&self, now: Millis) -> ludohall_protocol::Table {
        ludohall_protocol::Table {
            watchers: self.presence.watchers,
            chat: self.chat.lines(),
            deadline_ms: self.left_ms(now),
            ..self.table.view(self.now(now))
        }
    }

    /// Whether `who` may look on. Anybody may while it waits: to see a table is how one comes to sit at it. The start shuts
    /// out whoever did not.
    pub(crate) fn may_watch(&self, who: PlayerId) -> bool {
        self.table.phase() == Phase::Waiting || self.table.may_watch(who)
    }

    /// The same for who may be nobody.
    pub(crate) fn may_be_seen_by(&self, who: Option<PlayerId>) -> bool {
        match who {
            Some(who) => self.may_watch(who),
            None => self.table.phase() == Phase::Waiting || self.table.settings().watchable,
        }
    }

    /// How the lobby shows the table, and whether somebody is there.
    pub(crate) fn listing(&self) -> Option<(Listing, bool)> {
        let mut listing = self.table.listing()?;
        listing.watchers = self.presence.watchers;
        let somebody = self.presence.arms.iter().any(|(_, connected)| *connected);
        Some((listing, somebody))
    }

    /// The entries after `after`, ready to be sent; `None` where the ring does not reach.
    pub(crate) fn since(&mut self, after: Version, now: Millis) -> Option<Vec<Arc<str>>> {
        let left = self.left_ms(now);
        self.ring.since(after, self.table.version(), left)
    }

    /// Puts an applied entry where sockets find it.
    pub(crate) fn publish(&mut self, applied: &Applied, limit: RingLimit) {
        self.ring.push(Frame::new(applied), limit);
        if applied.controllers {
            self.seats.set(self.table.controllers());
        }
        if !applied.you.is_empty() {
            self.roles += 1;
            self.count_presence();
        }
    }

    /// Cuts the ring.
    pub(crate) fn trim(&mut self, limit: RingLimit) {
        self.ring.trim(limit);
    }

    /// Puts a freshly loaded table in the place of this one. Sockets stay and get a snapshot.
    pub(crate) fn replace(&mut self, mut table: Table, ring: Ring, now: Millis) {
        for who in self.crowd.people() {
            table.set_presence(now, who, true);
        }
        self.table = table;
        self.ring = ring;
        self.generation += 1;
        self.roles += 1;
        self.count_presence();
    }

    /// Reads from the table who is connected, and who acts.
    pub(crate) fn count_presence(&mut self) {
        self.seats.set(self.table.controllers());
        let arms = self.table.connected();
        let watchers = self
            .crowd
            .people()
            .filter(|who| self.table.you(*who).role == Role::Watcher)
            .count();
        let presence = Presence {
            arms,
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
        };
        if *self.presence != presence {
            self.presence = Arc::new(presence);
        }
    }

    /// Says something, and answers.
    pub(crate) fn say(&mut self, from: &Player, say: Say, keep: usize) -> Answer {
        let id = say.id.clone();
        let seated = self.table.you(from.id).role == Role::Player;
        let policy = self.table.settings().chat_policy;
        match self.chat.say(from, seated, policy, say, keep) {
            Said::Heard | Said::Again => Answer {
                id: Some(id),
                ok: true,
                code: None,
                message: None,
                version: self.table.version(),
                ply: None,
            },
            Said::Refused(code, why) => self.refuse(Some(id), code, why),
        }
    }

    /// The answer to a command that is refused.
    pub(crate) fn refuse(&self, id: Option<String>, code: AnswerCode, why: &str) -> Answer {
        Answer {
            id,
            ok: false,
            code: Some(code),
            message: Some(why.to_owned()),
            version: self.table.version(),
            ply: Some(self.table.ply()),
        }
    }
}

/// A loaded table.
pub(crate) struct Live {
    pub(crate) id: TableId,
    pub(crate) code: Code,
    pub(crate) mailbox: mpsc::Sender<Box<Work>>,
    core: Mutex<Core>,
    /// Bumped after each change that a socket may want to know.
    pub(crate) wake: Wake,
    /// For the actor: who is connected has changed, or the table panicked outside of it.
    pub(crate) nudge: Notify,
}

impl Live {
    /// A table just loaded or opened, nobody connected.
    pub(crate) fn new(
        table: Table,
        ring: Ring,
        mailbox: mpsc::Sender<Box<Work>>,
        (health, debt): (Health, Debt),
        now: Millis,
    ) -> Self {
        let core = Core {
            health,
            debt,
            crowd: Crowd::default(),
            chat: ChatLog::default(),
            presence: Arc::default(),
            seats: SeatGauge::default(),
            ring,
            generation: 0,
            roles: 0,
            closing: false,
            gone: false,
            used_at: now,
            table,
        };
        let live = Self {
            id: core.table.id(),
            code: core.table.code(),
            mailbox,
            core: Mutex::new(core),
            wake: Wake::default(),
            nudge: Notify::new(),
        };
        live.core().count_presence();
        live
    }

    /// The state. Never held across an await.
    pub(crate) fn core(&self) -> MutexGuard<'_, Core> {
        // A panic of the table is caught inside the lock and leaves it `Broken`; whatever else panicked changed nothing there.
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` on the table; a panic in it stops this table only.
    pub(crate) fn guarded<R>(
        &self,
        now: Millis,
        work: impl FnOnce(&mut Core) -> R,
    ) -> Result<R, Panicked> {
        let mut core = self.core();
        let was_broken = matches!(core.health, Health::Broken(_));
        let done = core.guarded(now, work);
        drop(core);
        if done.is_err() && !was_broken {
            self.nudge.notify_one();
        }
        done
    }

    /// A socket of `who` comes. The caller has the lock, and has seen that the table goes on.
    pub(crate) fn enter(&self, core: &mut Core, who: PlayerId, now: Millis) {
        core.used_at = now;
        if core.crowd.enter(who) {
            self.presence_changed(core, who, now, true);
        }
    }

    /// A socket of `who` goes.
    pub(crate) fn leave(&self, who: PlayerId, now: Millis) {
        let mut core = self.core();
        core.used_at = now;
        if core.crowd.leave(who) {
            self.presence_changed(&mut core, who, now, false);
        }
    }

    fn presence_changed(&self, core: &mut Core, who: PlayerId, now: Millis, here: bool) {
        // A table that panics over it is loaded anew and then asks the crowd.
        let _ = core.guarded(now, |core| {
            let now = core.now(now);
            core.table.set_presence(now, who, here);
            core.count_presence();
        });
        self.bump();
        self.nudge.notify_one();
    }

    /// Tells everybody who waits that something changed. Call it after the change.
    pub(crate) fn bump(&self) {
        self.wake.bump();
    }

    /// Returns when the table is out of the registry.
    pub(crate) async fn gone(&self) {
        let mut seen = self.wake.seen();
        while !self.core().gone {
            self.wake.changed(&mut seen).await;
        }
    }
}

/// What a panic said.
pub(crate) fn words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
