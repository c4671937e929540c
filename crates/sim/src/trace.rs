//! What happened in a world, line by line: its hash says whether two runs were the same, its end is shown where one failed.

use ludohall_table::Millis;
use std::{collections::VecDeque, fmt::Write};

/// Lines that are kept for a failure.
const KEPT: usize = 250;

/// The trace of a world.
#[derive(Debug)]
pub(crate) struct Trace {
    lines: VecDeque<String>,
    hash: u64,
    start: Millis,
    /// Prints each line at once.
    pub(crate) loud: bool,
}

impl Trace {
    pub(crate) fn new(start: Millis, loud: bool) -> Self {
        Self {
            lines: VecDeque::new(),
            hash: 0xcbf2_9ce4_8422_2325,
            start,
            loud,
        }
    }

    pub(crate) fn line(&mut self, now: Millis, what: std::fmt::Arguments<'_>) {
        let ms = now.since(self.start);
        let mut line = String::with_capacity(80);
        // Writing to a text cannot fail.
        let _ = write!(line, "{:>6}.{:03} {what}", ms / 1000, ms % 1000);
        self.mix(line.as_bytes());
        if self.loud {
            println!("{line}");
        }
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Takes bytes into the hash that are too many for a line.
    pub(crate) fn mix(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    pub(crate) fn last(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }
}
