//! The runtime of one life of a hall: one thread, paused time, and a root that is polled after each task's poll.
//!
//! So the world sees every point at which a process can die: between any two polls of its tasks. Killing is to stop there
//! and to drop the runtime with all its tasks.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::Duration,
};
use tokio::{
    runtime::{Builder, Runtime},
    time::Instant,
};

/// Why the world goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Woken {
    /// The time has come.
    Time,
    /// The fuse is burnt: the process dies here.
    Killed,
    /// What was waited for is there.
    Done,
}

/// Lets the tasks of a life run, and counts their polls.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    mark: Mark,
    /// Polls until the process dies.
    pub(crate) fuse: Option<u64>,
    /// Polls so far.
    pub(crate) polls: u64,
}

/// A task that does nothing but come round: where it is polled twice without another between, all others wait.
#[derive(Clone, Debug, Default)]
struct Mark(Arc<Mutex<Marked>>);

#[derive(Debug, Default)]
struct Marked {
    /// How often it was polled without another between.
    in_a_row: u32,
    polled: bool,
    /// While all wait for time, the marking task sleeps, and so does the root.
    sleeping: bool,
    task: Option<Waker>,
    root: Option<Waker>,
}

impl Mark {
    fn lock(&self) -> MutexGuard<'_, Marked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn come_round(&self, cx: &Context<'_>) -> Poll<()> {
        let mut mark = self.lock();
        mark.polled = true;
        if mark.sleeping {
            mark.task = Some(cx.waker().clone());
        } else {
            cx.waker().wake_by_ref();
        }
        Poll::Pending
    }

    /// Time has passed: whoever slept over it goes on, the root before all others.
    fn wake(&self) {
        let mut mark = self.lock();
        if !mark.sleeping {
            return;
        }
        let sleepers = [mark.root.take(), mark.task.take()];
        (mark.sleeping, mark.in_a_row) = (false, 0);
        drop(mark);
        sleepers.into_iter().flatten().for_each(Waker::wake);
    }

    /// Whether it was not this task that was polled since the last time.
    fn was_another(&self) -> bool {
        let mut mark = self.lock();
        mark.in_a_row = if std::mem::take(&mut mark.polled) {
            mark.in_a_row + 1
        } else {
            0
        };
        mark.in_a_row == 0
    }

    /// Whether another task may be polled next; else all sleep until time has passed.
    fn goes_on(&self, cx: &Context<'_>) -> bool {
        let mut mark = self.lock();
        if mark.in_a_row < 2 {
            return true;
        }
        mark.sleeping = true;
        mark.root = Some(cx.waker().clone());
        false
    }
}

impl Pace {
    /// The runtime that this pace goes with.
    pub(crate) fn runtime(&mut self) -> std::io::Result<Runtime> {
        self.mark = Mark::default();
        let mark = self.mark.clone();
        Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .event_interval(1)
            .on_thread_unpark(move || mark.wake())
            .build()
    }

    /// Call it first in the runtime.
    pub(crate) fn begin(&self) {
        let mark = self.mark.clone();
        tokio::spawn(poll_fn(move |cx| mark.come_round(cx)));
    }

    /// Lets everything run for so long, or until `done` says so after a poll.
    pub(crate) async fn run(&mut self, pause: Duration, mut done: impl FnMut() -> bool) -> Woken {
        let mut end = pin!(tokio::time::sleep_until(Instant::now() + pause));
        self.mark.wake();
        // The first time and after a sleep no task was polled.
        let mut awake = false;
        poll_fn(|cx| {
            if self.mark.was_another() && awake {
                self.polls += 1;
                self.fuse = self.fuse.map(|left| left.saturating_sub(1));
            }
            awake = true;
            if self.fuse == Some(0) {
                return Poll::Ready(Woken::Killed);
            }
            if done() {
                return Poll::Ready(Woken::Done);
            }
            if end.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Woken::Time);
            }
            if self.mark.goes_on(cx) {
                cx.waker().wake_by_ref();
            } else {
                awake = false;
            }
            Poll::Pending
        })
        .await
    }
}
