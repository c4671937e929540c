//! What is on disk: the tables' rows, and what was sent to the store and has not been done yet.
//!
//! It outlives every process, and reports what a sound hall never asks of it. A gap in a journal is written, for the judge
//! to see.

use ludohall_protocol::{Code, GameId, TableId};
use ludohall_table::{
    Millis, memory,
    store::{Append, AppendError, Created, FinishedGame, NewTable},
};
use std::collections::BTreeMap;

/// Something that the store will do when it gets to it.
type Job = Box<dyn FnOnce(&mut Disk) + Send>;

/// Everything that was written.
#[derive(Default)]
pub(crate) struct Disk {
    pub(crate) written: memory::Disk,
    /// How often each game's record was written.
    pub(crate) records: BTreeMap<GameId, usize>,
    /// What no sound hall does.
    pub(crate) offences: Vec<String>,
    pending: BTreeMap<(Millis, u64), Job>,
    tickets: u64,
}

impl Disk {
    /// Has a job done at `due`, whoever waits for it or not.
    pub(crate) fn submit(&mut self, due: Millis, job: Job) {
        self.tickets += 1;
        self.pending.insert((due, self.tickets), job);
    }

    /// Does what is due.
    pub(crate) fn settle(&mut self, now: Millis) {
        while let Some(first) = self.pending.first_entry() {
            if first.key().0 > now {
                return;
            }
            let job = first.remove();
            job(self);
        }
    }

    /// A process has died: of what it had sent, this much arrives.
    pub(crate) fn crash(&mut self, mut arrives: impl FnMut() -> bool) {
        self.pending.retain(|_, _| arrives());
    }

    /// The open table with this code.
    pub(crate) fn open(&self, code: Code) -> Option<TableId> {
        self.written.open(code).map(|(id, _)| id)
    }

    pub(crate) fn create(&mut self, new: NewTable) -> Created {
        let games = ids(&new.games);
        let created = self.written.create(new);
        if matches!(created, Created::Done(_)) {
            self.note(games);
        }
        created
    }

    pub(crate) fn append(&mut self, append: Append) -> Result<(), AppendError> {
        let games = ids(&append.games);
        let key = append.idempotency.clone();
        let used = key.filter(|key| self.written.replayed(key).is_some());
        self.written.append(append)?;
        let offence = used.map(|key| format!("the key {} made a second entry", key.key));
        self.offences.extend(offence);
        self.note(games);
        Ok(())
    }

    fn note(&mut self, games: Vec<GameId>) {
        for game in games {
            *self.records.entry(game).or_default() += 1;
        }
    }
}

fn ids(games: &[FinishedGame]) -> Vec<GameId> {
    games.iter().map(|game| game.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::Account, commands::Commands, ledger::Ledger};
    use ludohall_protocol::{PlayerId, Version};
    use ludohall_table::store::{Epoch, StoredEntry};
    use uuid::Uuid;

    const TABLE: TableId = TableId(Uuid::nil());

    #[test]
    fn the_judge_sees_a_gap() {
        let code = Code::from_bits(1);
        let mut disk = Disk::default();
        let created = disk.create(NewTable {
            id: TABLE,
            code,
            by: PlayerId(Uuid::nil()),
            entries: Vec::new(),
            members: Vec::new(),
            games: Vec::new(),
            idempotency: None,
        });
        assert_eq!(created, Created::Done(Epoch(1)));
        let second = StoredEntry {
            seq: Version(2),
            at: Millis(0),
            body: "{}".to_owned(),
        };
        let appended = disk.append(Append {
            table: TABLE,
            code,
            epoch: Epoch(1),
            entries: vec![second],
            members: Vec::new(),
            games: Vec::new(),
            snapshot: None,
            closed: false,
            idempotency: None,
        });
        assert_eq!(appended, Ok(()));
        let rows = disk.written.journal(TABLE);
        let read = Ledger::new(TABLE, code).read(&rows, &Commands::default(), &Account::default());
        assert_eq!(read, Err(("journal-contiguous", "2 follows 0".to_owned())));
    }
}
