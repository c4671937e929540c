//! Clients that do not behave: one that never reads, one that never stops.

use crate::{
    failure::Failure,
    people::Guest,
    socket::{Socket, as_text, table_path},
};
use ludohall_protocol::{ClientMessage, Code, Ply};
use std::{net::SocketAddr, time::Duration};
use tokio::time::{sleep, timeout};

/// Questions whose answers are never read.
const QUESTIONS: usize = 4_000;
/// What is asked with, in bytes.
const QUESTION_BYTES: usize = 3_000;
/// A message that does not go in this time does not go any more.
const STUCK: Duration = Duration::from_millis(300);
/// How long the silent one stays: longer than the hall waits for who does not read.
const STAY: Duration = Duration::from_secs(12);
/// Messages of a flood: enough to be shown the door.
const FLOOD: u64 = 3_000;
/// After so many of them, what came is read.
const READ_EVERY: u64 = 50;

/// Asks and never reads, until nothing goes any more; then sits there.
///
/// # Errors
/// The hall does not let it in, or throws it out.
pub async fn mute(address: SocketAddr, guest: Guest, code: Code) -> Result<(), Failure> {
    let mut socket = Socket::open(address, table_path(code, None), Some(&guest.token)).await?;
    let question = as_text(&ClientMessage::Ping {
        t: "x".repeat(QUESTION_BYTES).into(),
    });
    for _ in 0..QUESTIONS {
        match timeout(STUCK, socket.send(question.clone())).await {
            Ok(sent) => sent?,
            Err(_) => break,
        }
    }
    sleep(STAY).await;
    Ok(())
}

/// Sends as fast as it can what has no effect: nonsense, decisions that are long over, seats that are not its own.
///
/// # Errors
/// The hall does not let it in, or (as it should) throws it out.
pub async fn flood(address: SocketAddr, guest: Guest, code: Code) -> Result<(), Failure> {
    let mut socket = Socket::open(address, table_path(code, None), Some(&guest.token)).await?;
    for number in 0..FLOOD {
        let text = match number % 4 {
            0 => "nonsense".to_owned(),
            1 => as_text(&ClientMessage::Roll {
                id: format!("flood-{number}"),
                ply: Ply(0),
            }),
            2 => format!(
                r#"{{"do":"move","id":"flood-{number}","ply":0,"piece":0,"uses":[1],"arm":9}}"#
            ),
            _ => as_text(&ClientMessage::Undo {
                id: format!("flood-{number}"),
            }),
        };
        timeout(STAY, socket.send(text))
            .await
            .map_err(|_| socket.broken("stuck"))??;
        if number % READ_EVERY == 0 {
            while let Ok(Some(_)) = timeout(Duration::ZERO, socket.next()).await {}
        }
    }
    Ok(())
}
