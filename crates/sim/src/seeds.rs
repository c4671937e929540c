//! Running seeds: one, or many on all cores.

use crate::world::{Outcome, World};
use ludohall_table::fault::{Fault, plant};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

/// Runs the world of a seed.
#[must_use]
pub fn run(seed: u64) -> Outcome {
    World::new(seed, false).run(seed)
}

/// The same, and prints all that happens.
#[must_use]
pub fn run_aloud(seed: u64) -> Outcome {
    World::new(seed, true).run(seed)
}

/// The same on a hall that has a bug, if one is given.
#[must_use]
pub fn run_planted(seed: u64, fault: Option<Fault>, aloud: bool) -> Outcome {
    plant(fault);
    let outcome = World::new(seed, aloud).run(seed);
    plant(None);
    outcome
}

/// The one scene, always the same but for the poll after which the process dies.
#[must_use]
pub fn run_scene(kill_after: Option<u64>) -> Outcome {
    World::scene(kill_after, false).run(kill_after.unwrap_or_default())
}

/// The same, and prints all that happens.
#[must_use]
pub fn run_scene_aloud(kill_after: Option<u64>) -> Outcome {
    World::scene(kill_after, true).run(kill_after.unwrap_or_default())
}

/// The first of `count` worlds that is broken by a planted bug, and is not without it.
#[must_use]
pub fn find(fault: Fault, count: u64) -> Option<Outcome> {
    let mut outcomes = (0..count).map(|seed| run_planted(seed, Some(fault), false));
    outcomes.find(|outcome| outcome.broken.is_some() && run(outcome.seed).broken.is_none())
}

/// Runs the worlds of `count` seeds from `from` on, on so many threads; `each` sees every outcome. Stops where it returns
/// `false`.
pub fn run_many(from: u64, count: u64, threads: usize, each: impl FnMut(Outcome) -> bool + Send) {
    let next = AtomicU64::new(from);
    let end = from.saturating_add(count);
    let each = Mutex::new(each);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let outcome = run(seed);
                    let mut each = each.lock().unwrap_or_else(PoisonError::into_inner);
                    if !each(outcome) {
                        next.store(end, Ordering::Relaxed);
                    }
                }
            });
        }
    });
}
