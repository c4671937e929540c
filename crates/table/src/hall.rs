//! The hall: which tables there are, who gets to which, and what is done for all of them together.
//!
//! It opens tables and loads them from the journal, one actor a table, never two; it lets go of those that nobody looks at
//! and wakes them when something is due. It knows neither rules nor seats.

use crate::{
    attachment::Attachment,
    input::Request,
    lobby::Lobby,
    ports::{Clock, Random},
    refusal::Refusal,
    store::{Store, Unavailable},
};
use ludohall_protocol::{
    Answer, ClientMessage, Code, CreateTable, GameId, Player, PlayerId, Record, Version,
    rest::{MyTable, Quick},
};
use std::sync::Arc;

mod config;
pub use config::HallConfig;

/// A hall. Clones are the same hall.
#[derive(Clone)]
pub struct Hall {
    inner: Arc<Inner>,
}

struct Inner {
    lobby: Lobby,
}

/// A table that is open. It stays usable when the table is unloaded meanwhile: the next call loads it again.
#[derive(Clone)]
pub struct TableHandle {
    code: Code,
}

/// What [`Hall::recover`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Open tables.
    pub tables: usize,
    /// Tables whose journal cannot be read; they answer `table_damaged`.
    pub damaged: usize,
    /// How long the hall was down, in ms; given back to whoever was thinking.
    pub down_ms: i64,
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
        let _ = (config, store, clock, random);
        unimplemented!()
    }

    /// Loads every open table, gives the time back that the hall was down, and starts the heartbeat. Bots and deadlines go on
    /// from here without anybody connected.
    ///
    /// # Errors
    /// The store cannot be reached. Calling again goes on.
    pub async fn recover(&self) -> Result<Recovered, Unavailable> {
        unimplemented!()
    }

    /// Stops: refuses what changes a table (`draining`), freezes clocks, finishes what is being journalled, and tells the
    /// sockets to come back after `retry_ms` (`bye` 1012). Returns when every table has stopped.
    pub async fn drain(&self, retry_ms: u64) {
        let _ = retry_ms;
        unimplemented!()
    }

    /// Whether [`Hall::drain`] was called: not ready.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        unimplemented!()
    }

    /// Opens a table; `by` sits on its first seat. `false` where `key` did so before.
    ///
    /// # Errors
    /// What [`crate::Table::open`] refuses; too many tables of this person or in this hall; `unavailable`, `draining`.
    pub async fn create(
        &self,
        by: Player,
        spec: CreateTable,
        key: Option<String>,
    ) -> Result<(TableHandle, bool), Refusal> {
        let _ = (by, spec, key);
        unimplemented!()
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
        let _ = (by, wish, key);
        unimplemented!()
    }

    /// The open table with this code, loaded where it is not.
    ///
    /// # Errors
    /// `no_such_table`, `table_damaged`, `unavailable`, `draining`.
    pub async fn table(&self, code: Code) -> Result<TableHandle, Refusal> {
        let _ = code;
        unimplemented!()
    }

    /// The record of a game: of one that is on without its secret.
    ///
    /// # Errors
    /// `unavailable`, `table_damaged`.
    pub async fn game(&self, id: GameId) -> Result<Option<Record>, Refusal> {
        let _ = id;
        unimplemented!()
    }

    /// The open tables where somebody has a seat.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn tables_of(&self, who: PlayerId) -> Result<Vec<MyTable>, Refusal> {
        let _ = who;
        unimplemented!()
    }

    /// The lobby.
    #[must_use]
    pub fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }
}

impl TableHandle {
    /// The table's code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Does what a REST call asks, and returns the table as it stands then.
    ///
    /// # Errors
    /// What the table refuses; `too_many_requests` where its mailbox is full; `unavailable`, `draining`.
    pub async fn request(
        &self,
        from: Player,
        request: Request,
        key: Option<String>,
    ) -> Result<ludohall_protocol::Table, Refusal> {
        let _ = (from, request, key);
        unimplemented!()
    }

    /// Does what a socket asks (not `ping`). Always answers, and not before the entry that it made can be pulled.
    pub async fn command(&self, from: Player, message: ClientMessage) -> Answer {
        let _ = (from, message);
        unimplemented!()
    }

    /// The table as it stands, as `who` may see it.
    ///
    /// # Errors
    /// `not_allowed` where it may not be watched; else as [`Hall::table`].
    pub async fn view(&self, who: Option<PlayerId>) -> Result<ludohall_protocol::Table, Refusal> {
        let _ = who;
        unimplemented!()
    }

    /// Connects a socket of `who` that has seen everything up to `after`.
    ///
    /// # Errors
    /// `not_allowed` where it may not be watched, `too_many_requests` where it has too many sockets; else as [`Hall::table`].
    pub async fn attach(&self, who: Player, after: Option<Version>) -> Result<Attachment, Refusal> {
        let _ = (who, after);
        unimplemented!()
    }
}
