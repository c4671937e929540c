//! `--trusted-proxy`: whose `X-Forwarded-For` counts.

use std::{
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
};

/// A block of addresses, such as `10.0.0.0/8` or `::1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: u128,
    mask: u128,
}

/// A text that is no block of addresses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it must be an IP address or a block of them, like 127.0.0.1 or 10.0.0.0/8")]
pub struct BadNetwork;

impl Network {
    /// Whether the address lies in the block.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        bits(address) & self.mask == self.address
    }
}

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Self, BadNetwork> {
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| BadNetwork)?;
        let width: u32 = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix
            .map_or(Ok(width), str::parse)
            .map_err(|_| BadNetwork)?;
        let free = width.checked_sub(prefix).ok_or(BadNetwork)?;
        let mask = u128::MAX.checked_shl(free).unwrap_or(0);
        Ok(Self {
            address: bits(address) & mask,
            mask,
        })
    }
}

/// Both families in one: IPv4 as `::ffff:a.b.c.d`.
fn bits(address: IpAddr) -> u128 {
    let address: Ipv6Addr = match address {
        IpAddr::V4(v4) => v4.to_ipv6_mapped(),
        IpAddr::V6(v6) => v6,
    };
    address.to_bits()
}

/// The proxies in front of the hall.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Network>);

impl TrustedProxies {
    /// These and no others.
    #[must_use]
    pub fn new(networks: Vec<Network>) -> Self {
        Self(networks)
    }

    /// Whose request this is: `peer`, or where `peer` is trusted, the last address of `forwarded` (the lines of
    /// `X-Forwarded-For` in order) that is not. What stands before it could be made up.
    #[must_use]
    pub fn client<'a>(&self, peer: IpAddr, forwarded: impl Iterator<Item = &'a str>) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
            return peer;
        }
        let hops: Vec<&str> = forwarded.flat_map(|line| line.split(',')).collect();
        let mut client = peer;
        for hop in hops.into_iter().rev() {
            let Ok(address) = hop.trim().parse::<IpAddr>() else {
                return client;
            };
            client = address.to_canonical();
            if !self.trusts(client) {
                return client;
            }
        }
        client
    }

    /// Whether an address is one of them.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn proxies(networks: &[&str]) -> TrustedProxies {
        TrustedProxies::new(networks.iter().map(|n| n.parse().unwrap()).collect())
    }

    fn client(proxies: &TrustedProxies, peer: &str, lines: &[&str]) -> String {
        let peer = peer.parse().unwrap();
        proxies.client(peer, lines.iter().copied()).to_string()
    }

    #[test]
    fn strangers_cannot_choose_their_address() {
        let none = TrustedProxies::default();
        assert_eq!(
            client(&none, "203.0.113.9", &["198.51.100.1"]),
            "203.0.113.9"
        );
        let some = proxies(&["10.0.0.0/8"]);
        assert_eq!(
            client(&some, "203.0.113.9", &["198.51.100.1"]),
            "203.0.113.9"
        );
    }

    #[test]
    fn the_last_address_before_the_proxies_counts() {
        let proxies = proxies(&["10.0.0.0/8", "::1"]);
        let lines = ["1.2.3.4, 198.51.100.1", "10.9.9.9"];
        assert_eq!(client(&proxies, "10.0.0.2", &lines), "198.51.100.1");
        assert_eq!(client(&proxies, "::1", &["nonsense"]), "::1");
        assert_eq!(client(&proxies, "::ffff:10.0.0.2", &[]), "10.0.0.2");
    }

    #[test]
    fn blocks_are_read_strictly() {
        for text in ["", "10.0.0.0/33", "::1/129", "10.0.0.0/x", "host"] {
            assert_eq!(text.parse::<Network>(), Err(BadNetwork), "{text}");
        }
        assert!(
            "0.0.0.0/0"
                .parse::<Network>()
                .unwrap()
                .contains("9.9.9.9".parse().unwrap())
        );
    }
}
