//! A position of the engine protocol: plain data, not yet checked.

use crate::event::ExtraReason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// House rules that differ from the preset, by flag name.
pub type Options = BTreeMap<String, serde_json::Value>;

/// What is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PositionPhase {
    /// A roll.
    Roll,
    /// A choice among the legal moves.
    Move,
    /// Nothing: the game has ended.
    Over,
}

/// A position as it crosses a wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Position {
    /// Preset id.
    pub ruleset: String,
    /// House rules that differ from the preset.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Options,
    /// Board id; absent: the ruleset's usual one that has all of `arms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The occupied arms, ascending.
    pub arms: Vec<u8>,
    /// One entry per arm of the board, `null` where nobody plays: progress of each piece.
    pub pieces: Vec<Option<Vec<i16>>>,
    /// The arm to act; in `over`, the arm that moved last.
    pub turn: u8,
    /// What is awaited.
    pub phase: PositionPhase,
    /// Faces rolled and not yet used.
    pub dice: Vec<u8>,
    /// Pending bonus steps, first one first.
    pub bonus: Vec<u8>,
    /// Sixes (or doubles) in a row in this turn.
    pub streak: u8,
    /// Arms that have finished, in order.
    pub places: Vec<u8>,
    /// When each piece came to its square, as growing numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<Vec<Option<Vec<u32>>>>,
    /// The piece last moved in this turn, as `[arm, piece]`. Outer `None`: the field is absent.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "present")]
    #[schema(value_type = Option<(u8, u8)>)]
    pub last_moved: Option<Option<(u8, u8)>>,
    /// Pieces moved in this turn, as `[arm, piece]`, ascending, where too many sixes send them back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Vec<(u8, u8)>>,
    /// Own blocks of which one must be broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duty: Option<Vec<[(u8, u8); 2]>>,
    /// Own pairs that may not stand together again in this roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<Vec<[(u8, u8); 2]>>,
    /// An extra roll has been earned by this queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<bool>,
    /// Why it has; absent: by a capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_by: Option<ExtraReason>,
    /// The one extra roll of this turn has been taken, where there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_used: Option<bool>,
    /// Rolls of this turn that brought no piece out, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<u8>,
    /// Arms that have captured, ascending, where one must before going home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<Vec<u8>>,
}

/// Tells an absent field (`None`) from one that is `null` (`Some(None)`).
mod present {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::option_option, reason = "absent and null differ on this wire")]
    pub fn serialize<S: Serializer>(
        value: &Option<Option<(u8, u8)>>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        value.flatten().serialize(s)
    }

    #[allow(clippy::option_option, reason = "absent and null differ on this wire")]
    pub fn deserialize<'de, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Option<Option<(u8, u8)>>, D::Error> {
        Option::deserialize(d).map(Some)
    }
}
