//! Session tokens: opaque to the client; the store keeps only a hash.

use axum::http::{HeaderMap, HeaderValue, header};
use ludohall_store::TokenHash;
use ludohall_table::ports::Random;

/// How long a browser keeps the cookie, in seconds: 400 days, the most that browsers allow.
const COOKIE_MAX_AGE_SECS: u32 = 400 * 24 * 60 * 60;

/// A session's token: 32 random bytes, on the wire as 64 hex digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// A new one.
    #[must_use]
    pub fn new(random: &dyn Random) -> Self {
        let mut bytes = [0; 32];
        random.fill(&mut bytes);
        Self(bytes)
    }

    /// The token that a request carries: the bearer's, else the cookie's.
    #[must_use]
    pub fn of_request(headers: &HeaderMap, secure: bool) -> Option<Self> {
        match headers.get(header::AUTHORIZATION) {
            Some(value) => Self::parse(bearer(value.to_str().ok()?)?),
            None => cookies(headers)
                .find_map(|(name, value)| (name == cookie_name(secure)).then_some(value))
                .and_then(Self::parse),
        }
    }

    /// The token of a request's cookie, where no bearer stands before it.
    #[must_use]
    pub fn of_cookie(headers: &HeaderMap, secure: bool) -> Option<Self> {
        match headers.contains_key(header::AUTHORIZATION) {
            true => None,
            false => Self::of_request(headers, secure),
        }
    }

    /// As it stands on the wire.
    #[must_use]
    pub fn text(&self) -> String {
        hex::encode(self.0)
    }

    /// As the store knows it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.text())
    }

    /// The cookie that carries it.
    #[must_use]
    pub fn cookie(&self, secure: bool) -> HeaderValue {
        set_cookie(&self.text(), COOKIE_MAX_AGE_SECS, secure)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).ok()?;
        Some(Self(bytes))
    }
}

/// The cookie that takes a session's cookie away.
#[must_use]
pub fn no_cookie(secure: bool) -> HeaderValue {
    set_cookie("", 0, secure)
}

/// The cookie's name; the prefix makes browsers insist on TLS and on this very host.
fn cookie_name(secure: bool) -> &'static str {
    if secure {
        "__Host-ludohall"
    } else {
        "ludohall"
    }
}

fn set_cookie(value: &str, max_age: u32, secure: bool) -> HeaderValue {
    let name = cookie_name(secure);
    let tls = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{tls}");
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static(""))
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token)
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    headers
        .get_all(header::COOKIE)
        .into_iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::random::SystemRandom;

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn a_token_comes_back_from_its_cookie_and_as_bearer() {
        for secure in [false, true] {
            let token = Token::new(&SystemRandom);
            let cookie = token.cookie(secure);
            let pair = cookie
                .to_str()
                .unwrap()
                .split(';')
                .next()
                .unwrap()
                .to_owned();
            let request = headers(header::COOKIE, &format!("a=b; {pair}; c=d"));
            assert!(Token::of_request(&request, secure) == Some(token.clone()));
            let request = headers(header::AUTHORIZATION, &format!("bearer {}", token.text()));
            assert!(Token::of_request(&request, secure) == Some(token));
        }
    }

    #[test]
    fn the_cookie_is_for_the_server_alone() {
        let plain = Token::new(&SystemRandom).cookie(false);
        let plain = plain.to_str().unwrap();
        assert!(plain.contains("HttpOnly; SameSite=Lax") && !plain.contains("Secure"));
        let tls = Token::new(&SystemRandom).cookie(true);
        let tls = tls.to_str().unwrap();
        assert!(tls.starts_with("__Host-") && tls.contains("; Secure") && tls.contains("Path=/;"));
    }

    #[test]
    fn nonsense_is_no_token() {
        for value in [
            "Bearer",
            "Bearer xyz",
            "Basic abc",
            &format!("Bearer {}", "0".repeat(63)),
        ] {
            assert!(Token::of_request(&headers(header::AUTHORIZATION, value), false).is_none());
        }
    }
}
