//! The table of presets (rules.md 5.1 and 5.2). Nothing else in this crate knows a preset by its name.

mod luddo;
mod ludo;
mod mobile;
mod parchis;
mod relatives;

use super::{Preset, SeatRange};
use crate::flag::Value;

/// Every preset.
pub(super) const PRESETS: &[Preset] = &[
    ludo::LUDO,
    parchis::PARCHIS_PAIRS,
    parchis::PARCHIS,
    ludo::LUDO_STANDARD,
    ludo::LUDO_BLOCKADES,
    luddo::LUDDO,
    luddo::SNAKES,
    relatives::LUDO_DANISH,
    relatives::MENSCH,
    relatives::PETITS_CHEVAUX,
    relatives::TROUBLE,
    relatives::AEROPLANE,
    parchis::PARCHEESI,
    parchis::EILE_MIT_WEILE,
    mobile::CLASSIC,
    mobile::QUICK,
    mobile::MASTER,
];

const TWO_TO_FOUR: SeatRange = SeatRange { min: 2, max: 4 };

/// What becomes of a roll past the end where the lane is no stair.
const STAY_OR_BOUNCE: &[Value] = &[Value::Word("stay"), Value::Word("bounce")];
