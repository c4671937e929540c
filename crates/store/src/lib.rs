//! The hall's memory: SQLite or PostgreSQL behind one set of statements and one set of migrations.
//!
//! It keeps journals, owners, snapshots, members, records and identities, and knows neither the rules nor HTTP.
//! What it promises:
//!
//! * An append that was answered `Ok` is on disk, side effects included, and is read back by every later load.
//! * An append is fenced: it is accepted only from the writer of the table's present epoch, whole or not at all.
//! * An append whose answer was lost may be sent again; it then finds itself and is `Ok`, without a second effect.
//! * What gathers while a commit runs shares the next one; each requester is answered for its own table alone.
//! * Every write goes through one task with one connection, and every queue is bounded.

mod db;
mod error;
mod housekeeping;
mod identity;
mod journal;
mod location;
mod model;
mod statements;
mod store;
mod tables;

pub use error::{AppendError, LoadError, OpenError, ProfileError, StoreError};
pub use housekeeping::{
    BEAT_KEPT_MS, CLOSED_KEPT_MS, GUEST_KEPT_MS, REQUEST_KEPT_MS, ROWS_AT_ONCE, Retention, Sweep,
    Swept, UNPLAYED_KEPT_MS, UNUSED_GUEST_KEPT_MS,
};
pub use identity::{
    Identity, LANGUAGE_MAX_CHARS, LOOKS_MAX_BYTES, NAME_MAX_CHARS, NewGuest, Profile,
    SESSION_LIFETIME_MS, TokenHash,
};
pub use journal::Stats;
pub use location::Location;
pub use model::{
    Append, Created, Epoch, FinishedGame, Idempotency, Loaded, Membership, Millis, NewTable,
    Snapshot, StoredEvent,
};
pub use store::Store;
