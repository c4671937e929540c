//! The system's randomness, for secrets, ids and codes.

use ludohall_table::ports::Random;
use rand::{TryRng, rngs::SysRng};

/// Bytes from the operating system; nobody can foretell them.
#[derive(Clone, Copy, Debug)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        // Secrets of dice must not be guessed, so nothing can be done without: what asks stops, be it a request or a table. It
        // does not come to that: a kernel that has given bytes gives more (getrandom(2)), and a start has drawn an id already.
        SysRng
            .try_fill_bytes(bytes)
            .expect("the operating system gives random bytes, as it did at the start");
    }
}
