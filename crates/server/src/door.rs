//! Who gets a connection: so many in all, so many of one address. Whoever gets none is told so, and gone.
//!
//! Sockets and requests have limits of their own; this one stands before them, since a connection costs a file and some
//! memory before it has said a word.

use crate::{
    address::{Bucket, Buckets, ClientAddress},
    config::{Config, Limit, TrustedProxies},
    count::{Count, Counted},
    open_files,
    problem::ApiError,
};
use ludohall_protocol::ProblemCode;
use std::{
    io,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Sleep, sleep},
};

/// Those that are told at the same time why they get no connection. Each costs a file for a moment; more are let go without
/// a word, so that a flood costs nothing.
pub const REFUSALS_AT_ONCE: usize = 64;
/// When a hall without room may have some again: people come and go by the second.
const RETRY_FULL: Duration = Duration::from_secs(5);

/// The places for connections.
pub struct Door {
    free: Arc<Semaphore>,
    per_address: Limit,
    addresses: Count<Bucket>,
    buckets: Buckets,
    proxies: TrustedProxies,
    refusals: Arc<Semaphore>,
}

/// Why somebody gets no connection.
pub enum Shut {
    /// They are told so, while they hold this.
    Told(ApiError, OwnedSemaphorePermit),
    /// Too many others are being told.
    Silent,
}

impl Door {
    /// The places of a hall with this configuration, as far as the system gives it files.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let places = open_files::places(config.limits.connections, open_files::allowed());
        metrics::gauge!("ludohall_connections_most").set(f64::from(places));
        Self {
            free: Arc::new(Semaphore::new(places as usize)),
            per_address: config.limits.address_connections,
            addresses: Count::default(),
            buckets: Buckets::default(),
            proxies: config.trusted_proxies.clone(),
            refusals: Arc::new(Semaphore::new(REFUSALS_AT_ONCE)),
        }
    }

    /// A place for a connection from `peer`.
    ///
    /// # Errors
    /// `unavailable` where there is none, `too_many_requests` where its address has too many. Proxies that are trusted are
    /// many people, and counted in all alone.
    pub fn admit(&self, peer: IpAddr) -> Result<Place, Shut> {
        let Ok(place) = self.free.clone().try_acquire_owned() else {
            let full = ApiError::new(ProblemCode::Unavailable, "the hall has no connection left");
            return Err(self.shut("full", full.with_retry_after(Some(RETRY_FULL))));
        };
        let address = if self.proxies.trusts(peer.to_canonical()) {
            None
        } else {
            let bucket = self.buckets.of(ClientAddress(peer.to_canonical()));
            let Some(counted) = self.addresses.add(bucket, self.per_address) else {
                return Err(self.shut("address", ApiError::too_many(RETRY_FULL)));
            };
            Some(counted)
        };
        metrics::gauge!("ludohall_connections").increment(1.0);
        Ok(Place {
            _place: place,
            _address: address,
        })
    }

    fn shut(&self, reason: &'static str, error: ApiError) -> Shut {
        metrics::counter!("ludohall_connections_refused_total", "reason" => reason).increment(1);
        match self.refusals.clone().try_acquire_owned() {
            Ok(told) => Shut::Told(error, told),
            Err(_) => Shut::Silent,
        }
    }
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct Place {
    _place: OwnedSemaphorePermit,
    _address: Option<Counted<Bucket>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        metrics::gauge!("ludohall_connections").decrement(1.0);
    }
}

/// A stream that holds something as long as it is open, whatever it is upgraded to, and breaks when a write gets nowhere:
/// who takes no answer would else keep their connection for ever.
pub struct Held<S, P> {
    stream: S,
    within: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    _held: P,
}

impl<S, P> Held<S, P> {
    /// Holds `held` over `stream`; a write takes at most `within` to get on.
    pub fn new(stream: S, held: P, within: Duration) -> Self {
        Self {
            stream,
            within,
            stalled: None,
            _held: held,
        }
    }

    /// What came of a write, or the end of patience.
    fn in_time<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let within = self.within;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(within)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin, P: Unpin> AsyncRead for Held<S, P> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin, P: Unpin> AsyncWrite for Held<S, P> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.in_time(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.in_time(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.in_time(cx, shut)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::config::Database;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn door(limits: &str, proxy: Option<&str>) -> Door {
        let mut config = Config::new(Database::DataDir("data".into()));
        config.limits = limits.parse().unwrap();
        let proxies = proxy.iter().map(|text| text.parse().unwrap());
        config.trusted_proxies = TrustedProxies::new(proxies.collect());
        Door::new(&config)
    }

    fn admit(door: &Door, peer: &str) -> Result<Place, ProblemCode> {
        let shut = |shut| match shut {
            Shut::Told(error, _) => error.code(),
            Shut::Silent => ProblemCode::Internal,
        };
        door.admit(peer.parse().unwrap()).map_err(shut)
    }

    #[test]
    fn a_hall_has_so_many_places_and_who_goes_makes_room() {
        let door = door("connections=2", None);
        let first = admit(&door, "192.0.2.1").unwrap();
        let _second = admit(&door, "192.0.2.2").unwrap();
        let refused = admit(&door, "192.0.2.3").unwrap_err();
        assert_eq!(refused, ProblemCode::Unavailable);
        drop(first);
        assert!(admit(&door, "192.0.2.3").is_ok());
    }

    #[test]
    fn an_address_has_so_many_of_them_but_for_proxies() {
        let door = door("address-connections=1", Some("198.51.100.7"));
        let _first = admit(&door, "192.0.2.1").unwrap();
        let refused = admit(&door, "::ffff:192.0.2.1").unwrap_err();
        assert_eq!(refused, ProblemCode::TooManyRequests);
        let _other = admit(&door, "192.0.2.2").unwrap();
        let _proxied =
            [admit(&door, "198.51.100.7"), admit(&door, "198.51.100.7")].map(Result::unwrap);
    }

    #[test]
    fn who_is_refused_gives_back_what_they_had_taken() {
        let door = door("connections=2,address-connections=1", None);
        let _first = admit(&door, "192.0.2.1").unwrap();
        for _ in 0..10 {
            assert!(admit(&door, "192.0.2.1").is_err());
        }
        assert!(admit(&door, "192.0.2.2").is_ok());
    }

    #[test]
    fn a_flood_is_let_go_without_a_word() {
        let door = door("connections=1", None);
        let peer: IpAddr = "192.0.2.1".parse().unwrap();
        let _first = door.admit(peer).ok().unwrap();
        let told: Vec<Shut> = (0..REFUSALS_AT_ONCE)
            .map(|_| door.admit(peer).err().unwrap())
            .collect();
        assert!(told.iter().all(|shut| matches!(shut, Shut::Told(..))));
        assert!(matches!(door.admit(peer), Err(Shut::Silent)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_that_gets_nowhere_breaks_the_stream() {
        let (near, mut far) = tokio::io::duplex(8);
        let mut held = Held::new(near, (), Duration::from_secs(30));
        held.write_all(b"12345678").await.unwrap();
        let stuck = held.write_all(b"9").await.unwrap_err();
        assert_eq!(stuck.kind(), io::ErrorKind::TimedOut);
        // A reader that is slow and reads on is no such thing.
        let mut some = [0; 4];
        far.read_exact(&mut some).await.unwrap();
        held.write_all(b"abcd").await.unwrap();
    }
}
