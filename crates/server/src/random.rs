//! The system's randomness, for secrets, ids and codes.

use ludohall_table::ports::Random;
use rand::{TryRng, rngs::SysRng};

/// Bytes from the operating system; nobody can foretell them.
#[derive(Clone, Copy, Debug)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        // Secrets of dice must not be guessed: without randomness there is no hall, so stopping is right.
        SysRng
            .try_fill_bytes(bytes)
            .expect("the operating system gives random bytes");
    }
}
