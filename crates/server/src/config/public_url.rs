//! `--public-url`: the address that people type.

use axum::http::Uri;
use std::{fmt, str::FromStr};

/// An origin such as `https://play.example.org`, without path and trailing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

/// A text that is no public URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it must be http:// or https:// and a host, without a path, like https://play.example.org")]
pub struct BadPublicUrl;

impl PublicUrl {
    /// The origin, as a browser sends it.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.0
    }

    /// Whether people come by TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let origin = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let uri: Uri = origin.parse().map_err(|_| BadPublicUrl)?;
        let scheme = uri.scheme_str().ok_or(BadPublicUrl)?;
        let authority = uri.authority().ok_or(BadPublicUrl)?.as_str();
        let plain = !authority.contains('@') && uri.host().is_some_and(|host| !host.is_empty());
        let whole = origin == format!("{scheme}://{authority}");
        if !(matches!(scheme, "http" | "https") && plain && whole) {
            return Err(BadPublicUrl);
        }
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        Ok(Self(origin.trim_end_matches(default_port).to_owned()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_origin_is_what_a_browser_would_send() {
        let url: PublicUrl = "https://Play.Example.org:443/".parse().unwrap();
        assert_eq!(url.origin(), "https://play.example.org");
        assert!(url.is_https());
        let url: PublicUrl = "http://hall.lan:8080".parse().unwrap();
        assert_eq!(url.origin(), "http://hall.lan:8080");
        assert!(!url.is_https());
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "play.example.org",
            "ftp://a.example",
            "https://a.example/hall",
            "https://",
            "https://me@a.example",
            "https://a.example?x",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(BadPublicUrl), "{text}");
        }
    }
}
