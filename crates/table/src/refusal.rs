//! Why a request was refused.

use ludohall_protocol::ProblemCode;

/// A refused request: the code for people's eyes, and what a developer wants to know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code:?}: {detail}")]
pub struct Refusal {
    /// The stable code.
    pub code: ProblemCode,
    /// English, for developers.
    pub detail: String,
    /// The field that is wrong (`bad_request`).
    pub field: Option<String>,
    /// The flag that is wrong (`bad_options`).
    pub flag: Option<String>,
    /// Why it is wrong (`bad_options`).
    pub reason: Option<String>,
    /// Seconds after which another try makes sense (`Retry-After`).
    pub retry_after_s: Option<u32>,
}

impl Refusal {
    /// A refusal with a code and a word for developers.
    #[must_use]
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            field: None,
            flag: None,
            reason: None,
            retry_after_s: None,
        }
    }

    /// The same with `Retry-After`.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }
}
