//! Time that the hall took from a table and has not given back yet.
//!
//! It is nobody's: neither a long commit, nor a standstill, nor a store that does not answer costs anybody a second of
//! thinking. It is given back as an entry; until that stands, it is in memory alone, and the heartbeat waits for it, so that
//! a fall does not forget it ([`Debt::settled_until`]).

use crate::time::Millis;

/// What takes the store so many milliseconds is time lost. The shortest decision has no more than that.
pub(crate) const LONG_MS: i64 = 500;

/// What one table is short of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Debt {
    /// How much of the hall's standstills is in it already.
    noticed_ms: i64,
    /// What whoever decides now has lost.
    owed_ms: i64,
    /// Whether it is given back at once, as an entry: who was told a deadline must be told another one. All else is had from
    /// memory, so that a store that is always slow does not have every table write for ever.
    urgent: bool,
    /// Since when the store owes an answer. What was under way may stand or not.
    asking_since: Option<Millis>,
}

impl Debt {
    /// Of a table that comes into memory when the hall has lost so much.
    pub(crate) fn since(noticed_ms: i64) -> Self {
        Self {
            noticed_ms,
            ..Self::default()
        }
    }

    /// What is to be given back.
    pub(crate) fn owed_ms(&self) -> i64 {
        self.owed_ms
    }

    /// Whether that is to be told.
    pub(crate) fn is_urgent(&self) -> bool {
        self.urgent
    }

    /// Adds something.
    pub(crate) fn owe(&mut self, ms: i64, urgent: bool) {
        self.owed_ms = self.owed_ms.saturating_add(ms);
        self.urgent |= urgent;
    }

    /// Adds what the hall has lost since this was last called, and returns it.
    pub(crate) fn notice(&mut self, lost_ms: i64) -> i64 {
        let ms = self.unnoticed_ms(lost_ms);
        if ms > 0 {
            self.owe(ms, true);
        }
        self.skip(lost_ms);
        ms
    }

    /// What the hall has lost up to now is given back in another way.
    pub(crate) fn skip(&mut self, lost_ms: i64) {
        self.noticed_ms = lost_ms;
    }

    /// What [`Self::notice`] would add.
    pub(crate) fn unnoticed_ms(&self, lost_ms: i64) -> i64 {
        lost_ms - self.noticed_ms
    }

    /// All of it stands, or there is nobody to give it to.
    pub(crate) fn settle(&mut self) {
        (self.owed_ms, self.urgent) = (0, false);
    }

    /// The store is asked for something, or still.
    pub(crate) fn ask(&mut self, now: Millis) {
        self.asking_since.get_or_insert(now);
    }

    /// It is known what became of that.
    pub(crate) fn answered(&mut self) {
        self.asking_since = None;
    }

    /// Since when the store owes an answer.
    pub(crate) fn asking_since(&self) -> Option<Millis> {
        self.asking_since
    }

    /// Up to when the journal as it stands has all that time did, where the clock runs until `stands`. Should the hall fall
    /// now and count from there, nobody has lost anything.
    pub(crate) fn settled_until(&self, stands: Millis, lost_ms: i64) -> Millis {
        let known = self.asking_since.map_or(stands, |at| at.min(stands));
        known.plus(-self.owed_ms.saturating_add(self.unnoticed_ms(lost_ms)))
    }
}

#[cfg(test)]
mod tests {
    use super::Debt;
    use crate::time::Millis;

    #[test]
    fn a_table_that_is_owed_nothing_is_settled_up_to_now() {
        assert_eq!(Debt::since(50).settled_until(Millis(900), 50), Millis(900));
    }

    #[test]
    fn what_is_owed_lost_and_under_way_counts() {
        let mut debt = Debt::since(50);
        debt.owe(100, false);
        assert_eq!(debt.settled_until(Millis(900), 250), Millis(600));
        debt.ask(Millis(700));
        debt.ask(Millis(800));
        assert_eq!(debt.settled_until(Millis(900), 250), Millis(400));
        debt.answered();
        assert_eq!(debt.notice(250), 200);
        assert_eq!(debt.settled_until(Millis(900), 250), Millis(600));
        debt.settle();
        assert_eq!(debt.settled_until(Millis(900), 250), Millis(900));
    }
}
