//! The answers that a socket's commands have, or wait for: in the order of the commands.

use super::commands::lost;
use crate::{
    fault::{self, Fault},
    live::Live,
};
use ludohall_protocol::{Answer, AnswerCode};
use std::{
    collections::VecDeque,
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};
use tokio::sync::oneshot::{self, error::TryRecvError};

/// An answer that is to be sent.
enum Pending {
    Ready(Answer),
    Waiting {
        id: String,
        answer: oneshot::Receiver<Answer>,
    },
    /// The table's task ended without an answer.
    Lost {
        id: String,
    },
}

/// Answers that are to be sent. Their owner bounds them.
#[derive(Default)]
pub(super) struct Answers(VecDeque<Pending>);

impl Answers {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// One that is there.
    pub(super) fn add(&mut self, answer: Answer) {
        self.0.push_back(Pending::Ready(answer));
    }

    /// One that will come.
    pub(super) fn expect(&mut self, id: String, answer: oneshot::Receiver<Answer>) {
        self.0.push_back(Pending::Waiting { id, answer });
    }

    /// Those that were taken too early.
    pub(super) fn put_back(&mut self, answers: Vec<Answer>) {
        for answer in answers.into_iter().rev() {
            self.0.push_front(Pending::Ready(answer));
        }
    }

    /// Those that are there, up to the first that is not.
    pub(super) fn take(&mut self, live: &Live) -> Vec<Answer> {
        let mut answers = Vec::new();
        while let Some(pending) = self.0.pop_front() {
            match pending {
                Pending::Ready(answer) => answers.push(answer),
                Pending::Lost { id } => answers.push(lost(live, Some(id))),
                Pending::Waiting { id, mut answer } => match answer.try_recv() {
                    Ok(answer) => answers.push(answer),
                    Err(TryRecvError::Closed) => answers.push(lost(live, Some(id))),
                    Err(TryRecvError::Empty) => {
                        self.0.push_front(Pending::Waiting { id, answer });
                        break;
                    }
                },
            }
        }
        if fault::is(Fault::AnswerLost) {
            answers.retain(|answer| answer.code != Some(AnswerCode::Unavailable));
        }
        answers
    }

    /// Returns when the oldest is there.
    pub(super) async fn front_ready(&mut self) {
        poll_fn(|cx| {
            let Some(front) = self.0.front_mut() else {
                return Poll::Pending;
            };
            let Pending::Waiting { id, answer } = front else {
                return Poll::Ready(());
            };
            let Poll::Ready(answer) = Pin::new(answer).poll(cx) else {
                return Poll::Pending;
            };
            let id = std::mem::take(id);
            *front = answer.map_or(Pending::Lost { id }, Pending::Ready);
            Poll::Ready(())
        })
        .await;
    }
}
