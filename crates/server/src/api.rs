//! The REST calls. A handler reads, asks the hall, and answers; it decides nothing.

pub mod games;
pub mod health;
pub mod lobby;
pub mod me;
pub mod rulesets;
pub mod seats;
pub mod session;
pub mod tables;

use crate::{
    address::ClientAddress, app::Shared, extract::TableCode, identity::Visitor, problem::ApiError,
};
use axum::{extract::FromRequestParts, http::request::Parts};
use ludohall_protocol::{Code, PlayerId, ProblemCode};
use ludohall_table::TableHandle;

/// The table of the path.
pub struct TableOfPath(pub TableHandle);

impl FromRequestParts<Shared> for TableOfPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, ApiError> {
        let TableCode(code) = TableCode::from_request_parts(parts, app).await?;
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        let visitor = Visitor::from_request_parts(parts, app).await?;
        find_table(app, address, visitor.id(), code).await.map(Self)
    }
}

/// The open table with this code.
///
/// Wrong codes are counted by address. Who has guessed too often waits, also with a code that is right: but for those of
/// tables where they sit.
///
/// # Errors
/// `no_such_table`, `too_many_requests`, `table_damaged`, `unavailable`, `draining`.
pub async fn find_table(
    app: &Shared,
    address: ClientAddress,
    who: Option<PlayerId>,
    code: Code,
) -> Result<TableHandle, ApiError> {
    if let Some(wait) = app.rates.guesser_waits(address)
        && !sits_at(app, who, code).await?
    {
        return Err(ApiError::too_many(wait));
    }
    let found = app.hall.table(code).await.map_err(ApiError::from);
    if found
        .as_ref()
        .is_err_and(|error| error.code() == ProblemCode::NoSuchTable)
    {
        app.rates.wrong_guess(address)?;
    }
    found
}

async fn sits_at(app: &Shared, who: Option<PlayerId>, code: Code) -> Result<bool, ApiError> {
    let Some(who) = who else { return Ok(false) };
    let tables = app.hall.tables_of(who).await?;
    Ok(tables.iter().any(|table| table.code == code))
}
