//! Becoming somebody, and ceasing to be.

use crate::{
    address::ClientAddress,
    app::Shared,
    extract::OptionalJson,
    identity::Visitor,
    names,
    problem::ApiError,
    token::{self, Token},
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use ludohall_protocol::{
    Problem, ProblemCode,
    rest::{NewSession, Session},
};

/// A session: with a valid one, who that is (200), its cookie anew so that it does not run out while it is used; else a new guest (201), with a token and its cookie.
#[utoipa::path(post, path = "/session", tag = "identity", request_body = NewSession, responses(
    (status = 200, body = Session), (status = 201, body = Session), (status = 422, body = Problem),
    (status = 429, body = Problem), (status = 503, body = Problem),
))]
pub async fn open(
    State(app): State<Shared>,
    visitor: Visitor,
    address: ClientAddress,
    headers: HeaderMap,
    OptionalJson(wish): OptionalJson<NewSession>,
) -> Result<Response, ApiError> {
    if let Some(player) = visitor.0 {
        let session = Session {
            player,
            token: None,
        };
        let secure = app.config.secure_cookies();
        let cookie = Token::of_cookie(&headers, secure).map(|token| token.cookie(secure));
        let renewed = cookie.map(|cookie| [(header::SET_COOKIE, cookie)]);
        return Ok((renewed, Json(session)).into_response());
    }
    let name = match wish.name {
        Some(name) => clean_name(&name)?,
        None => names::for_a_guest(&*app.random),
    };
    app.rates.session(address)?;
    new_guest(&app, name).await
}

async fn new_guest(app: &Shared, name: String) -> Result<Response, ApiError> {
    let token = Token::new(&*app.random);
    let player = app.people.new_guest(name, &token).await?;
    let cookie = token.cookie(app.config.secure_cookies());
    let session = Session {
        player,
        token: Some(token.text()),
    };
    Ok((
        StatusCode::CREATED,
        [(header::SET_COOKIE, cookie)],
        Json(session),
    )
        .into_response())
}

/// Ends the session of the token that the request carries, and its sockets (4401). Done already: done.
#[utoipa::path(post, path = "/logout", tag = "identity", responses((status = 204), (status = 503, body = Problem)))]
pub async fn close(
    State(app): State<Shared>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let secure = app.config.secure_cookies();
    if let Some(token) = Token::of_request(&headers, secure) {
        app.people.end_session(&token).await?;
        app.sessions.end(token.hash());
    }
    Ok((
        StatusCode::NO_CONTENT,
        [(header::SET_COOKIE, token::no_cookie(secure))],
    ))
}

/// A name as it is kept.
///
/// # Errors
/// `bad_name`.
pub fn clean_name(name: &str) -> Result<String, ApiError> {
    names::clean(name).map_err(|error| {
        ApiError::new(ProblemCode::BadName, error.to_string()).with_field(Some("name".to_owned()))
    })
}
