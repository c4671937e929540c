//! The table socket.

use super::{End, Heard, Line, Upgrade, bell::Bell, haste::Haste, number, refuse};
use crate::{
    address::ClientAddress,
    api::find_table,
    app::Shared,
    count::OpenSocket,
    extract::{Query, TableCode},
    fault::{self, Fault},
    identity::Visitor,
    problem::ApiError,
    rate::Pace,
    sessions::SessionSocket,
};
use axum::{
    extract::{State, ws::Utf8Bytes},
    response::{IntoResponse, Response},
};
use ludohall_protocol::{
    AnswerCode, ClientMessage, CloseCode, Code, Player, Problem, ProblemCode, ServerMessage,
    Version, socket::MAX_COMMAND_ID_CHARS,
};
use ludohall_table::{Attachment, Millis, ports::Clock};
use serde::{
    Deserialize,
    de::{DeserializeOwned, Error, Unexpected},
};
use std::{convert::Infallible, future::poll_fn, pin::pin, sync::Arc, task::Poll};
use utoipa::IntoParams;

/// How often in a row a client is told something before it is listened to.
const TOLD_IN_A_ROW: u32 = 8;

/// What the client has already.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Seen {
    /// The last version that it applied; 0: everything from the start; absent or senseless: a snapshot.
    pub after: Option<String>,
}

/// The table socket: ServerMessage one way, ClientMessage the other, one JSON object a message.
#[utoipa::path(get, path = "/tables/{code}/socket", tag = "sockets", params(("code" = String, Path), Seen), responses(
    (status = 101, description = "WebSocket, subprotocol ludohall.v1"), (status = 400, body = Problem),
    (status = 403, body = Problem), (status = 426, body = Problem), (status = 503, body = Problem),
))]
pub async fn open(
    State(app): State<Shared>,
    upgrade: Upgrade,
    Ok(session): Result<SessionSocket, Infallible>,
    visitor: Result<Visitor, ApiError>,
    address: ClientAddress,
    code: Result<TableCode, ApiError>,
    Query(seen): Query<Seen>,
) -> Response {
    let after = seen.after.and_then(|text| text.parse().ok()).map(Version);
    let after = match fault::is(Fault::ResumeOffByOne) {
        true => after.map(Version::next),
        false => after,
    };
    let place = async {
        let player = visitor?.0.ok_or_else(ApiError::no_session)?;
        let code = code?.0;
        let place = place(&app, player, address, code, after).await;
        match place {
            Err(error) => Err(closed_or(error, &app, code).await),
            found => found,
        }
    };
    match place.await {
        Ok(place) => upgrade.run(&app, move |line| place.serve(line, session)),
        Err(error) => match close_code(error.code()) {
            Some(code) => refuse(upgrade, number(code), None),
            None => error.into_response(),
        },
    }
}

/// The refusal of a socket: who comes back to a table that has closed learns that there was one.
async fn closed_or(error: ApiError, app: &Shared, code: Code) -> ApiError {
    if error.code() != ProblemCode::NoSuchTable {
        return error;
    }
    match app.hall.has_closed(code).await {
        Ok(true) => ApiError::new(ProblemCode::Finished, "the table has closed"),
        Ok(false) => error,
        Err(refusal) => refusal.into(),
    }
}

/// The refusals that open the socket to be read.
fn close_code(code: ProblemCode) -> Option<CloseCode> {
    match code {
        ProblemCode::NoSession => Some(CloseCode::NoSession),
        ProblemCode::NotAllowed | ProblemCode::Banned => Some(CloseCode::NotAllowed),
        ProblemCode::NoSuchTable => Some(CloseCode::NoSuchTable),
        ProblemCode::Finished => Some(CloseCode::Closed),
        ProblemCode::TooManyRequests => Some(CloseCode::TooMany),
        _ => None,
    }
}

/// What a socket's task has to do next.
enum Turn {
    /// The table has something for the client.
    Tell,
    /// The client has said something or been silent, or its connection ends.
    Hear(Result<Heard, End>),
    /// The session is over.
    End,
}

/// A socket's place at a table.
struct Place {
    table: Attachment,
    clock: Arc<dyn Clock>,
    pace: Pace,
    haste: Haste,
    _counted: OpenSocket,
}

async fn place(
    app: &Shared,
    player: Player,
    address: ClientAddress,
    code: Code,
    after: Option<Version>,
) -> Result<Place, ApiError> {
    let limits = &app.config.limits;
    let handle = find_table(app, address, Some(player.id), code).await?;
    let counted = app.sockets.add(
        (app.rates.bucket(address), limits.address_sockets),
        (Some(player.id), limits.person_sockets),
    );
    let counted = counted
        .ok_or_else(|| ApiError::new(ProblemCode::TooManyRequests, "too many sockets are open"))?;
    Ok(Place {
        table: handle.attach(player, after).await?,
        clock: Arc::clone(&app.clock),
        pace: Pace::new(limits.messages),
        haste: Haste::default(),
        _counted: counted,
    })
}

impl Place {
    /// The life of the socket.
    async fn serve(mut self, mut line: Box<Line>, session: SessionSocket) {
        let end = self.converse(&mut line, &session).await;
        if fault::is(Fault::PlaceLeaked) && end == End::Bye(CloseCode::Policy, None) {
            std::mem::forget(self);
            return line.close(end).await;
        }
        // Leaving comes before the farewell: others learn of it at once.
        drop(self);
        line.close(end).await;
    }

    async fn converse(&mut self, line: &mut Line, session: &SessionSocket) -> End {
        // One wait for all turns: to begin to wait costs more than to look again.
        let mut ended = pin!(session.ended());
        let bell = Bell::new();
        let mut told = 0_u32;
        loop {
            let turn = self.turn(line, ended.as_mut(), &bell, told).await;
            told = match turn {
                Turn::Tell => told.wrapping_add(1),
                _ => 0,
            };
            let done = match turn {
                Turn::Tell => line.deliver(self.table.pull()).await,
                Turn::Hear(Ok(Heard::Text(text))) => self.listen(line, &text).await,
                Turn::Hear(Ok(Heard::Silence)) => line.ping().await,
                Turn::Hear(Err(end)) => Err(end),
                Turn::End => Err(End::Bye(CloseCode::NoSession, None)),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Tells what the table has, or hears what the client says. Telling goes first, so that answers do not pile up; when
    /// that has been so a few times, the client has a word in any case, so that a table that never rests does not keep it
    /// from acting, nor from going.
    async fn turn(
        &mut self,
        line: &mut Line,
        ended: impl Future<Output = ()>,
        bell: &Bell,
        told: u32,
    ) -> Turn {
        let is_client_first = told % TOLD_IN_A_ROW == TOLD_IN_A_ROW - 1;
        let mut changed = pin!(self.table.changed());
        let mut client = pin!(async {
            tokio::select! {
                biased;
                () = ended => Turn::End,
                heard = line.hear() => Turn::Hear(heard),
            }
        });
        poll_fn(|cx| {
            if is_client_first && let Poll::Ready(turn) = bell.poll(cx, client.as_mut()) {
                return Poll::Ready(turn);
            }
            if changed.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Turn::Tell);
            }
            if is_client_first {
                return Poll::Pending;
            }
            bell.poll(cx, client.as_mut())
        })
        .await
    }

    /// Does what the client says.
    async fn listen(&mut self, line: &mut Line, text: &str) -> Result<(), End> {
        if !self.pace.allows() {
            return self.slow_down(text);
        }
        self.haste.ease();
        match read(text) {
            Ok(ClientMessage::Ping { t }) => line.say([pong(t, self.clock.now())]).await?,
            Ok(_) if fault::is(Fault::CommandForgotten) && text.len() > 50 => {}
            Ok(message) if id_fits(&message) => self.table.command(message),
            Ok(_) => self.bad(None, "an id has 1 to 64 characters"),
            Err(error) => self.bad(id_of(text), &error.to_string()),
        }
        Ok(())
    }

    fn slow_down(&mut self, text: &str) -> Result<(), End> {
        if self.haste.grow() {
            return Err(End::Bye(CloseCode::Policy, None));
        }
        self.table.refuse(
            id_of(text),
            AnswerCode::TooFast,
            "this socket sends too fast",
        );
        Ok(())
    }

    fn bad(&mut self, id: Option<String>, message: &str) {
        self.table.refuse(id, AnswerCode::BadMessage, message);
    }
}

/// Reads an object; an array would be taken for an object's fields in their order.
fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    if text.trim_ascii_start().starts_with('[') {
        return Err(Error::invalid_type(Unexpected::Seq, &"an object"));
    }
    serde_json::from_str(text)
}

/// The id of a message that cannot be read as a whole.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct WithId {
        id: String,
    }
    let WithId { id } = read(text).ok()?;
    is_id(&id).then_some(id)
}

fn id_fits(message: &ClientMessage) -> bool {
    message.id().is_none_or(is_id)
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().count() <= MAX_COMMAND_ID_CHARS
}

fn pong(t: serde_json::Value, now: Millis) -> Utf8Bytes {
    let server_time_ms = now.0.unsigned_abs();
    let pong = ServerMessage::Pong { t, server_time_ms };
    serde_json::to_string(&pong).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_in_what_is_no_message() {
        assert_eq!(id_of(r#"{"do":"fly","id":"a"}"#).as_deref(), Some("a"));
        assert_eq!(id_of(r#"{"do":"fly","id":7}"#), None);
        assert_eq!(id_of(r#"{"id":""}"#), None);
        assert_eq!(id_of("nonsense"), None);
        assert_eq!(id_of(&format!(r#"{{"id":"{}"}}"#, "x".repeat(65))), None);
    }

    #[test]
    fn ids_count_characters() {
        assert!(is_id(&"я".repeat(64)));
        assert!(!is_id(&"я".repeat(65)) && !is_id(""));
    }

    #[test]
    fn only_what_a_browser_could_not_read_opens_the_socket() {
        assert_eq!(
            close_code(ProblemCode::NoSession),
            Some(CloseCode::NoSession)
        );
        assert_eq!(close_code(ProblemCode::TableDamaged), None);
        assert_eq!(close_code(ProblemCode::Draining), None);
    }
}
