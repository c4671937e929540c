//! The table of presets (rules.md 5.1 and 5.2). Nothing else in this crate knows a preset by its name.

mod luddo;
mod ludo;
mod parchis;

use super::{Preset, SeatRange};

/// Every preset.
pub(super) const PRESETS: &[Preset] = &[
    ludo::LUDO,
    parchis::PARCHIS_PAIRS,
    parchis::PARCHIS,
    ludo::LUDO_STANDARD,
    ludo::LUDO_BLOCKADES,
    luddo::LUDDO,
    luddo::SNAKES,
];

const TWO_TO_FOUR: SeatRange = SeatRange { min: 2, max: 4 };
