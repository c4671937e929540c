//! What a store has written, in memory: the tables' rows, the keys that were used, the records, the last heartbeat.
//!
//! It does at once whatever it is asked, and nothing by itself. What becomes of a question on the way to it (late, lost,
//! unanswered) is the business of the line that leads there.

use crate::{
    store::{
        Append, AppendError, Created, Epoch, FinishedGame, IdempotencyKey, Loaded, Membership,
        NewTable, Snapshot, StoredEntry,
    },
    time::Millis,
};
use ludohall_protocol::{Code, GameId, PlayerId, TableId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Everything that was written. It holds to what [`crate::Store`] promises: an append of a writer that was replaced is
/// refused, as is one of a row that stands, and a key has one use when tables open.
///
/// One thing a database refuses is written here: a row whose predecessor is missing, so that who reads the journal sees the
/// gap.
#[derive(Debug, Default)]
pub struct Disk {
    pub(super) tables: BTreeMap<TableId, Rows>,
    keys: HashMap<IdempotencyKey, Code>,
    games: HashMap<GameId, String>,
    beat: Option<Millis>,
    appends: u64,
}

/// A table's rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The code it has, or had when it closed.
    pub code: Code,
    /// Its writer's epoch.
    pub epoch: Epoch,
    /// Its journal.
    pub entries: Vec<StoredEntry>,
    /// The newest snapshot.
    pub snapshot: Option<Snapshot>,
    /// Its members.
    pub members: BTreeSet<PlayerId>,
    /// Whether it has closed.
    pub closed: bool,
}

impl Disk {
    /// Opens a table, if its code and id are free and its key was never used.
    #[must_use = "nothing may have been written"]
    pub fn create(&mut self, new: NewTable) -> Created {
        if let Some(code) = new.idempotency.as_ref().and_then(|key| self.replayed(key)) {
            return Created::Replayed(code);
        }
        if self.open(new.code).is_some() || self.tables.contains_key(&new.id) {
            return Created::CodeTaken;
        }
        let mut rows = Rows {
            code: new.code,
            epoch: Epoch(1),
            entries: new.entries,
            snapshot: None,
            members: BTreeSet::new(),
            closed: false,
        };
        rows.seat(new.members);
        self.tables.insert(new.id, rows);
        self.keys.extend(new.idempotency.map(|key| (key, new.code)));
        self.keep(new.games);
        Created::Done(Epoch(1))
    }

    /// Writes the next entries of an open table and all that they bring. A key that was used before keeps its code.
    ///
    /// # Errors
    /// [`AppendError::Fenced`] where the epoch is not the writer's, or no such table is open; [`AppendError::Taken`] where
    /// the journal has such a row. Nothing is written then. It is never unavailable.
    pub fn append(&mut self, append: Append) -> Result<(), AppendError> {
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
        rows.seat(append.members);
        if let Some(key) = append.idempotency {
            self.keys.entry(key).or_insert(append.code);
        }
        self.keep(append.games);
        self.appends += 1;
        Ok(())
    }

    /// Gives the first open table that is `wanted` to a new writer; `None` where none is.
    pub fn load(&mut self, wanted: impl Fn(TableId, &Rows) -> bool) -> Option<Loaded> {
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

    /// Keeps that the hall lived at `now`.
    pub fn beat(&mut self, now: Millis) {
        self.beat = Some(now);
    }

    /// When the hall last said that it lives.
    #[must_use]
    pub fn last_beat(&self) -> Option<Millis> {
        self.beat
    }

    /// All tables, oldest first, closed ones too.
    #[must_use]
    pub fn tables(&self) -> &BTreeMap<TableId, Rows> {
        &self.tables
    }

    /// The open tables, oldest first.
    pub fn open_tables(&self) -> impl Iterator<Item = (TableId, &Rows)> {
        let all = self.tables.iter().map(|(id, rows)| (*id, rows));
        all.filter(|(_, rows)| !rows.closed)
    }

    /// The open table with this code.
    #[must_use]
    pub fn open(&self, code: Code) -> Option<(TableId, &Rows)> {
        self.open_tables().find(|(_, rows)| rows.code == code)
    }

    /// Whether a table had this code and has closed.
    #[must_use]
    pub fn has_closed(&self, code: Code) -> bool {
        let mut tables = self.tables.values();
        tables.any(|rows| rows.code == code && rows.closed)
    }

    /// The codes of the open tables of which somebody is a member, oldest first.
    #[must_use]
    pub fn tables_of(&self, player: PlayerId) -> Vec<Code> {
        let open = self.open_tables();
        let mine = open.filter(|(_, rows)| rows.members.contains(&player));
        mine.map(|(_, rows)| rows.code).collect()
    }

    /// All entries of a table; none where there is no such table.
    #[must_use]
    pub fn journal(&self, id: TableId) -> Vec<StoredEntry> {
        let rows = self.tables.get(&id);
        rows.map(|rows| rows.entries.clone()).unwrap_or_default()
    }

    /// The record of a game, as it was written last.
    #[must_use]
    pub fn game(&self, id: GameId) -> Option<String> {
        self.games.get(&id).cloned()
    }

    /// The code of the table that a key opened or changed.
    #[must_use]
    pub fn replayed(&self, key: &IdempotencyKey) -> Option<Code> {
        self.keys.get(key).copied()
    }

    /// How many appends were written.
    #[must_use]
    pub fn appends(&self) -> u64 {
        self.appends
    }

    fn keep(&mut self, games: Vec<FinishedGame>) {
        let records = games.into_iter().map(|game| (game.id, game.record));
        self.games.extend(records);
    }
}

impl Rows {
    fn seat(&mut self, members: Vec<Membership>) {
        for one in members {
            if one.member {
                self.members.insert(one.player);
            } else {
                self.members.remove(&one.player);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludohall_protocol::Version;
    use uuid::Uuid;

    const TABLE: TableId = TableId(Uuid::nil());

    fn entries(seqs: &[u64]) -> Vec<StoredEntry> {
        let entry = |seq: &u64| StoredEntry {
            seq: Version(*seq),
            at: Millis(0),
            body: "{}".to_owned(),
        };
        seqs.iter().map(entry).collect()
    }

    fn new_table() -> NewTable {
        NewTable {
            id: TABLE,
            code: Code::from_bits(1),
            by: PlayerId(Uuid::nil()),
            entries: entries(&[1]),
            members: Vec::new(),
            games: Vec::new(),
            idempotency: None,
        }
    }

    fn append(epoch: Epoch, seqs: &[u64]) -> Append {
        Append {
            table: TABLE,
            code: Code::from_bits(1),
            epoch,
            entries: entries(seqs),
            members: Vec::new(),
            games: Vec::new(),
            snapshot: None,
            closed: false,
            idempotency: None,
        }
    }

    fn with_a_table() -> Disk {
        let mut disk = Disk::default();
        assert_eq!(disk.create(new_table()), Created::Done(Epoch(1)));
        disk
    }

    #[test]
    fn a_row_that_stands_is_taken_and_nothing_is_written() {
        let mut disk = with_a_table();
        assert_eq!(disk.append(append(Epoch(1), &[2])), Ok(()));
        for seqs in [&[2][..], &[1], &[2, 3]] {
            let refused = disk.append(append(Epoch(1), seqs));
            assert_eq!(refused, Err(AppendError::Taken), "{seqs:?}");
        }
        assert_eq!(disk.journal(TABLE), entries(&[1, 2]));
    }

    #[test]
    fn a_gap_is_written() {
        let mut disk = with_a_table();
        assert_eq!(disk.append(append(Epoch(1), &[3])), Ok(()));
        assert_eq!(disk.journal(TABLE), entries(&[1, 3]));
    }

    #[test]
    fn a_writer_that_was_replaced_is_fenced() {
        let mut disk = with_a_table();
        let loaded = disk.load(|id, _| id == TABLE);
        assert_eq!(loaded.map(|loaded| loaded.epoch), Some(Epoch(2)));
        let refused = disk.append(append(Epoch(1), &[2]));
        assert_eq!(refused, Err(AppendError::Fenced));
        assert_eq!(disk.append(append(Epoch(2), &[2])), Ok(()));
    }
}
