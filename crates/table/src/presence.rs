//! Who is connected. Not journalled: after a restart nobody is, until they are back.

use crate::time::Millis;
use ludohall_protocol::PlayerId;

/// After a load, people get so long to come back before a game counts as abandoned by all.
const SETTLE_MS: i64 = 10_000;

/// The connected identities of a table, seated or watching.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    here: Vec<PlayerId>,
    /// Since when who was here before is away.
    away: Vec<(PlayerId, Millis)>,
    /// Since when nobody at all is connected.
    pub idle_since: Millis,
    /// When the table was loaded.
    pub woken_at: Millis,
    /// Until when people have time to come back after a load.
    pub settle_until: Millis,
}

impl Presence {
    /// Nobody is here since `at`.
    pub(crate) fn none_since(at: Millis) -> Self {
        Self {
            idle_since: at,
            woken_at: at,
            ..Self::default()
        }
    }

    /// The table was loaded `now`, without a socket since `idle_since`.
    pub(crate) fn woken(now: Millis, idle_since: Millis) -> Self {
        Self {
            idle_since: idle_since.min(now),
            woken_at: now,
            settle_until: now.plus(SETTLE_MS),
            ..Self::default()
        }
    }

    /// Whether somebody is connected.
    pub(crate) fn is_here(&self, who: PlayerId) -> bool {
        self.here.contains(&who)
    }

    /// Whether nobody is.
    pub(crate) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// How long somebody has been away.
    pub(crate) fn away_ms(&self, who: PlayerId, now: Millis) -> i64 {
        if self.is_here(who) {
            return 0;
        }
        let gone = self.away.iter().find(|(id, _)| *id == who);
        now.since(gone.map_or(self.woken_at, |(_, since)| *since))
    }

    /// Notes who came or went; whether that is news.
    pub(crate) fn set(&mut self, now: Millis, who: PlayerId, here: bool) -> bool {
        if self.is_here(who) == here {
            return false;
        }
        self.away.retain(|(id, _)| *id != who);
        if here {
            self.here.push(who);
            return true;
        }
        self.here.retain(|id| *id != who);
        self.away.push((who, now));
        if self.here.is_empty() {
            self.idle_since = now;
        }
        true
    }

    /// Takes `ms` up to `now` off everybody's absence.
    pub(crate) fn excuse(&mut self, now: Millis, ms: i64) {
        let later = |at: Millis| at.plus(ms).min(now.max(at));
        self.idle_since = later(self.idle_since);
        self.woken_at = later(self.woken_at);
        for (_, since) in &mut self.away {
            *since = later(*since);
        }
        self.settle_until = self.settle_until.plus(ms);
    }

    /// Notes that somebody sat down, perhaps without a socket.
    pub(crate) fn seated(&mut self, at: Millis, who: PlayerId) {
        if !self.is_here(who) && !self.away.iter().any(|(id, _)| *id == who) {
            self.away.push((who, at));
        }
    }

    /// Forgets those who are neither here nor seated.
    pub(crate) fn forget(&mut self, seated: impl Fn(PlayerId) -> bool) {
        self.away.retain(|(id, _)| seated(*id));
    }
}
