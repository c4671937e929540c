//! What waits for the next transaction, in the order in which it came.

use super::job::Job;
use crate::statements::MAX_ROWS;
use std::collections::{HashSet, VecDeque};

/// Jobs in one transaction at most; one that writes no entry counts too.
const MAX_JOBS: usize = 256;

/// Jobs that wait.
#[derive(Default)]
pub(super) struct Queue {
    jobs: VecDeque<Job>,
}

impl Queue {
    pub(super) fn push(&mut self, job: Job) {
        self.jobs.push_back(job);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Whether there is more than a transaction takes: no need to look for more.
    pub(super) fn is_ample(&self) -> bool {
        self.jobs.len() >= 2 * MAX_JOBS
    }

    /// Takes what the next transaction does: as much as fits, of each table's work the first alone.
    pub(super) fn next_batch(&mut self) -> Vec<Job> {
        let mut tables = HashSet::new();
        let mut rows = 0;
        let mut batch = Vec::new();
        let mut later = VecDeque::new();
        for job in self.jobs.drain(..) {
            let fits =
                batch.len() < MAX_JOBS && (batch.is_empty() || rows + job.rows() <= MAX_ROWS);
            let first = job.table().is_none_or(|table| tables.insert(table));
            if fits && first {
                rows += job.rows();
                batch.push(job);
            } else {
                later.push_back(job);
            }
        }
        self.jobs = later;
        batch
    }

    /// Everything.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Job> {
        self.jobs.drain(..)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{
        Append, Epoch, Millis, StoredEvent,
        journal::job::{Asked, Pending},
    };
    use ludohall_protocol::{TableId, Version};
    use uuid::Uuid;

    fn job(table: u128, seq: u64, events: u64) -> Job {
        let events = (seq..seq + events)
            .map(|seq| StoredEvent {
                seq: Version(seq),
                at: Millis(0),
                body: String::new(),
            })
            .collect();
        let append = Append::new(TableId(Uuid::from_u128(table)), Epoch::FIRST, events);
        Job::Append(Box::new(Asked::new(Pending::new(append)).0))
    }

    fn tables(batch: &[Job]) -> Vec<u128> {
        batch
            .iter()
            .map(|job| job.table().unwrap().0.as_u128())
            .collect()
    }

    #[test]
    fn work_for_one_table_keeps_its_order_and_never_shares_a_transaction() {
        let mut queue = Queue::default();
        for (table, seq) in [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3)] {
            queue.push(job(table, seq, 1));
        }
        assert_eq!(tables(&queue.next_batch()), [1, 2, 3]);
        let second = queue.next_batch();
        assert!(
            matches!(&second[..], [Job::Append(asked)] if asked.work.append.events[0].seq == Version(2))
        );
        assert_eq!(queue.next_batch().len(), 1);
        assert!(queue.is_empty());
    }

    #[test]
    fn a_batch_is_bounded_in_entries_but_never_empty() {
        let mut queue = Queue::default();
        queue.push(job(1, 1, 200));
        queue.push(job(2, 1, 100));
        queue.push(job(3, 1, 1000));
        assert_eq!(tables(&queue.next_batch()), [1]);
        assert_eq!(tables(&queue.next_batch()), [2]);
        assert_eq!(tables(&queue.next_batch()), [3]);
    }

    #[test]
    fn a_batch_is_bounded_in_jobs_too() {
        let mut queue = Queue::default();
        for table in 0..=MAX_JOBS as u128 {
            queue.push(job(table, 1, 0));
        }
        assert_eq!(queue.next_batch().len(), MAX_JOBS);
        assert_eq!(queue.next_batch().len(), 1);
    }
}
