//! Whose time it was: the account of what nobody is charged with.
//!
//! Not charged is the time in which the hall was down or stood still, in which a table's append failed until one went well
//! again, and a commit of half a second or more. It is kept from what the world did to the hall, not from what the hall says.

use crate::ground::Came;
use ludohall_protocol::TableId;
use ludohall_table::Millis;
use std::collections::BTreeMap;

/// A commit that takes so long is not charged.
const LONG_COMMIT_MS: i64 = 500;
/// What may be lost at each interruption: a commit that is just not a long one.
const TOLERATED_MS: i64 = 500;
/// What may be lost besides: clocks count in milliseconds, and people are told after the commit.
const ROUNDING_MS: i64 = 20;

/// Times that nobody is charged with.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    gaps: Vec<(Millis, Millis)>,
    open: Option<Millis>,
}

impl Gaps {
    pub(crate) fn open(&mut self, at: Millis) {
        self.open = Some(self.open.map_or(at, |before| before.min(at)));
    }

    pub(crate) fn close(&mut self, at: Millis) -> bool {
        let open = self.open.take();
        self.gaps.extend(open.map(|from| (from, at)));
        open.is_some()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn add(&mut self, from: Millis, to: Millis) {
        self.gaps.push((from, to));
    }

    fn all(&self) -> impl Iterator<Item = (Millis, Millis)> {
        let open = self.open.map(|from| (from, Millis(i64::MAX)));
        self.gaps.iter().copied().chain(open)
    }
}

/// The account of one table: its own gaps and the world's.
#[derive(Debug, Default)]
pub(crate) struct Account {
    own: Gaps,
    /// The world's gaps, copied when they change.
    world: Vec<(Millis, Millis)>,
}

impl Account {
    /// How many ms of a time are charged, and how many more may be missing.
    pub(crate) fn charged(&self, from: Millis, to: Millis) -> (i64, i64) {
        let mut gaps: Vec<(Millis, Millis)> = self
            .world
            .iter()
            .copied()
            .chain(self.own.all())
            .map(|(a, b)| (a.max(from), b.min(to)))
            .filter(|(a, b)| a < b)
            .collect();
        gaps.sort_unstable();
        let tolerated = ROUNDING_MS + TOLERATED_MS * i64::try_from(gaps.len()).unwrap_or(0);
        let (mut charged, mut reached) = (to.since(from), from);
        for (a, b) in gaps {
            charged -= b.since(a.max(reached));
            reached = reached.max(b);
        }
        (charged, tolerated)
    }
}

/// All accounts.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    /// The hall is down.
    down: Gaps,
    still: Gaps,
    tables: BTreeMap<TableId, Account>,
}

impl Accounts {
    pub(crate) fn of(&mut self, table: TableId) -> &Account {
        let world = self.down.all().chain(self.still.all());
        let account = self.tables.entry(table).or_default();
        account.world.clear();
        account.world.extend(world);
        account
    }

    pub(crate) fn down(&mut self, at: Millis) {
        self.down.open(at);
    }

    pub(crate) fn up(&mut self, at: Millis) {
        self.down.close(at);
    }

    pub(crate) fn stood_still(&mut self, from: Millis, to: Millis) {
        self.still.add(from, to);
    }

    /// An append that was asked for `at` is answered `now`, or nobody waits for it any more.
    pub(crate) fn appended(&mut self, table: TableId, at: Millis, now: Millis, came: Came) {
        let own = &mut self.tables.entry(table).or_default().own;
        match came {
            Came::Nothing => own.open(at),
            // Whoever is refused learns it at once, and the table is loaded again.
            Came::Done | Came::Refused => {
                if !own.close(now) && now.since(at) >= LONG_COMMIT_MS {
                    own.add(at, now);
                }
            }
        }
    }

    /// Whether a table's store is in trouble, as far as is known.
    pub(crate) fn is_troubled(&self, table: TableId) -> bool {
        self.tables
            .get(&table)
            .is_some_and(|account| account.own.is_open())
    }
}
