//! What is read from a request: bodies, queries, codes. Whatever cannot be read is a problem document.

use crate::problem::ApiError;
use axum::{
    extract::{FromRequest, FromRequestParts, RawPathParams, Request},
    http::{HeaderMap, header, request::Parts},
};
use ludohall_protocol::{Code, GameId, ProblemCode};
use serde::de::DeserializeOwned;

/// The largest body of a request, in bytes. The largest honest one, looks, stays below 8 KiB.
pub const MAX_BODY_BYTES: usize = 16 * 1024;
/// The longest `Idempotency-Key`, in characters.
const MAX_KEY_CHARS: usize = 64;

/// A JSON body that must be there.
pub struct Json<T>(pub T);

/// A JSON body that may be missing: then the defaults.
pub struct OptionalJson<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        check_json(&parts.headers)?;
        read(&bytes(body).await?).map(Self)
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let bytes = bytes(body).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        check_json(&parts.headers)?;
        read(&bytes).map(Self)
    }
}

async fn bytes(body: axum::body::Body) -> Result<axum::body::Bytes, ApiError> {
    axum::body::to_bytes(body, MAX_BODY_BYTES)
        .await
        .map_err(|_| {
            ApiError::new(
                ProblemCode::TooLarge,
                format!("a body has at most {MAX_BODY_BYTES} bytes"),
            )
        })
}

fn check_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok());
    let essence = kind
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    if essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
    {
        return Ok(());
    }
    Err(ApiError::new(
        ProblemCode::NotJson,
        "send Content-Type: application/json",
    ))
}

/// Reads a body; an error names the field.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // Else an array would be read as an object's fields in their order.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(unreadable(".", "a body is a JSON object"));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        unreadable(&path, &error.into_inner().to_string())
    })?;
    json.end()
        .map_err(|error| unreadable(".", &error.to_string()))?;
    Ok(value)
}

fn unreadable(path: &str, message: &str) -> ApiError {
    let missing = message
        .strip_prefix("missing field `")
        .and_then(|rest| rest.split('`').next());
    // The body as a whole is "." where a field is missing, "?" where it is no JSON.
    let field = match (path, missing) {
        (".", Some(missing)) => missing.to_owned(),
        (path, Some(missing)) => format!("{path}.{missing}"),
        ("." | "?", None) => "body".to_owned(),
        (path, None) => path.to_owned(),
    };
    let clock = field == "clock" || field.starts_with("clock.");
    let code = if clock {
        ProblemCode::BadClock
    } else {
        ProblemCode::BadRequest
    };
    ApiError::new(code, message).with_field(Some(field))
}

/// A query string; an error is a `bad_request`.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|query| Self(query.0))
            .map_err(|rejection| ApiError::bad_request("query", rejection.body_text()))
    }
}

/// The `{code}` of the path; what cannot be a code is no table's.
#[derive(Clone, Copy, Debug)]
pub struct TableCode(pub Code);

impl<S: Send + Sync> FromRequestParts<S> for TableCode {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        segment(parts, state, "code")
            .await
            .and_then(|text| text.parse().ok())
            .map(Self)
            .ok_or_else(ApiError::no_such_table)
    }
}

/// The ending of the path of a record in text notation.
const TEXT: &str = ".txt";

/// The `{id}` of the path: whose record is asked for, and in which form.
#[derive(Clone, Copy, Debug)]
pub struct RecordOfPath {
    /// The game.
    pub game: GameId,
    /// Whether as text, not as JSON.
    pub text: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for RecordOfPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let no_game = || ApiError::new(ProblemCode::NoSuchGame, "no game has this id");
        let id = segment(parts, state, "id").await.ok_or_else(no_game)?;
        let text = id.strip_suffix(TEXT);
        let game = text.unwrap_or(&id).parse().map_err(|_| no_game())?;
        Ok(Self {
            game,
            text: text.is_some(),
        })
    }
}

/// The `{id}` of the path, as text.
#[derive(Clone, Debug)]
pub struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let nothing = || ApiError::new(ProblemCode::NotFound, "nothing has this id");
        segment(parts, state, "id")
            .await
            .map(Self)
            .ok_or_else(nothing)
    }
}

/// The `{arm}` of the path.
#[derive(Clone, Copy, Debug)]
pub struct ArmOfPath(pub u8);

impl<S: Send + Sync> FromRequestParts<S> for ArmOfPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        segment(parts, state, "arm")
            .await
            .and_then(|text| text.parse().ok())
            .map(Self)
            .ok_or_else(|| ApiError::bad_request("arm", "an arm is a number from 0"))
    }
}

async fn segment<S: Send + Sync>(parts: &mut Parts, state: &S, name: &str) -> Option<String> {
    let params = RawPathParams::from_request_parts(parts, state).await.ok()?;
    params
        .iter()
        .find_map(|(key, value)| (key == name).then(|| value.to_owned()))
}

/// The `Idempotency-Key` header.
#[derive(Clone, Debug)]
pub struct IdempotencyKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        const NAME: &str = "Idempotency-Key";
        let Some(value) = parts.headers.get(NAME) else {
            return Ok(Self(None));
        };
        match value.to_str() {
            Ok(key) if (1..=MAX_KEY_CHARS).contains(&key.len()) => Ok(Self(Some(key.to_owned()))),
            _ => Err(ApiError::bad_request(
                NAME,
                format!("1 to {MAX_KEY_CHARS} visible ASCII characters"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludohall_protocol::CreateTable;

    fn refused(body: &str) -> (ProblemCode, String) {
        let error = read::<CreateTable>(body.as_bytes()).err();
        error.map_or((ProblemCode::Internal, String::new()), |e| {
            (e.code(), e.field().unwrap_or_default().to_owned())
        })
    }

    #[test]
    fn an_error_names_the_field() {
        let bad = ProblemCode::BadRequest;
        assert_eq!(refused("{}"), (bad, "ruleset".into()));
        assert_eq!(refused(r#"{"ruleset":7}"#), (bad, "ruleset".into()));
        assert_eq!(
            refused(r#"{"ruleset":"ludo","seats":"x"}"#),
            (bad, "seats".into())
        );
        assert_eq!(
            refused(r#"{"ruleset":"ludo","arms":[0,-1]}"#),
            (bad, "arms[1]".into())
        );
        assert_eq!(refused("{"), (bad, "body".into()));
        assert_eq!(refused(r#"{"ruleset":"ludo"} x"#), (bad, "body".into()));
    }

    #[test]
    fn a_clock_that_is_none_is_a_bad_clock() {
        for clock in [r#""slow""#, "[500]", r#"{"misses":3}"#, "500"] {
            let body = format!(r#"{{"ruleset":"ludo","clock":{clock}}}"#);
            assert_eq!(refused(&body), (ProblemCode::BadClock, "clock".into()));
        }
    }

    #[test]
    fn only_json_counts_as_json() {
        let check = |kind: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(
                header::CONTENT_TYPE,
                axum::http::HeaderValue::from_static(kind),
            );
            check_json(&headers).is_ok()
        };
        assert!(check("application/json"));
        assert!(check("Application/JSON; charset=utf-8"));
        assert!(check("application/vnd.x+json"));
        assert!(!check("text/plain"));
        assert!(!check("application/x-www-form-urlencoded"));
        assert!(check_json(&HeaderMap::new()).is_err());
    }
}
