//! HTTP/1.1 on the listener: one task a connection, bounded in number, time and memory, and an end that waits for answers.

use crate::{
    config::Timing,
    door::{Door, Held, Shut},
    fault::{self, Fault},
    problem::ApiError,
};
use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    response::IntoResponse,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{cell::Cell, convert::Infallible, io, net::SocketAddr, pin::pin, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

/// What a connection buffers, in bytes; bounds the head of a request as well, its path and query with it (431 above). A
/// browser's head has one or two thousand.
pub const BUFFER_BYTES: usize = 16 * 1024;
/// The most headers of a request (431 above). A browser behind a few proxies sends thirty.
pub const MAX_HEADERS: usize = 64;
/// How long whoever gets no connection may take to ask and to read why.
const REFUSE_WITHIN: Duration = Duration::from_secs(2);
/// The pause after a failed accept (no file descriptors left, as a rule).
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Where connections come from: a port of the machine, or a simulated network.
pub trait Listener: Send + 'static {
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// The next connection, and whose it is. May be dropped and called again; loses nothing.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;

    /// Where it listens.
    ///
    /// # Errors
    /// The system does not say.
    fn local_addr(&self) -> io::Result<SocketAddr>;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, peer) = Self::accept(self).await?;
        // Small messages go at once; a connection that cannot be told so still works.
        let _ = stream.set_nodelay(true);
        Ok((stream, peer))
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.local_addr()
    }
}

/// Serves until `stop`, then lets the requests that run end.
pub async fn serve(
    mut listener: impl Listener,
    router: Router,
    door: Door,
    timing: Timing,
    stop: CancellationToken,
) {
    let connections = TaskTracker::new();
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    match door.admit(peer.ip()) {
                        Ok(place) => {
                            let stream = Held::new(stream, place, timing.write_within);
                            let serving = connection(stream, peer, router.clone(), timing, stop.clone());
                            connections.spawn(serving);
                        }
                        Err(Shut::Told(error, told)) => {
                            connections.spawn(refuse(Held::new(stream, told, REFUSE_WITHIN), error));
                        }
                        Err(Shut::Silent) => {}
                    }
                }
                Err(error) => pause_after(&error).await,
            },
        }
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// One connection: request after request, until the client goes, a socket takes it over, or the hall stops.
async fn connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    router: Router,
    timing: Timing,
    stop: CancellationToken,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let head_within = match fault::is(Fault::HeadAwaited) {
        true => None,
        false => Some(timing.head_within),
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_within)
        .max_buf_size(BUFFER_BYTES)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        biased;
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %peer, "a connection broke");
    }
}

/// Answers the first request with `error`, whatever it is, and closes.
async fn refuse(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, error: ApiError) {
    let response = Cell::new(Some(error.into_response()));
    let service = service_fn(move |_: Request<Incoming>| {
        let response = response.take().unwrap_or_default();
        std::future::ready(Ok::<_, Infallible>(response))
    });
    let telling = http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(BUFFER_BYTES)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    // Whoever does not listen is let go without a word.
    let _ = tokio::time::timeout(REFUSE_WITHIN, telling).await;
}

async fn pause_after(error: &io::Error) {
    let connection = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    );
    if !connection {
        tracing::error!(%error, "cannot accept connections");
        tokio::time::sleep(ACCEPT_PAUSE).await;
    }
}
