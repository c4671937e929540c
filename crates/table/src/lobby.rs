//! The open lobby: the listed tables, who is online, and a feed of what changed.

use ludohall_protocol::{Code, Listing, PlayerId, rest::Listings};
use std::sync::Arc;

/// Which tables of the lobby somebody wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this ruleset.
    pub ruleset: Option<String>,
    /// That wait and have a seat free.
    pub free: bool,
}

/// A cursor that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor of this list")]
pub struct BadCursor;

/// The lobby of a hall. Clones are the same lobby.
#[derive(Clone)]
pub struct Lobby {
    _private: Arc<()>,
}

/// Somebody is online while this lives.
pub struct Online {
    _private: (),
}

/// Somebody watches the lobby.
pub struct Subscription {
    _private: (),
}

impl Lobby {
    /// A page of listed tables, newest first.
    ///
    /// # Errors
    /// The cursor is none that a page gave.
    pub fn page(&self, filter: &Filter, cursor: Option<&str>) -> Result<Listings, BadCursor> {
        let _ = (filter, cursor);
        unimplemented!()
    }

    /// Counts somebody as online until the answer is dropped.
    #[must_use]
    pub fn enter(&self, who: PlayerId) -> Online {
        let _ = who;
        unimplemented!()
    }

    /// A feed of the lobby; its first message is a `snapshot`.
    #[must_use]
    pub fn subscribe(&self, filter: Filter) -> Subscription {
        let _ = filter;
        unimplemented!()
    }

    /// The listing of a table; `None` where it is not listed.
    #[must_use]
    pub fn listing(&self, code: Code) -> Option<Listing> {
        let _ = code;
        unimplemented!()
    }
}

impl Subscription {
    /// Returns when there is something to send and sending is allowed: at most four messages a second. May be dropped and
    /// called again.
    pub async fn changed(&mut self) {
        unimplemented!()
    }

    /// The next messages, as JSON ([`ludohall_protocol::LobbyMessage`]); few enough to be sent now.
    pub fn pull(&mut self) -> Vec<Arc<str>> {
        unimplemented!()
    }
}
