//! What goes with entries, in their transaction.

use super::create;
use crate::{
    Append, FinishedGame, Membership, Millis,
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
    for game in &append.games {
        keep(connection, append, game, at).await?;
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

/// Keeps the record of a game, and who played it to its end.
async fn keep(
    connection: &mut Connection,
    append: &Append,
    game: &FinishedGame,
    at: Millis,
) -> Result<(), sqlx::Error> {
    let call = Call::new(sql::PUT_GAME)
        .bind(game.id)
        .bind(append.table)
        .bind(game.record.as_str())
        .bind(at)
        .bind(i64::from(game.complete));
    connection.run(&call).await?;
    for player in game.players.iter().filter(|_| game.complete) {
        let call = Call::new(sql::ADD_GAME_PLAYER).bind(*player).bind(game.id);
        connection.run(&call).await?;
    }
    Ok(())
}
