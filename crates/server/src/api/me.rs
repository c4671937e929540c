//! What a person has: name, language, looks, tables.

use super::session::clean_name;
use crate::{app::Shared, extract::Json as Body, identity::Person, problem::ApiError};
use axum::{Json, extract::State};
use ludohall_protocol::{Me, Problem, rest::PatchMe};
use ludohall_store::Identity;
use std::collections::BTreeMap;

/// Oneself.
#[utoipa::path(get, path = "/me", tag = "identity", responses(
    (status = 200, body = Me), (status = 401, body = Problem), (status = 503, body = Problem),
))]
pub async fn show(State(app): State<Shared>, Person(player): Person) -> Result<Json<Me>, ApiError> {
    let identity = app.people.identity(player.id).await?;
    me(&app, identity).await.map(Json)
}

/// Changes what the body names.
#[utoipa::path(patch, path = "/me", tag = "identity", request_body = PatchMe, responses(
    (status = 200, body = Me), (status = 400, body = Problem), (status = 401, body = Problem),
    (status = 422, body = Problem), (status = 503, body = Problem),
))]
pub async fn change(
    State(app): State<Shared>,
    Person(player): Person,
    Body(mut patch): Body<PatchMe>,
) -> Result<Json<Me>, ApiError> {
    if let Some(name) = patch.name {
        patch.name = Some(clean_name(&name)?);
    }
    let identity = app.people.change(player.id, patch).await?;
    me(&app, identity).await.map(Json)
}

async fn me(app: &Shared, identity: Identity) -> Result<Me, ApiError> {
    let tables = app.hall.tables_of(identity.player.id).await?;
    Ok(Me {
        player: identity.player,
        language: identity.language,
        xp: 0,
        level: 1,
        coins: 0,
        ratings: BTreeMap::new(),
        looks: identity.looks,
        tables,
        muted: Vec::new(),
        blocked: Vec::new(),
    })
}
