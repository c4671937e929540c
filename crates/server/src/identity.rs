//! Who asks: by the token in the cookie or the `Authorization` header.

use crate::{app::Shared, problem::ApiError, token::Token};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, request::Parts},
};
use ludohall_protocol::{Player, PlayerId};

/// Somebody with a valid session; without: `no_session`.
#[derive(Clone, Debug)]
pub struct Person(pub Player);

/// Somebody, with or without a valid session.
#[derive(Clone, Debug)]
pub struct Visitor(pub Option<Player>);

impl Visitor {
    /// Who it is.
    #[must_use]
    pub fn id(&self) -> Option<PlayerId> {
        self.0.as_ref().map(|player| player.id)
    }
}

impl FromRequestParts<Shared> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let Visitor(player) = Visitor::from_request_parts(parts, app).await?;
        player.map(Self).ok_or_else(ApiError::no_session)
    }
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        // Several extractors of one request ask; the store is asked once.
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let visitor = Self(find(app, &parts.headers).await?);
        parts.extensions.insert(visitor.clone());
        Ok(visitor)
    }
}

/// Whose valid session the request carries.
async fn find(app: &Shared, headers: &HeaderMap) -> Result<Option<Player>, ApiError> {
    match Token::of_request(headers, app.config.secure_cookies()) {
        Some(token) => app.people.by_token(&token).await,
        None => Ok(None),
    }
}
