//! How a table gets into memory: opened by somebody, or loaded from its journal. Never twice.

use super::{
    registry::Parked,
    room::{Counted, For, Place},
    services::Services,
};
use crate::{
    actor::Actor,
    debt::{Debt, LONG_MS},
    fault::{self, Fault},
    feed::{Frame, Ring},
    input::{Input, Writes},
    journal::Entry,
    live::{Health, Live},
    loading::{Rebuilt, games, members, rebuild, write},
    refusal::Refusal,
    store::{Append, Created, Epoch, IdempotencyKey, LoadError, Loaded, NewTable},
    table::Table,
    time::Millis,
};
use ludohall_protocol::{Code, CreateTable, Player, PlayerId, ProblemCode};
use std::sync::Arc;
use tokio::sync::mpsc;

/// When a table is looked for of which nobody knows whether it was opened, and one that could not be loaded.
pub(super) const SECOND_LOOK_MS: i64 = 60_000;

/// A table that is about to be in memory.
struct Ready {
    rebuilt: Rebuilt,
    epoch: Epoch,
    /// Up to when it was given back what it was short of.
    settled_at: Millis,
    /// Frozen if it waits for the rest of the hall.
    health: Health,
    /// What it is short of since.
    debt: Debt,
}

impl Services {
    /// The table with this code, loaded where it is not.
    pub(crate) async fn live(self: &Arc<Self>, code: Code) -> Result<Arc<Live>, Refusal> {
        loop {
            let live = match self.registry.get(code) {
                Some(live) => live,
                None => self.apart(self.clone().load(code)).await?,
            };
            if live.core().goes_on() {
                return Ok(live);
            }
            live.gone().await;
        }
    }

    /// Opens a table where its maker has room for it; `false` where the key opened one before.
    pub(crate) async fn open(
        self: &Arc<Self>,
        by: Player,
        spec: CreateTable,
        key: Option<IdempotencyKey>,
        counted: Counted,
    ) -> Result<(Arc<Live>, bool), Refusal> {
        let opening = self.clone().open_new(by, spec, key);
        self.apart(async move {
            let _counted = counted;
            opening.await
        })
        .await
    }

    /// Runs `work` to its end even if whoever asked goes away: a table must not stay half-way into memory.
    pub(super) async fn apart<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
    ) -> Result<T, Refusal> {
        if self.stop.is_cancelled() {
            return Err(self.turned_away());
        }
        self.tasks.spawn(work).await.unwrap_or_else(|error| {
            tracing::error!(%error, "opening or loading a table failed");
            Err(Refusal::new(
                ProblemCode::Internal,
                "the table could not be made",
            ))
        })
    }

    async fn load(self: Arc<Self>, code: Code) -> Result<Arc<Live>, Refusal> {
        let _lock = self.registry.lock(code).await;
        if let Some(live) = self.registry.get(code) {
            return Ok(live);
        }
        let place = self.room(For::Loading)?;
        let ready = self.ready(code).await?;
        Ok(self.enliven(ready, place))
    }

    /// Loads a table after a start. What has no room is only looked at: its time is given back, and it is remembered when
    /// it has something due.
    pub(super) async fn revive(self: Arc<Self>, code: Code) -> Result<(), Refusal> {
        let _lock = self.registry.lock(code).await;
        if self.registry.get(code).is_some() {
            return Ok(());
        }
        let ready = self.ready(code).await?;
        if let Ok(place) = self.room(For::Loading) {
            self.enliven(ready, place);
            return Ok(());
        }
        let table = &ready.rebuilt.table;
        let mut parked = Parked::of(table, ready.debt);
        let later = self.clock.now().plus(SECOND_LOOK_MS);
        parked.due.get_or_insert(later);
        if !self.opened.initialized() {
            parked.debt.ask(ready.settled_at);
        }
        self.registry.remind(code, parked);
        self.registry
            .game_changed(table.game_id(), table.game_id(), code);
        self.lobby
            .set(code, table.listing().map(|listing| (listing, false)));
        Ok(())
    }

    /// Puts all of the journal in the place of a snapshot of which no table can be made.
    async fn without_snapshot(&self, loaded: &mut Loaded) -> Result<(), Refusal> {
        loaded.entries = match self.whole_journal(loaded.id).await {
            Ok(entries) => entries,
            Err(LoadError::Damaged(reason)) => return Err(damaged(loaded.code, &reason)),
            Err(LoadError::Unavailable(error)) => return Err(error.into()),
        };
        loaded.snapshot = None;
        Ok(())
    }

    /// A table from its journal, with the time given back that the hall was down, stood still, or could not load it.
    async fn ready(&self, code: Code) -> Result<Ready, Refusal> {
        let last_beat = self.last_beat().await?;
        let begun = self.clock.now();
        let lost_ms = self.pulse.lost_ms(begun);
        let again = begun.plus(SECOND_LOOK_MS);
        let parked = self.registry.fetch(code, begun, lost_ms, again);
        let (loaded, mut rebuilt) = self.read(code).await?;
        let now = self.clock.now();
        let last_entry = loaded.entries.last().map_or(begun, |entry| entry.at);
        let frozen_ms = if self.opened.initialized() {
            missed_ms(parked, last_entry, begun, now)
        } else {
            // A hall that fell before its first heartbeat lived when it made its last entry.
            now.since(last_beat.map_or(last_entry, |beat| beat.max(last_entry)))
        };
        let idle_since = parked.map_or(now, |parked| parked.idle_since.plus(frozen_ms));
        rebuilt.table.woken(now, idle_since);
        let mut ready = Ready {
            rebuilt,
            epoch: loaded.epoch,
            settled_at: now,
            health: self.health(now),
            debt: Debt::since(self.pulse.lost_ms(now)),
        };
        if !fault::is(Fault::DowntimeKept) {
            self.give_back(&mut ready, frozen_ms).await?;
        }
        Ok(ready)
    }

    /// How a table does that is loaded `now`: no clock runs there before the whole hall is back.
    fn health(&self, now: Millis) -> Health {
        if self.opened.initialized() || fault::is(Fault::StartEarly) {
            Health::Well
        } else {
            Health::Frozen(now)
        }
    }

    /// A table from its journal.
    async fn read(&self, code: Code) -> Result<(Loaded, Rebuilt), Refusal> {
        let mut loaded = match self.load_code(code).await {
            Ok(Some(loaded)) => loaded,
            Ok(None) => {
                self.registry.drop_parked(code);
                return Err(Refusal::new(
                    ProblemCode::NoSuchTable,
                    "no open table has this code",
                ));
            }
            Err(LoadError::Damaged(reason)) => {
                self.registry.drop_parked(code);
                return Err(damaged(code, &reason));
            }
            Err(LoadError::Unavailable(error)) => return Err(error.into()),
        };
        let mut rebuilt = rebuild(&loaded);
        if let (Err(error), Some(_)) = (&rebuilt, &loaded.snapshot) {
            tracing::error!(table = %code, %error, "the snapshot does not restore; the whole journal is read instead");
            self.without_snapshot(&mut loaded).await?;
            rebuilt = rebuild(&loaded);
        }
        let rebuilt = rebuilt.map_err(|error| {
            self.registry.drop_parked(code);
            damaged(code, &error.to_string())
        })?;
        Ok((loaded, rebuilt))
    }

    /// When the hall last said that it lived, before this start.
    pub(super) async fn last_beat(&self) -> Result<Option<Millis>, Refusal> {
        let ask = || self.within(self.store.last_beat());
        Ok(*self.last_beat.get_or_try_init(ask).await?)
    }

    /// Gives time back that was lost until the table was loaded. What that itself takes is owed.
    async fn give_back(&self, ready: &mut Ready, frozen_ms: i64) -> Result<(), Refusal> {
        let (now, rebuilt) = (ready.settled_at, &mut ready.rebuilt);
        let input = Input::Thawed { frozen_ms };
        let effects = rebuilt.table.decide(now, &self.fresh(now), &input);
        let Some(entry) = effects.entry else {
            return Ok(());
        };
        let append = Append {
            table: rebuilt.table.id(),
            code: rebuilt.table.code(),
            epoch: ready.epoch,
            entries: vec![write(&entry)],
            members: Vec::new(),
            games: Vec::new(),
            snapshot: None,
            closed: false,
            idempotency: None,
        };
        self.append(append).await.map_err(|error| {
            tracing::warn!(%error, "a table could not be given its time back; it is loaded again later");
            Refusal::unavailable()
        })?;
        let code = rebuilt.table.code();
        let applied = rebuilt.table.apply(&entry);
        let applied = applied.map_err(|error| damaged(code, &error.to_string()))?;
        rebuilt.ring.push(Frame::new(&applied), self.ring());
        rebuilt.since_snapshot += 1;
        let took_ms = self.clock.now().since(now);
        if self.opened.initialized() && took_ms >= LONG_MS {
            ready.debt.skip(self.pulse.lost_ms(now));
            ready.debt.owe(took_ms, false);
        }
        Ok(())
    }

    /// Starts the table's task. The caller holds the code's lock.
    fn enliven(self: &Arc<Self>, ready: Ready, place: Place<'_>) -> Arc<Live> {
        let (sender, mailbox) = mpsc::channel(self.config.mailbox);
        let live = Arc::new(Live::new(
            ready.rebuilt.table,
            ready.rebuilt.ring,
            sender,
            (ready.health, ready.debt),
            self.clock.now(),
        ));
        let actor = Actor::new(
            live.clone(),
            self.clone(),
            mailbox,
            ready.epoch,
            ready.rebuilt.since_snapshot,
        );
        actor.list();
        self.registry
            .insert(live.clone(), live.core().table.game_id(), place);
        self.tasks.spawn(actor.run());
        live
    }

    async fn open_new(
        self: Arc<Self>,
        by: Player,
        spec: CreateTable,
        key: Option<IdempotencyKey>,
    ) -> Result<(Arc<Live>, bool), Refusal> {
        let place = self.room(For::Opening)?;
        for _ in 0..self.config.code_tries {
            let code = self.code();
            let lock = self.registry.lock(code).await;
            if self.registry.get(code).is_some() {
                continue;
            }
            match self.try_open(code, &by, &spec, key.clone()).await? {
                Opened::Ready(ready) => return Ok((self.enliven(*ready, place), true)),
                Opened::CodeTaken => {
                    tracing::info!(%code, "a code was taken; another one is tried");
                }
                Opened::Before(code) => {
                    drop((lock, place));
                    return Ok((self.load(code).await?, false));
                }
            }
        }
        tracing::error!(
            tries = self.config.code_tries,
            "no free code was found: too many open tables, or bad randomness"
        );
        Err(Refusal::new(ProblemCode::Unavailable, "no free code was found").retry_after(5))
    }

    async fn try_open(
        &self,
        code: Code,
        by: &Player,
        spec: &CreateTable,
        key: Option<IdempotencyKey>,
    ) -> Result<Opened, Refusal> {
        let now = self.clock.now();
        let debt = Debt::since(self.pulse.lost_ms(now));
        let id = self.table_id(now);
        let entry = Table::open(now, by, spec, &self.fresh(now))?;
        let (table, applied) = Table::from_entry(id, code, &entry)
            .map_err(|error| damaged(code, &error.to_string()))?;
        let new = new_table(&table, by.id, &entry, &applied.writes, key);
        match self.within(self.store.create(new)).await {
            Ok(Created::Done(epoch)) => {
                let mut ring = Ring::default();
                ring.push(Frame::new(&applied), self.ring());
                let rebuilt = Rebuilt {
                    table,
                    ring,
                    since_snapshot: 1,
                };
                Ok(Opened::Ready(Box::new(Ready {
                    rebuilt,
                    epoch,
                    settled_at: now,
                    health: Health::Well,
                    debt,
                })))
            }
            Ok(Created::CodeTaken) => Ok(Opened::CodeTaken),
            Ok(Created::Replayed(code)) => Ok(Opened::Before(code)),
            Err(error) => {
                // It may be open all the same, and then it must close some day.
                let parked = Parked::unknown(now.plus(SECOND_LOOK_MS), now, debt);
                self.registry.remind(code, parked);
                Err(error.into())
            }
        }
    }
}

/// What a table that is loaded between `begun` and `now` has missed. An entry since it was first to be loaded has given back
/// all that was before it, and its answer got lost.
fn missed_ms(parked: Option<Parked>, last_entry: Millis, begun: Millis, now: Millis) -> i64 {
    let debt = parked.map_or(Debt::default(), |parked| parked.debt);
    let asked_at = debt.asking_since().unwrap_or(begun);
    let owed_ms = if last_entry > asked_at {
        0
    } else {
        debt.owed_ms()
    };
    let waited_ms = now.since(asked_at.max(last_entry));
    owed_ms + if waited_ms >= LONG_MS { waited_ms } else { 0 }
}

/// What became of opening a table.
enum Opened {
    Ready(Box<Ready>),
    CodeTaken,
    Before(Code),
}

fn new_table(
    table: &Table,
    by: PlayerId,
    entry: &Entry,
    writes: &Writes,
    idempotency: Option<IdempotencyKey>,
) -> NewTable {
    NewTable {
        id: table.id(),
        code: table.code(),
        by,
        entries: vec![write(entry)],
        members: members(writes),
        games: games(writes),
        idempotency,
    }
}

fn damaged(code: Code, reason: &str) -> Refusal {
    tracing::error!(table = %code, reason, "a table's journal cannot be read");
    Refusal::new(
        ProblemCode::TableDamaged,
        "the table's journal cannot be read",
    )
}
