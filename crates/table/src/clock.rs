//! How long a decision may take, and what happens when it takes longer.

use ludohall_protocol::table::{Clock, ClockName, FreeClock, OnExpiry};

/// The shortest time for a decision of a free clock.
const MIN_DECISION_MS: u64 = 500;
/// The longest: a week, as long as a table without a clock waits for a socket.
const MAX_DECISION_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// A clock, resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    /// Time for each decision; `None` without a clock.
    pub decision_ms: Option<i64>,
    /// What happens when it runs out.
    pub on_expiry: OnExpiry,
    /// Misses in a row until a bot takes the seat.
    pub misses: u32,
    /// Time away after which one miss is enough.
    pub away_ms: i64,
}

/// A free clock out of its bounds; says which field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is out of bounds")]
pub(crate) struct BadClock(pub &'static str);

impl Policy {
    /// What a clock means. Call [`check`] on a clock from outside first.
    pub(crate) fn of(clock: &Clock) -> Self {
        match clock {
            Clock::Named(ClockName::House) => Self::free(60_000, OnExpiry::BotTakesSeat),
            Clock::Named(ClockName::Brisk) => Self::free(15_000, OnExpiry::PlayOnce),
            Clock::Named(ClockName::Party) => Self::free(30_000, OnExpiry::PlayOnce),
            Clock::Named(ClockName::Untimed) => Self {
                decision_ms: None,
                ..Self::free(0, OnExpiry::PlayOnce)
            },
            Clock::Free(free) => Self {
                decision_ms: Some(signed(free.decision_ms)),
                on_expiry: free.on_expiry,
                misses: free.misses,
                away_ms: signed(free.away_ms),
            },
        }
    }

    fn free(decision_ms: i64, on_expiry: OnExpiry) -> Self {
        Self {
            decision_ms: Some(decision_ms),
            on_expiry,
            misses: 3,
            away_ms: 45_000,
        }
    }
}

/// Whether a clock from outside is one.
pub(crate) fn check(clock: &Clock) -> Result<(), BadClock> {
    match clock {
        Clock::Free(FreeClock { decision_ms, .. })
            if !(MIN_DECISION_MS..=MAX_DECISION_MS).contains(decision_ms) =>
        {
            Err(BadClock("decision_ms"))
        }
        _ => Ok(()),
    }
}

fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}
