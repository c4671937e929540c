//! Closed tables: their journals go, the records of games that were played to their end stay.

use super::{ROWS_AT_ONCE, Sweep, UNPLAYED_KEPT_MS};
use crate::{Millis, StoreError, db::Call, statements as sql};
use ludohall_protocol::TableId;

/// Tables that one batch empties at most: each costs some statements.
pub(super) const TABLES_AT_ONCE: i64 = 8;
/// Records of games cut short that one batch takes out: one may have a megabyte.
const GAMES_AT_ONCE: i64 = 16;

/// How far a closed table has been swept, as its row has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(super) enum State {
    /// Not yet looked at.
    New = 0,
    /// It has games, and so waits longer.
    Played = 1,
    /// Only its row is left.
    Empty = 2,
}

/// A closed table that is due.
struct Due {
    id: TableId,
    events: i64,
    games: i64,
    cut: i64,
}

impl Sweep<'_> {
    /// Empties some closed tables of this state; how many rows went or were marked.
    pub(super) async fn tables(&self, state: State) -> Result<i64, StoreError> {
        let Some(before) = self.closed_before(state) else {
            return Ok(0);
        };
        let find = Call::new(sql::DUE_TABLES)
            .bind(before)
            .bind(state as i64)
            .bind(TABLES_AT_ONCE);
        let mut calls = Vec::new();
        let mut rows = 0;
        for row in self.store.db.read(&find).await? {
            let due = Due {
                id: row.parse(0)?,
                events: row.int(1)?,
                games: row.int(2)?,
                cut: row.int(3)?,
            };
            // A row for the mark.
            let room = ROWS_AT_ONCE - 1 - rows;
            if room <= 0 {
                break;
            }
            rows += match state {
                State::New if due.games > 0 => mark(&mut calls, &due, State::Played),
                _ => empty(&mut calls, &due, room),
            };
        }
        if !calls.is_empty() {
            self.store.journal.change(calls).await?;
        }
        Ok(rows)
    }

    /// Tables of this state are due that closed before this; none where they are kept for ever.
    fn closed_before(&self, state: State) -> Option<Millis> {
        let kept_ms = self.retention.journals_ms?;
        Some(self.before(match state {
            State::New => kept_ms.min(UNPLAYED_KEPT_MS),
            State::Played | State::Empty => kept_ms,
        }))
    }
}

/// Takes out as much of a table as there is room for; how many rows.
fn empty(calls: &mut Vec<Call>, due: &Due, room: i64) -> i64 {
    let events = due.events.min(room);
    if events > 0 {
        let forget = Call::new(sql::FORGET_EVENTS).bind(due.id);
        calls.push(forget.bind(events));
    }
    let cut = due.cut.min(GAMES_AT_ONCE).min(room - events);
    if cut > 0 {
        let forget = Call::new(sql::FORGET_CUT_GAMES).bind(due.id);
        calls.push(forget.bind(cut));
    }
    if events < due.events || cut < due.cut {
        return events + cut;
    }
    calls.push(Call::new(sql::FORGET_SNAPSHOT).bind(due.id));
    calls.push(Call::new(sql::FORGET_MEMBERS).bind(due.id));
    events + cut + mark(calls, due, State::Empty)
}

fn mark(calls: &mut Vec<Call>, due: &Due, state: State) -> i64 {
    let mark = Call::new(sql::MARK_TABLE).bind(due.id).bind(state as i64);
    calls.push(mark);
    1
}
