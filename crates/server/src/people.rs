//! Who is who: the server's side of the store's identities.

use crate::{
    ports::{Ports, Register},
    problem::ApiError,
    token::Token,
};
use ludohall_protocol::{Player, PlayerId, ProblemCode, rest::PatchMe};
use ludohall_store::{Identity, NewGuest, Profile, ProfileError};
use ludohall_table::ports::{Clock, Random};
use std::sync::Arc;

/// The people of a hall.
pub struct People {
    register: Arc<dyn Register>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl People {
    /// Those that this register knows.
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        Self {
            register: Arc::clone(&ports.register),
            clock: Arc::clone(&ports.clock),
            random: Arc::clone(&ports.random),
        }
    }

    /// Who has this token, where its session lasts.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn by_token(&self, token: &Token) -> Result<Option<Player>, ApiError> {
        let found = self.register.identity(token.hash(), self.clock.now()).await;
        let identity = found.map_err(ApiError::unavailable)?;
        Ok(identity.map(|identity| identity.player))
    }

    /// A new guest, and their session.
    ///
    /// # Errors
    /// `bad_name`, `unavailable`.
    pub async fn new_guest(&self, name: String, token: &Token) -> Result<Player, ApiError> {
        let now = self.clock.now();
        let mut random = [0; 10];
        self.random.fill(&mut random);
        let id = uuid::Builder::from_unix_timestamp_millis(now.0.unsigned_abs(), &random);
        let guest = NewGuest {
            id: PlayerId(id.into_uuid()),
            name,
            language: String::new(),
            token: token.hash(),
            at: ludohall_store::Millis(now.0),
        };
        self.register.create_guest(guest).await.map_err(refused)
    }

    /// Ends a session, if there is one.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn end_session(&self, token: &Token) -> Result<(), ApiError> {
        let ended = self.register.revoke(token.hash()).await;
        ended.map(drop).map_err(ApiError::unavailable)
    }

    /// Somebody's name, language and looks.
    ///
    /// # Errors
    /// `no_session` where they are no more, `unavailable`.
    pub async fn identity(&self, id: PlayerId) -> Result<Identity, ApiError> {
        let found = self
            .register
            .player(id)
            .await
            .map_err(ApiError::unavailable)?;
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
        self.register
            .set_profile(id, profile)
            .await
            .map_err(refused)
    }

    /// Whether the database answers.
    pub async fn are_reachable(&self) -> bool {
        self.register.is_ready().await
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
