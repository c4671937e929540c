//! A hall that runs: opened, recovered, serving; and its end, which loses nothing.

use crate::{
    app::{App, Shared},
    client::Client,
    config::{Config, Database},
    count::Sockets,
    journal::Journal,
    openapi,
    people::People,
    random::SystemRandom,
    rate::Rates,
    router, serve,
    sessions::Sessions,
    telemetry::{Metrics, UPKEEP_EVERY},
};
use ludohall_store::{Location, OpenError};
use ludohall_table::{Hall, HallConfig, Millis, Refusal, ports::RuntimeClock};
use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The file in the data folder.
const SQLITE_FILE: &str = "ludohall.sqlite";
/// How long stopping waits for a journal that does not answer.
const DRAIN_WITHIN: Duration = Duration::from_secs(5);

/// Why a hall could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be opened: unreachable, newer than this binary, folder not writable, in use.
    #[error("{flag}: {source}")]
    Store {
        /// The flag that says where it is.
        flag: &'static str,
        /// What is wrong.
        source: OpenError,
    },
    /// The tables could not be read.
    #[error("the tables cannot be read: {0}")]
    Recover(#[from] Refusal),
    /// The public URL is no origin.
    #[error("--public-url: {0}")]
    PublicUrl(#[from] tower_http::csrf::ConfigError),
    /// The numbers cannot be counted.
    #[error("metrics: {0}")]
    Metrics(#[from] metrics_exporter_prometheus::BuildError),
    /// The OpenAPI document cannot be made.
    #[error("openapi: {0}")]
    OpenApi(#[from] serde_json::Error),
    /// The listener has no address.
    #[error("the listener: {0}")]
    Listener(#[from] io::Error),
}

/// A hall that serves.
pub struct Server {
    address: SocketAddr,
    app: Shared,
    store: Arc<ludohall_store::Store>,
    stop_listening: CancellationToken,
    serving: JoinHandle<()>,
    background: JoinHandle<()>,
}

impl Server {
    /// Opens the database, brings every table back, and serves on `listener`.
    ///
    /// # Errors
    /// [`StartError`]; nothing is left running then.
    pub async fn start(config: Config, listener: TcpListener) -> Result<Self, StartError> {
        let address = listener.local_addr()?;
        let metrics = Metrics::install()?;
        let openapi = openapi::document()?;
        let store = Arc::new(open(&config.database).await?);
        let hall = recovered(&config, &store).await?;
        let app = Arc::new(App {
            rates: Rates::new(&config.limits),
            people: People::new(Arc::clone(&store)),
            config,
            hall,
            sockets: Sockets::default(),
            sessions: Sessions::default(),
            client: Client::new(),
            metrics,
            openapi,
            tasks: TaskTracker::new(),
        });
        let router = router::router(Arc::clone(&app))?;
        let stop_listening = CancellationToken::new();
        Ok(Self {
            address,
            store,
            serving: tokio::spawn(serve::serve(listener, router, stop_listening.clone())),
            background: tokio::spawn(keep_up(Arc::clone(&app))),
            app,
            stop_listening,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The store beneath. For tests, which fill its disk.
    #[doc(hidden)]
    #[must_use]
    pub fn store(&self) -> &ludohall_store::Store {
        &self.store
    }

    /// Ends: not ready any more, clocks frozen, journals flushed, every socket told to come back, the database closed.
    /// Takes some seconds at most, whatever clients and database do.
    pub async fn shutdown(self) {
        let timing = self.app.config.timing;
        let retry_ms = u64::try_from(timing.retry.as_millis()).unwrap_or(u64::MAX);
        self.app.hall.drain(retry_ms).await;
        self.stop_listening.cancel();
        self.app.tasks.close();
        let ended = async {
            self.app.tasks.wait().await;
            // Its only failure is a panic, and then it has ended as well.
            let _ = self.serving.await;
        };
        if tokio::time::timeout(timing.stop_within, ended)
            .await
            .is_err()
        {
            tracing::warn!("some connections did not end in time and are cut");
        }
        self.background.abort();
        self.store.close().await;
    }
}

/// Brings the database up to date, and does nothing else.
///
/// # Errors
/// [`StartError::Store`].
pub async fn migrate(database: &Database) -> Result<(), StartError> {
    open(database).await?.close().await;
    Ok(())
}

async fn open(database: &Database) -> Result<ludohall_store::Store, StartError> {
    let (flag, location) = match database {
        Database::DataDir(dir) => ("--data-dir", Location::Sqlite(dir.join(SQLITE_FILE))),
        Database::Url(url) => ("--database-url", Location::Postgres(url.clone())),
    };
    ludohall_store::Store::open(&location)
        .await
        .map_err(|source| StartError::Store { flag, source })
}

async fn recovered(config: &Config, store: &Arc<ludohall_store::Store>) -> Result<Hall, Refusal> {
    let tables_per_player = config
        .limits
        .person_tables
        .map_or(usize::MAX, |n| n.get() as usize);
    let settings = HallConfig {
        tables_per_player,
        drain_timeout: DRAIN_WITHIN,
        ..HallConfig::default()
    };
    let journal = Arc::new(Journal::new(Arc::clone(store)));
    let clock = Arc::new(RuntimeClock::starting_at(now()));
    let hall = Hall::start(settings, journal, clock, Arc::new(SystemRandom));
    let found = hall.recover().await?;
    tracing::info!(
        tables = found.tables,
        damaged = found.damaged,
        down_ms = found.down_ms,
        "the tables are back"
    );
    Ok(hall)
}

fn now() -> Millis {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// What is done from time to time.
async fn keep_up(app: Shared) {
    let mut tick = tokio::time::interval(UPKEEP_EVERY);
    loop {
        tick.tick().await;
        app.metrics.upkeep();
    }
}
