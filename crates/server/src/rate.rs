//! How often an address may ask: limits by time. What is counted at once, sockets, is in [`crate::count`].

use crate::{
    address::{Bucket, Buckets, ClientAddress},
    app::Shared,
    config::{Limit, Limits},
    problem::ApiError,
};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use governor::{
    Quota, RateLimiter,
    clock::Clock,
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed, keyed::DefaultKeyedStateStore},
};
use std::{
    collections::HashMap,
    num::NonZeroU32,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// Requests: how many times a second's worth may come at once.
const REQUEST_BURST: u32 = 4;
/// Messages of a socket: how many times a second's worth may come at once.
const MESSAGE_BURST: u32 = 5;

/// The limits by address.
pub struct Rates {
    buckets: Buckets,
    requests: Option<Keyed>,
    sessions: Option<Keyed>,
    guesses: Option<Guesses>,
}

impl Rates {
    /// Counters for these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            buckets: Buckets::default(),
            requests: limits
                .requests
                .map(|n| Keyed::new(per_second(n, REQUEST_BURST))),
            sessions: limits.sessions.map(|n| Keyed::new(Quota::per_minute(n))),
            guesses: limits.code_guesses.map(Guesses::new),
        }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// `too_many_requests`.
    pub fn request(&self, address: ClientAddress) -> Result<(), ApiError> {
        self.check(self.requests.as_ref(), address)
    }

    /// Counts a new guest.
    ///
    /// # Errors
    /// `too_many_requests`.
    pub fn session(&self, address: ClientAddress) -> Result<(), ApiError> {
        self.check(self.sessions.as_ref(), address)
    }

    /// Counts a wrong code.
    ///
    /// # Errors
    /// `too_many_requests`: as much was guessed as may be.
    pub fn wrong_guess(&self, address: ClientAddress) -> Result<(), ApiError> {
        match &self.guesses {
            Some(guesses) => guesses
                .wrong(self.bucket(address))
                .map_err(ApiError::too_many),
            None => Ok(()),
        }
    }

    /// How long an address that has guessed too often has to wait before it may name a code again.
    #[must_use]
    pub fn guesser_waits(&self, address: ClientAddress) -> Option<Duration> {
        self.guesses.as_ref()?.wait(self.bucket(address))
    }

    /// The bucket that an address is counted in.
    #[must_use]
    pub fn bucket(&self, address: ClientAddress) -> Bucket {
        self.buckets.of(address)
    }

    /// Forgets the addresses that have all their allowance again. To be called from time to time.
    pub fn sweep(&self) {
        let keyed = [self.requests.as_ref(), self.sessions.as_ref()];
        keyed.into_iter().flatten().for_each(Keyed::sweep);
        if let Some(guesses) = &self.guesses {
            guesses.sweep();
        }
    }

    fn check(&self, limiter: Option<&Keyed>, address: ClientAddress) -> Result<(), ApiError> {
        match limiter.map(|limiter| limiter.check(self.bucket(address))) {
            Some(Err(wait)) => Err(ApiError::too_many(wait)),
            _ => Ok(()),
        }
    }
}

/// Middleware: counts every request by its address, but for the client's files: a page has a hundred of them, and a
/// family behind one address opens several pages at once.
///
/// # Errors
/// `too_many_requests`.
pub async fn limit_requests(
    State(app): State<Shared>,
    address: ClientAddress,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if !request.uri().path().starts_with("/a/") {
        app.rates.request(address)?;
    }
    Ok(next.run(request).await)
}

/// A limit on the messages of one socket.
pub struct Pace(Option<Box<Limiter<NotKeyed, InMemoryState>>>);

impl Pace {
    /// A counter for this limit, in messages a second.
    #[must_use]
    pub fn new(limit: Limit) -> Self {
        let limiter = |n| {
            let quota = per_second(n, MESSAGE_BURST);
            Box::new(RateLimiter::direct_with_clock(quota, RuntimeTime))
        };
        Self(limit.map(limiter))
    }

    /// Counts a message; whether it may be heard.
    #[must_use]
    pub fn allows(&self) -> bool {
        self.0
            .as_ref()
            .is_none_or(|limiter| limiter.check().is_ok())
    }
}

/// The time that limits count by: the runtime's, as timers do.
#[derive(Clone, Copy, Debug)]
struct RuntimeTime;

impl Clock for RuntimeTime {
    type Instant = std::time::Instant;

    fn now(&self) -> Self::Instant {
        Instant::now().into_std()
    }
}

type Limiter<K, S> = RateLimiter<K, S, RuntimeTime, NoOpMiddleware<std::time::Instant>>;

/// A limiter for each bucket of addresses that came lately; as large as there are buckets at most.
struct Keyed(Limiter<Bucket, DefaultKeyedStateStore<Bucket>>);

impl Keyed {
    fn new(quota: Quota) -> Self {
        let store = DefaultKeyedStateStore::default();
        Self(RateLimiter::new(quota, store, RuntimeTime))
    }

    /// Counts, or says how long to wait.
    fn check(&self, bucket: Bucket) -> Result<(), Duration> {
        self.0
            .check_key(&bucket)
            .map_err(|until| until.wait_time_from(RuntimeTime.now()))
    }

    fn sweep(&self) {
        if !self.0.is_empty() {
            self.0.retain_recent();
            self.0.shrink_to_fit();
        }
    }
}

/// Wrong codes by bucket, and who has to wait until when. Who waits is not answered at all, or the next code that is
/// right would show itself by its answer.
struct Guesses {
    limiter: Keyed,
    waiting: Mutex<HashMap<Bucket, Instant>>,
}

impl Guesses {
    fn new(per_minute: NonZeroU32) -> Self {
        Self {
            limiter: Keyed::new(Quota::per_minute(per_minute)),
            waiting: Mutex::default(),
        }
    }

    fn wrong(&self, bucket: Bucket) -> Result<(), Duration> {
        self.limiter.check(bucket).inspect_err(|wait| {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.insert(bucket, Instant::now() + *wait);
        })
    }

    fn sweep(&self) {
        self.limiter.sweep();
        let now = Instant::now();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, until| *until > now);
        waiting.shrink_to_fit();
    }

    fn wait(&self, bucket: Bucket) -> Option<Duration> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let left = waiting.get(&bucket)?.checked_duration_since(Instant::now());
        if left.is_none() {
            waiting.remove(&bucket);
        }
        left
    }
}

fn per_second(amount: NonZeroU32, burst: u32) -> Quota {
    let burst = amount.saturating_mul(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN));
    Quota::per_second(amount).allow_burst(burst)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn address(last: u8) -> ClientAddress {
        ClientAddress(std::net::IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn who_guesses_too_often_has_to_wait() {
        let rates = Rates::new(&"code-guesses=2".parse().unwrap());
        assert!(rates.wrong_guess(address(1)).is_ok());
        assert!(rates.wrong_guess(address(1)).is_ok());
        assert!(rates.guesser_waits(address(1)).is_none());
        let refused = rates.wrong_guess(address(1)).unwrap_err();
        assert_eq!(
            refused.code(),
            ludohall_protocol::ProblemCode::TooManyRequests
        );
        assert!(rates.guesser_waits(address(1)).is_some());
        assert!(rates.guesser_waits(address(2)).is_none());
        assert!(rates.wrong_guess(address(2)).is_ok());
    }

    #[test]
    fn limits_that_are_off_refuse_nobody() {
        let rates = Rates::new(&Limits::off());
        assert!((0..10_000).all(|_| rates.request(address(1)).is_ok()));
    }

    #[test]
    fn who_has_not_come_for_a_while_is_not_remembered() {
        let limits = "requests=1000000000,sessions=1,code-guesses=1"
            .parse()
            .unwrap();
        let rates = Rates::new(&limits);
        for n in 0..=255 {
            rates.request(address(n)).unwrap();
            // Two addresses may share a bucket, and then the second has nothing left.
            let _ = (rates.session(address(n)), rates.wrong_guess(address(n)));
            assert!(rates.wrong_guess(address(n)).is_err());
        }
        rates.sweep();
        let kept = |keyed: &Option<Keyed>| keyed.as_ref().unwrap().0.len();
        // A thousand million requests a second are all allowed again at once; a guest and a guess each minute are not.
        assert_eq!(kept(&rates.requests), 0);
        assert!(kept(&rates.sessions) > 200);
        assert!(rates.guesser_waits(address(7)).is_some());
    }

    #[test]
    fn a_socket_has_its_own_pace() {
        let pace = Pace::new(NonZeroU32::new(1));
        let heard = (0..100).filter(|_| pace.allows()).count();
        assert!((5..100).contains(&heard));
        assert!(Pace::new(None).allows());
    }
}
