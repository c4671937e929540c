//! Headers that every answer carries: what a browser may do with it.

use crate::app::Shared;
use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::Next,
    response::Response,
};

/// No inline script or style, nothing from elsewhere, in nobody's frame.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self'";

const ALWAYS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Behind TLS: come by TLS from now on (two years).
const STRICT_TRANSPORT: &str = "max-age=63072000";

/// Middleware: adds the headers.
pub async fn secure(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    add(response.headers_mut(), app.config.secure_cookies());
    response
}

fn add(headers: &mut HeaderMap, tls: bool) {
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if tls {
        let value = HeaderValue::from_static(STRICT_TRANSPORT);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
}

/// Middleware for the API: an answer is for now, unless it says otherwise.
pub async fn no_store(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
