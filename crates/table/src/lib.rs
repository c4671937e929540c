//! Tables and the hall they stand in.
//!
//! One table is a synchronous state machine without clock, randomness or I/O; one task a table drives it: journal, apply,
//! tell. The hall knows which tables there are. Nothing here knows SQL, HTTP or the wire of a socket.

mod actor;
mod chat;
mod clock;
mod crowd;
mod feed;
mod known;
mod live;
mod loading;
mod play;
mod presence;
mod seat;
mod settings;
mod tape;
pub mod attachment;
pub mod dice;
pub mod hall;
pub mod input;
pub mod journal;
pub mod lobby;
pub mod memory;
pub mod ports;
pub mod refusal;
pub mod store;
pub mod table;
pub mod time;

pub use attachment::{Attachment, Outgoing};
pub use chat::{MAX_PHRASE_CHARS, MAX_TEXT_CHARS};
pub use dice::Secret;
pub use hall::{Hall, HallConfig, TableHandle};
pub use input::{Applied, Effects, Fresh, Input, Reply, Request, Writes};
pub use journal::{Body, Damaged, Entry};
pub use refusal::Refusal;
pub use store::Store;
pub use table::Table;
pub use time::Millis;
