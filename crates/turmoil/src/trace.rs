//! What happened in a run, in order: always as a number to compare two runs by, on demand as lines to read.

use std::fmt;

/// The course of a run.
#[derive(Debug, Default)]
pub struct Trace {
    digest: Digest,
    lines: Option<Vec<String>>,
}

/// A number that two runs share where they took the same course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        // FNV-1a.
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Trace {
    /// An empty one; with `lines` it can be read, too.
    #[must_use]
    pub fn new(lines: bool) -> Self {
        Self {
            digest: Digest::default(),
            lines: lines.then(Vec::new),
        }
    }

    /// Adds what happened at this millisecond.
    pub fn note(&mut self, at: u64, what: &str) {
        let line = format!("{at:>7} {what}");
        for byte in line.bytes() {
            self.digest.0 = (self.digest.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
    }

    /// The number of the course so far.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The lines, where they were kept.
    #[must_use]
    pub fn into_lines(self) -> Vec<String> {
        self.lines.unwrap_or_default()
    }
}
