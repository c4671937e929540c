//! What a hall is started with, checked; where it comes from is the business of [`crate::cli`].

mod limits;
mod proxies;
mod public_url;

pub use limits::{BadLimits, Limit, Limits};
pub use proxies::{BadNetwork, Network, TrustedProxies};
pub use public_url::{BadPublicUrl, PublicUrl};

use std::{path::PathBuf, time::Duration};

/// How many days the journal of a closed table is kept where nobody says otherwise: long enough to look into a complaint.
pub const KEEP_JOURNALS_DAYS: u32 = 30;

/// Everything a [`crate::Server`] needs besides its listener.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the hall keeps its data.
    pub database: Database,
    /// The address that people type, where it is not the one listened on.
    pub public_url: Option<PublicUrl>,
    /// Whose `X-Forwarded-For` counts.
    pub trusted_proxies: TrustedProxies,
    /// What one address, person or socket may do.
    pub limits: Limits,
    /// How many days the journal of a closed table is kept; none: for ever.
    pub keep_journals: Option<u32>,
    /// The pace of connections and sockets.
    pub timing: Timing,
}

impl Config {
    /// The defaults, on this database.
    #[must_use]
    pub fn new(database: Database) -> Self {
        Self {
            database,
            public_url: None,
            trusted_proxies: TrustedProxies::default(),
            limits: Limits::default(),
            keep_journals: Some(KEEP_JOURNALS_DAYS),
            timing: Timing::default(),
        }
    }

    /// Whether cookies are for TLS only.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }
}

/// Where the hall keeps its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// An SQLite file in this folder, which is made where it is missing.
    DataDir(PathBuf),
    /// A PostgreSQL server, by its URL.
    Url(String),
}

/// The pace of connections, sockets and of stopping. Not for people to set; tests shorten it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// How long a client may take to send the head of a request; also how long an idle connection is kept.
    pub head_within: Duration,
    /// How long a client may take none of what is sent to it. Above [`Self::drain_within`], so that a socket is told why.
    pub write_within: Duration,
    /// The server pings each socket this often.
    pub ping_every: Duration,
    /// A socket that has sent nothing, not even a pong, for so long is closed.
    pub silent_after: Duration,
    /// A socket that does not take a message within this time is closed (4408).
    pub drain_within: Duration,
    /// What `bye` asks clients to wait before they come back from a restart.
    pub retry: Duration,
    /// The longest that stopping waits for requests and sockets to end.
    pub stop_within: Duration,
    /// The longest that a request may take, its body included.
    pub request_within: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            head_within: Duration::from_secs(30),
            write_within: Duration::from_secs(30),
            ping_every: Duration::from_secs(20),
            silent_after: Duration::from_secs(45),
            drain_within: Duration::from_secs(10),
            retry: Duration::from_millis(1000),
            stop_within: Duration::from_secs(8),
            request_within: Duration::from_secs(30),
        }
    }
}
