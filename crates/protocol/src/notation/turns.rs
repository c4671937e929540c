//! The lines of the turns.

mod read;
mod write;

pub use read::read;
pub use write::write;

/// Between what was done and when.
const BAR: char = '|';
/// Before the version and the die that something goes back to.
const UNDO: &str = "undo";
