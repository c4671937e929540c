//! Group commit: every write of the store goes through one task, which puts what has gathered into one transaction.

mod batch;
mod create;
mod effects;
mod insert;
mod job;
mod queue;
mod writer;

use crate::{
    Append, AppendError, Created, NewTable, StoreError,
    db::{Call, Connection, Db, Gate, Row},
    store::Node,
};
use job::{Asked, Creation, Job, Pending};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};
use tokio::sync::{mpsc, oneshot};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Requests that may wait for the writer; further ones wait to be sent. Each table has one at a time.
const QUEUE: usize = 4096;

/// What the journal has done since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Transactions committed.
    pub commits: u64,
    /// Entries written.
    pub events: u64,
}

#[derive(Default)]
struct Counters {
    commits: AtomicU64,
    events: AtomicU64,
    failing: AtomicBool,
}

/// The way to the writer.
pub(crate) struct Journal {
    jobs: mpsc::Sender<Job>,
    counters: Arc<Counters>,
}

impl Journal {
    /// Starts the writer on `connection`. After `stop` it does what it was sent before, and ends.
    pub(crate) fn start(
        db: Db,
        connection: Connection,
        node: Node,
        gate: Gate,
        tasks: &TaskTracker,
        stop: CancellationToken,
    ) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let counters = Arc::new(Counters::default());
        let writer = writer::Writer::new(db, connection, node, gate, counters.clone());
        tasks.spawn(writer.run(queue, stop));
        Self { jobs, counters }
    }

    pub(crate) fn append(
        &self,
        append: Append,
    ) -> impl Future<Output = Result<(), AppendError>> + Send + '_ {
        let (asked, answer) = Asked::new(Pending::new(append));
        self.ask(Job::Append(Box::new(asked)), answer)
    }

    pub(crate) async fn create(&self, table: NewTable) -> Result<Created, StoreError> {
        let (asked, answer) = Asked::new(Creation::new(table));
        self.ask(Job::Create(Box::new(asked)), answer).await
    }

    /// Runs `calls` one after the other in one transaction, and answers the rows of each.
    pub(crate) async fn change(&self, calls: Vec<Call>) -> Result<Vec<Vec<Row>>, StoreError> {
        let (asked, answer) = Asked::new(calls);
        self.ask(Job::Change(asked), answer).await
    }

    /// Runs `calls` at some time, unless too much else waits. For what may as well not happen.
    pub(crate) fn change_some_time(&self, calls: Vec<Call>) {
        let (asked, _) = Asked::new(calls);
        if self.jobs.try_send(Job::Change(asked)).is_err() {
            tracing::debug!("a change that may as well not happen was dropped");
        }
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats {
            commits: self.counters.commits.load(Ordering::Relaxed),
            events: self.counters.events.load(Ordering::Relaxed),
        }
    }

    /// Whether the last transaction failed for want of the database.
    pub(crate) fn is_failing(&self) -> bool {
        self.counters.failing.load(Ordering::Relaxed)
    }

    /// What is asked lies on the heap where it is large, so that the future that waits for it is small: each table has one.
    async fn ask<O, E: From<StoreError>>(
        &self,
        job: Job,
        answer: oneshot::Receiver<Result<O, E>>,
    ) -> Result<O, E> {
        let sent = self.jobs.send(job).await;
        sent.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}
