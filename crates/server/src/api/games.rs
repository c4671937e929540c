//! Records of games.

use crate::{app::Shared, extract::GameOfPath, identity::Visitor, problem::ApiError};
use axum::{Json, extract::State};
use ludohall_protocol::{Problem, ProblemCode, Record};

/// The record of a game; without its secret before the end, and then for those alone who may watch the table.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path)), responses(
    (status = 200, body = Record), (status = 403, body = Problem), (status = 404, body = Problem), (status = 503, body = Problem),
))]
pub async fn record(
    State(app): State<Shared>,
    GameOfPath(id): GameOfPath,
    visitor: Visitor,
) -> Result<Json<Record>, ApiError> {
    match app.hall.game(id, visitor.id()).await? {
        Some(record) => Ok(Json(record)),
        None => Err(ApiError::new(
            ProblemCode::NoSuchGame,
            "no game has this id",
        )),
    }
}
