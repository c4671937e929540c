//! The port to the journal: what a hall needs of a store.
//!
//! One implementation keeps everything in memory for tests ([`crate::memory`]); the real one is an adapter in the server.
//! A table has one writer at a time: whoever loaded it last. Loading raises the table's [`Epoch`], and an append with an
//! older one is refused, so that a writer that was replaced cannot harm.

use crate::time::Millis;
use ludohall_protocol::{Code, GameId, PlayerId, TableId, Version};
use std::{future::Future, pin::Pin};

/// What a store's method returns.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Which writer of a table: grows with each load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub i64);

/// A row of a table's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its place in the journal, from 1, contiguous.
    pub seq: Version,
    /// When it was decided.
    pub at: Millis,
    /// What it says, as JSON.
    pub body: String,
}

/// A table's state after an entry, so that a load need not replay what came before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The last entry that it contains.
    pub seq: Version,
    /// The state, as JSON.
    pub body: String,
}

/// Somebody became or ceased to be a member of a table (has a seat, or is its host).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// Who.
    pub player: PlayerId,
    /// Whether they are a member now.
    pub member: bool,
}

/// A game's record at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game.
    pub id: GameId,
    /// The record, as JSON.
    pub record: String,
    /// Who played it.
    pub players: Vec<PlayerId>,
    /// Whether it was played to its end, and not cut short.
    pub complete: bool,
}

/// An `Idempotency-Key`, within the person who sent it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdempotencyKey {
    /// Who sent it.
    pub player: PlayerId,
    /// The key, as sent.
    pub key: String,
}

/// A table that opens.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The table.
    pub id: TableId,
    /// The code wished for.
    pub code: Code,
    /// Who opens it.
    pub by: PlayerId,
    /// Its first entries, from seq 1.
    pub entries: Vec<StoredEntry>,
    /// Its first members.
    pub members: Vec<Membership>,
    /// Games that have ended already (none, as a rule).
    pub games: Vec<FinishedGame>,
    /// The key of the request that opens it.
    pub idempotency: Option<IdempotencyKey>,
}

/// What became of a [`NewTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is open, and the caller its writer.
    Done(Epoch),
    /// An open table has that code (or that id); nothing was written.
    CodeTaken,
    /// The key was used before, for the table with this code; nothing was written.
    Replayed(Code),
}

/// What one journal entry (or a few) changes, all in one transaction.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// Its code.
    pub code: Code,
    /// The epoch that the writer got when it loaded or created the table.
    pub epoch: Epoch,
    /// The next entries, contiguous.
    pub entries: Vec<StoredEntry>,
    /// Who came and who went.
    pub members: Vec<Membership>,
    /// Games that ended.
    pub games: Vec<FinishedGame>,
    /// The state after one of the entries before these, from time to time.
    pub snapshot: Option<Snapshot>,
    /// Whether the table closed: its code is free again.
    pub closed: bool,
    /// The key of the request that did this.
    pub idempotency: Option<IdempotencyKey>,
}

/// A store that could not do its work: a full disk, a database that is gone, an answer that did not come.
/// Whether a write took place is then not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the store cannot be reached: {0}")]
pub struct Unavailable(pub String);

/// Why an append was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else is the table's writer now; nothing was written.
    #[error("another writer owns the table")]
    Fenced,
    /// The journal has such an entry already; nothing was written.
    #[error("the journal has such an entry already")]
    Taken,
    /// See [`Unavailable`].
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a table could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A row cannot be read, or the journal has a gap.
    #[error("the table's journal cannot be read: {0}")]
    Damaged(String),
    /// See [`Unavailable`].
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A table as it stands in the store. Who gets it is its writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The table.
    pub id: TableId,
    /// Its code.
    pub code: Code,
    /// For the appends that follow.
    pub epoch: Epoch,
    /// The newest snapshot.
    pub snapshot: Option<Snapshot>,
    /// The entries after it, or all.
    pub entries: Vec<StoredEntry>,
}

/// The journal and what hangs on it. Futures may be dropped; a write that had begun may then take place or not.
pub trait Store: Send + Sync + 'static {
    /// Opens a table, if its code is free and its key unused.
    fn create(&self, table: NewTable) -> StoreFuture<'_, Result<Created, Unavailable>>;

    /// Writes the next entries of a table and returns when they are on disk.
    fn append(&self, append: Append) -> StoreFuture<'_, Result<(), AppendError>>;

    /// Takes over the open table with this code; `None` where there is none.
    fn load(&self, code: Code) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>>;

    /// Takes over a table by its id; `None` where there is none or it has closed.
    fn load_id(&self, id: TableId) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>>;

    /// All entries of a table, for who cannot use its snapshot.
    fn journal(&self, id: TableId) -> StoreFuture<'_, Result<Vec<StoredEntry>, LoadError>>;

    /// All open tables.
    fn open_tables(&self) -> StoreFuture<'_, Result<Vec<(TableId, Code)>, Unavailable>>;

    /// Whether a table had this code and has closed. Another one may have it now.
    fn has_closed(&self, code: Code) -> StoreFuture<'_, Result<bool, Unavailable>>;

    /// The open tables of which somebody is a member, oldest first.
    fn tables_of(&self, player: PlayerId) -> StoreFuture<'_, Result<Vec<Code>, Unavailable>>;

    /// The record of a game that has ended.
    fn game(&self, id: GameId) -> StoreFuture<'_, Result<Option<String>, Unavailable>>;

    /// The code of the table that a key opened or changed before.
    fn replayed(&self, key: IdempotencyKey) -> StoreFuture<'_, Result<Option<Code>, Unavailable>>;

    /// Says that the hall lives at `now`.
    fn beat(&self, now: Millis) -> StoreFuture<'_, Result<(), Unavailable>>;

    /// When the hall last said so; `None` in a new store.
    fn last_beat(&self) -> StoreFuture<'_, Result<Option<Millis>, Unavailable>>;
}
