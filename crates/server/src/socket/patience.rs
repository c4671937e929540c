//! When a socket is to be pinged, and when its silence has lasted too long.

use crate::config::Timing;
use std::time::Duration;
use tokio::time::Instant;

/// A look that comes so much too late says that the hall stood still, and nothing about the client.
const MUCH_TOO_LATE: Duration = Duration::from_secs(1);

/// The golden ratio's fraction: its multiples lie evenly, however many there are.
const EVENLY: f64 = 0.618_033_988_749_895;

/// The patience with one client.
pub(super) struct Patience {
    ping_every: Duration,
    silent_after: Duration,
    heard: Instant,
    pinged: Instant,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Nothing,
    /// A ping; it is noted as sent.
    Ping,
    /// The end: it has been silent for too long.
    End,
}

impl Patience {
    /// With a client that has just been heard and came as the `nth`. Its first ping comes within the time between two, at a
    /// moment of its own: thousands that came together, as after a restart, are not pinged together for ever after.
    #[allow(
        clippy::cast_precision_loss,
        reason = "sockets are few enough to be counted by a float"
    )]
    pub(super) fn new(timing: &Timing, now: Instant, nth: usize) -> Self {
        let head_start = timing.ping_every.mul_f64((nth as f64 * EVENLY).fract());
        Self {
            ping_every: timing.ping_every,
            silent_after: timing.silent_after,
            heard: now,
            pinged: now.checked_sub(head_start).unwrap_or(now),
        }
    }

    /// The client was heard.
    pub(super) fn hear(&mut self, now: Instant) {
        self.heard = now;
    }

    /// When to look again.
    pub(super) fn next_look(&self) -> Instant {
        (self.pinged + self.ping_every).min(self.heard + self.silent_after)
    }

    /// What is due now, [`Self::next_look`] having come.
    pub(super) fn look(&mut self, now: Instant) -> Due {
        let late = now.saturating_duration_since(self.next_look());
        if late > MUCH_TOO_LATE {
            self.heard += late;
            self.pinged += late;
        }
        if now >= self.heard + self.silent_after {
            return Due::End;
        }
        if now < self.pinged + self.ping_every {
            return Due::Nothing;
        }
        self.pinged = now;
        Due::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn patience(now: Instant) -> Patience {
        Patience::new(&Timing::default(), now, 0)
    }

    #[test]
    fn a_client_is_pinged_and_after_a_long_silence_let_go() {
        let start = Instant::now();
        let mut patience = patience(start);
        assert_eq!(patience.look(start), Due::Nothing);
        let mut looks = Vec::new();
        while looks.last() != Some(&Due::End) {
            looks.push(patience.look(patience.next_look()));
        }
        assert_eq!(looks, [Due::Ping, Due::Ping, Due::End]);
        assert_eq!(patience.next_look(), start + 45 * SECOND);
    }

    #[test]
    fn clients_that_come_together_are_pinged_one_after_the_other() {
        let start = Instant::now();
        let first = |nth| Patience::new(&Timing::default(), start, nth).next_look() - start;
        let mut seconds = [0_u32; 20];
        for nth in 0..2_000 {
            let at = first(nth);
            assert!(at <= 20 * SECOND);
            seconds[(at.as_millis() / 1_000).min(19) as usize] += 1;
        }
        assert!(
            seconds.iter().all(|count| (95..=105).contains(count)),
            "{seconds:?}"
        );
    }

    #[test]
    fn time_that_the_hall_stood_still_is_no_silence_of_the_client() {
        let start = Instant::now();
        let mut patience = patience(start);
        let later = start + 3600 * SECOND;
        assert_eq!(patience.look(later), Due::Ping);
        assert_eq!(patience.look(later + 20 * SECOND), Due::Ping);
        assert_eq!(patience.look(later + 25 * SECOND), Due::End);
    }
}
