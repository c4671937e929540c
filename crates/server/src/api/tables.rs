//! Opening, seeing and changing tables.

use super::TableOfPath;
use crate::{
    app::Shared,
    extract::{IdempotencyKey, Json as Body},
    identity::{Person, Visitor},
    problem::ApiError,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
};
use ludohall_protocol::{
    CreateTable, Player, Problem, Table, rest::Quick, table::Changes, why::TableWhy,
};
use ludohall_table::{Request, TableHandle};

/// Opens a table; whoever does sits on its first seat and is host. With an `Idempotency-Key` that was used before: that table.
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = CreateTable,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 64 characters; the same key opens one table")),
    responses(
        (status = 201, body = Table),
        (status = 400, body = Problem), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem),
    ))]
pub async fn create(
    State(app): State<Shared>,
    Person(player): Person,
    IdempotencyKey(key): IdempotencyKey,
    Body(spec): Body<CreateTable>,
) -> Result<impl IntoResponse, ApiError> {
    let id = player.id;
    let (table, _) = app.hall.create(player, spec, key).await?;
    Ok((StatusCode::CREATED, Json(table.view(Some(id)).await?)))
}

/// Sits down at a fitting listed table that waits (200), or opens one (201).
#[utoipa::path(post, path = "/quick", tag = "tables", request_body = Quick,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 64 characters")),
    responses(
        (status = 200, body = Table), (status = 201, body = Table),
        (status = 400, body = Problem), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem),
    ))]
pub async fn quick(
    State(app): State<Shared>,
    Person(player): Person,
    IdempotencyKey(key): IdempotencyKey,
    Body(wish): Body<Quick>,
) -> Result<impl IntoResponse, ApiError> {
    let id = player.id;
    let (table, opened) = app.hall.quick(player, wish, key).await?;
    let status = if opened {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok((status, Json(table.view(Some(id)).await?)))
}

/// A table as it stands.
#[utoipa::path(get, path = "/tables/{code}", tag = "tables", params(("code" = String, Path)), responses(
    (status = 200, body = Table), (status = 403, body = Problem), (status = 404, body = Problem),
    (status = 429, body = Problem), (status = 503, body = Problem),
))]
pub async fn view(
    TableOfPath(table): TableOfPath,
    visitor: Visitor,
) -> Result<Json<Table>, ApiError> {
    Ok(Json(table.view(visitor.id()).await?))
}

/// Why pieces cannot move by what is rolled, and which duty forces the choice that is awaited now.
#[utoipa::path(get, path = "/tables/{code}/why", tag = "tables", params(("code" = String, Path)), responses(
    (status = 200, body = TableWhy), (status = 403, body = Problem), (status = 404, body = Problem),
    (status = 429, body = Problem), (status = 503, body = Problem),
))]
pub async fn why(
    TableOfPath(table): TableOfPath,
    visitor: Visitor,
) -> Result<Json<TableWhy>, ApiError> {
    Ok(Json(table.why(visitor.id()).await?))
}

/// Host, while waiting: changes what the body names.
#[utoipa::path(patch, path = "/tables/{code}", tag = "tables", params(("code" = String, Path)), request_body = Changes,
    responses(
        (status = 200, body = Table), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 503, body = Problem),
    ))]
pub async fn change(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
    Body(changes): Body<Changes>,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::Change(changes), None).await
}

/// Host: starts the game.
#[utoipa::path(post, path = "/tables/{code}/start", tag = "tables", params(("code" = String, Path)), responses(
    (status = 200, body = Table), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem), (status = 503, body = Problem),
))]
pub async fn start(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::Start, None).await
}

/// Anyone seated, after the end: the table waits again (a solo table starts at once).
#[utoipa::path(post, path = "/tables/{code}/rematch", tag = "tables",
    params(("code" = String, Path), ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 characters")),
    responses(
        (status = 200, body = Table), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 503, body = Problem),
    ))]
pub async fn rematch(
    Person(player): Person,
    TableOfPath(table): TableOfPath,
    IdempotencyKey(key): IdempotencyKey,
) -> Result<Json<Table>, ApiError> {
    request(&table, player, Request::Rematch, key).await
}

/// The table's link as a QR code, an SVG picture. The link stands on the public URL, else on the host that was asked.
#[utoipa::path(get, path = "/tables/{code}/qr.svg", tag = "tables", params(("code" = String, Path)), responses(
    (status = 200, content_type = "image/svg+xml", body = String), (status = 400, body = Problem),
    (status = 404, body = Problem),
))]
pub async fn qr(
    State(app): State<Shared>,
    TableOfPath(table): TableOfPath,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let link = format!("{}/t/{}", base_url(&app, &headers), table.code());
    let code = qrcode::QrCode::new(link)
        .map_err(|_| ApiError::bad_request("Host", "too long for a picture of the link"))?;
    let svg = code
        .render::<qrcode::render::svg::Color>()
        .min_dimensions(240, 240)
        .build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}

/// Does what a call asks of a table, and answers with the table.
///
/// # Errors
/// What the table refuses.
pub async fn request(
    table: &TableHandle,
    player: Player,
    request: Request,
    key: Option<String>,
) -> Result<Json<Table>, ApiError> {
    Ok(Json(table.request(player, request, key).await?))
}

fn base_url(app: &Shared, headers: &HeaderMap) -> String {
    if let Some(url) = &app.config.public_url {
        return url.to_string();
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    format!("http://{}", host.unwrap_or("localhost"))
}
