//! The lobby socket.

use super::{End, Heard, Line, Upgrade, number, refuse};
use crate::{
    address::ClientAddress, app::Shared, count::OpenSocket, extract::Query, identity::Visitor,
    problem::ApiError, rate::Pace, sessions::SessionSocket,
};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use ludohall_protocol::{CloseCode, Problem};
use ludohall_table::lobby::{Filter, Online, Subscription};
use serde::Deserialize;
use std::convert::Infallible;
use utoipa::IntoParams;

/// Which tables.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// Of this ruleset only.
    pub ruleset: Option<String>,
}

/// The lobby socket: LobbyMessage, one JSON object a message, at most four a second. The client says nothing.
#[utoipa::path(get, path = "/lobby/socket", tag = "sockets", params(Wanted), responses(
    (status = 101, description = "WebSocket, subprotocol ludohall.v1"), (status = 400, body = Problem),
    (status = 403, body = Problem), (status = 426, body = Problem),
))]
pub async fn open(
    State(app): State<Shared>,
    upgrade: Upgrade,
    Ok(session): Result<SessionSocket, Infallible>,
    visitor: Result<Visitor, ApiError>,
    address: ClientAddress,
    Query(wanted): Query<Wanted>,
) -> Response {
    let visitor = match visitor {
        Ok(visitor) => visitor,
        Err(error) => return error.into_response(),
    };
    let limits = &app.config.limits;
    let counted = app.sockets.add(
        (app.rates.bucket(address), limits.address_sockets),
        (visitor.id(), limits.person_sockets),
    );
    let Some(counted) = counted else {
        return refuse(upgrade, number(CloseCode::TooMany), None);
    };
    let watch = Watch {
        feed: app.hall.lobby().subscribe(Filter {
            ruleset: wanted.ruleset.filter(|ruleset| !ruleset.is_empty()),
            free: false,
        }),
        pace: Pace::new(limits.messages),
        session,
        _online: visitor.id().map(|who| app.hall.lobby().enter(who)),
        _counted: counted,
    };
    upgrade.run(&app, move |line| watch.serve(line))
}

/// Somebody who looks at the lobby.
struct Watch {
    feed: Subscription,
    pace: Pace,
    session: SessionSocket,
    _online: Option<Online>,
    _counted: OpenSocket,
}

impl Watch {
    async fn serve(mut self, mut line: Box<Line>) {
        let end = self.watch(&mut line).await;
        drop(self);
        line.close(end).await;
    }

    async fn watch(&mut self, line: &mut Line) -> End {
        loop {
            // The feed goes first; it has few messages a second, and leaves the client room.
            let step = tokio::select! {
                biased;
                () = self.feed.changed() => line.deliver(self.feed.pull()).await,
                () = self.session.ended() => Err(End::Bye(CloseCode::NoSession, None)),
                heard = line.hear() => match heard {
                    Ok(Heard::Text(_)) => self.ignore(),
                    Ok(Heard::Silence) => line.ping().await,
                    Err(end) => Err(end),
                },
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// There is nothing to say here; who says it too often goes.
    fn ignore(&self) -> Result<(), End> {
        if self.pace.allows() {
            Ok(())
        } else {
            Err(End::Bye(CloseCode::Policy, None))
        }
    }
}
