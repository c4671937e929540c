//! Records of games.

use crate::{app::Shared, extract::RecordOfPath, identity::Visitor, problem::ApiError};
use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use ludohall_protocol::{Problem, ProblemCode, Record, notation};

/// The media type of text.
const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// The record of a game; without its secret before the end, and then for those alone who may watch the table.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path)), responses(
    (status = 200, body = Record), (status = 403, body = Problem), (status = 404, body = Problem), (status = 503, body = Problem),
))]
pub async fn record(
    State(app): State<Shared>,
    of: RecordOfPath,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let record = app.hall.game(of.game, visitor.id()).await?;
    let record =
        record.ok_or_else(|| ApiError::new(ProblemCode::NoSuchGame, "no game has this id"))?;
    if of.text {
        text(&record)
    } else {
        Ok(Json(record).into_response())
    }
}

/// The same record in text notation: header lines, then a line a turn.
#[utoipa::path(get, path = "/api/v1/games/{id}.txt", tag = "games", params(("id" = String, Path)), responses(
    (status = 200, body = String, content_type = "text/plain; charset=utf-8"),
    (status = 403, body = Problem), (status = 404, body = Problem), (status = 503, body = Problem),
))]
fn text(record: &Record) -> Result<Response, ApiError> {
    let text = notation::write_game(record).map_err(ApiError::internal)?;
    Ok(([(header::CONTENT_TYPE, PLAIN_TEXT)], text).into_response())
}
