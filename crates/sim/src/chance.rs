//! Where a world's choices come from: numbers that follow from its seed alone, on every machine and for ever.

use ludohall_table::ports::Random;
use std::sync::{Mutex, PoisonError};

/// A stream of numbers (SplitMix64). Streams of one seed with other names have nothing to do with each other.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The stream `name` of a seed.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Self {
        let mut stream = Self(seed);
        for byte in name.bytes() {
            stream.0 = stream.next() ^ u64::from(byte);
        }
        stream
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// Whether a thing happens that happens `percent` times in a hundred.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of these; there is one.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        let i = self.below(of.len() as u64);
        &of[usize::try_from(i).unwrap_or_default()]
    }

    /// One of these, each as often as its weight says; the last where there is no weight.
    pub fn weighted<T: Copy>(&mut self, of: &[(u64, T)]) -> T {
        let total = of.iter().map(|(weight, _)| weight).sum();
        let mut left = self.below(total);
        for (weight, one) in of {
            if left < *weight {
                return *one;
            }
            left -= weight;
        }
        of[of.len() - 1].1
    }

    /// A time in ms from `low` to `high`, short ones far more often.
    pub fn pause(&mut self, low: u64, high: u64) -> u64 {
        let span = high.saturating_sub(low).max(1);
        let bits = 64 - span.leading_zeros();
        let scale = 1 + self.below(u64::from(bits));
        low + self.below(1 << scale.min(40)).min(span)
    }
}

/// The randomness that a hall is given.
pub(crate) struct SimRandom(Mutex<Chance>);

impl SimRandom {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Mutex::new(Chance::new(seed, "hall")))
    }
}

impl Random for SimRandom {
    fn fill(&self, bytes: &mut [u8]) {
        let mut chance = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for chunk in bytes.chunks_mut(8) {
            let number = chance.next().to_le_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Chance;

    #[test]
    fn streams_are_the_same_in_each_run_and_differ_by_name() {
        let take = |seed, name| {
            let mut chance = Chance::new(seed, name);
            [chance.next(), chance.below(6), chance.between(3, 9)]
        };
        assert_eq!(take(1, "line"), take(1, "line"));
        assert_ne!(take(1, "line"), take(2, "line"));
        assert_ne!(take(1, "line"), take(1, "people"));
    }

    #[test]
    fn a_pause_keeps_within_its_bounds() {
        let mut chance = Chance::new(7, "pause");
        assert!((0..10_000).all(|_| (5..=90_005).contains(&chance.pause(5, 90_000))));
    }
}
