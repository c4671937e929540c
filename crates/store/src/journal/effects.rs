//! What goes with entries, in their transaction.

use super::create;
use crate::{
    Append, Membership, Millis,
    db::{Call, Connection},
    statements as sql,
};

/// Applies the side effects of an append that was written.
pub(super) async fn apply(connection: &mut Connection, append: &Append) -> Result<(), sqlx::Error> {
    let at = append.events.last().map_or(Millis(0), |event| event.at);
    for member in &append.members {
        let (statement, player) = match member {
            Membership::In(player) => (sql::ADD_MEMBER, *player),
            Membership::Out(player) => (sql::REMOVE_MEMBER, *player),
        };
        connection
            .run(&Call::new(statement).bind(append.table).bind(player))
            .await?;
    }
    for (game, record) in &append.games {
        let call = Call::new(sql::PUT_GAME)
            .bind(*game)
            .bind(append.table)
            .bind(record.as_str());
        connection.run(&call.bind(at)).await?;
    }
    if let Some(snapshot) = &append.snapshot {
        let call = Call::new(sql::PUT_SNAPSHOT)
            .bind(append.table)
            .bind(snapshot.seq);
        connection.run(&call.bind(snapshot.body.as_str())).await?;
    }
    if let Some(closed_at) = append.closed_at {
        connection
            .run(
                &Call::new(sql::CLOSE_TABLE)
                    .bind(append.table)
                    .bind(closed_at),
            )
            .await?;
    }
    if let Some((request, code)) = &append.idempotency {
        create::remember(connection, request, *code, at.into()).await?;
    }
    Ok(())
}
