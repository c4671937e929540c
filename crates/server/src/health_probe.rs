//! `ludohall healthcheck`: asks a hall from outside whether it is well.

use std::{
    io::{self, Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::Duration,
};

/// How long the hall may take for each step of its answer.
const WITHIN: Duration = Duration::from_secs(3);
/// What is read of the answer, in bytes: its first line.
const FIRST_LINE_BYTES: u64 = 64;

/// A hall that is not well.
#[derive(Debug, thiserror::Error)]
pub enum Unwell {
    /// Nobody answers.
    #[error("no hall answers at {0}: {1}")]
    Silent(SocketAddr, #[source] io::Error),
    /// Something else than "well" was answered.
    #[error("the hall at {0} answers {1:?}")]
    Answer(SocketAddr, String),
}

/// Asks the hall that listens on `listen`.
///
/// # Errors
/// [`Unwell`].
pub fn probe(listen: SocketAddr) -> Result<(), Unwell> {
    let address = reachable(listen);
    let line = ask(address).map_err(|error| Unwell::Silent(address, error))?;
    if line.starts_with("HTTP/1.1 200") {
        Ok(())
    } else {
        Err(Unwell::Answer(address, line))
    }
}

fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, WITHIN)?;
    stream.set_read_timeout(Some(WITHIN))?;
    stream.set_write_timeout(Some(WITHIN))?;
    write!(
        stream,
        "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(FIRST_LINE_BYTES).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}

/// Where a hall that listens on `listen` is reached from this machine, also where it listens everywhere.
#[must_use]
pub fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_hall_that_listens_everywhere_is_asked_here() {
        let here = reachable("0.0.0.0:8080".parse().unwrap());
        assert_eq!(here, "127.0.0.1:8080".parse().unwrap());
        let here = reachable("192.0.2.1:80".parse().unwrap());
        assert_eq!(here, "192.0.2.1:80".parse().unwrap());
    }
}
