//! What the clients and whoever breaks the hall share.

use super::ledger::Ledger;
use crate::meter::Times;
use std::{
    net::SocketAddr,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// One life of the hall after the other, and where each client is in them.
pub struct Stage {
    /// Where the hall listens, in all its lives.
    pub address: SocketAddr,
    /// It is over.
    pub end: CancellationToken,
    /// Which life the hall is in.
    life: AtomicUsize,
    /// In which life each client has last been greeted.
    greeted: Vec<AtomicUsize>,
    /// Whether each client is to break its connection in the middle of a frame.
    break_off: Vec<AtomicBool>,
    ledger: Mutex<Ledger>,
    notes: Mutex<Notes>,
}

/// What is counted on the way.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Commands that were sent a second time though they had been answered, or before.
    pub duplicates: u64,
    /// Connections that a client reset in the middle of a frame.
    pub resets: u64,
    /// From the loss of a connection to the next greeting.
    pub back: Times,
}

impl Stage {
    /// The first life, nobody greeted.
    #[must_use]
    pub fn new(address: SocketAddr, clients: usize) -> Self {
        Self {
            address,
            end: CancellationToken::new(),
            life: AtomicUsize::new(1),
            greeted: (0..clients).map(|_| AtomicUsize::new(0)).collect(),
            break_off: (0..clients).map(|_| AtomicBool::new(false)).collect(),
            ledger: Mutex::default(),
            notes: Mutex::default(),
        }
    }

    /// The present life.
    pub fn life(&self) -> usize {
        self.life.load(SeqCst)
    }

    /// The hall is about to live again.
    pub fn next_life(&self) {
        self.life.fetch_add(1, SeqCst);
    }

    /// A client was greeted on a connection that it began in `life`.
    pub fn greet(&self, client: usize, life: usize, after: Option<Duration>) {
        self.greeted[client].store(life, SeqCst);
        if let Some(after) = after {
            self.lock_notes().back.record(after);
        }
    }

    /// How many clients are not back in the present life.
    pub fn missing(&self) -> usize {
        let life = self.life();
        self.greeted
            .iter()
            .filter(|greeted| greeted.load(SeqCst) != life)
            .count()
    }

    /// Asks a client to break its connection off.
    pub fn order_break_off(&self, client: usize) {
        self.break_off[client % self.break_off.len()].store(true, SeqCst);
    }

    /// Whether it was asked to; once.
    pub fn take_break_off(&self, client: usize) -> bool {
        self.break_off[client].swap(false, SeqCst)
    }

    /// How many clients there are.
    pub fn clients(&self) -> usize {
        self.greeted.len()
    }

    /// What has been told.
    pub fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been told, at the end.
    pub fn take_ledger(&self) -> Ledger {
        std::mem::take(&mut self.ledger())
    }

    /// To count.
    pub fn lock_notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been counted.
    pub fn notes(&self) -> Notes {
        self.lock_notes().clone()
    }
}
