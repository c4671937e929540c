//! Who is who: the server's side of the store's identities.

use crate::{problem::ApiError, token::Token};
use ludohall_protocol::{Player, PlayerId, ProblemCode, rest::PatchMe};
use ludohall_store::{Identity, Millis, NewGuest, Profile, ProfileError, Store};
use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};
use uuid::Uuid;

/// The people of a hall.
pub struct People {
    store: Arc<Store>,
}

impl People {
    /// Those that this store knows.
    #[must_use]
    pub fn new(store: Arc<Store>) -> Self {
        Self { store }
    }

    /// Who has this token, where its session lasts.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn by_token(&self, token: &Token) -> Result<Option<Player>, ApiError> {
        let found = self.store.identity(token.hash(), now()).await;
        let identity = found.map_err(ApiError::unavailable)?;
        Ok(identity.map(|identity| identity.player))
    }

    /// A new guest, and their session.
    ///
    /// # Errors
    /// `bad_name`, `unavailable`.
    pub async fn new_guest(&self, name: String, token: &Token) -> Result<Player, ApiError> {
        let guest = NewGuest {
            id: PlayerId(Uuid::now_v7()),
            name,
            language: String::new(),
            token: token.hash(),
            at: now(),
        };
        self.store.create_guest(guest).await.map_err(refused)
    }

    /// Ends a session, if there is one.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn end_session(&self, token: &Token) -> Result<(), ApiError> {
        let ended = self.store.revoke(token.hash()).await;
        ended.map(drop).map_err(ApiError::unavailable)
    }

    /// Somebody's name, language and looks.
    ///
    /// # Errors
    /// `no_session` where they are no more, `unavailable`.
    pub async fn identity(&self, id: PlayerId) -> Result<Identity, ApiError> {
        let found = self.store.player(id).await.map_err(ApiError::unavailable)?;
        found.ok_or_else(ApiError::no_session)
    }

    /// Changes what the patch names.
    ///
    /// # Errors
    /// `bad_name`, `bad_request`, `unavailable`.
    pub async fn change(&self, id: PlayerId, patch: PatchMe) -> Result<Identity, ApiError> {
        let profile = Profile {
            name: patch.name,
            language: patch.language,
            looks: patch.looks,
        };
        self.store.set_profile(id, profile).await.map_err(refused)
    }

    /// Whether the database answers.
    pub async fn are_reachable(&self) -> bool {
        self.store.is_ready().await
    }
}

fn refused(error: ProfileError) -> ApiError {
    match error {
        ProfileError::BadName => ApiError::new(ProblemCode::BadName, error.to_string())
            .with_field(Some("name".to_owned())),
        ProfileError::BadLanguage => ApiError::bad_request("language", error.to_string()),
        ProfileError::BadLooks => ApiError::bad_request("looks", error.to_string()),
        ProfileError::NoSuchPlayer => ApiError::no_session(),
        ProfileError::Store(error) => ApiError::unavailable(error),
    }
}

fn now() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
