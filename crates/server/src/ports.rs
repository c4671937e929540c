//! What a hall stands on and does not make itself: time, randomness, the journal of its tables, and who its people are.
//!
//! The binary gives it the system's clock and randomness and a database. A simulation gives it others.

use crate::{journal::Journal, random::SystemRandom};
use ludohall_protocol::{Player, PlayerId};
use ludohall_store::{Identity, NewGuest, Profile, ProfileError, Store, StoreError, TokenHash};
use ludohall_table::{
    Millis,
    ports::{Clock, Random, RuntimeClock},
    store::StoreFuture,
};
use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// What a [`crate::Server`] is given.
#[derive(Clone)]
pub struct Ports {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Where tokens, ids, codes and secrets come from.
    pub random: Arc<dyn Random>,
    /// The journal of the tables.
    pub journal: Arc<dyn ludohall_table::Store>,
    /// Who people are.
    pub register: Arc<dyn Register>,
}

impl Ports {
    /// The system's time and randomness, and this database. Call it inside a runtime.
    #[must_use]
    pub fn over(store: &Arc<Store>) -> Self {
        Self {
            clock: Arc::new(RuntimeClock::starting_at(system_time())),
            random: Arc::new(SystemRandom),
            journal: Arc::new(Journal::new(Arc::clone(store))),
            register: Arc::clone(store) as Arc<dyn Register>,
        }
    }
}

/// The port to who people are, with their sessions. The database is one; each method is the one of the same name there.
pub trait Register: Send + Sync + 'static {
    /// Who has this token, if its session is not over.
    fn identity(
        &self,
        token: TokenHash,
        now: Millis,
    ) -> StoreFuture<'_, Result<Option<Identity>, StoreError>>;

    /// Makes a guest with a session.
    fn create_guest(&self, guest: NewGuest) -> StoreFuture<'_, Result<Player, ProfileError>>;

    /// Ends a session; false where there is none.
    fn revoke(&self, token: TokenHash) -> StoreFuture<'_, Result<bool, StoreError>>;

    /// A person by id.
    fn player(&self, id: PlayerId) -> StoreFuture<'_, Result<Option<Identity>, StoreError>>;

    /// Changes a profile.
    fn set_profile(
        &self,
        id: PlayerId,
        profile: Profile,
    ) -> StoreFuture<'_, Result<Identity, ProfileError>>;

    /// Whether it answers, and the last write to it went well.
    fn is_ready(&self) -> StoreFuture<'_, bool>;
}

impl Register for Store {
    fn identity(
        &self,
        token: TokenHash,
        now: Millis,
    ) -> StoreFuture<'_, Result<Option<Identity>, StoreError>> {
        Box::pin(self.identity(token, ludohall_store::Millis(now.0)))
    }

    fn create_guest(&self, guest: NewGuest) -> StoreFuture<'_, Result<Player, ProfileError>> {
        Box::pin(self.create_guest(guest))
    }

    fn revoke(&self, token: TokenHash) -> StoreFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.revoke(token))
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Result<Option<Identity>, StoreError>> {
        Box::pin(self.player(id))
    }

    fn set_profile(
        &self,
        id: PlayerId,
        profile: Profile,
    ) -> StoreFuture<'_, Result<Identity, ProfileError>> {
        Box::pin(self.set_profile(id, profile))
    }

    fn is_ready(&self) -> StoreFuture<'_, bool> {
        Box::pin(self.is_ready())
    }
}

fn system_time() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
