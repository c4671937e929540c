//! The open lobby: the listed tables, who is online, and a feed of what changed.
//!
//! It knows only what tables tell it, and a table tells it nothing while it is not listed. So nothing that is not listed can
//! leak from here.

use crate::wake::Wake;
use ludohall_protocol::{
    Code, Listing, Phase, PlayerId,
    rest::{Listings, Quick},
};
use rows::{Order, Row, Rows};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

mod rows;
mod subscription;

pub use subscription::Subscription;

/// Tables on one page, and in the first message of the feed.
pub const PAGE: usize = 100;

/// Which tables of the lobby somebody wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this ruleset.
    pub ruleset: Option<String>,
    /// That wait and have a seat free.
    pub free: bool,
}

/// A cursor that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor of this list")]
pub struct BadCursor;

/// The lobby of a hall. Clones are the same lobby.
#[derive(Clone)]
pub struct Lobby {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    wake: Wake,
}

struct State {
    rows: Rows,
    online: HashMap<PlayerId, u32>,
    /// Set when the hall stops: after how long the sockets may come back.
    shut: Option<u64>,
}

/// Somebody is online while this lives.
pub struct Online {
    lobby: Lobby,
    who: PlayerId,
}

impl Lobby {
    /// An empty lobby that shows at most `capacity` tables.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let state = State {
            rows: Rows::new(capacity),
            online: HashMap::new(),
            shut: None,
        };
        Self {
            shared: Arc::new(Shared {
                state: Mutex::new(state),
                wake: Wake::default(),
            }),
        }
    }

    /// A page of listed tables, newest first.
    ///
    /// # Errors
    /// The cursor is none that a page gave.
    pub fn page(&self, filter: &Filter, cursor: Option<&str>) -> Result<Listings, BadCursor> {
        let below = cursor.map(Order::from_cursor).transpose()?;
        let state = self.state();
        let fitting = || state.rows.newest().filter(|row| filter.fits(row));
        let mut rest =
            fitting().skip_while(|row| below.as_ref().is_some_and(|at| row.order >= *at));
        let page: Vec<&Row> = rest.by_ref().take(PAGE).collect();
        let more = rest.next().is_some();
        Ok(Listings {
            next: page
                .last()
                .filter(|_| more)
                .map(|row| row.order.to_cursor()),
            tables: page.into_iter().map(|row| row.listing.clone()).collect(),
            total: fitting().count() as u64,
        })
    }

    /// Counts somebody as online until the answer is dropped.
    #[must_use]
    pub fn enter(&self, who: PlayerId) -> Online {
        let first = {
            let mut state = self.state();
            let count = state.online.entry(who).or_default();
            *count += 1;
            *count == 1
        };
        if first {
            self.bump();
        }
        Online {
            lobby: self.clone(),
            who,
        }
    }

    /// How many people are online.
    #[must_use]
    pub fn online(&self) -> u64 {
        self.state().online.len() as u64
    }

    /// A feed of the lobby; its first message is a `snapshot`.
    #[must_use]
    pub fn subscribe(&self, filter: Filter) -> Subscription {
        Subscription::new(self.clone(), filter)
    }

    /// The listing of a table; `None` where it is not listed.
    #[must_use]
    pub fn listing(&self, code: Code) -> Option<Listing> {
        self.state().rows.get(code).map(|row| row.listing.clone())
    }

    /// Whether one more table can be shown, or this one is already.
    pub(crate) fn has_room(&self, code: Option<Code>) -> bool {
        let state = self.state();
        state.rows.has_room() || code.is_some_and(|code| state.rows.get(code).is_some())
    }

    /// Shows a table (and whether somebody is there), or takes it out. For the table's actor alone.
    pub(crate) fn set(&self, code: Code, listing: Option<(Listing, bool)>) {
        let changed = match listing {
            Some((listing, somebody)) => self.state().rows.upsert(listing, somebody),
            None => self.state().rows.remove(code),
        };
        if changed {
            self.bump();
        }
    }

    /// Waiting tables with a free seat and the usual rules, at most `limit`: those where somebody is, then the oldest first.
    pub(crate) fn fitting(&self, wish: &Quick, who: PlayerId, limit: usize) -> Vec<Code> {
        let state = self.state();
        let mut rows: Vec<&Row> = state
            .rows
            .newest()
            .filter(|row| fits(&row.listing, wish, who))
            .collect();
        rows.sort_by_key(|row| (!row.somebody, row.order.clone()));
        rows.into_iter()
            .take(limit)
            .map(|row| row.listing.code)
            .collect()
    }

    /// Ends all feeds: they may come back after `retry_ms`.
    pub(crate) fn shut(&self, retry_ms: u64) {
        self.state().shut = Some(retry_ms);
        self.bump();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock panics half-way.
        self.shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn bump(&self) {
        self.shared.wake.bump();
    }
}

impl Drop for Online {
    fn drop(&mut self) {
        let last = {
            let mut state = self.lobby.state();
            let count = state.online.get_mut(&self.who).map(|count| {
                *count -= 1;
                *count
            });
            if count == Some(0) {
                state.online.remove(&self.who);
            }
            count == Some(0)
        };
        if last {
            self.lobby.bump();
        }
    }
}

impl Filter {
    fn fits(&self, row: &Row) -> bool {
        self.fits_ruleset(&row.listing.ruleset) && (!self.free || has_free_seat(&row.listing))
    }

    fn fits_ruleset(&self, ruleset: &str) -> bool {
        self.ruleset
            .as_deref()
            .is_none_or(|wanted| wanted == ruleset)
    }
}

fn has_free_seat(listing: &Listing) -> bool {
    listing.phase == Phase::Waiting
        && listing
            .seats
            .iter()
            .any(|seat| seat.player.is_none() && seat.bot_level.is_none())
}

fn fits(listing: &Listing, wish: &Quick, who: PlayerId) -> bool {
    let mut owners = listing.seats.iter().filter_map(|seat| seat.player.as_ref());
    listing.ruleset == wish.ruleset
        && listing.phase == Phase::Waiting
        && listing.options.is_empty()
        && !listing.rated
        && wish
            .seats
            .is_none_or(|seats| listing.seats.len() == usize::from(seats))
        && (has_free_seat(listing) || owners.any(|owner| owner.id == who))
}
