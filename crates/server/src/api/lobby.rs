//! The open lobby as a list.

use crate::{app::Shared, extract::Query, problem::ApiError};
use axum::{Json, extract::State};
use ludohall_protocol::{Problem, rest::Listings};
use ludohall_table::lobby::Filter;
use serde::Deserialize;
use utoipa::IntoParams;

/// Which tables, and from where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// Of this ruleset only.
    pub ruleset: Option<String>,
    /// Only those that wait and have a seat free.
    #[serde(default)]
    pub free: bool,
    /// `next` of the page before.
    pub cursor: Option<String>,
}

/// Listed tables, newest first, 100 a page.
#[utoipa::path(get, path = "/tables", tag = "tables", params(Wanted), responses(
    (status = 200, body = Listings),
    (status = 400, body = Problem, description = "`bad_request`: the cursor is none"),
))]
pub async fn list(
    State(app): State<Shared>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Listings>, ApiError> {
    let filter = Filter {
        ruleset: wanted.ruleset.filter(|ruleset| !ruleset.is_empty()),
        free: wanted.free,
    };
    let cursor = wanted.cursor.filter(|cursor| !cursor.is_empty());
    app.hall
        .lobby()
        .page(&filter, cursor.as_deref())
        .map(Json)
        .map_err(|error| ApiError::bad_request("cursor", error.to_string()))
}
