//! Why a request of the engine protocol is refused.

use ludohall_protocol::{
    convert::{BadOption, ReadError},
    engine::{EngineError, EngineErrorCode},
};
use ludohall_rules::{PlayError, RollError, SetupError};

/// A code for programs and a sentence for developers.
#[derive(Debug)]
pub struct Refusal {
    code: EngineErrorCode,
    message: String,
}

impl Refusal {
    /// A refusal with this code.
    pub fn new(code: EngineErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// A field of the request itself is not as it should be.
    pub fn field(name: &str, reason: impl std::fmt::Display) -> Self {
        Self::new(EngineErrorCode::BadRequest, format!("{name}: {reason}"))
    }
}

impl From<Refusal> for EngineError {
    fn from(refusal: Refusal) -> Self {
        Self {
            code: refusal.code,
            message: refusal.message,
        }
    }
}

impl Refusal {
    /// A game that cannot be set up, asked for by the request itself.
    pub fn request(error: &SetupError) -> Self {
        Self::setup(error, EngineErrorCode::BadRequest)
    }

    /// `otherwise` is the code where neither the ruleset nor its options are to blame.
    fn setup(error: &SetupError, otherwise: EngineErrorCode) -> Self {
        let code = match error {
            SetupError::UnknownRuleset => EngineErrorCode::UnknownRuleset,
            SetupError::Options { .. } => EngineErrorCode::BadOptions,
            SetupError::Seats { .. } | SetupError::Board { .. } => otherwise,
        };
        Self::new(code, error.to_string())
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Option(bad) => bad.into(),
            ReadError::Setup(error) => Self::setup(&error, EngineErrorCode::BadPosition),
            ReadError::Position(error) => {
                Self::new(EngineErrorCode::BadPosition, error.to_string())
            }
        }
    }
}

impl From<BadOption> for Refusal {
    fn from(bad: BadOption) -> Self {
        Self::new(EngineErrorCode::BadOptions, bad.to_string())
    }
}

impl From<RollError> for Refusal {
    fn from(error: RollError) -> Self {
        let code = match error {
            RollError::WrongPhase => EngineErrorCode::WrongPhase,
            RollError::Count { .. } | RollError::Face(_) => {
                return Self::new(EngineErrorCode::BadRoll, format!("roll: {error}"));
            }
        };
        Self::new(code, error.to_string())
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        let code = match error {
            PlayError::WrongPhase => EngineErrorCode::WrongPhase,
            PlayError::Illegal => EngineErrorCode::Illegal,
        };
        Self::new(code, error.to_string())
    }
}
