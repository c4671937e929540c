//! The row of a new table.

use super::job::Creation;
use crate::{
    Created, Epoch, Idempotency,
    db::{Call, Connection},
    statements as sql,
    store::Node,
};
use ludohall_protocol::Code;

/// Makes the row, unless the request or the code is known. The same creation twice is done once.
pub(super) async fn open(
    connection: &mut Connection,
    node: &Node,
    table: &Creation,
) -> Result<Created, sqlx::Error> {
    if let Some(code) = recall(connection, table.idempotency.as_ref()).await? {
        return Ok(Created::Replayed(code));
    }
    if !insert(connection, node, table).await? {
        return Ok(if is_known(connection, table).await? {
            Created::Done(Epoch::FIRST)
        } else {
            Created::CodeTaken
        });
    }
    let Some(request) = &table.idempotency else {
        return Ok(Created::Done(Epoch::FIRST));
    };
    if remember(connection, request, table.code, table.created_at.into()).await? {
        return Ok(Created::Done(Epoch::FIRST));
    }
    // Another node was asked the same at the same moment.
    connection
        .run(&Call::new(sql::DROP_TABLE).bind(table.first.append.table))
        .await?;
    let code = recall(connection, Some(request)).await?;
    Ok(code.map_or(Created::CodeTaken, Created::Replayed))
}

/// Remembers a request; false where it is known.
pub(super) async fn remember(
    connection: &mut Connection,
    request: &Idempotency,
    code: Code,
    at: crate::db::Arg,
) -> Result<bool, sqlx::Error> {
    let call = Call::new(sql::REMEMBER)
        .bind(request.player)
        .bind(request.operation)
        .bind(request.key.as_str())
        .bind(code)
        .bind(at);
    Ok(!connection.run(&call).await?.is_empty())
}

async fn recall(
    connection: &mut Connection,
    request: Option<&Idempotency>,
) -> Result<Option<Code>, sqlx::Error> {
    let Some(request) = request else {
        return Ok(None);
    };
    let rows = connection.run(&request.recall()).await?;
    rows.first().map(|row| row.parse(0)).transpose()
}

async fn insert(
    connection: &mut Connection,
    node: &Node,
    table: &Creation,
) -> Result<bool, sqlx::Error> {
    let call = Call::new(sql::CREATE_TABLE)
        .bind(table.first.append.table)
        .bind(table.code)
        .bind(Epoch::FIRST)
        .bind(*node)
        .bind(table.created_at)
        .bind(table.created_by);
    Ok(!connection.run(&call).await?.is_empty())
}

async fn is_known(connection: &mut Connection, table: &Creation) -> Result<bool, sqlx::Error> {
    let call = Call::new(sql::TABLE_EPOCH).bind(table.first.append.table);
    Ok(!connection.run(&call).await?.is_empty())
}

impl Idempotency {
    /// Asks what this request was answered with.
    pub(crate) fn recall(&self) -> Call {
        Call::new(sql::RECALL)
            .bind(self.player)
            .bind(self.operation)
            .bind(self.key.as_str())
    }
}
