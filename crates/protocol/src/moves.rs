//! A legal choice, as `legal` lists it and `moved` reports it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move `M` of the engine protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Move {
    /// A piece comes out of base.
    Enter(Step),
    /// A piece moves by a die.
    Move(Step),
    /// A piece moves by a bonus.
    Bonus(Step),
    /// A bonus is refused.
    Decline,
}

/// What a piece does in a [`Move`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Step {
    /// The owner of the piece.
    pub arm: u8,
    /// The piece, from 0.
    pub piece: u8,
    /// The faces (or the bonus) consumed, ascending.
    pub uses: Vec<u8>,
    /// Progress before; -1 is base.
    pub from: i16,
    /// The square counted to, where the piece does not stay on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<i16>,
    /// Progress after; -1 where the move ends in the own base.
    pub to: i16,
    /// The pieces sent back, as `[arm, piece]`, ascending.
    pub captures: Vec<(u8, u8)>,
}
