//! Presets: rulesets as rows of data.

mod rows;

use crate::arm::Arm;
use crate::board::Board;
use crate::flag::{Flag, Offer, describe};
use crate::ruleset::Rules;

/// How many may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRange {
    /// At least.
    pub min: u8,
    /// At most.
    pub max: u8,
}

/// A ruleset by name.
pub struct Preset {
    /// Its id.
    pub id: &'static str,
    /// What it is, in an English sentence for documents.
    pub about: &'static str,
    /// The family that ratings are kept by.
    pub family: &'static str,
    /// How many may play.
    pub seats: SeatRange,
    /// The name of the clock that its tables have by default.
    pub clock: &'static str,
    /// Ids of the boards it is played on: the first that has all arms is the usual one.
    pub(crate) board_ids: &'static [&'static str],
    pub(crate) rules: Rules,
    pub(crate) offers: &'static [Offer],
}

impl Preset {
    /// Its flags, by name.
    #[must_use]
    pub fn flags(&self) -> Vec<Flag> {
        self.offers
            .iter()
            .filter_map(|offer| describe(offer, &self.rules))
            .collect()
    }

    /// Which pieces form a block unless a table has it otherwise: a value of `block.made`.
    #[must_use]
    pub fn blocks(&self) -> &'static str {
        self.rules.block.name()
    }

    /// How many dice are rolled at once.
    #[must_use]
    pub fn dice(&self) -> u8 {
        self.rules.dice
    }

    /// Whether opposite arms are partners unless a table has it otherwise.
    #[must_use]
    pub fn teams(&self) -> bool {
        self.rules.teams
    }

    /// The boards it is played on, the usual one first.
    pub fn boards(&self) -> impl Iterator<Item = &'static Board> {
        self.board_ids.iter().filter_map(|id| Board::find(id))
    }

    /// The board where none is named: the first that has all of `arms`.
    #[must_use]
    pub fn usual_board(&self, arms: &[Arm]) -> Option<&'static Board> {
        self.boards()
            .find(|board| arms.iter().all(|&arm| board.has(arm)))
    }
}

/// Games of the family that are no presets, and why.
pub(crate) const LEFT_OUT: &[(&str, &str)] = &[
    (
        "Pachisi with six cowries",
        "A throw counts the shells that lie open, which is a weighted table and no die: it needs another proof of the dice and \
         another count of paths.",
    ),
    (
        "Uckers",
        "Who challenges a blob throws several times in a row for it; a move would be a contest of rolls.",
    ),
    (
        "Fia med knuff",
        "A six may bring out two pieces at once, which is one move of two pieces.",
    ),
];

/// All presets.
#[must_use]
pub fn presets() -> &'static [Preset] {
    rows::PRESETS
}

/// The preset with this id.
#[must_use]
pub fn preset(id: &str) -> Option<&'static Preset> {
    presets().iter().find(|preset| preset.id == id)
}
