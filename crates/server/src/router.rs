//! Which path does what: the hall's map.

use crate::{
    api::{games, health, lobby, me, rulesets, seats, session, tables},
    app::Shared,
    client, headers, openapi, origin,
    problem::ApiError,
    rate, socket, telemetry,
};
use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use ludohall_protocol::ProblemCode;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The documented part: REST, sockets, operation.
pub fn api() -> OpenApiRouter<Shared> {
    let v1 = OpenApiRouter::new()
        .routes(routes!(session::open))
        .routes(routes!(session::close))
        .routes(routes!(me::show, me::change))
        .routes(routes!(rulesets::list))
        .routes(routes!(rulesets::one))
        .routes(routes!(rulesets::length))
        .routes(routes!(lobby::list, tables::create))
        .routes(routes!(tables::view, tables::change))
        .routes(routes!(tables::why))
        .routes(routes!(tables::start))
        .routes(routes!(tables::rematch))
        .routes(routes!(tables::qr))
        .routes(routes!(tables::quick))
        .routes(routes!(seats::sit))
        .routes(routes!(seats::leave))
        .routes(routes!(seats::put_bot))
        .routes(routes!(seats::remove_bot))
        .routes(routes!(seats::kick))
        .routes(routes!(games::record))
        .routes(routes!(socket::table::open))
        .routes(routes!(socket::lobby::open));
    OpenApiRouter::with_openapi(openapi::head())
        .nest("/api/v1", v1)
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
        .routes(routes!(health::metrics))
        .routes(routes!(health::openapi))
        .layer(middleware::from_fn(headers::no_store))
}

/// Everything, with all that lies around it. The outermost layer is the last.
///
/// # Errors
/// The public URL is no origin.
pub fn router(app: Shared) -> Result<Router, tower_http::csrf::ConfigError> {
    let (api, _) = api().split_for_parts();
    let csrf = origin::layer(&app.config)?;
    let within = |layer: Router<Shared>| {
        layer
            .layer(csrf)
            .layer(middleware::from_fn_with_state(app.clone(), in_time))
            .layer(middleware::from_fn_with_state(
                app.clone(),
                rate::limit_requests,
            ))
            .layer(CatchPanicLayer::custom(|_| panicked()))
            .layer(middleware::from_fn(telemetry::count_requests))
            .layer(middleware::from_fn_with_state(app.clone(), headers::secure))
    };
    let all = api
        .merge(client_routes())
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        .layer(CompressionLayer::new());
    Ok(within(all).with_state(app))
}

fn client_routes() -> Router<Shared> {
    let files = [
        "/sw.js",
        "/manifest.webmanifest",
        "/favicon.ico",
        "/robots.txt",
    ];
    let router = Router::new().route("/a/{hash}/{*path}", get(client::asset));
    let router = files.into_iter().fold(router, |router, path| {
        router.route(path, get(client::root_file))
    });
    client::pages().fold(router, |router, path| router.route(path, get(client::page)))
}

/// Nothing has this path: a page for browsers, a problem for programs.
async fn nothing_here(State(app): State<Shared>, request: Request) -> Response {
    let path = request.uri().path();
    let page =
        !path.starts_with("/api/") && !path.starts_with("/a/") && wants_page(request.headers());
    client::nothing_here(&app, page)
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|v| v.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        ProblemCode::MethodNotAllowed,
        "the path is right, the method is not",
    )
}

/// No request takes for ever, whether the hall is slow or the client sends its body drop by drop.
async fn in_time(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let within = app.config.timing.request_within;
    tokio::time::timeout(within, next.run(request))
        .await
        .unwrap_or_else(|_| {
            ApiError::new(ProblemCode::Unavailable, "the request took too long").into_response()
        })
}

fn panicked() -> Response<axum::body::Body> {
    ApiError::new(
        ProblemCode::Internal,
        "the cause stands in the server's log",
    )
    .into_response()
}
