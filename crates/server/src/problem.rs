//! Errors as people outside see them: `application/problem+json` with a stable code.
//!
//! An [`ApiError`] has a public side, the [`Problem`], and may have a private one, the cause, which is logged
//! once, here, when the answer is made, and never sent.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use ludohall_protocol::{Problem, ProblemCode, code_name};
use ludohall_table::Refusal;
use std::{error::Error, time::Duration};

/// The media type of every error body.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// How long a client is asked to wait where nothing better is known.
const RETRY_AFTER_DEFAULT: Duration = Duration::from_secs(1);

/// A refusal or failure on its way to the client.
#[derive(Debug)]
pub struct ApiError {
    problem: Box<Problem>,
    retry_after: Option<Duration>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl ApiError {
    /// An error with this code; `detail` is English and for developers.
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        let problem = Problem {
            kind: format!("urn:ludohall:problem:{}", code_name(&code)),
            title: code.title().to_owned(),
            status: code.status(),
            code,
            detail: detail.into(),
            field: None,
            flag: None,
            reason: None,
        };
        Self {
            problem: Box::new(problem),
            retry_after: None,
            cause: None,
        }
    }

    /// `bad_request`, naming the field.
    pub fn bad_request(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(ProblemCode::BadRequest, detail).with_field(Some(field.into()))
    }

    /// `no_session`.
    #[must_use]
    pub fn no_session() -> Self {
        Self::new(
            ProblemCode::NoSession,
            "send the session's cookie or an Authorization header with its token",
        )
    }

    /// `no_such_table`, also for what cannot be a code at all.
    #[must_use]
    pub fn no_such_table() -> Self {
        Self::new(ProblemCode::NoSuchTable, "no open table has this code")
    }

    /// `too_many_requests`, to be tried again after `wait`.
    #[must_use]
    pub fn too_many(wait: Duration) -> Self {
        Self::new(ProblemCode::TooManyRequests, "slow down").with_retry_after(Some(wait))
    }

    /// `internal`: the cause is logged and not told.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let mut error = Self::new(
            ProblemCode::Internal,
            "the cause stands in the server's log",
        );
        error.cause = Some(cause.into());
        error
    }

    /// `unavailable`: the store cannot be reached; the cause is logged and not told.
    pub fn unavailable(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let mut error = Self::new(
            ProblemCode::Unavailable,
            "the store cannot be reached; clocks stand still",
        )
        .with_retry_after(Some(RETRY_AFTER_DEFAULT));
        error.cause = Some(cause.into());
        error
    }

    /// Says which field of the body is wrong.
    #[must_use]
    pub fn with_field(mut self, field: Option<String>) -> Self {
        self.problem.field = field;
        self
    }

    /// Says which flag is wrong, and why.
    #[must_use]
    pub fn with_flag(mut self, flag: Option<String>, reason: Option<String>) -> Self {
        self.problem.flag = flag;
        self.problem.reason = reason;
        self
    }

    /// Says when to come back.
    #[must_use]
    pub fn with_retry_after(mut self, wait: Option<Duration>) -> Self {
        self.retry_after = wait;
        self
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> ProblemCode {
        self.problem.code
    }

    /// The field that is wrong.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.problem.field.as_deref()
    }

    fn log(&self) {
        let code = code_name(&self.problem.code);
        metrics::counter!("ludohall_refusals_total", "code" => code.clone()).increment(1);
        match &self.cause {
            Some(cause) => {
                tracing::error!(code, cause = %Chain(cause.as_ref()), "a request failed");
            }
            None if self.problem.status >= 500 => {
                tracing::warn!(code, detail = self.problem.detail, "a request failed");
            }
            None => tracing::debug!(code, detail = self.problem.detail, "a request was refused"),
        }
    }

    /// Whole seconds to wait, rounded up; every 429 and 503 has them.
    fn retry_after_secs(&self) -> Option<u64> {
        let wait = self
            .retry_after
            .or_else(|| matches!(self.problem.status, 429 | 503).then_some(RETRY_AFTER_DEFAULT))?;
        Some(wait.as_millis().div_ceil(1000).max(1) as u64)
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let wait = refusal.retry_after_s;
        Self::new(refusal.code, refusal.detail)
            .with_field(refusal.field)
            .with_flag(refusal.flag, refusal.reason)
            .with_retry_after(wait.map(|seconds| Duration::from_secs(seconds.into())))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let status =
            StatusCode::from_u16(self.problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self.problem).unwrap_or_default();
        let content_type = [(header::CONTENT_TYPE, PROBLEM_JSON)];
        let mut response = (status, content_type, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_secs() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// An error and all that caused it, on one line.
struct Chain<'a>(&'a (dyn Error + Send + Sync));

impl std::fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)?;
        let mut source = self.0.source();
        while let Some(cause) = source {
            write!(f, ": {cause}")?;
            source = cause.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_always_says_when_to_come_back() {
        let response = ApiError::too_many(Duration::from_millis(1200)).into_response();
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
        let response = ApiError::new(ProblemCode::Draining, "").into_response();
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    }

    #[test]
    fn an_error_is_a_problem_document() {
        let response = ApiError::no_such_table().into_response();
        assert_eq!(response.status(), 404);
        assert_eq!(response.headers()[header::CONTENT_TYPE], PROBLEM_JSON);
    }
}
