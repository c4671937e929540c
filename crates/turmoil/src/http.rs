//! One HTTP request on a connection of its own.

use serde_json::Value;
use std::{io, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::timeout,
};
use turmoil::net::TcpStream;

/// Where the hall listens.
pub const HALL: (&str, u16) = ("hall", 80);

/// A request.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    method: &'static str,
    path: String,
    token: Option<String>,
    key: Option<String>,
    body: Option<Value>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The body, `null` where it is no JSON.
    pub body: Value,
}

impl Ask {
    /// A GET.
    pub fn get(path: impl Into<String>) -> Self {
        Self::new("GET", path.into())
    }

    /// A POST.
    pub fn post(path: impl Into<String>) -> Self {
        Self::new("POST", path.into())
    }

    fn new(method: &'static str, path: String) -> Self {
        Self {
            method,
            path,
            ..Self::default()
        }
    }

    /// By whom.
    pub fn by(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// With an `Idempotency-Key`.
    pub fn key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }

    /// With this body.
    pub fn json(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Sends it; the answer, if one comes within this time.
    pub async fn send(self, within: Duration) -> io::Result<Reply> {
        let sending = async {
            let mut stream = TcpStream::connect(HALL).await?;
            stream.write_all(self.text().as_bytes()).await?;
            let mut reply = Vec::new();
            stream.read_to_end(&mut reply).await?;
            parse(&reply).ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))
        };
        timeout(within, sending)
            .await
            .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    fn text(&self) -> String {
        let (method, path) = (self.method, &self.path);
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n");
        if let Some(token) = &self.token {
            text += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(key) = &self.key {
            text += &format!("Idempotency-Key: {key}\r\n");
        }
        let body = self.body.as_ref().map(Value::to_string).unwrap_or_default();
        if self.body.is_some() {
            text += "Content-Type: application/json\r\n";
        }
        text + &format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }
}

fn parse(bytes: &[u8]) -> Option<Reply> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some(Reply {
        status: head.split(' ').nth(1)?.parse().ok()?,
        body: serde_json::from_str(body).unwrap_or_default(),
    })
}
