//! The rulesets, their flags and their boards.

use crate::{extract::Id, problem::ApiError};
use axum::Json;
use ludohall_protocol::{Problem, ProblemCode, Ruleset, convert::wire_ruleset, ruleset::Rulesets};

/// All rulesets.
#[utoipa::path(get, path = "/rulesets", tag = "rulesets", responses((status = 200, body = Rulesets)))]
pub async fn list() -> Json<Rulesets> {
    Json(Rulesets {
        rulesets: ludohall_rules::presets().iter().map(wire_ruleset).collect(),
    })
}

/// One ruleset.
#[utoipa::path(get, path = "/rulesets/{id}", tag = "rulesets", params(("id" = String, Path)), responses(
    (status = 200, body = Ruleset), (status = 404, body = Problem),
))]
pub async fn one(Id(id): Id) -> Result<Json<Ruleset>, ApiError> {
    let preset = ludohall_rules::preset(&id);
    preset
        .map(wire_ruleset)
        .map(Json)
        .ok_or_else(|| ApiError::new(ProblemCode::NotFound, "no ruleset has this id"))
}
