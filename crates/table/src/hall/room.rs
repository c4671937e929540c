//! Whether there is room: for a table in memory, for one more open table, for one more seat of a person.
//!
//! Room is taken before it is used and given back by a `Drop`, so that many who come at once do not all see the same last
//! free place.

use super::{registry::Registry, services::Services};
use crate::refusal::Refusal;
use ludohall_protocol::{Code, PlayerId, ProblemCode, table::Changes};
use std::{
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    sync::Arc,
};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// People whose seats can be counted at the same time; two that share a lock wait for each other.
const LOCKS: usize = 256;

/// What needs room in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// A table that is open, and remembered when it is not in memory.
    Loading,
    /// A table more.
    Opening,
}

/// Room for one table in memory, taken until this is dropped or the table is in.
pub(super) struct Place<'a>(pub(super) &'a Registry);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.vacate();
    }
}

/// Those whose seats are being counted.
pub(crate) struct Counting(Vec<Arc<Mutex<()>>>);

/// Keeps a person's seats from being counted anew until the one that there is room for is taken.
pub(crate) type Counted = OwnedMutexGuard<()>;

impl Counting {
    pub(super) fn new() -> Self {
        Self((0..LOCKS).map(|_| Arc::default()).collect())
    }

    async fn lock(&self, who: PlayerId) -> Counted {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(who);
        let i = usize::try_from(hash % LOCKS as u64).unwrap_or_default();
        self.0[i].clone().lock_owned().await
    }
}

impl Services {
    /// Room for a table in memory.
    pub(super) fn room(&self, what: For) -> Result<Place<'_>, Refusal> {
        let most = (self.config.loaded_tables, self.config.open_tables);
        let place = self.registry.occupy(what, most);
        place.ok_or_else(|| {
            Refusal::new(ProblemCode::TooManyRequests, "the hall is full").retry_after(30)
        })
    }

    /// Room for somebody to become a member of one more table (or of this one, where they are one already), which they have
    /// until what is returned is dropped.
    pub(crate) async fn room_for(
        &self,
        who: PlayerId,
        code: Option<Code>,
    ) -> Result<Counted, Refusal> {
        let counted = self.counting.lock(who).await;
        let codes = self.within(self.store.tables_of(who)).await?;
        let tables_per_player = self.config.tables_per_player;
        if codes.len() < tables_per_player || code.is_some_and(|code| codes.contains(&code)) {
            return Ok(counted);
        }
        let detail = format!("nobody has a seat at more than {tables_per_player} tables");
        Err(Refusal::new(ProblemCode::TooManyRequests, detail).retry_after(60))
    }

    /// Room in the lobby, for who asks to be shown there.
    pub(super) fn room_in_lobby(&self, code: Option<Code>, listed: bool) -> Result<(), Refusal> {
        if !listed || self.lobby.has_room(code) {
            return Ok(());
        }
        let full = "the lobby shows no more tables; open it without listed";
        Err(Refusal::new(ProblemCode::TooManyRequests, full).retry_after(60))
    }

    /// The same for a change of a table's settings.
    pub(super) fn room_to_change(&self, code: Code, changes: &Changes) -> Result<(), Refusal> {
        self.room_in_lobby(Some(code), changes.listed == Some(true))
    }
}
