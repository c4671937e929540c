//! A client's end of a socket.

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, client::IntoClientRequest, handshake::client::Response},
};

/// An open socket.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub response: Response,
}

impl Socket {
    /// Opens it, offering the protocol as the client does.
    pub async fn open(address: SocketAddr, path: &str, token: Option<&str>) -> Self {
        let protocol = ("Sec-WebSocket-Protocol", "ludohall.v1");
        Self::try_open(address, path, token, &[protocol])
            .await
            .unwrap()
    }

    /// Opens it with these headers; the status where that is refused.
    pub async fn try_open(
        address: SocketAddr,
        path: &str,
        token: Option<&str>,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Response> {
        let mut request = format!("ws://{address}{path}")
            .into_client_request()
            .unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        if let Some(token) = token {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("Authorization", bearer);
        }
        match super::soon("an upgrade", connect_async(request)).await {
            Ok((stream, response)) => Ok(Self { stream, response }),
            Err(tungstenite::Error::Http(response)) => Err(*response),
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn send(&mut self, message: Value) {
        self.send_raw(Message::text(message.to_string())).await;
    }

    pub async fn send_raw(&mut self, message: Message) {
        self.stream.send(message).await.unwrap();
    }

    /// Sends what may be cut off in the middle; whether it was not.
    pub async fn try_send(&mut self, message: Message) -> bool {
        self.stream.send(message).await.is_ok()
    }

    /// The next message.
    pub async fn next(&mut self) -> Value {
        match self.next_or_close().await {
            Ok(message) => message,
            Err(code) => panic!("closed: {code:?}"),
        }
    }

    /// The next message, or the code of the close.
    pub async fn next_or_close(&mut self) -> Result<Value, Option<u16>> {
        loop {
            let next = super::soon("a message", self.stream.next()).await;
            match next {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|f| f.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// Reads on to a message that fits; all before it are dropped.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if fits(&message) {
                return message;
            }
        }
    }

    /// Reads on to a message of this type.
    pub async fn until_type(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind).await
    }

    /// Sends a command and reads on to its answer: what came before it, and the answer.
    pub async fn command(&mut self, command: Value) -> (Vec<Value>, Value) {
        let id = command["id"].clone();
        self.send(command).await;
        let mut before = Vec::new();
        loop {
            let message = self.next().await;
            if message["type"] == "answer" && message["id"] == id {
                return (before, message);
            }
            before.push(message);
        }
    }

    /// Reads to the end: the last message, and the code of the close.
    pub async fn end(&mut self) -> (Value, Option<u16>) {
        let mut last = Value::Null;
        loop {
            match self.next_or_close().await {
                Ok(message) => last = message,
                Err(code) => return (last, code),
            }
        }
    }
}
