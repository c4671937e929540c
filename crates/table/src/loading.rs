//! Between a table and the rows that a store keeps of it.

use crate::{
    fault::{self, Fault},
    feed::{Frame, Ring, RingLimit},
    input::{Applied, Writes},
    journal::{Body, Damaged, Entry},
    live::words,
    store::{FinishedGame, Loaded, Membership, StoredEntry},
    table::Table,
};
use ludohall_protocol::Version;
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Entries that a loaded table keeps for sockets that lack them: what may have been journalled and not told when the hall
/// went down, and a little more. Rendering all would make a start slow.
const KEPT_ENTRIES: usize = 16;

/// A table made from its journal.
pub(crate) struct Rebuilt {
    pub(crate) table: Table,
    pub(crate) ring: Ring,
    /// Entries after the newest snapshot.
    pub(crate) since_snapshot: u64,
}

/// Replays a journal. A panic on the way is damage, too: the next try would end the same.
pub(crate) fn rebuild(loaded: &Loaded) -> Result<Rebuilt, Damaged> {
    let last = loaded.entries.last().map_or(Version(0), |entry| entry.seq);
    catch_unwind(AssertUnwindSafe(|| replay(loaded))).unwrap_or_else(|payload| {
        Err(Damaged {
            version: last,
            reason: words(payload.as_ref()),
        })
    })
}

/// Reads a row of the journal.
pub(crate) fn read(stored: &StoredEntry) -> Result<Entry, Damaged> {
    Ok(Entry {
        version: stored.seq,
        at: stored.at,
        body: Body::from_json(stored.seq, &stored.body)?,
    })
}

/// Writes one.
pub(crate) fn write(entry: &Entry) -> StoredEntry {
    StoredEntry {
        seq: entry.version,
        at: entry.at,
        body: entry.body.to_json(),
    }
}

/// Who came and went, for the store.
pub(crate) fn members(writes: &Writes) -> Vec<Membership> {
    let members = writes.members.iter();
    members
        .map(|(player, member)| Membership {
            player: *player,
            member: *member,
        })
        .collect()
}

/// The games that ended, for the store.
pub(crate) fn games(writes: &Writes) -> Vec<FinishedGame> {
    let records = writes.records.iter();
    records
        .map(|record| FinishedGame {
            id: record.id,
            // A record is plain data with text keys: it always serialises.
            record: serde_json::to_string(record).unwrap_or_default(),
            players: record
                .seats
                .iter()
                .filter_map(|seat| seat.player_id)
                .collect(),
            complete: !record.places.is_empty(),
        })
        .collect()
}

fn replay(loaded: &Loaded) -> Result<Rebuilt, Damaged> {
    let mut entries = loaded.entries.iter();
    let mut newest = VecDeque::new();
    let mut table = if let Some(snapshot) = &loaded.snapshot {
        Table::restore(loaded.id, loaded.code, &snapshot.body)?
    } else {
        let first = entries.next().ok_or_else(no_journal)?;
        let (table, applied) = Table::from_entry(loaded.id, loaded.code, &read(first)?)?;
        newest.push_back(applied);
        table
    };
    let known = table.version();
    for stored in entries.filter(|stored| stored.seq > known) {
        if newest.len() == KEPT_ENTRIES {
            newest.pop_front();
        }
        let mut entry = read(stored)?;
        if fault::is(Fault::IdsForgotten) {
            entry.body.command = None;
        }
        newest.push_back(table.apply(&entry)?);
    }
    Ok(Rebuilt {
        table,
        ring: ring(&newest),
        since_snapshot: loaded.entries.len() as u64,
    })
}

fn ring(newest: &VecDeque<Applied>) -> Ring {
    let mut ring = Ring::default();
    for applied in newest {
        ring.push(Frame::new(applied), RingLimit::NONE);
    }
    ring
}

fn no_journal() -> Damaged {
    Damaged {
        version: Version(1),
        reason: "there is no first entry".to_owned(),
    }
}
