//! Whether one of the things that a task waits for has stirred, apart from the others.
//!
//! A task has one waker, so whatever wakes it, it looks at everything it waits for. A socket waits for its client, its alarm and
//! the end of its session, and is woken by its table some hundred times for each time that one of those stirs. What is
//! looked at for nothing lies cold in memory, and is most of what telling a client costs besides the sending.

use futures_util::task::{ArcWake, AtomicWaker, waker};
use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
};

/// A wait that is polled only when something has stirred that it waits for.
pub(super) struct Bell {
    ring: Arc<Ring>,
    /// What it gives to whoever is to ring it.
    waker: Waker,
}

struct Ring {
    rung: AtomicBool,
    task: AtomicWaker,
}

impl ArcWake for Ring {
    fn wake_by_ref(ring: &Arc<Self>) {
        ring.rung.store(true, Ordering::Release);
        ring.task.wake();
    }
}

impl Bell {
    /// One that has been rung, so that the first look is one.
    pub(super) fn new() -> Self {
        let ring = Arc::new(Ring {
            rung: AtomicBool::new(true),
            task: AtomicWaker::new(),
        });
        Self {
            waker: waker(Arc::clone(&ring)),
            ring,
        }
    }

    /// Polls `wait` if it may be ready, and else not at all. What `wait` waits for must be the same from call to call, though
    /// the future may be another: those who are to wake it keep their wakers. So it must not wait for what ends with it, such
    /// as a timer of its own or the second of two steps: dropped there, nobody would ring for the next.
    pub(super) fn poll<F: Future>(&self, cx: &Context<'_>, wait: Pin<&mut F>) -> Poll<F::Output> {
        self.ring.task.register(cx.waker());
        if !self.ring.rung.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let polled = wait.poll(&mut Context::from_waker(&self.waker));
        if polled.is_ready() {
            // There may be more of it.
            self.ring.rung.store(true, Ordering::Release);
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Bell;
    use std::{
        future::poll_fn,
        pin::pin,
        sync::atomic::{AtomicUsize, Ordering},
        task::Poll,
    };
    use tokio::sync::{Notify, mpsc};

    #[tokio::test]
    async fn a_wait_is_looked_at_only_when_something_stirs_for_it() {
        let (bell, others) = (Bell::new(), Notify::new());
        let (words, mut heard) = mpsc::channel(8);
        let looks = AtomicUsize::new(0);
        let mut turn = async || {
            let mut hear = pin!(async {
                looks.fetch_add(1, Ordering::Relaxed);
                heard.recv().await
            });
            let mut other = pin!(others.notified());
            poll_fn(|cx| {
                if other.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(None);
                }
                bell.poll(cx, hear.as_mut())
            })
            .await
        };
        for _ in 0..100 {
            others.notify_one();
            assert_eq!(turn().await, None);
        }
        assert_eq!(
            looks.load(Ordering::Relaxed),
            0,
            "it was not even waited for"
        );
        let speak = async {
            tokio::task::yield_now().await;
            for word in 0..2 {
                words.send(word).await.unwrap();
            }
        };
        assert_eq!(tokio::join!(turn(), speak).0, Some(0));
        assert_eq!(
            turn().await,
            Some(1),
            "the second is found without a further ring"
        );
        assert!(looks.load(Ordering::Relaxed) <= 3);
        // From here on it is waited for: nobody rings, so nobody looks.
        let quiet = async {
            for _ in 0..100 {
                others.notify_one();
                tokio::task::yield_now().await;
            }
        };
        let before = looks.load(Ordering::Relaxed);
        let tell = async {
            for _ in 0..100 {
                assert_eq!(turn().await, None);
            }
        };
        tokio::join!(tell, quiet);
        assert!(looks.load(Ordering::Relaxed) <= before + 1);
        let (word, sent) = tokio::join!(turn(), words.send(2));
        sent.unwrap();
        assert_eq!(
            word,
            Some(2),
            "and a ring is heard after a hundred turns without a look"
        );
    }
}
