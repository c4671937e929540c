//! What the tables of a hall share: the ports with their bounds in time, the lobby, the registry, and the end of it all.

use super::{
    HallConfig,
    pulse::Pulse,
    registry::{Parked, Registry},
    room::Counting,
};
use crate::{
    dice::Secret,
    fault::{self, Fault},
    feed::RingLimit,
    input::Fresh,
    live::{Health, Live},
    lobby::Lobby,
    measure,
    ports::{Clock, Random},
    refusal::Refusal,
    store::{
        Append, AppendError, IdempotencyKey, LoadError, Loaded, Store, StoreFuture, StoredEntry,
        Unavailable,
    },
    time::Millis,
};
use ludohall_protocol::{Code, GameId, ProblemCode, TableId};
use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::SetOnce, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Seconds after which a client may try again what a store or a stop refused.
const RETRY_AFTER_S: u32 = 5;

/// Whether the hall comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    No,
    /// It stops in order; sockets come back after this time.
    Drain {
        retry_ms: u64,
    },
    /// Nobody holds it any more.
    Drop,
}

/// What the tables of a hall share.
pub(crate) struct Services {
    pub(crate) config: HallConfig,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) lobby: Lobby,
    pub(crate) registry: Registry,
    /// Whether the hall itself runs.
    pub(crate) pulse: Pulse,
    /// Held while somebody is given a seat at once.
    pub(crate) quick: tokio::sync::Mutex<()>,
    /// Whose seats are being counted.
    pub(crate) counting: Counting,
    /// Wakes every task at the end: by [`Self::halt`].
    pub(crate) stop: CancellationToken,
    /// Whether it has: asked for each action, and so without a lock.
    pub(crate) stopping: AtomicBool,
    /// The tasks of tables, loads and the heartbeat.
    pub(crate) tasks: TaskTracker,
    /// Up to when the journals had everything as the hall began to drain, and when sockets may come back.
    pub(crate) drain: OnceLock<(Millis, u64)>,
    /// The last heartbeat before this start.
    pub(crate) last_beat: tokio::sync::OnceCell<Option<Millis>>,
    /// Set when every open table has the time back that the hall was down: clocks run and bots act from then on.
    pub(crate) opened: SetOnce<()>,
}

impl Services {
    /// Wakes every task, as the hall comes to its end.
    pub(crate) fn halt(&self) {
        self.stopping.store(true, Ordering::Release);
        self.stop.cancel();
    }

    pub(crate) fn ending(&self) -> Ending {
        match self.drain.get() {
            _ if !self.stopping.load(Ordering::Acquire) => Ending::No,
            Some((_, retry_ms)) => Ending::Drain {
                retry_ms: *retry_ms,
            },
            None => Ending::Drop,
        }
    }

    /// The refusal of whoever comes while the hall stops, or to a table that just did.
    pub(crate) fn turned_away(&self) -> Refusal {
        if self.drain.get().is_some() {
            Refusal::new(ProblemCode::Draining, "the hall is restarting").retry_after(RETRY_AFTER_S)
        } else {
            Refusal::unavailable()
        }
    }

    /// An id and a secret for a game that may begin.
    pub(crate) fn fresh(&self, now: Millis) -> Fresh {
        // One call for both: it is made for each input, and goes to the operating system.
        let mut random = [0; 42];
        self.random.fill(&mut random);
        let (mut secret, mut id) = ([0; 32], [0; 10]);
        secret.copy_from_slice(&random[..32]);
        id.copy_from_slice(&random[32..]);
        Fresh {
            game: GameId(uuid_v7(now, &id)),
            secret: Secret::new(secret),
        }
    }

    /// A new table's id.
    pub(crate) fn table_id(&self, now: Millis) -> TableId {
        let mut random = [0; 10];
        self.random.fill(&mut random);
        TableId(uuid_v7(now, &random))
    }

    /// A code out of 2^30.
    pub(crate) fn code(&self) -> Code {
        let mut random = [0; 4];
        self.random.fill(&mut random);
        Code::from_bits(u32::from_le_bytes(random))
    }

    /// Journals; what takes too long counts as failed.
    pub(crate) fn append(
        &self,
        append: Append,
    ) -> impl Future<Output = Result<(), AppendError>> + Send {
        let begun = tokio::time::Instant::now();
        let asked = timeout(self.config.append_timeout, self.store.append(append));
        async move {
            let done = asked.await;
            measure::journal(begun.elapsed());
            done.unwrap_or_else(|_| Err(too_slow().into()))
        }
    }

    /// Takes a table over, by its id.
    pub(crate) async fn load_id(&self, id: TableId) -> Result<Option<Loaded>, LoadError> {
        let done = timeout(self.config.append_timeout, self.store.load_id(id)).await;
        done.unwrap_or_else(|_| Err(too_slow().into()))
    }

    /// Takes a table over, by its code.
    pub(crate) async fn load_code(&self, code: Code) -> Result<Option<Loaded>, LoadError> {
        let done = timeout(self.config.append_timeout, self.store.load(code)).await;
        done.unwrap_or_else(|_| Err(too_slow().into()))
    }

    /// All entries of a table.
    pub(crate) async fn whole_journal(&self, id: TableId) -> Result<Vec<StoredEntry>, LoadError> {
        let done = timeout(self.config.append_timeout, self.store.journal(id)).await;
        done.unwrap_or_else(|_| Err(too_slow().into()))
    }

    /// The code that a key made before.
    pub(crate) async fn replayed(&self, key: IdempotencyKey) -> Result<Option<Code>, Refusal> {
        Ok(self.within(self.store.replayed(key)).await?)
    }

    /// The answer of the store, if it comes in time.
    pub(crate) async fn within<T>(
        &self,
        asked: StoreFuture<'_, Result<T, Unavailable>>,
    ) -> Result<T, Unavailable> {
        let done = timeout(self.config.append_timeout, asked).await;
        done.unwrap_or_else(|_| Err(too_slow()))
    }

    /// Up to when the journals of all tables have all that time did there. A start that counts from there takes nobody's time.
    pub(crate) fn settled_until(&self, now: Millis) -> Millis {
        if fault::is(Fault::HeartbeatAhead) {
            return now;
        }
        let settled = self.registry.settled_until(now, self.pulse.lost_ms(now));
        measure::unsettled(now.since(settled));
        settled
    }

    /// Takes a table that has stopped out of the registry, and out of the lobby unless it was merely unloaded. One that is cut
    /// short is looked at again even if nobody asks for it.
    pub(crate) fn forget(&self, live: &Arc<Live>, game: GameId, cut_short: bool) {
        let now = self.clock.now();
        let rest = live.guarded(now, |core| match core.health {
            Health::Ended(_) if cut_short => Some(Parked::cut_short(&core.table, core.debt, now)),
            Health::Ended(_) => None,
            _ => Some(Parked::of(&core.table, core.debt)),
        });
        if let Ok(Some(parked)) = rest {
            self.registry.park(live, parked);
        } else {
            self.lobby.set(live.code, None);
            self.registry.close(live, game);
        }
    }

    pub(crate) fn ring(&self) -> RingLimit {
        RingLimit {
            entries: self.config.ring_entries,
            bytes: self.config.ring_bytes,
        }
    }

    pub(crate) fn idle_ring(&self) -> RingLimit {
        RingLimit {
            entries: self.config.ring_entries,
            bytes: self.config.idle_ring_bytes,
        }
    }

    pub(crate) fn unload_ms(&self) -> i64 {
        millis(self.config.unload_after)
    }

    pub(crate) fn trim_ms(&self) -> i64 {
        millis(self.config.trim_after)
    }
}

fn uuid_v7(now: Millis, random: &[u8; 10]) -> uuid::Uuid {
    uuid::Builder::from_unix_timestamp_millis(now.0.unsigned_abs(), random).into_uuid()
}

pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

fn too_slow() -> Unavailable {
    Unavailable("no answer in time".to_owned())
}

impl Refusal {
    /// The store does not answer.
    pub(crate) fn unavailable() -> Self {
        Self::new(ProblemCode::Unavailable, "the store does not answer").retry_after(RETRY_AFTER_S)
    }
}

impl From<Unavailable> for Refusal {
    fn from(error: Unavailable) -> Self {
        tracing::warn!(%error, "a request failed");
        Self::unavailable()
    }
}
