//! The fenced append of many tables' entries, and the verdict on each table.

use super::{
    batch::Fault,
    job::{Pending, Verdict},
};
use crate::{
    Append, StoredEvent,
    db::{Arg, Call, Connection, Row},
    statements::{self as sql, Dialect, MAX_ROWS, ROW_PARAMETERS, Tells},
};
use ludohall_protocol::{TableId, Version};
use std::collections::HashMap;

/// How many entries of each table were written.
type Written = HashMap<TableId, usize>;

/// An entry and what must stand before it.
type Line<'a> = (&'a Append, &'a StoredEvent, Version);

/// Writes one entry for each table in one statement, which is a transaction of its own: three times fewer ways to the
/// database than with a begin and a commit. None of them may have anything else to write; there are [`MAX_ROWS`] at most.
///
/// Where not all were written, each is judged by what stands then: nothing hangs on who of two equal appends wrote it.
pub(super) async fn alone(
    connection: &mut Connection,
    all: &mut [&mut Pending],
) -> Result<(), Fault> {
    let entries = entries_of(all);
    let call = statement(&lines(&entries), connection.dialect(), Tells::Count);
    let written = connection.count(&call).await?;
    let is_all = written == entries.len() as u64;
    for pending in all {
        pending.verdict = Some(if is_all {
            Verdict::Written
        } else {
            judge(connection, &pending.append).await?
        });
    }
    Ok(())
}

/// Writes the entries of all; then each has its verdict. [`Fault::Torn`] where one was written in part.
pub(super) async fn entries(
    connection: &mut Connection,
    all: &mut [&mut Pending],
) -> Result<(), Fault> {
    let written = insert(connection, all).await?;
    for pending in all {
        let count = written.get(&pending.append.table).copied().unwrap_or(0);
        let verdict = if count == pending.append.events.len() && count > 0 {
            Verdict::Written
        } else if count > 0 {
            return Err(Fault::Torn);
        } else {
            judge(connection, &pending.append).await?
        };
        pending.verdict = Some(verdict);
    }
    Ok(())
}

async fn insert(connection: &mut Connection, all: &[&mut Pending]) -> Result<Written, sqlx::Error> {
    let entries = entries_of(all);
    let dialect = connection.dialect();
    let mut written = Written::new();
    for chunk in entries.chunks(MAX_ROWS) {
        let call = statement(&lines(chunk), dialect, Tells::Rows);
        for row in connection.run(&call).await? {
            *written.entry(row.parse(0)?).or_default() += 1;
        }
    }
    Ok(written)
}

fn entries_of<'a>(all: &'a [&mut Pending]) -> Vec<(&'a Append, &'a StoredEvent)> {
    let appends = all.iter().map(|pending| &pending.append);
    appends
        .flat_map(|append| append.events.iter().map(move |event| (append, event)))
        .collect()
}

/// A statement sees the journal as it was before it, so within one the first entry of a table names what must stand
/// before it, and the others the same.
fn lines<'a>(chunk: &[(&'a Append, &'a StoredEvent)]) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::with_capacity(chunk.len());
    for &(append, event) in chunk {
        let before = match lines.last() {
            Some((last, _, before)) if last.table == append.table => *before,
            _ => Version(event.seq.0.saturating_sub(1)),
        };
        lines.push((append, event, before));
    }
    lines
}

fn statement(lines: &[Line<'_>], dialect: Dialect, tells: Tells) -> Call {
    let (sql, rows) = sql::insert_events(lines.len(), dialect, tells);
    let mut args: Vec<Arg> = Vec::with_capacity(rows * ROW_PARAMETERS);
    for (append, event, before) in lines {
        args.extend([
            append.table.into(),
            event.seq.into(),
            append.epoch.into(),
            event.at.into(),
            event.body.as_str().into(),
            (*before).into(),
        ]);
    }
    // To SQLite, what is not given is null.
    let rows = if dialect == Dialect::Sqlite { 0 } else { rows };
    for _ in lines.len()..rows {
        let (text, int) = (Arg::Text(None), Arg::Int(None));
        args.extend([
            text.clone(),
            int.clone(),
            int.clone(),
            int.clone(),
            text,
            int,
        ]);
    }
    Call::with_args(sql, args)
}

/// Why nothing was written: it stands there already, the epoch is another, or the place is not free.
async fn judge(connection: &mut Connection, append: &Append) -> Result<Verdict, sqlx::Error> {
    let first = append.events.first().map_or(Version(1), |event| event.seq);
    let last = append.events.last().map_or(Version(0), |event| event.seq);
    let call = Call::new(sql::JUDGE)
        .bind(append.table)
        .bind(first)
        .bind(last);
    let rows = connection.run(&call).await?;
    let owned = match rows.first() {
        Some(row) => row.int(0)? == append.epoch.0,
        None => false,
    };
    if append.events.is_empty() {
        return Ok(if owned {
            Verdict::Written
        } else {
            Verdict::Fenced
        });
    }
    Ok(if stands(&rows, append) {
        Verdict::Stood
    } else if owned {
        Verdict::Taken
    } else {
        Verdict::Fenced
    })
}

/// Whether the rows are this append, entry by entry. One that cannot be read is not.
fn stands(rows: &[Row], append: &Append) -> bool {
    let same = |row: &Row, event: &StoredEvent| -> Result<bool, sqlx::Error> {
        Ok(row.maybe_int(1)? == i64::try_from(event.seq.0).ok()
            && row.maybe_int(2)? == Some(append.epoch.0)
            && row.maybe_int(3)? == Some(event.at.0)
            && row.text(4)? == event.body)
    };
    rows.len() == append.events.len()
        && rows
            .iter()
            .zip(&append.events)
            .all(|(row, event)| same(row, event).unwrap_or(false))
}
