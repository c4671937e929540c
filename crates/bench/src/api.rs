//! REST calls over one connection that is kept.

use crate::failure::Failure;
use serde::{Serialize, de::DeserializeOwned};
use std::{io, net::SocketAddr};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// The longest body that is read, in bytes.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// A body that says nothing.
pub const NOTHING: Option<&()> = None;

/// A connection to the hall, for one call after the other. A call that a restart cut off is not sent again.
pub struct Api {
    address: SocketAddr,
    token: Option<String>,
    connection: Option<BufReader<TcpStream>>,
}

impl Api {
    /// As nobody.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            token: None,
            connection: None,
        }
    }

    /// From here on as whoever has this token.
    pub fn be(&mut self, token: &str) -> &mut Self {
        self.token = Some(token.to_owned());
        self
    }

    /// Reads.
    ///
    /// # Errors
    /// The hall refuses, or does not answer.
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, Failure> {
        self.call("GET", path, NOTHING).await
    }

    /// Asks for a change.
    ///
    /// # Errors
    /// The hall refuses, or does not answer.
    pub async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Failure> {
        self.call("POST", path, Some(body)).await
    }

    /// Takes something away.
    ///
    /// # Errors
    /// The hall refuses, or does not answer.
    pub async fn delete<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, Failure> {
        self.call("DELETE", path, NOTHING).await
    }

    /// The body of a page that is no JSON.
    ///
    /// # Errors
    /// The hall refuses, or does not answer.
    pub async fn text(&mut self, path: &str) -> Result<String, Failure> {
        let body = self.bytes("GET", path, NOTHING).await?;
        String::from_utf8(body).map_err(Failure::odd(path))
    }

    async fn call<T: DeserializeOwned>(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, Failure> {
        let path = format!("/api/v1{path}");
        let bytes = self.bytes(method, &path, body).await?;
        serde_json::from_slice(&bytes).map_err(Failure::odd(path))
    }

    async fn bytes(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Vec<u8>, Failure> {
        let request = self.request(method, path, body)?;
        let call = || format!("{method} {path}");
        let answered = self.exchange(&request).await;
        let answer = answered.map_err(|error| Failure::Call {
            call: call(),
            reason: error.to_string(),
        })?;
        if (200..300).contains(&answer.status) {
            return Ok(answer.body);
        }
        Err(Failure::Refused {
            call: call(),
            status: answer.status,
            body: String::from_utf8_lossy(&answer.body).into_owned(),
        })
    }

    fn request(
        &self,
        method: &str,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Vec<u8>, Failure> {
        let body = body
            .map(serde_json::to_vec)
            .transpose()
            .map_err(Failure::odd(path))?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if body.is_some() {
            head += "Content-Type: application/json\r\n";
        }
        let body = body.unwrap_or_default();
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        Ok([head.into_bytes(), body].concat())
    }

    /// Sends and receives. A connection that fails, or that the hall does not keep, is not used again.
    async fn exchange(&mut self, request: &[u8]) -> io::Result<Answer> {
        let mut connection = match self.connection.take() {
            Some(kept) if is_open(&kept) => kept,
            _ => connect(self.address).await?,
        };
        connection.write_all(request).await?;
        let answer = receive(&mut connection).await?;
        if answer.keep {
            self.connection = Some(connection);
        }
        Ok(answer)
    }
}

/// What came back.
struct Answer {
    status: u16,
    keep: bool,
    body: Vec<u8>,
}

async fn connect(address: SocketAddr) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(BufReader::new(stream))
}

/// Whether the hall has not closed the connection meanwhile: on one that is open nothing can be read between two calls.
fn is_open(connection: &BufReader<TcpStream>) -> bool {
    let nothing = connection.get_ref().try_read(&mut [0]);
    nothing.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
}

async fn receive(connection: &mut BufReader<TcpStream>) -> io::Result<Answer> {
    let first = line(connection).await?;
    let status = first
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let mut answer = Answer {
        status: status.ok_or_else(|| odd("no status line"))?,
        keep: true,
        body: Vec::new(),
    };
    let mut length = None;
    loop {
        let header = line(connection).await?.to_ascii_lowercase();
        match header
            .split_once(':')
            .map(|(name, value)| (name, value.trim()))
        {
            Some(("content-length", value)) => length = value.parse::<usize>().ok(),
            Some(("connection", "close")) => answer.keep = false,
            Some(_) => {}
            None => break,
        }
    }
    // The hall always says how long its answers are.
    let length = length
        .filter(|length| *length <= MOST_BYTES)
        .ok_or_else(|| odd("no length that can be read"))?;
    answer.body.resize(length, 0);
    connection.read_exact(&mut answer.body).await?;
    Ok(answer)
}

async fn line(connection: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    if connection.read_line(&mut line).await? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end().to_owned())
}

fn odd(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use tokio::net::TcpListener;

    /// Answers what it is told to, one call after the other on one connection, and counts connections.
    async fn hall(listener: TcpListener, answers: &[&str]) -> usize {
        let mut connections = 0;
        let mut answers = answers.iter();
        while answers.len() > 0 {
            let (stream, _) = listener.accept().await.unwrap();
            connections += 1;
            let mut stream = BufReader::new(stream);
            for answer in answers.by_ref() {
                while !line(&mut stream).await.unwrap().is_empty() {}
                stream.write_all(answer.as_bytes()).await.unwrap();
                if answer.contains("close") {
                    break;
                }
            }
        }
        connections
    }

    #[tokio::test]
    async fn a_connection_is_kept_until_the_hall_closes_it() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut api = Api::new(listener.local_addr().unwrap());
        let ok = "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n7";
        let last = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1\r\n\r\n8";
        let refused = "HTTP/1.1 409 Conflict\r\nContent-Length: 4\r\n\r\nfull";
        let answers = [ok, last, refused];
        let asking = async {
            assert_eq!(api.get::<u8>("/a").await.unwrap(), 7);
            assert_eq!(api.get::<u8>("/b").await.unwrap(), 8);
            let error = api.get::<u8>("/c").await.unwrap_err();
            assert_eq!(error.to_string(), "GET /api/v1/c answered 409: full");
        };
        let (connections, ()) = tokio::join!(hall(listener, &answers), asking);
        assert_eq!(connections, 2);
    }
}
