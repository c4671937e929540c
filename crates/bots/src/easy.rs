//! The easy bot: a legal move picked by a hash of the position and the dice.

use ludohall_rules::{Arm, Move, Position};

/// A move that looks like chance and is none.
pub fn pick<'a>(position: &Position, arms: &[Arm], legal: &'a [Move]) -> Option<&'a Move> {
    let count = u64::try_from(legal.len()).ok()?;
    let index = hash(position, arms).checked_rem(count)?;
    legal.get(usize::try_from(index).ok()?)
}

/// The same on every machine and in every release: recorded games depend on it.
fn hash(position: &Position, arms: &[Arm]) -> u64 {
    let pieces = arms.iter().flat_map(|arm| position.pieces(*arm));
    let state = pieces
        .map(|progress| i64::from(progress.get()))
        .chain(position.dice().iter().copied().map(i64::from))
        .chain(position.bonus().iter().copied().map(i64::from))
        .chain([
            i64::from(position.turn().get()),
            i64::from(position.streak()),
        ])
        .fold(0, |state, value| mix(state ^ value.cast_unsigned()));
    mix(state)
}

/// One step of splitmix64: every bit of the input reaches every bit of the output.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
