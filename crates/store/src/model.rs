//! What goes into the store and comes out of it. Bodies are opaque JSON texts.

use ludohall_protocol::{Code, GameId, PlayerId, TableId, Version};

/// A point in time: UNIX milliseconds, from the caller's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

/// How often a table has changed hands. Only the writer with the present one may append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub i64);

impl Epoch {
    /// The epoch of a new table.
    pub const FIRST: Self = Self(1);
}

/// One entry of a table's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number, contiguous from 1.
    pub seq: Version,
    /// When it was decided.
    pub at: Millis,
    /// What it says: JSON.
    pub body: String,
}

/// A table's state after an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The entry.
    pub seq: Version,
    /// The state: JSON.
    pub body: String,
}

/// Somebody came to a table or left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// Has a seat.
    In(PlayerId),
    /// Has none any more.
    Out(PlayerId),
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Which.
    pub id: GameId,
    /// Its record: JSON.
    pub record: String,
    /// Who played it.
    pub players: Vec<PlayerId>,
    /// Whether it was played to its end, and not cut short.
    pub complete: bool,
}

/// A request that may come twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Idempotency {
    /// Who asks.
    pub player: PlayerId,
    /// What for: the same key for another operation is another request.
    pub operation: &'static str,
    /// The key that the client sent.
    pub key: String,
}

/// A table to be made, with its first entries, in one step.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: TableId,
    /// Its code, unique among open tables.
    pub code: Code,
    /// When.
    pub created_at: Millis,
    /// By whom.
    pub created_by: PlayerId,
    /// The request that made it.
    pub idempotency: Option<Idempotency>,
    /// Its first entries, from 1.
    pub events: Vec<StoredEvent>,
    /// Who sits there.
    pub members: Vec<Membership>,
    /// Games that have ended.
    pub games: Vec<FinishedGame>,
}

/// What became of a [`NewTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is there, in this epoch, owned by this store.
    Done(Epoch),
    /// An open table has that code.
    CodeTaken,
    /// The same request came before and was answered with this table.
    Replayed(Code),
}

/// Entries for one table and all that goes with them; written whole or not at all.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The writer's epoch.
    pub epoch: Epoch,
    /// The entries, contiguous.
    pub events: Vec<StoredEvent>,
    /// Who came and left.
    pub members: Vec<Membership>,
    /// Games that have ended. A record of the same game is replaced.
    pub games: Vec<FinishedGame>,
    /// A state to start from at the next load.
    pub snapshot: Option<Snapshot>,
    /// Set when the table closes: its code is free again.
    pub closed_at: Option<Millis>,
    /// A request to remember, and the code that answers it.
    pub idempotency: Option<(Idempotency, Code)>,
}

impl Append {
    /// An append of `events` and nothing else.
    #[must_use]
    pub fn new(table: TableId, epoch: Epoch, events: Vec<StoredEvent>) -> Self {
        Self {
            table,
            epoch,
            events,
            members: Vec::new(),
            games: Vec::new(),
            snapshot: None,
            closed_at: None,
            idempotency: None,
        }
    }
}

/// A table as it is loaded; whoever loads it owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Its id.
    pub id: TableId,
    /// Its code.
    pub code: Code,
    /// The epoch to append with.
    pub epoch: Epoch,
    /// The state to start from; without one, start from nothing.
    pub snapshot: Option<Snapshot>,
    /// The entries after it, contiguous.
    pub events: Vec<StoredEvent>,
    /// When the owner before was last alive: its last heartbeat. Where it is this store, that is its own last beat.
    pub last_alive: Option<Millis>,
}
