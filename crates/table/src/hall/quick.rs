//! A seat at once: at a table that waits, or at a new one.

use super::{Hall, TableHandle, handle::idempotency};
use crate::{input::Request, refusal::Refusal};
use ludohall_protocol::{CreateTable, Player, ProblemCode, rest::Quick};
use serde_json::json;
use tokio::time::timeout;

/// Tables that are tried before a new one is opened. Each that fails has just been taken by somebody else.
const CANDIDATES: usize = 8;

pub(super) async fn quick(
    hall: &Hall,
    by: Player,
    wish: Quick,
    key: Option<String>,
) -> Result<(TableHandle, bool), Refusal> {
    if let Some(asked) = idempotency(by.id, key.clone())?
        && let Some(code) = hall.services().replayed(asked).await?
    {
        return Ok((hall.table(code).await?, false));
    }
    // One at a time: of two who come together, the second finds the table that the first one opened.
    let turn = hall.services().quick.lock();
    let patience = hall.services().config.append_timeout;
    let _turn = timeout(patience, turn)
        .await
        .map_err(|_| Refusal::unavailable())?;
    for code in hall.lobby().fitting(&wish, by.id, CANDIDATES) {
        let Ok(table) = hall.table(code).await else {
            continue;
        };
        let sit = Request::Sit {
            arm: None,
            name: None,
        };
        match table.request(by.clone(), sit, key.clone()).await {
            Ok(_) => return Ok((table, false)),
            Err(refusal) if is_about_the_table(refusal.code) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    hall.create(by, new_table(&wish)?, key).await
}

/// Whether another table may do where this one refused.
fn is_about_the_table(code: ProblemCode) -> bool {
    !matches!(
        code,
        ProblemCode::Unavailable | ProblemCode::Draining | ProblemCode::TooManyRequests
    )
}

/// A listed table with every setting as usual.
fn new_table(wish: &Quick) -> Result<CreateTable, Refusal> {
    let spec = json!({"ruleset": wish.ruleset, "seats": wish.seats, "listed": true});
    serde_json::from_value(spec)
        .map_err(|error| Refusal::new(ProblemCode::BadRequest, error.to_string()))
}
