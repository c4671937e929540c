//! Whose request it is, by address.

use crate::app::Shared;
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderName, request::Parts},
};
use std::{
    convert::Infallible,
    hash::{BuildHasher, RandomState},
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// How many buckets addresses are counted in: so many that two people seldom share one, so few that the tables
/// of all limits together stay small whoever comes.
const BUCKETS: u64 = 1 << 16;

/// The address that a request comes from, proxies that are trusted left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<Shared> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Infallible> {
        Ok(Self::of(parts, app))
    }
}

impl ClientAddress {
    fn of(parts: &Parts, app: &Shared) -> Self {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
        let lines = parts.headers.get_all(FORWARDED);
        let lines = lines.into_iter().filter_map(|line| line.to_str().ok());
        Self(app.config.trusted_proxies.client(peer, lines))
    }
}

/// What an address is counted under. Whoever has one IPv6 address has 2^64 of them: they count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bucket(u64);

/// Puts addresses into buckets, by a secret that changes with each start.
#[derive(Debug, Default)]
pub struct Buckets(RandomState);

impl Buckets {
    /// The bucket of an address.
    #[must_use]
    pub fn of(&self, address: ClientAddress) -> Bucket {
        let network: u64 = match address.0 {
            IpAddr::V4(v4) => u64::from(v4.to_bits()),
            IpAddr::V6(v6) => (v6.to_bits() >> 64) as u64,
        };
        Bucket(self.0.hash_one(network) % BUCKETS)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let buckets = Buckets::default();
        let of = |text: &str| buckets.of(ClientAddress(text.parse().unwrap()));
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1"));
        assert_eq!(of("192.0.2.1"), of("192.0.2.1"));
    }
}
