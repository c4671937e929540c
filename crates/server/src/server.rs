//! A hall that runs: opened, recovered, serving; and its end, which loses nothing.

use crate::{
    app::{App, Shared},
    client::Client,
    config::{Config, Database},
    count::Sockets,
    door::Door,
    openapi,
    people::People,
    ports::Ports,
    rate::Rates,
    retention, router,
    serve::{self, Listener},
    sessions::Sessions,
    telemetry::{Metrics, UPKEEP_EVERY},
};
use ludohall_store::{Location, OpenError};
use ludohall_table::{Hall, HallConfig, Refusal};
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
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
    /// The database, where the hall has opened it and so closes it.
    store: Option<Arc<ludohall_store::Store>>,
    stop_listening: CancellationToken,
    serving: JoinHandle<()>,
    background: JoinHandle<()>,
    /// What forgets the old in [`Self::store`].
    forgetting: Option<JoinHandle<()>>,
}

impl Server {
    /// Opens the database, brings every table back, and serves on `listener`.
    ///
    /// # Errors
    /// [`StartError`]; nothing is left running then.
    pub async fn start(config: Config, listener: TcpListener) -> Result<Self, StartError> {
        let store = Arc::new(open(&config.database).await?);
        let mut server = Self::start_on(config, Ports::over(&store), listener).await?;
        let (clock, config) = (Arc::clone(&server.app.clock), &server.app.config);
        let retention = retention::retention(config.keep_journals);
        let forgetting = retention::keep(Arc::clone(&store), clock, retention);
        server.forgetting = Some(tokio::spawn(forgetting));
        server.store = Some(store);
        Ok(server)
    }

    /// Brings every table back from `ports`, whatever `config` says of a database, and serves on `listener`.
    ///
    /// # Errors
    /// [`StartError`]; nothing is left running then.
    pub async fn start_on(
        config: Config,
        ports: Ports,
        listener: impl Listener,
    ) -> Result<Self, StartError> {
        let address = listener.local_addr()?;
        let metrics = Metrics::install()?;
        let openapi = openapi::document()?;
        let hall = recovered(&config, &ports).await?;
        let app = Arc::new(App {
            rates: Rates::new(&config.limits),
            people: People::new(&ports),
            clock: ports.clock,
            random: ports.random,
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
        let (door, timing) = (Door::new(&app.config), app.config.timing);
        let stop_listening = CancellationToken::new();
        let serving = serve::serve(listener, router, door, timing, stop_listening.clone());
        Ok(Self {
            address,
            store: None,
            serving: tokio::spawn(serving),
            background: tokio::spawn(keep_up(Arc::clone(&app))),
            forgetting: None,
            app,
            stop_listening,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The store beneath, where the hall has opened it. For tests, which fill its disk.
    #[doc(hidden)]
    #[must_use]
    pub fn store(&self) -> Option<&ludohall_store::Store> {
        self.store.as_deref()
    }

    /// What its requests share. For tests, which look whether anything is left over.
    #[doc(hidden)]
    #[must_use]
    pub fn app(&self) -> &Shared {
        &self.app
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
        self.forgetting.iter().for_each(JoinHandle::abort);
        if let Some(store) = self.store {
            store.close().await;
        }
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

async fn recovered(config: &Config, ports: &Ports) -> Result<Hall, Refusal> {
    let tables_per_player = config
        .limits
        .person_tables
        .map_or(usize::MAX, |n| n.get() as usize);
    let settings = HallConfig {
        tables_per_player,
        drain_timeout: DRAIN_WITHIN,
        ..HallConfig::default()
    };
    let hall = Hall::start(
        settings,
        Arc::clone(&ports.journal),
        Arc::clone(&ports.clock),
        Arc::clone(&ports.random),
    );
    let found = hall.recover().await?;
    tracing::info!(
        tables = found.tables,
        damaged = found.damaged,
        down_ms = found.down_ms,
        "the tables are back"
    );
    Ok(hall)
}

/// Keeps small what counts: measurements, and limits of those who have not come for a while.
async fn keep_up(app: Shared) {
    let mut tick = tokio::time::interval(UPKEEP_EVERY);
    loop {
        tick.tick().await;
        app.metrics.upkeep();
        app.rates.sweep();
    }
}
