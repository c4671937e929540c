//! The rulesets, their flags and their boards.

use crate::{
    extract::{Id, Json as Body},
    problem::ApiError,
};
use axum::Json;
use ludohall_protocol::{
    CreateTable, Problem, ProblemCode, Ruleset,
    convert::wire_ruleset,
    ruleset::{Length, Rulesets},
};
use ludohall_rules::Game;

/// Games that an estimate plays, and the most rolls in all: some milliseconds.
const GAMES: u32 = 40;
const MOST_ROLLS: u32 = 100_000;

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

/// About how long a game of the table takes that this creation would open; refuses what creation would refuse. The answer is
/// the same each time.
#[utoipa::path(post, path = "/length", tag = "rulesets", request_body = CreateTable, responses(
    (status = 200, body = Length), (status = 400, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem),
))]
pub async fn length(Body(spec): Body<CreateTable>) -> Result<Json<Length>, ApiError> {
    let game = ludohall_table::rules_of(&spec)?;
    let played = tokio::task::spawn_blocking(move || played(&game)).await;
    played.map(Json).map_err(ApiError::internal)
}

fn played(game: &Game) -> Length {
    let mut state = 1u64;
    let mut below = |bound: usize| {
        // An LCG (MMIX); its high bits are good enough to count rolls.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize * bound) >> 31
    };
    let found = game.length(GAMES, MOST_ROLLS, &mut below);
    Length {
        rolls: found.map(|length| length.rolls),
        first: found.map(|length| length.first),
        games: found.map_or(0, |length| length.games),
    }
}
