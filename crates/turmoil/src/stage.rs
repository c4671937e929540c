//! What all of a run share: the trace, what was told, how links and hall are doing, and what was broken.

use crate::{chance::HallRandom, disk::Disk, ledger::Ledger, line::Line, trace::Trace};
use ludohall_protocol::Code;
use ludohall_server::app::App;
use std::{
    cell::{Cell, RefCell},
    sync::{Arc, Weak},
};
use tokio::sync::Notify;

/// What a run is about at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// Links and hall are in trouble, now and then.
    Rough,
    /// All is whole again: everybody must get back.
    Whole,
    /// Everybody leaves.
    Leaving,
    /// Nobody is there any more.
    Empty,
}

/// How the way between a device and the hall is doing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Link {
    /// When something last got lost on it, or may have.
    pub cut: Option<u64>,
    /// When it last held something back.
    pub held: Option<u64>,
    /// When it last became faster or slower.
    pub paced: Option<u64>,
}

/// What all of a run share.
pub struct Stage {
    /// The seed.
    pub seed: u64,
    /// What is going on.
    pub act: Cell<Act>,
    /// The ways to the hall, by device.
    pub links: RefCell<Vec<Link>>,
    /// When the hall was last in trouble: down, stopping, or its store slow or gone.
    pub hall_trouble: Cell<Option<u64>>,
    /// When it was last down.
    pub hall_down: Cell<Option<u64>>,
    /// Whether it serves.
    pub hall_up: Cell<bool>,
    /// Tells it to stop.
    pub stop: Notify,
    /// What it keeps.
    pub disk: Disk,
    /// The way to that of the hall that runs.
    pub line: RefCell<Option<Line>>,
    /// Its randomness.
    pub random: Arc<HallRandom>,
    /// What its requests share, while it lives.
    pub app: RefCell<Weak<App>>,
    /// What was told.
    pub ledger: RefCell<Ledger>,
    /// The codes of the tables, as they are known outside of the hall.
    pub codes: RefCell<Vec<Option<Code>>>,
    /// How many sit at each, as far as they know.
    pub seated: RefCell<Vec<usize>>,
    trace: RefCell<Trace>,
    broken: RefCell<Vec<String>>,
}

impl Stage {
    /// A stage for so many devices and tables.
    #[must_use]
    pub fn new(seed: u64, devices: usize, tables: usize, disk: Disk, lines: bool) -> Self {
        Self {
            seed,
            act: Cell::new(Act::Rough),
            links: RefCell::new(vec![Link::default(); devices]),
            hall_trouble: Cell::new(Some(0)),
            hall_down: Cell::new(Some(0)),
            hall_up: Cell::new(false),
            stop: Notify::new(),
            line: RefCell::default(),
            disk,
            random: Arc::new(HallRandom::new(seed)),
            app: RefCell::default(),
            ledger: RefCell::default(),
            codes: RefCell::new(vec![None; tables]),
            seated: RefCell::new(vec![0; tables]),
            trace: RefCell::new(Trace::new(lines)),
            broken: RefCell::default(),
        }
    }

    /// The simulated time in milliseconds. Inside of a host alone.
    #[must_use]
    pub fn now(&self) -> u64 {
        let elapsed = turmoil::sim_elapsed().unwrap_or_default();
        u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
    }

    /// Notes what happened.
    pub fn note(&self, at: u64, what: &str) {
        self.trace.borrow_mut().note(at, what);
    }

    /// Notes what must not happen.
    pub fn broken(&self, at: u64, what: &str) {
        self.note(at, &format!("BROKEN {what}"));
        self.broken.borrow_mut().push(format!("at {at} ms: {what}"));
    }

    /// What was broken so far.
    #[must_use]
    pub fn all_broken(&self) -> Vec<String> {
        self.broken.borrow().clone()
    }

    /// Takes the trace out.
    #[must_use]
    pub fn take_trace(&self) -> Trace {
        self.trace.take()
    }

    /// Whether nothing was lost on a connection that was opened then. The last words of a hall that falls may be: a
    /// simulated link loses the end of a stream that comes while the rest is not read.
    #[must_use]
    pub fn sound_since(&self, device: usize, opened: u64) -> bool {
        let cut = self.links.borrow()[device].cut;
        cut.max(self.hall_down.get()).is_none_or(|at| at < opened)
    }

    /// Whether messages have come at the pace at which they were sent, since a connection was opened then.
    #[must_use]
    pub fn even_since(&self, device: usize, opened: u64) -> bool {
        let paced = self.links.borrow()[device].paced;
        paced.is_none_or(|paced| paced < opened)
    }

    /// Since when, but not before `at`, nothing has kept a device and the hall from talking.
    #[must_use]
    pub fn calm_since(&self, device: usize, at: u64) -> u64 {
        let held = self.links.borrow()[device].held.unwrap_or(0);
        at.max(held).max(self.hall_trouble.get().unwrap_or(0))
    }
}
