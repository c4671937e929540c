//! What the writer is asked to do, what came of it, and whom to tell.

use crate::{
    Append, AppendError, Created, Epoch, Idempotency, Millis, NewTable, StoreError,
    db::{Call, Row},
};
use ludohall_protocol::{Code, PlayerId, TableId};
use tokio::sync::oneshot;

pub(super) enum Job {
    Append(Box<Asked<Pending, (), AppendError>>),
    Create(Box<Asked<Creation, Created, StoreError>>),
    Change(Asked<Vec<Call>, Vec<Vec<Row>>, StoreError>),
}

/// A piece of work and its result, which is told only once it is on disk.
pub(super) struct Asked<I, O, E> {
    pub(super) work: I,
    pub(super) result: Option<Result<O, E>>,
    reply: oneshot::Sender<Result<O, E>>,
}

/// An append, and what became of it.
pub(super) struct Pending {
    pub(super) append: Append,
    pub(super) verdict: Option<Verdict>,
}

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Written in this transaction.
    Written,
    /// It stood there already, by the same writer: its first answer was lost.
    Stood,
    Fenced,
    Taken,
}

/// A table to be made: its own row, and the append of its first entries.
pub(super) struct Creation {
    pub(super) code: Code,
    pub(super) created_at: Millis,
    pub(super) created_by: PlayerId,
    pub(super) idempotency: Option<Idempotency>,
    pub(super) first: Pending,
}

impl<I, O, E: From<StoreError>> Asked<I, O, E> {
    /// The work, and where its result will be told.
    pub(super) fn new(work: I) -> (Self, oneshot::Receiver<Result<O, E>>) {
        let (reply, answer) = oneshot::channel();
        let asked = Self {
            work,
            result: None,
            reply,
        };
        (asked, answer)
    }

    /// Tells the result; whoever asked may be gone.
    fn tell(self) {
        let _ = self.reply.send(
            self.result
                .unwrap_or_else(|| Err(StoreError::Closed.into())),
        );
    }

    fn fail(self, error: &StoreError) {
        let _ = self.reply.send(Err(error.clone().into()));
    }
}

impl Pending {
    pub(super) fn new(append: Append) -> Self {
        Self {
            append,
            verdict: None,
        }
    }

    /// The verdict as an answer.
    pub(super) fn answer(&self) -> Result<(), AppendError> {
        match self.verdict {
            Some(Verdict::Written | Verdict::Stood) => Ok(()),
            Some(Verdict::Fenced) => Err(AppendError::Fenced),
            Some(Verdict::Taken) => Err(AppendError::Taken),
            None => Err(StoreError::Closed.into()),
        }
    }
}

impl Creation {
    pub(super) fn new(table: NewTable) -> Self {
        let first = Append {
            members: table.members,
            games: table.games,
            ..Append::new(table.id, Epoch::FIRST, table.events)
        };
        Self {
            code: table.code,
            created_at: table.created_at,
            created_by: table.created_by,
            idempotency: table.idempotency,
            first: Pending::new(first),
        }
    }
}

impl Job {
    /// The table whose journal it writes. Two for the same table never share a transaction: the second stands on the first.
    pub(super) fn table(&self) -> Option<TableId> {
        match self {
            Self::Append(asked) => Some(asked.work.append.table),
            Self::Create(asked) => Some(asked.work.first.append.table),
            Self::Change(_) => None,
        }
    }

    /// How many entries it writes.
    pub(super) fn rows(&self) -> usize {
        match self {
            Self::Append(asked) => asked.work.append.events.len(),
            Self::Create(asked) => asked.work.first.append.events.len(),
            Self::Change(_) => 0,
        }
    }

    /// The append that is part of it, where it has come so far.
    pub(super) fn pending(&mut self) -> Option<&mut Pending> {
        match self {
            Self::Append(asked) => Some(&mut asked.work),
            Self::Create(asked) => {
                matches!(asked.result, Some(Ok(Created::Done(_)))).then_some(&mut asked.work.first)
            }
            Self::Change(_) => None,
        }
    }

    /// Forgets what came of a transaction that was taken back.
    pub(super) fn reset(&mut self) {
        match self {
            Self::Append(asked) => {
                asked.work.verdict = None;
                asked.result = None;
            }
            Self::Create(asked) => {
                asked.work.first.verdict = None;
                asked.result = None;
            }
            Self::Change(asked) => asked.result = None,
        }
    }

    /// How many entries it has added to the journal.
    pub(super) fn written(&mut self) -> usize {
        let rows = self.rows();
        self.pending().map_or(0, |pending| {
            if pending.verdict == Some(Verdict::Written) {
                rows
            } else {
                0
            }
        })
    }

    /// Tells what came of it, now that it is on disk.
    pub(super) fn tell(self) {
        match self {
            Self::Append(mut asked) => {
                asked.result = Some(asked.work.answer());
                asked.tell();
            }
            Self::Create(asked) => asked.tell(),
            Self::Change(asked) => asked.tell(),
        }
    }

    /// Tells that only a part could be written, and so nothing was: somebody else writes there.
    pub(super) fn tell_taken(mut self) {
        if let Some(pending) = self.pending() {
            pending.verdict = Some(Verdict::Taken);
        }
        self.tell();
    }

    /// Tells that nothing came of it.
    pub(super) fn fail(self, error: &StoreError) {
        match self {
            Self::Append(asked) => asked.fail(error),
            Self::Create(asked) => asked.fail(error),
            Self::Change(asked) => asked.fail(error),
        }
    }
}
