//! How well a bot plays.

use std::{fmt, str::FromStr};

/// A level (rules.md section 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Any legal move.
    Easy,
    /// Finish, capture, save a piece near the end, leave base.
    #[default]
    Normal,
    /// The full list, with dangers counted.
    Hard,
}

/// A word that names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is `easy`, `normal` or `hard`")]
pub struct NoSuchLevel;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Normal, Level::Hard];

    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(name: &str) -> Result<Self, NoSuchLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name() == name)
            .ok_or(NoSuchLevel)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
