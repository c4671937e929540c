//! WebSockets: what the table's and the lobby's have in common.
//!
//! Opening: who may, and how others are told. Then one task a socket, which sends what its source has, listens, pings,
//! and ends. It queues nothing: a client that does not take a message in time is closed and may come back.

pub mod lobby;
pub mod table;

mod bell;
mod haste;
mod line;
mod patience;
mod upgrade;

pub use line::{End, Heard, Line, MAX_CONTROL_FRAMES};
pub use upgrade::{Upgrade, refuse};

use ludohall_protocol::{CloseCode, ServerMessage};

/// The text of a `bye`.
#[must_use]
pub fn bye_text(code: u16, retry_ms: Option<u64>) -> String {
    let bye = ServerMessage::Bye { code, retry_ms };
    serde_json::to_string(&bye).unwrap_or_default()
}

/// A close code as a number.
#[must_use]
pub fn number(code: CloseCode) -> u16 {
    code as u16
}
