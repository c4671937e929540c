//! A socket at a table: what it has been told, and what it lacks.

use ludohall_protocol::{AnswerCode, ClientMessage};
use std::sync::Arc;

/// A message for the client, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A [`ludohall_protocol::ServerMessage`] as JSON.
    Text(Arc<str>),
    /// The last message, a `bye`; then the socket is closed with `code`.
    Bye {
        /// The message as JSON.
        text: Arc<str>,
        /// The close code.
        code: u16,
    },
}

/// A socket of somebody at a table. Dropping it is leaving: presence is a count of these.
///
/// The socket's task loops over [`Self::changed`] and [`Self::pull`], and passes what the client says to [`Self::command`].
pub struct Attachment {
    _private: (),
}

impl Attachment {
    /// Returns when [`Self::pull`] has something. May be dropped and called again; loses nothing.
    pub async fn changed(&mut self) {
        unimplemented!()
    }

    /// What the client lacks, in order: first `snapshot` or `resumed`; events; `you`; `presence`; `said`; answers.
    pub fn pull(&mut self) -> Vec<Outgoing> {
        unimplemented!()
    }

    /// Gives a command to the table (not `ping`). Its answer comes out of [`Self::pull`], after the events it stands on.
    pub fn command(&mut self, message: ClientMessage) {
        let _ = message;
        unimplemented!()
    }

    /// Answers a message that does not get as far as the table (`bad_message`, `too_fast`); comes out of [`Self::pull`].
    pub fn refuse(&mut self, id: Option<String>, code: AnswerCode, message: &str) {
        let _ = (id, code, message);
        unimplemented!()
    }
}
