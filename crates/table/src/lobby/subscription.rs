//! A lobby socket: what it has been told, and what it lacks.
//!
//! Nothing is queued for it. It knows the revision that it has seen; a table that changed five times meanwhile is told once.

use super::{
    Filter, Lobby, PAGE, State,
    rows::{Change, Row},
};
use crate::{attachment::Outgoing, wake::Seen};
use ludohall_protocol::{CloseCode, LobbyMessage};
use std::{collections::VecDeque, sync::Arc, time::Duration};
use tokio::time::Instant;

/// Messages that one socket gets in [`WINDOW`].
const MESSAGES: usize = 4;
/// See [`MESSAGES`].
const WINDOW: Duration = Duration::from_secs(1);
/// Changes that are told one by one; where more wait, one snapshot says it sooner.
const BACKLOG: usize = 12;

/// Somebody watches the lobby.
pub struct Subscription {
    lobby: Lobby,
    woken: Seen,
    filter: Filter,
    /// The revision up to which everything was told; `None` before the first message.
    seen: Option<u64>,
    online: u64,
    /// When the last messages were sent.
    sent: VecDeque<Instant>,
    over: bool,
}

impl Subscription {
    pub(super) fn new(lobby: Lobby, filter: Filter) -> Self {
        Self {
            woken: lobby.shared.wake.seen(),
            lobby,
            filter,
            seen: None,
            online: 0,
            sent: VecDeque::with_capacity(MESSAGES),
            over: false,
        }
    }

    /// Returns when there is something to send and sending is allowed: at most four messages a second. May be dropped and
    /// called again.
    pub async fn changed(&mut self) {
        if self.over {
            return std::future::pending().await;
        }
        loop {
            // The mark first, then the state: what is missed here wakes again.
            self.woken = self.lobby.shared.wake.seen();
            match self.pending() {
                Wait::Now => return,
                Wait::Until(at) => tokio::time::sleep_until(at).await,
                Wait::Change => self.lobby.shared.wake.changed(&mut self.woken).await,
            }
        }
    }

    /// The next messages ([`LobbyMessage`]), few enough to be sent now.
    pub fn pull(&mut self) -> Vec<Outgoing> {
        if self.over {
            return Vec::new();
        }
        let lobby = self.lobby.clone();
        let state = lobby.state();
        if let Some(retry_ms) = state.shut {
            self.over = true;
            return vec![bye(retry_ms)];
        }
        let now = Instant::now();
        let texts = self.take(&state, self.allowed(now));
        self.sent.extend(texts.iter().map(|_| now));
        while self.sent.len() > MESSAGES {
            self.sent.pop_front();
        }
        texts.into_iter().map(Outgoing::Text).collect()
    }

    fn pending(&mut self) -> Wait {
        let lobby = self.lobby.clone();
        let state = lobby.state();
        if state.shut.is_some() {
            return Wait::Now;
        }
        if !self.lacks(&state) {
            return Wait::Change;
        }
        match self.sent.front() {
            Some(first) if self.sent.len() == MESSAGES && first.elapsed() < WINDOW => {
                Wait::Until(*first + WINDOW)
            }
            _ => Wait::Now,
        }
    }

    /// Whether something is to be told. What the filter hides is seen with that.
    fn lacks(&mut self, state: &State) -> bool {
        let Some(seen) = self.seen else {
            return true;
        };
        if !state.rows.reaches(seen) || self.online != state.online.len() as u64 {
            return true;
        }
        let changes = state.rows.since(seen);
        let lacks = changes.iter().any(|(_, change)| self.concerns(change));
        if !lacks {
            self.seen = Some(state.rows.revision());
        }
        lacks
    }

    fn concerns(&self, change: &Change<'_>) -> bool {
        self.filter.fits_ruleset(match change {
            Change::Upsert(row) => &row.listing.ruleset,
            Change::Remove { ruleset, .. } => ruleset,
        })
    }

    /// How many messages may be sent at `now`.
    fn allowed(&self, now: Instant) -> usize {
        let recent = self
            .sent
            .iter()
            .filter(|at| now.duration_since(**at) < WINDOW);
        MESSAGES.saturating_sub(recent.count())
    }

    fn take(&mut self, state: &State, allowed: usize) -> Vec<Arc<str>> {
        if allowed == 0 {
            return Vec::new();
        }
        let Some(seen) = self.seen.filter(|seen| state.rows.reaches(*seen)) else {
            return vec![self.snapshot(state)];
        };
        let mut changes = state.rows.since(seen);
        changes.retain(|(_, change)| self.concerns(change));
        if changes.len() > BACKLOG {
            return vec![self.snapshot(state)];
        }
        let told = changes.iter().take(allowed);
        let mut texts: Vec<Arc<str>> = told.map(|(_, change)| text(change)).collect();
        self.seen = match changes.get(allowed) {
            Some((next, _)) => Some(next - 1),
            None => Some(state.rows.revision()),
        };
        let online = state.online.len() as u64;
        if texts.len() < allowed && self.online != online {
            self.online = online;
            texts.push(json(&LobbyMessage::Online { online }));
        }
        texts
    }

    fn snapshot(&mut self, state: &State) -> Arc<str> {
        self.seen = Some(state.rows.revision());
        self.online = state.online.len() as u64;
        let fitting = || state.rows.newest().filter(|row| self.filter.fits(row));
        let tables: Vec<&str> = fitting().take(PAGE).map(Row::json).collect();
        format!(
            r#"{{"type":"snapshot","tables":[{}],"total":{},"online":{}}}"#,
            tables.join(","),
            fitting().count(),
            self.online
        )
        .into()
    }
}

/// What a feed waits for.
enum Wait {
    Now,
    Until(Instant),
    Change,
}

fn text(change: &Change<'_>) -> Arc<str> {
    match change {
        Change::Upsert(row) => row.upsert.clone(),
        Change::Remove { code, .. } => json(&LobbyMessage::Remove { code: *code }),
    }
}

fn json(message: &LobbyMessage) -> Arc<str> {
    // A message is plain data with text keys: it always serialises.
    serde_json::to_string(message).unwrap_or_default().into()
}

fn bye(retry_ms: u64) -> Outgoing {
    let code = CloseCode::Restart;
    let message = LobbyMessage::Bye {
        code: code as u16,
        retry_ms: Some(retry_ms),
    };
    Outgoing::bye(&message, code)
}
