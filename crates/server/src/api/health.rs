//! For whoever runs the hall: is it alive, is it ready, how is it.

use crate::app::Shared;
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};

/// The process lives.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, content_type = "text/plain", body = String)))]
pub async fn alive() -> &'static str {
    "ok\n"
}

/// The hall can serve: its database answers and it is not draining.
#[utoipa::path(get, path = "/readyz", tag = "operation", responses(
    (status = 200, content_type = "text/plain", body = String),
    (status = 503, content_type = "text/plain", body = String),
))]
pub async fn ready(State(app): State<Shared>) -> (StatusCode, &'static str) {
    if app.hall.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n");
    }
    if app.people.are_reachable().await {
        (StatusCode::OK, "ready\n")
    } else {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store does not answer\n",
        )
    }
}

/// Numbers for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation", responses((status = 200, content_type = "text/plain", body = String)))]
pub async fn metrics(State(app): State<Shared>) -> impl IntoResponse {
    const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, TEXT)], app.metrics.render())
}

/// The OpenAPI document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operation", responses((status = 200, content_type = "application/json", body = String)))]
pub async fn openapi(State(app): State<Shared>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "application/json")],
        app.openapi.clone(),
    )
}
