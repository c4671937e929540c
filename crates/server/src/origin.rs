//! Which site a browser's request comes from. State is changed, and sockets are opened, from the hall's own pages
//! and by programs that are no browser, and from nowhere else.

use crate::{
    config::{Config, PublicUrl},
    problem::ApiError,
};
use axum::{
    body::Body,
    http::{HeaderMap, Response, header},
    response::IntoResponse,
};
use ludohall_protocol::ProblemCode;
use tower_http::csrf::{ConfigError, CsrfLayer, ProtectionError};

/// The layer's way to refuse.
pub type Refuse = fn(ProtectionError) -> Response<Body>;

/// The layer that refuses requests of other sites that would change something.
///
/// # Errors
/// The public URL is no origin.
pub fn layer(config: &Config) -> Result<CsrfLayer<Refuse>, ConfigError> {
    let refuse: Refuse = |_| foreign_origin().into_response();
    let layer = CsrfLayer::new().with_rejection_response(refuse);
    match &config.public_url {
        Some(url) => layer.add_trusted_origin(url.origin()),
        None => Ok(layer),
    }
}

/// Whether an upgrade may be accepted: it says no origin, the host that it asks, or the public one. (An upgrade is a
/// GET, which the layer lets pass.)
///
/// # Errors
/// `foreign_origin`.
pub fn check_upgrade(config: &Config, headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().map_err(|_| foreign_origin())?;
    let public = config.public_url.as_ref().map(PublicUrl::origin);
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let own = host.is_some_and(|host| {
        let site = origin
            .strip_prefix("http://")
            .or(origin.strip_prefix("https://"));
        site.is_some_and(|site| site.eq_ignore_ascii_case(host))
    });
    if own || Some(origin) == public {
        Ok(())
    } else {
        Err(foreign_origin())
    }
}

fn foreign_origin() -> ApiError {
    ApiError::new(
        ProblemCode::ForeignOrigin,
        "requests from the pages of other sites are refused",
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::config::Database;

    fn check(origin: Option<&str>) -> bool {
        let mut config = Config::new(Database::DataDir("data".into()));
        config.public_url = Some("https://play.example.org".parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "127.0.0.1:8080".parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check_upgrade(&config, &headers).is_ok()
    }

    #[test]
    fn only_own_pages_and_programs_open_sockets() {
        assert!(check(None));
        assert!(check(Some("http://127.0.0.1:8080")));
        assert!(check(Some("https://play.example.org")));
        assert!(!check(Some("https://evil.example")));
        assert!(!check(Some("http://127.0.0.1:8081")));
        assert!(!check(Some("null")));
        assert!(!check(Some("")));
    }
}
