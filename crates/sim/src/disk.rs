//! What is on disk: the tables' rows, and what was sent to the store and has not been done yet.
//!
//! It outlives every process. It holds to what the port promises (epochs, contiguous rows, one use of a key) and reports
//! what a sound hall never asks of it.

use ludohall_protocol::{Code, GameId, PlayerId, TableId};
use ludohall_table::{
    Millis,
    store::{
        Append, AppendError, Created, Epoch, IdempotencyKey, Loaded, NewTable, Snapshot,
        StoredEntry,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Something that the store will do when it gets to it.
type Job = Box<dyn FnOnce(&mut Disk) + Send>;

/// Everything that was written.
#[derive(Default)]
pub(crate) struct Disk {
    pub(crate) tables: BTreeMap<TableId, Rows>,
    pub(crate) keys: BTreeMap<(PlayerId, String), Code>,
    pub(crate) beat: Option<Millis>,
    /// Writes of each game's record.
    pub(crate) records: BTreeMap<GameId, Vec<String>>,
    /// What no sound hall does.
    pub(crate) offences: Vec<String>,
    pending: BTreeMap<(Millis, u64), Job>,
    tickets: u64,
}

/// A table's rows.
pub(crate) struct Rows {
    pub(crate) code: Code,
    pub(crate) epoch: Epoch,
    pub(crate) entries: Vec<StoredEntry>,
    snapshot: Option<Snapshot>,
    pub(crate) members: BTreeSet<PlayerId>,
    pub(crate) closed: bool,
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
        let mut open = self.tables.iter().filter(|(_, rows)| !rows.closed);
        open.find(|(_, rows)| rows.code == code).map(|(id, _)| *id)
    }

    pub(crate) fn create(&mut self, new: NewTable) -> Created {
        let key = new.idempotency.as_ref().map(pair);
        if let Some(code) = key.as_ref().and_then(|key| self.keys.get(key)) {
            return Created::Replayed(*code);
        }
        if self.open(new.code).is_some() || self.tables.contains_key(&new.id) {
            return Created::CodeTaken;
        }
        self.keys.extend(key.map(|key| (key, new.code)));
        let members = new.members.iter().filter(|one| one.member);
        let rows = Rows {
            code: new.code,
            epoch: Epoch(1),
            entries: new.entries,
            snapshot: None,
            members: members.map(|one| one.player).collect(),
            closed: false,
        };
        self.tables.insert(new.id, rows);
        Created::Done(Epoch(1))
    }

    pub(crate) fn append(&mut self, append: Append) -> Result<(), AppendError> {
        let fits = |rows: &&mut Rows| rows.epoch == append.epoch && !rows.closed;
        let rows = self.tables.get_mut(&append.table).filter(fits);
        let rows = rows.ok_or(AppendError::Fenced)?;
        let last = rows.entries.last().map(|entry| entry.seq);
        if append.entries.iter().any(|entry| Some(entry.seq) <= last) {
            return Err(AppendError::Taken);
        }
        rows.entries.extend(append.entries);
        rows.snapshot = append.snapshot.or(rows.snapshot.take());
        rows.closed = append.closed;
        for one in append.members {
            if one.member {
                rows.members.insert(one.player);
            } else {
                rows.members.remove(&one.player);
            }
        }
        if let Some(key) = &append.idempotency
            && self.keys.insert(pair(key), append.code).is_some()
        {
            let key = &key.key;
            self.offences
                .push(format!("the key {key} made a second entry"));
        }
        for game in append.games {
            self.records.entry(game.id).or_default().push(game.record);
        }
        Ok(())
    }

    /// Gives the open table that is wanted to a new writer.
    pub(crate) fn load(&mut self, wanted: impl Fn(TableId, &Rows) -> bool) -> Option<Loaded> {
        let mut open = self.tables.iter_mut().filter(|(_, rows)| !rows.closed);
        let (id, rows) = open.find(|(id, rows)| wanted(**id, rows))?;
        rows.epoch.0 += 1;
        let known = rows.snapshot.as_ref().map(|snapshot| snapshot.seq);
        let entries = rows.entries.iter().filter(|entry| Some(entry.seq) > known);
        Some(Loaded {
            id: *id,
            code: rows.code,
            epoch: rows.epoch,
            snapshot: rows.snapshot.clone(),
            entries: entries.cloned().collect(),
        })
    }
}

fn pair(key: &IdempotencyKey) -> (PlayerId, String) {
    (key.player, key.key.clone())
}
