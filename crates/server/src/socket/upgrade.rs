//! The way from a GET to a socket.

use super::{Line, bye_text};
use crate::{app::Shared, origin, problem::ApiError, telemetry};
use axum::{
    extract::{
        FromRequestParts, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket},
    },
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use futures_util::SinkExt;
use ludohall_protocol::{
    ProblemCode,
    socket::{MAX_CLIENT_MESSAGE_BYTES, SUBPROTOCOL},
};
use std::time::Duration;

/// What a socket has ready to read into, in bytes: small, as there are many and most are silent. A command is shorter by far;
/// a longer message gets room when it comes.
const READ_BUFFER_BYTES: usize = 1024;
/// What a socket gathers before it writes, in bytes.
const WRITE_BUFFER_BYTES: usize = 4096;
/// What a message may have before it is not even read, in bytes. Above what is allowed, so that the answer to a message
/// that is a little too large reaches its sender.
const MAX_READ_BYTES: usize = 16 * MAX_CLIENT_MESSAGE_BYTES;
/// What may wait to be written, in bytes: the largest snapshot and more.
const MAX_WRITE_BYTES: usize = 512 * 1024;
/// How long a refused client may take to read why.
const REFUSE_WITHIN: Duration = Duration::from_secs(5);

/// A request that asks for a socket and may have one, by its headers: `upgrade_required`, `foreign_origin` and
/// `bad_request` (only foreign subprotocols) are refused before.
pub struct Upgrade(WebSocketUpgrade);

impl FromRequestParts<Shared> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Response> {
        if !asks_for_socket(&parts.headers) {
            return Err(upgrade_required());
        }
        origin::check_upgrade(&app.config, &parts.headers).map_err(IntoResponse::into_response)?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app)
            .await
            .map_err(|rejection| {
                ApiError::bad_request("upgrade", rejection.body_text()).into_response()
            })?;
        let upgrade = bounded(upgrade).protocols([SUBPROTOCOL]);
        if upgrade.selected_protocol().is_none() && upgrade.requested_protocols().next().is_some() {
            let detail = format!("this path speaks {SUBPROTOCOL}");
            let error = ApiError::bad_request("Sec-WebSocket-Protocol", detail);
            return Err(error.into_response());
        }
        Ok(Self(upgrade))
    }
}

impl Upgrade {
    /// Opens the socket and runs `task` with it, counted among those that stopping waits for.
    pub fn run<F>(
        self,
        app: &Shared,
        task: impl FnOnce(Box<Line>) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let timing = app.config.timing;
        let nth = app.tasks.len();
        let token = app.tasks.token();
        self.0.on_upgrade(move |socket| {
            let line = Box::new(Line::new(socket, timing, nth));
            // In a task of its own: the one in which the socket opened has room for much that is over now.
            tokio::spawn(async move {
                task(line).await;
                drop(token);
            });
            std::future::ready(())
        })
    }
}

/// Opens the socket only to say why it closes: a browser can read that, and not the status of a failed upgrade.
pub fn refuse(upgrade: Upgrade, code: u16, retry_ms: Option<u64>) -> Response {
    telemetry::socket_closed(code);
    upgrade.0.on_upgrade(move |socket| async move {
        let farewell = farewell(socket, code, retry_ms);
        // Whoever does not listen is let go without a word.
        let _ = tokio::time::timeout(REFUSE_WITHIN, farewell).await;
    })
}

async fn farewell(
    mut socket: WebSocket,
    code: u16,
    retry_ms: Option<u64>,
) -> Result<(), axum::Error> {
    let frame = CloseFrame {
        code,
        reason: "".into(),
    };
    socket.feed(Message::text(bye_text(code, retry_ms))).await?;
    socket.send(Message::Close(Some(frame))).await?;
    while let Some(Ok(_)) = socket.recv().await {}
    Ok(())
}

fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_write_buffer_size(MAX_WRITE_BYTES)
        .max_message_size(MAX_READ_BYTES)
        .max_frame_size(MAX_READ_BYTES)
}

fn asks_for_socket(headers: &HeaderMap) -> bool {
    let upgrade = headers.get(header::UPGRADE).and_then(|v| v.to_str().ok());
    upgrade.is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
}

fn upgrade_required() -> Response {
    let error = ApiError::new(
        ProblemCode::UpgradeRequired,
        "open this path as a WebSocket",
    );
    let mut response = error.into_response();
    let headers = response.headers_mut();
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    response
}
