//! What a socket's task is to send.

use ludohall_protocol::CloseCode;
use serde::Serialize;
use std::sync::Arc;

/// A message for the client, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A [`ludohall_protocol::ServerMessage`] (or of the lobby) as JSON.
    Text(Arc<str>),
    /// The last message, a `bye`; then the socket is closed with `code`.
    Bye {
        /// The message as JSON.
        text: Arc<str>,
        /// The close code.
        code: u16,
    },
}

impl Outgoing {
    /// The message as JSON.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Bye { text, .. } => text,
        }
    }

    pub(crate) fn new(message: &impl Serialize) -> Self {
        // Messages are plain data with text keys: they always serialise.
        Self::Text(serde_json::to_string(message).unwrap_or_default().into())
    }

    pub(crate) fn bye(message: &impl Serialize, code: CloseCode) -> Self {
        Self::Bye {
            text: serde_json::to_string(message).unwrap_or_default().into(),
            code: code as u16,
        }
    }
}
