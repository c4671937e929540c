//! Who people are, in memory: it stands for the database, and so lasts over the hall's falls.

use ludohall_protocol::{Player, PlayerId};
use ludohall_server::ports::Register;
use ludohall_store::{Identity, NewGuest, Profile, ProfileError, StoreError, TokenHash};
use ludohall_table::{Millis, store::StoreFuture};
use std::{
    collections::HashMap,
    future::ready,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The people of a simulated hall.
#[derive(Default)]
pub struct MemoryRegister(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    people: HashMap<PlayerId, Identity>,
    sessions: HashMap<TokenHash, PlayerId>,
}

impl MemoryRegister {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Register for MemoryRegister {
    fn identity(
        &self,
        token: TokenHash,
        _: Millis,
    ) -> StoreFuture<'_, Result<Option<Identity>, StoreError>> {
        let kept = self.kept();
        let who = kept.sessions.get(&token);
        let found = who.and_then(|who| kept.people.get(who)).cloned();
        Box::pin(ready(Ok(found)))
    }

    fn create_guest(&self, guest: NewGuest) -> StoreFuture<'_, Result<Player, ProfileError>> {
        let player = Player {
            id: guest.id,
            name: guest.name,
            guest: true,
        };
        let identity = Identity {
            player: player.clone(),
            language: guest.language,
            looks: serde_json::Map::new(),
        };
        let mut kept = self.kept();
        kept.people.insert(guest.id, identity);
        kept.sessions.insert(guest.token, guest.id);
        Box::pin(ready(Ok(player)))
    }

    fn revoke(&self, token: TokenHash) -> StoreFuture<'_, Result<bool, StoreError>> {
        let ended = self.kept().sessions.remove(&token).is_some();
        Box::pin(ready(Ok(ended)))
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Result<Option<Identity>, StoreError>> {
        let found = self.kept().people.get(&id).cloned();
        Box::pin(ready(Ok(found)))
    }

    fn set_profile(
        &self,
        id: PlayerId,
        profile: Profile,
    ) -> StoreFuture<'_, Result<Identity, ProfileError>> {
        let mut kept = self.kept();
        let changed = kept.people.get_mut(&id).map(|identity| {
            if let Some(name) = profile.name {
                identity.player.name = name;
            }
            identity.clone()
        });
        Box::pin(ready(changed.ok_or(ProfileError::NoSuchPlayer)))
    }

    fn is_ready(&self) -> StoreFuture<'_, bool> {
        Box::pin(ready(true))
    }
}
