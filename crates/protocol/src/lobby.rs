//! The open lobby: its listings and the messages of its socket.

use crate::{
    ids::Code,
    position::Options,
    rest::Player,
    table::{BotLevel, Clock, Phase},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A seat of a [`Listing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListedSeat {
    /// The arm.
    pub arm: u8,
    /// Its owner.
    #[schema(required = true)]
    pub player: Option<Player>,
    /// The level of its bot.
    #[schema(required = true)]
    pub bot_level: Option<BotLevel>,
}

/// A listed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Listing {
    /// Its code.
    pub code: Code,
    /// Its title.
    pub title: String,
    /// Preset id.
    pub ruleset: String,
    /// The family of the preset.
    pub family: String,
    /// House rules.
    #[schema(value_type = Object)]
    pub options: Options,
    /// Its seats.
    pub seats: Vec<ListedSeat>,
    /// Where it is in its life.
    pub phase: Phase,
    /// Its clock.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others may watch.
    pub watchable: bool,
    /// Its language.
    pub language: String,
    /// How many watch.
    pub watchers: u32,
    /// RFC 3339.
    pub created_at: String,
}

/// A message of the lobby socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum LobbyMessage {
    /// The 100 newest tables.
    Snapshot {
        tables: Vec<Listing>,
        total: u64,
        online: u64,
    },
    /// A table came or changed.
    Upsert { table: Box<Listing> },
    /// A table went.
    Remove { code: Code },
    /// How many people are online.
    Online { online: u64 },
    /// The server closes.
    Bye {
        code: u16,
        #[schema(required = true)]
        retry_ms: Option<u64>,
    },
}
