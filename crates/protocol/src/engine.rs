//! Lines of the engine protocol (`ludohall engine`).

use crate::{event::Event, moves::Move, position::Position, ruleset::Ruleset, why::Why};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The code of a refused request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineErrorCode {
    /// The line is no JSON.
    BadJson,
    /// It is no request.
    BadRequest,
    /// The position is impossible.
    BadPosition,
    /// The options do not fit.
    BadOptions,
    /// These dice cannot be rolled.
    BadRoll,
    /// No such operation.
    UnknownOp,
    /// No such ruleset.
    UnknownRuleset,
    /// Not in this phase.
    WrongPhase,
    /// Not among the legal moves.
    Illegal,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EngineError {
    /// The stable code.
    pub code: EngineErrorCode,
    /// English: the field and the reason.
    pub message: String,
}

/// An answer line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EngineAnswer {
    /// The id of the request; `null` where it could not be read.
    #[schema(value_type = Object)]
    pub id: serde_json::Value,
    /// Whether it was done.
    pub ok: bool,
    /// What came of it.
    #[serde(flatten)]
    pub result: EngineResult,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum EngineResult {
    /// Refused.
    Error { error: EngineError },
    /// `apply`.
    Applied {
        position: Position,
        events: Vec<Event>,
    },
    /// `new`.
    New { position: Position },
    /// `legal`.
    Legal { legal: Vec<Move> },
    /// `why`.
    Why(Why),
    /// `perft`.
    Perft { nodes: u64 },
    /// `best`.
    Best {
        #[serde(rename = "move")]
        choice: Move,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        win: Option<Vec<f64>>,
    },
    /// `rulesets`.
    Rulesets { rulesets: Vec<Ruleset> },
}
