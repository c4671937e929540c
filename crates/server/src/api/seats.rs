//! Who sits where: people, bots, and who is sent away.

use super::{TableOfPath, tables::request};
use crate::{
    extract::{ArmOfPath, Json as Body, OptionalJson},
    identity::Person,
    problem::ApiError,
};
use axum::Json;
use ludohall_protocol::{
    Problem, Table,
    rest::{Kick, PutBot, SitDown},
};
use ludohall_table::Request;

/// Sits down. Whoever has a seat here already keeps it.
#[utoipa::path(post, path = "/tables/{code}/seats", tag = "seats", params(("code" = String, Path)), request_body = SitDown,
    responses(
        (status = 200, body = Table), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 503, body = Problem),
    ))]
pub async fn sit(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
    OptionalJson(SitDown { arm, name }): OptionalJson<SitDown>,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::Sit { arm, name }, None).await
}

/// Leaves for good: before the start the seat is free again; in a game a bot plays it to the end.
#[utoipa::path(delete, path = "/tables/{code}/seats/mine", tag = "seats", params(("code" = String, Path)), responses(
    (status = 200, body = Table), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 503, body = Problem),
))]
pub async fn leave(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::Leave, None).await
}

/// Host, while waiting: puts a bot on a seat.
#[utoipa::path(post, path = "/tables/{code}/bots", tag = "seats", params(("code" = String, Path)), request_body = PutBot,
    responses(
        (status = 200, body = Table), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 503, body = Problem),
    ))]
pub async fn put_bot(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
    OptionalJson(PutBot { arm, level }): OptionalJson<PutBot>,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::PutBot { arm, level }, None).await
}

/// Host, while waiting: takes a bot off its seat.
#[utoipa::path(delete, path = "/tables/{code}/bots/{arm}", tag = "seats",
    params(("code" = String, Path), ("arm" = u8, Path)), responses(
        (status = 200, body = Table), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 503, body = Problem),
    ))]
pub async fn remove_bot(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
    ArmOfPath(arm): ArmOfPath,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::RemoveBot { arm }, None).await
}

/// Host, while waiting: clears a seat. No ban: whoever sat there may come back.
#[utoipa::path(post, path = "/tables/{code}/kick", tag = "seats", params(("code" = String, Path)), request_body = Kick,
    responses(
        (status = 200, body = Table), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 503, body = Problem),
    ))]
pub async fn kick(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
    Body(Kick { arm }): Body<Kick>,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::Kick { arm }, None).await
}
