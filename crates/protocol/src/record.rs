//! The record of a game: its complete replay and the proof of its dice.

use crate::{
    event::{By, Placed},
    ids::{Code, GameId, PlayerId, Ply, Version},
    moves::Move,
    position::Options,
    table::BotLevel,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game's record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Record {
    /// The game.
    pub id: GameId,
    /// The code of its table.
    pub table: Code,
    /// Preset id.
    pub ruleset: String,
    /// House rules.
    #[schema(value_type = Object)]
    pub options: Options,
    /// Board id.
    pub board: String,
    /// The arms that were played, ascending.
    pub arms: Vec<u8>,
    /// The arm that began.
    pub start: u8,
    /// `[[arm, die], …]`.
    pub start_rolls: Vec<(u8, u8)>,
    /// Who sat where.
    pub seats: Vec<RecordSeat>,
    /// Hex SHA-256 of the secret.
    pub commitment: String,
    /// Hex of the secret; absent before the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Contributions by arm.
    pub entropy: BTreeMap<u8, String>,
    /// What was rolled and chosen.
    pub entries: Vec<RecordEntry>,
    /// Final places.
    pub places: Vec<Placed>,
    /// RFC 3339.
    pub started_at: String,
    /// RFC 3339; `null` before the end.
    #[schema(required = true)]
    pub finished_at: Option<String>,
}

/// A seat of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordSeat {
    /// The arm.
    pub arm: u8,
    /// The owner's name; empty for a bot.
    pub name: String,
    /// The owner.
    #[schema(required = true)]
    pub player_id: Option<PlayerId>,
    /// The level of the bot.
    #[schema(required = true)]
    pub bot_level: Option<BotLevel>,
    /// Whether the owner had left for good.
    pub left: bool,
}

/// One entry of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordEntry {
    /// The journal entry it belongs to.
    pub version: Version,
    /// RFC 3339.
    pub at: String,
    /// The decision it answered.
    pub ply: Ply,
    /// The arm that acted.
    pub arm: u8,
    /// What was done.
    #[serde(flatten)]
    pub act: RecordAct,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum RecordAct {
    /// Dice, `n` of the first.
    Rolled { n: u32, dice: Vec<u8>, by: By },
    /// A choice.
    Moved {
        #[serde(rename = "move")]
        choice: Move,
        by: By,
    },
    /// A bonus refused.
    Declined { by: By },
    /// The version whose state is restored, and the last die that stands.
    Undone { to_version: Version, n: u32 },
}
