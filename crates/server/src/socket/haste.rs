//! How much more than it may a client says.

use crate::fault::{self, Fault};

/// How many more messages may be `too_fast` than not before the socket is closed.
const MOST: u32 = 500;

/// The messages that were too fast, less those that were not.
#[derive(Debug, Default)]
pub(super) struct Haste(u32);

impl Haste {
    /// A message came when it might. It makes up for one that did not, and not for all: some of a flood always does.
    pub(super) fn ease(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }

    /// A message was too fast; whether there are too many of them.
    pub(super) fn grow(&mut self) -> bool {
        self.0 += 1;
        self.0 > MOST && !fault::is(Fault::FloodBorne)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_one_though_some_of_it_comes_when_it_might() {
        let mut haste = Haste::default();
        let floods = (0..1_000).any(|n| {
            if n % 10 == 0 {
                haste.ease();
            }
            haste.grow()
        });
        assert!(floods);
    }

    #[test]
    fn who_is_a_little_too_fast_for_ever_is_borne() {
        let mut haste = Haste::default();
        for _ in 0..10_000 {
            haste.ease();
            assert!(!haste.grow());
        }
    }
}
