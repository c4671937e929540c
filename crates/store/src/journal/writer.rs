//! The task that writes.

use super::{
    Counters,
    batch::{Fault, transaction},
    job::Job,
    queue::Queue,
};
use crate::{
    StoreError,
    db::{Connection, Db, Gate},
    store::Node,
};
use std::{
    io,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// A PostgreSQL server that has not answered a transaction by then is given up; what it was to write is sent again.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many jobs in one transaction say that there is much to do.
const MANY_JOBS: usize = 8;
/// Where there is much to do, transactions begin no more often than this: what gathers meanwhile shares the cost of one, which
/// is mostly that of the sync, and a table waits two or three milliseconds more at most.
const GATHER: Duration = Duration::from_millis(2);

pub(super) struct Writer {
    db: Db,
    /// None after a failure; the next transaction opens a new one.
    connection: Option<Connection>,
    node: Node,
    gate: Gate,
    counters: Arc<Counters>,
}

impl Writer {
    pub(super) fn new(
        db: Db,
        connection: Connection,
        node: Node,
        gate: Gate,
        counters: Arc<Counters>,
    ) -> Self {
        Self {
            db,
            connection: Some(connection),
            node,
            gate,
            counters,
        }
    }

    /// Writes until stopped, and then what is still queued.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>, stop: CancellationToken) {
        let mut queue = Queue::default();
        let mut next_at = None;
        loop {
            if queue.is_empty() {
                tokio::select! {
                    job = jobs.recv() => match job {
                        Some(job) => queue.push(job),
                        None => break,
                    },
                    () = stop.cancelled(), if !jobs.is_closed() => jobs.close(),
                }
            }
            if let Some(at) = next_at.take()
                && !queue.is_ample()
            {
                tokio::time::sleep_until(at).await;
            }
            while !queue.is_ample()
                && let Ok(job) = jobs.try_recv()
            {
                queue.push(job);
            }
            let batch = queue.next_batch();
            next_at = (batch.len() >= MANY_JOBS).then(|| tokio::time::Instant::now() + GATHER);
            if !batch.is_empty()
                && let Err(error) = self.write(batch).await
            {
                // What gathered while the store failed shares the answer: nobody waits for one failure after another.
                while let Ok(job) = jobs.try_recv() {
                    queue.push(job);
                }
                give_up(queue.drain(), error);
            }
        }
        if let Some(connection) = self.connection.take() {
            connection.close().await;
        }
    }

    /// Writes a batch in one transaction; where one of several spoils it, each in its own. Everybody is answered.
    /// An error means that the store is unavailable.
    async fn write(&mut self, mut batch: Vec<Job>) -> Result<(), StoreError> {
        match self.commit(&mut batch).await {
            Ok(()) => batch.into_iter().for_each(Job::tell),
            Err(Fault::Store(error)) if error.is_unavailable() => {
                return Err(give_up(batch, error));
            }
            Err(_) if batch.len() > 1 => return self.write_singly(batch).await,
            Err(fault) => batch.into_iter().for_each(|job| settle(job, &fault)),
        }
        Ok(())
    }

    async fn write_singly(&mut self, batch: Vec<Job>) -> Result<(), StoreError> {
        let mut jobs = batch.into_iter();
        while let Some(mut job) = jobs.next() {
            match self.commit(std::slice::from_mut(&mut job)).await {
                Ok(()) => job.tell(),
                Err(Fault::Store(error)) if error.is_unavailable() => {
                    return Err(give_up(std::iter::once(job).chain(jobs), error));
                }
                Err(fault) => settle(job, &fault),
            }
        }
        Ok(())
    }

    /// One transaction. After an error nothing of it stands, or, where its commit was not answered, that is open.
    async fn commit(&mut self, batch: &mut [Job]) -> Result<(), Fault> {
        let _no_checkpoint = self.gate.clone().lock_owned().await;
        let started = Instant::now();
        batch.iter_mut().for_each(Job::reset);
        let done = self.try_commit(batch).await;
        self.mark(done.as_ref().err());
        done?;
        self.count(batch, started.elapsed());
        Ok(())
    }

    async fn try_commit(&mut self, batch: &mut [Job]) -> Result<(), Fault> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.db.connect().await?,
        };
        let done = in_time(&self.node, &mut connection, batch).await;
        self.connection = match &done {
            Ok(()) => Some(connection),
            Err(fault) => recover(connection, fault).await,
        };
        done
    }

    /// Keeps in mind whether the store works, and says so when that changes.
    fn mark(&self, fault: Option<&Fault>) {
        let failing = matches!(fault, Some(Fault::Store(error)) if error.is_unavailable());
        let before = self.counters.failing.swap(failing, Ordering::Relaxed);
        match fault {
            Some(Fault::Store(error)) if failing && !before => {
                tracing::error!(%error, "the journal cannot be written; tables stand still until it can");
            }
            None if before => tracing::info!("the journal can be written again"),
            _ => {}
        }
    }

    fn count(&self, batch: &mut [Job], took: Duration) {
        let events = batch.iter_mut().map(Job::written).sum::<usize>();
        self.counters.commits.fetch_add(1, Ordering::Relaxed);
        self.counters
            .events
            .fetch_add(events as u64, Ordering::Relaxed);
        metrics::counter!("ludohall_journal_commits_total").increment(1);
        metrics::counter!("ludohall_journal_events_total").increment(events as u64);
        metrics::histogram!("ludohall_journal_batch_events").record(events as f64);
        metrics::histogram!("ludohall_journal_commit_seconds").record(took.as_secs_f64());
    }
}

/// SQLite bounds its own waiting, and must not be left in the middle of a call.
async fn in_time(node: &Node, connection: &mut Connection, batch: &mut [Job]) -> Result<(), Fault> {
    if matches!(connection, Connection::Sqlite(_)) {
        return transaction(node, connection, batch).await;
    }
    match tokio::time::timeout(PATIENCE, transaction(node, connection, batch)).await {
        Ok(done) => done,
        Err(_) => Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()).into()),
    }
}

/// Ends the transaction that failed. None where the connection is of no more use.
async fn recover(mut connection: Connection, fault: &Fault) -> Option<Connection> {
    let usable = match fault {
        Fault::Torn => true,
        Fault::Store(error) => error.came_from_database(),
    };
    (usable && connection.rollback().await.is_ok()).then_some(connection)
}

/// Tells all of a batch that the store is unavailable.
fn give_up(batch: impl IntoIterator<Item = Job>, error: StoreError) -> StoreError {
    metrics::counter!("ludohall_journal_failures_total").increment(1);
    batch.into_iter().for_each(|job| job.fail(&error));
    error
}

/// Tells the one whose transaction failed by its own doing.
fn settle(job: Job, fault: &Fault) {
    match fault {
        Fault::Torn => job.tell_taken(),
        Fault::Store(error) => {
            tracing::error!(%error, "the database refused a statement");
            job.fail(error);
        }
    }
}
