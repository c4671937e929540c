//! The listed tables and the order in which they changed.

use super::BadCursor;
use ludohall_protocol::{Code, Listing};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

/// Removals that are remembered. A feed that lags further behind gets a snapshot.
const REMEMBERED_REMOVALS: usize = 1_000;

/// What precedes the listing in an `upsert`; a brace follows.
const UPSERT: &str = r#"{"type":"upsert","table":"#;

/// Where a table stands in the list: by its opening, then by its code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    /// RFC 3339 in UTC and to the millisecond: in order as text, too.
    created_at: String,
    code: Code,
}

impl Order {
    pub(super) fn to_cursor(&self) -> String {
        format!("{}_{}", self.created_at, self.code)
    }

    pub(super) fn from_cursor(cursor: &str) -> Result<Self, BadCursor> {
        let (created_at, code) = cursor.split_once('_').ok_or(BadCursor)?;
        if created_at.len() != "2026-01-01T00:00:00.000Z".len() {
            return Err(BadCursor);
        }
        Ok(Self {
            created_at: created_at.to_owned(),
            code: code.parse().map_err(|_| BadCursor)?,
        })
    }
}

/// A listed table.
pub(super) struct Row {
    pub(super) listing: Listing,
    pub(super) order: Order,
    /// Whether somebody who sits there is connected.
    pub(super) somebody: bool,
    /// Its `upsert` as JSON.
    pub(super) upsert: Arc<str>,
    revision: u64,
}

impl Row {
    /// The listing as JSON.
    pub(super) fn json(&self) -> &str {
        &self.upsert[UPSERT.len()..self.upsert.len() - 1]
    }
}

/// What happened to a table last.
pub(super) enum Change<'a> {
    Upsert(&'a Row),
    Remove { code: Code, ruleset: &'a str },
}

struct Removal {
    code: Code,
    ruleset: String,
}

/// The listed tables. Each table's latest change, and only that, has a revision.
pub(super) struct Rows {
    capacity: usize,
    by_code: HashMap<Code, Row>,
    order: BTreeSet<Order>,
    changes: BTreeMap<u64, Code>,
    removals: BTreeMap<u64, Removal>,
    revision: u64,
    /// Up to here removals have been forgotten.
    forgotten: u64,
}

impl Rows {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            by_code: HashMap::new(),
            order: BTreeSet::new(),
            changes: BTreeMap::new(),
            removals: BTreeMap::new(),
            revision: 0,
            forgotten: 0,
        }
    }

    pub(super) fn get(&self, code: Code) -> Option<&Row> {
        self.by_code.get(&code)
    }

    pub(super) fn has_room(&self) -> bool {
        self.by_code.len() < self.capacity
    }

    /// All rows, newest table first.
    pub(super) fn newest(&self) -> impl Iterator<Item = &Row> {
        let order = self.order.iter().rev();
        order.filter_map(|order| self.by_code.get(&order.code))
    }

    /// Shows a table as it is now; whether that is news.
    pub(super) fn upsert(&mut self, listing: Listing, somebody: bool) -> bool {
        let code = listing.code;
        if let Some(row) = self.by_code.get_mut(&code) {
            row.somebody = somebody;
            if row.listing == listing {
                return false;
            }
        } else if !self.has_room() {
            // Only of many who came at once, after all were told that there is room. It shows at its next change.
            tracing::warn!(table = %code, "the lobby is full; a listed table is not shown");
            return false;
        }
        self.withdraw(code);
        let row = self.row(listing, somebody);
        self.changes.insert(row.revision, code);
        self.order.insert(row.order.clone());
        self.by_code.insert(code, row);
        true
    }

    fn row(&mut self, listing: Listing, somebody: bool) -> Row {
        self.revision += 1;
        // A listing is plain data with text keys: it always serialises.
        let json = serde_json::to_string(&listing).unwrap_or_default();
        Row {
            order: Order {
                created_at: listing.created_at.clone(),
                code: listing.code,
            },
            upsert: format!("{UPSERT}{json}}}").into(),
            revision: self.revision,
            listing,
            somebody,
        }
    }

    /// Takes a table out; whether it was in.
    pub(super) fn remove(&mut self, code: Code) -> bool {
        let Some(row) = self.withdraw(code) else {
            return false;
        };
        self.revision += 1;
        let ruleset = row.listing.ruleset;
        self.removals
            .insert(self.revision, Removal { code, ruleset });
        if self.removals.len() > REMEMBERED_REMOVALS
            && let Some((revision, _)) = self.removals.pop_first()
        {
            self.forgotten = revision;
        }
        true
    }

    fn withdraw(&mut self, code: Code) -> Option<Row> {
        let row = self.by_code.remove(&code)?;
        self.changes.remove(&row.revision);
        self.order.remove(&row.order);
        Some(row)
    }

    /// The revision of the newest change.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether all that happened after `seen` is still known.
    pub(super) fn reaches(&self, seen: u64) -> bool {
        seen >= self.forgotten
    }

    /// What happened after `seen`, oldest first, with its revision.
    pub(super) fn since(&self, seen: u64) -> Vec<(u64, Change<'_>)> {
        let upserts = self
            .changes
            .range(seen + 1..)
            .filter_map(|(revision, code)| {
                Some((*revision, Change::Upsert(self.by_code.get(code)?)))
            });
        let removals = self.removals.range(seen + 1..).map(|(revision, removal)| {
            let code = removal.code;
            let ruleset = &removal.ruleset;
            (*revision, Change::Remove { code, ruleset })
        });
        let mut all: Vec<_> = upserts.chain(removals).collect();
        all.sort_by_key(|(revision, _)| *revision);
        all
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Change, REMEMBERED_REMOVALS, Rows};
    use ludohall_protocol::{Code, Listing, Phase, table::Clock, table::ClockName};

    fn listing(bits: u32, title: &str) -> Listing {
        Listing {
            code: Code::from_bits(bits),
            title: title.into(),
            ruleset: "ludo".into(),
            family: "ludo".into(),
            options: Default::default(),
            seats: Vec::new(),
            phase: Phase::Waiting,
            clock: Clock::Named(ClockName::House),
            rated: false,
            watchable: true,
            language: String::new(),
            watchers: 0,
            created_at: "2026-01-01T00:00:00.000Z".into(),
        }
    }

    #[test]
    fn a_table_that_changed_often_has_changed_once() {
        let mut rows = Rows::new(10);
        for n in 0..100 {
            assert!(rows.upsert(listing(1, &n.to_string()), false));
        }
        assert!(!rows.upsert(listing(1, "99"), true));
        assert_eq!(rows.since(0).len(), 1);
        assert!(rows.get(Code::from_bits(1)).unwrap().somebody);
    }

    #[test]
    fn what_was_removed_is_told_until_it_is_forgotten() {
        let mut rows = Rows::new(10);
        assert!(!rows.remove(Code::from_bits(1)));
        rows.upsert(listing(1, ""), false);
        let seen = rows.revision();
        rows.remove(Code::from_bits(1));
        assert!(matches!(
            rows.since(seen).as_slice(),
            [(_, Change::Remove { .. })]
        ));
        for n in 0..=REMEMBERED_REMOVALS as u32 {
            rows.upsert(listing(n, ""), false);
            rows.remove(Code::from_bits(n));
        }
        assert!(!rows.reaches(seen));
        assert!(rows.reaches(rows.revision()));
        assert!(rows.removals.len() <= REMEMBERED_REMOVALS);
    }

    #[test]
    fn a_full_lobby_shows_no_more_and_still_follows_what_it_shows() {
        let mut rows = Rows::new(1);
        assert!(rows.upsert(listing(1, ""), false));
        assert!(!rows.upsert(listing(2, ""), false));
        assert!(rows.upsert(listing(1, "new"), false));
        assert_eq!(rows.newest().count(), 1);
    }
}
