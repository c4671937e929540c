//! The hall: which tables there are, who gets to which, and what is done for all of them together.
//!
//! It opens tables and loads them from the journal, one actor a table, never two; it lets go of those that nobody looks at
//! and wakes them when something is due. It knows neither rules nor seats.

use crate::{
    lobby::Lobby,
    ports::{Clock, Random},
    refusal::Refusal,
    store::Store,
};
use ludohall_protocol::{
    Code, CreateTable, GameId, Player, PlayerId, ProblemCode, Record,
    rest::{MyTable, Quick},
};
use pulse::Pulse;
use registry::Registry;
use services::Services;
use std::sync::{Arc, OnceLock, atomic::AtomicBool};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

mod config;
mod handle;
mod opening;
mod pulse;
mod quick;
mod registry;
mod room;
pub(crate) mod services;
mod upkeep;

pub use config::HallConfig;
pub use handle::{MAX_KEY_BYTES, TableHandle};
pub use upkeep::Recovered;

/// A hall. Clones are the same hall; when the last one goes, its tables stop where they are.
#[derive(Clone)]
pub struct Hall {
    owner: Arc<Owner>,
}

/// Ends the tasks of a hall that nobody holds any more.
struct Owner {
    services: Arc<Services>,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.services.halt();
    }
}

impl Hall {
    /// A hall without a table in memory. [`Hall::recover`] must follow.
    #[must_use]
    pub fn start(
        config: HallConfig,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Self {
        let services = Services {
            lobby: Lobby::new(config.listed_tables),
            pulse: Pulse::new(config.heartbeat),
            config,
            store,
            clock,
            random,
            registry: Registry::new(),
            quick: tokio::sync::Mutex::new(()),
            counting: room::Counting::new(),
            stop: CancellationToken::new(),
            stopping: AtomicBool::new(false),
            tasks: TaskTracker::new(),
            drain: OnceLock::new(),
            last_beat: tokio::sync::OnceCell::new(),
            opened: tokio::sync::SetOnce::new(),
        };
        let services = Arc::new(services);
        Self {
            owner: Arc::new(Owner { services }),
        }
    }

    /// Loads every open table, gives the time back that the hall was down, and starts the heartbeat. Until it returns no clock
    /// runs and nothing is decided at any of them; from then on bots and deadlines go on without anybody connected.
    ///
    /// # Errors
    /// `unavailable`: the store cannot be reached. Calling again goes on.
    pub async fn recover(&self) -> Result<Recovered, Refusal> {
        upkeep::recover(self.services()).await
    }

    /// Stops: refuses what changes a table (`draining`), freezes clocks, finishes what is being journalled, and tells the
    /// sockets to come back after `retry_ms` (`bye` 1012). Returns when every table has stopped, or when the store did not
    /// answer for too long; nothing is lost then either.
    pub async fn drain(&self, retry_ms: u64) {
        upkeep::drain(self.services(), retry_ms).await;
    }

    /// Whether [`Hall::drain`] was called: not ready.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.services().drain.get().is_some()
    }

    /// Opens a table; `by` sits on its first seat. `false` where `key` did so before.
    ///
    /// # Errors
    /// What [`crate::Table::open`] refuses; `too_many_requests` where this person has, or the hall, too many tables;
    /// `unavailable`, `draining`.
    pub async fn create(
        &self,
        by: Player,
        spec: CreateTable,
        key: Option<String>,
    ) -> Result<(TableHandle, bool), Refusal> {
        let key = handle::idempotency(by.id, key)?;
        let services = self.services();
        if let Some(key) = &key
            && let Some(code) = services.replayed(key.clone()).await?
        {
            return Ok((self.table(code).await?, false));
        }
        services.room_in_lobby(None, spec.listed)?;
        let counted = services.room_for(by.id, None).await?;
        let (live, opened) = services.open(by, spec, key, counted).await?;
        Ok((TableHandle::new(services.clone(), &live), opened))
    }

    /// Seats `by` at a fitting listed table that waits, or opens one (`true`).
    ///
    /// # Errors
    /// As [`Hall::create`].
    pub async fn quick(
        &self,
        by: Player,
        wish: Quick,
        key: Option<String>,
    ) -> Result<(TableHandle, bool), Refusal> {
        quick::quick(self, by, wish, key).await
    }

    /// The open table with this code, loaded where it is not.
    ///
    /// # Errors
    /// `no_such_table`, `table_damaged`, `unavailable`, `draining`.
    pub async fn table(&self, code: Code) -> Result<TableHandle, Refusal> {
        let live = self.services().live(code).await?;
        Ok(TableHandle::new(self.services().clone(), &live))
    }

    /// Whether this code names no open table but one that has closed.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn has_closed(&self, code: Code) -> Result<bool, Refusal> {
        let services = self.services();
        if services.registry.get(code).is_some() {
            return Ok(false);
        }
        Ok(services.within(services.store.has_closed(code)).await?)
    }

    /// The record of a game: of one that is on without its secret. `None` where there is no such game, or it has not begun.
    ///
    /// # Errors
    /// `not_allowed` where the game is on and `who` may not watch it; `unavailable`, `table_damaged`.
    pub async fn game(&self, id: GameId, who: Option<PlayerId>) -> Result<Option<Record>, Refusal> {
        let services = self.services();
        if let Some(code) = services.registry.table_of(id)
            && let Some(record) = self.table(code).await?.record(id, who).await?
        {
            return Ok(Some(record));
        }
        let Some(json) = services.within(services.store.game(id)).await? else {
            return Ok(None);
        };
        serde_json::from_str(&json).map(Some).map_err(|error| {
            tracing::error!(game = %id, %error, "a record cannot be read");
            Refusal::new(ProblemCode::Internal, "the record cannot be read")
        })
    }

    /// The open tables where somebody has a seat. Those that cannot be loaded now are left out.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn tables_of(&self, who: PlayerId) -> Result<Vec<MyTable>, Refusal> {
        let services = self.services();
        let codes = services.within(services.store.tables_of(who)).await?;
        let mut tables = Vec::new();
        for code in codes {
            if let Ok(handle) = self.table(code).await
                && let Ok(Some(mine)) = handle.mine(who).await
            {
                tables.push(mine);
            }
        }
        Ok(tables)
    }

    /// The lobby.
    #[must_use]
    pub fn lobby(&self) -> &Lobby {
        &self.services().lobby
    }

    /// How many tables are in memory.
    #[must_use]
    pub fn loaded(&self) -> usize {
        self.services().registry.loaded()
    }

    fn services(&self) -> &Arc<Services> {
        &self.owner.services
    }
}
