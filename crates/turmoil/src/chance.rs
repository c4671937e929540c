//! Numbers that follow from a seed: who asks in the same order gets the same.

use ludohall_table::ports::Random;
use std::sync::{Mutex, PoisonError};

/// A stream of numbers (SplitMix64). Written out, so that a seed means the same whatever becomes of other crates.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The stream of this name that belongs to a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut chance = Self(seed ^ stream.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        chance.number();
        chance
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// One of `0..bound`; 0 where there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound.max(1)
    }

    /// One of `least..=most`.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// Yes, once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap_or_default()]
    }
}

/// The randomness of a simulated hall. It goes on over a restart, so that no secret comes twice.
#[derive(Debug)]
pub struct HallRandom(Mutex<Chance>);

impl HallRandom {
    /// That of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(Chance::new(seed, u64::MAX)))
    }
}

impl Random for HallRandom {
    fn fill(&self, bytes: &mut [u8]) {
        let mut chance = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for chunk in bytes.chunks_mut(8) {
            let number = chance.number().to_le_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
    }
}
