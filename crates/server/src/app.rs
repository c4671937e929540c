//! What every request needs: the hall, the people, the limits.

use crate::{
    client::Client, config::Config, count::Sockets, people::People, rate::Rates,
    sessions::Sessions, telemetry::Metrics,
};
use ludohall_table::{
    Hall,
    ports::{Clock, Random},
};
use std::sync::Arc;
use tokio_util::task::TaskTracker;

/// The state of all handlers.
pub type Shared = Arc<App>;

/// Everything that requests share.
pub struct App {
    /// What the hall was started with.
    pub config: Config,
    /// The tables.
    pub hall: Hall,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Where tokens and names come from.
    pub random: Arc<dyn Random>,
    /// Who is who.
    pub people: People,
    /// Limits by address.
    pub rates: Rates,
    /// Open sockets.
    pub sockets: Sockets,
    /// Under which sessions.
    pub sessions: Sessions,
    /// The pages of the client.
    pub client: Client,
    /// Numbers for Prometheus.
    pub metrics: Metrics,
    /// The OpenAPI document.
    pub openapi: String,
    /// The sockets' tasks.
    pub tasks: TaskTracker,
}
