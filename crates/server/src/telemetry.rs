//! What the hall tells of itself: its log, and numbers for Prometheus.

mod rows;

pub use rows::METRICS as ALL;

use axum::{extract::Request, http::Method, middleware::Next, response::Response};
use ludohall_protocol::CloseCode;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use std::{
    sync::{OnceLock, PoisonError},
    time::{Duration, Instant},
};

/// Bounds of the histograms of times, in seconds: from a fast journal to a slow disk.
const SECONDS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

/// Bounds of the histograms of entries in a commit: alone, to as many as one statement takes.
const ENTRIES: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// How often what was measured is folded together.
pub const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// The numbers of this process. There is one set, however many halls a test starts.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

/// Middleware: measures requests, by what they do and what came of them.
pub async fn count_requests(request: Request, next: Next) -> Response {
    let method = match *request.method() {
        Method::GET | Method::HEAD => "read",
        _ => "write",
    };
    let started = Instant::now();
    let response = next.run(request).await;
    let status = match response.status().as_u16() {
        500.. => "5xx",
        400.. => "4xx",
        _ => "ok",
    };
    metrics::histogram!("ludohall_request_seconds", "method" => method, "status" => status)
        .record(started.elapsed().as_secs_f64());
    response
}

/// Counts a socket that the server closes, by close code.
pub fn socket_closed(code: u16) {
    if code == CloseCode::TooSlow as u16 {
        metrics::counter!("ludohall_slow_readers_total").increment(1);
    }
    metrics::counter!("ludohall_socket_closes_total", "code" => code.to_string()).increment(1);
}

static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();

impl Metrics {
    /// Starts counting, once for the process.
    ///
    /// # Errors
    /// Something else counts already.
    pub fn install() -> Result<Self, BuildError> {
        static INSTALLING: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _one = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = METRICS.get() {
            return Ok(Self(handle.clone()));
        }
        let handle = PrometheusBuilder::new()
            .set_buckets(&SECONDS)?
            .set_buckets_for_metric(Matcher::Suffix("_batch_events".to_owned()), &ENTRIES)?
            .set_buckets_for_metric(Matcher::Suffix("_depth".to_owned()), &ENTRIES)?
            .install_recorder()?;
        rows::describe();
        Ok(Self(METRICS.get_or_init(|| handle).clone()))
    }

    /// The numbers as Prometheus reads them.
    #[must_use]
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Folds together what was measured; to be called every [`UPKEEP_EVERY`].
    pub fn upkeep(&self) {
        self.0.run_upkeep();
    }
}
