//! A client's end of a socket: small buffers, since there are thousands of them.

use crate::failure::Failure;
use futures_util::{Sink, SinkExt, Stream};
use ludohall_protocol::{ClientMessage, Code, Version, socket::SUBPROTOCOL};
use serde::Serialize;
use std::{
    future::poll_fn,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        self, Message, Utf8Bytes,
        client::IntoClientRequest,
        http::{HeaderValue, header},
        protocol::WebSocketConfig,
    },
};

/// What a socket buffers each way, in bytes.
const BUFFER_BYTES: usize = 4096;

/// The path of a table's socket; `after`: the last version that one has.
#[must_use]
pub fn table_path(code: Code, after: Option<Version>) -> String {
    match after {
        Some(Version(after)) => format!("/api/v1/tables/{code}/socket?after={after}"),
        None => format!("/api/v1/tables/{code}/socket"),
    }
}

/// An open socket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    path: String,
    /// Bytes of the texts that came.
    pub received: u64,
    /// Bytes of the texts that went.
    pub sent: u64,
}

impl Socket {
    /// Opens one, as whoever has the token.
    ///
    /// # Errors
    /// The hall is not there, or refuses.
    pub async fn open(
        address: SocketAddr,
        path: String,
        token: Option<&str>,
    ) -> Result<Self, Failure> {
        match Self::handshake(address, &path, token).await {
            Ok(stream) => Ok(Self {
                stream,
                path,
                received: 0,
                sent: 0,
            }),
            Err(error) => Err(Failure::Socket {
                path,
                reason: error.to_string(),
            }),
        }
    }

    async fn handshake(
        address: SocketAddr,
        path: &str,
        token: Option<&str>,
    ) -> Result<WebSocketStream<TcpStream>, tungstenite::Error> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert(
            header::SEC_WEBSOCKET_PROTOCOL,
            HeaderValue::from_static(SUBPROTOCOL),
        );
        if let Some(token) = token {
            headers.insert(
                header::AUTHORIZATION,
                HeaderValue::try_from(format!("Bearer {token}"))?,
            );
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER_BYTES)
            .write_buffer_size(0);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(stream)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The socket has broken.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), Failure> {
        self.send(as_text(message)).await
    }

    /// Sends a text.
    ///
    /// # Errors
    /// The socket has broken.
    pub async fn send(&mut self, text: String) -> Result<(), Failure> {
        self.sent += text.len() as u64;
        let sent = self.stream.send(Message::text(text)).await;
        sent.map_err(|error| self.broken(&error.to_string()))
    }

    /// The next text; `None` at the end of the socket.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// The next text; `None` at the end of the socket. Pings are answered on the way.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Utf8Bytes>> {
        loop {
            match ready!(Pin::new(&mut self.stream).poll_next(cx)) {
                Some(Ok(Message::Text(text))) => {
                    self.received += text.len() as u64;
                    return Poll::Ready(Some(text));
                }
                Some(Ok(Message::Ping(_))) => {
                    // The pong lies ready; what cannot go now goes with the next message.
                    let _ = Pin::new(&mut self.stream).poll_flush(cx);
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Poll::Ready(None),
            }
        }
    }

    /// The connection beneath, for who wants to break it.
    pub fn connection(&mut self) -> &mut TcpStream {
        self.stream.get_mut()
    }

    /// That the socket broke, for reports.
    pub fn broken(&self, reason: &str) -> Failure {
        Failure::Socket {
            path: self.path.clone(),
            reason: reason.to_string(),
        }
    }
}

/// A message as it goes over the wire.
#[must_use]
pub fn as_text(message: &impl Serialize) -> String {
    // A message is plain data with text keys: it always serialises.
    serde_json::to_string(message).unwrap_or_default()
}
