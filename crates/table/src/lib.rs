//! Tables and the hall they stand in.
//!
//! One table is a synchronous state machine without clock, randomness or I/O; one task a table drives it: journal, apply,
//! tell. The hall knows which tables there are. Nothing here knows SQL, HTTP or the wire of a socket.

mod actor;
pub mod attachment;
mod chat;
mod clock;
mod crowd;
mod debt;
pub mod dice;
#[cfg(not(feature = "planted"))]
mod fault;
#[cfg(feature = "planted")]
pub mod fault;
mod feed;
pub mod hall;
pub mod input;
pub mod journal;
mod known;
mod live;
mod loading;
pub mod lobby;
mod measure;
pub mod memory;
mod planted;
mod play;
pub mod ports;
mod presence;
pub mod refusal;
mod seat;
mod settings;
pub mod store;
pub mod table;
mod tape;
pub mod text;
pub mod time;
mod wake;

pub use attachment::{Attachment, MAX_REFUSALS, Outgoing};
pub use chat::MAX_TEXT_CHARS;
pub use dice::Secret;
pub use hall::{Hall, HallConfig, TableHandle};
pub use input::{Applied, Effects, Fresh, Input, Reply, Request, Writes};
pub use journal::{Body, Damaged, Entry};
pub use refusal::Refusal;
pub use settings::rules_of;
pub use store::Store;
pub use table::Table;
pub use time::Millis;
