//! A client's end of a WebSocket.

use crate::http::HALL;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};
use turmoil::net::TcpStream;

/// An open socket.
pub struct Socket(WebSocketStream<TcpStream>);

/// What came over one.
#[derive(Debug)]
pub enum Heard {
    /// A message of the hall.
    Message(Value),
    /// A ping; it is answered.
    Ping,
    /// The hall closes, with this code.
    Closed(Option<u16>),
    /// The connection is no more.
    Gone,
}

impl Socket {
    /// Opens it; `None` where the hall cannot be reached in time, or refuses.
    pub async fn open(path: &str, token: Option<&str>, within: Duration) -> Option<Self> {
        let opening = async {
            let stream = TcpStream::connect(HALL).await.ok()?;
            let mut request = format!("ws://hall{path}").into_client_request().ok()?;
            let headers = request.headers_mut();
            headers.insert("Sec-WebSocket-Protocol", "ludohall.v1".parse().ok()?);
            if let Some(token) = token {
                headers.insert("Authorization", format!("Bearer {token}").parse().ok()?);
            }
            Some(Self(client_async(request, stream).await.ok()?.0))
        };
        timeout(within, opening).await.ok().flatten()
    }

    /// The next thing that comes. May be dropped and called again.
    pub async fn hear(&mut self) -> Heard {
        loop {
            return match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    Heard::Message(serde_json::from_str(&text).unwrap_or_default())
                }
                Some(Ok(Message::Ping(_))) => Heard::Ping,
                Some(Ok(Message::Close(frame))) => {
                    Heard::Closed(frame.map(|frame| frame.code.into()))
                }
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => Heard::Gone,
            };
        }
    }

    /// Says something; whether it could be sent within this time.
    pub async fn say(&mut self, message: Message, within: Duration) -> bool {
        matches!(timeout(within, self.0.send(message)).await, Ok(Ok(())))
    }

    /// Closes it in order, as far as that goes within this time.
    pub async fn close(mut self, within: Duration) {
        let _ = timeout(within, self.0.close(None)).await;
    }
}
