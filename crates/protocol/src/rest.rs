//! Bodies of the REST calls.

use crate::{
    ids::{Code, PlayerId},
    lobby::Listing,
    position::Options,
    table::{BotLevel, Chat, Clock, Phase, StartBy},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// Who it is.
    pub id: PlayerId,
    /// What it is called.
    pub name: String,
    /// Whether it has no account.
    pub guest: bool,
}

/// `POST /api/v1/session`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewSession {
    /// The name wished for.
    pub name: Option<String>,
}

/// Its answer.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Session {
    /// Who it is.
    pub player: Player,
    /// The bearer token; only where it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// `GET /api/v1/me`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// Who it is.
    pub player: Player,
    /// BCP 47 tag, or empty.
    pub language: String,
    /// Experience points.
    pub xp: u64,
    /// Level.
    pub level: u32,
    /// Coins.
    pub coins: u64,
    /// Ratings by family.
    pub ratings: BTreeMap<String, Rating>,
    /// How one's boards and pieces look.
    #[schema(value_type = Object)]
    pub looks: serde_json::Map<String, serde_json::Value>,
    /// Tables where one has a seat.
    pub tables: Vec<MyTable>,
    /// People one has muted.
    pub muted: Vec<PlayerId>,
    /// People one has blocked.
    pub blocked: Vec<PlayerId>,
}

/// A rating.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Rating {
    /// The mean.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Games counted.
    pub games: u32,
}

/// A table where one has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MyTable {
    /// Its code.
    pub code: Code,
    /// Preset id.
    pub ruleset: String,
    /// Where it is in its life.
    pub phase: Phase,
    /// Whether one is to act.
    pub your_turn: bool,
}

/// `PATCH /api/v1/me`: absent fields stay.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PatchMe {
    /// A new name.
    pub name: Option<String>,
    /// A new language.
    pub language: Option<String>,
    /// New looks.
    #[schema(value_type = Option<Object>)]
    pub looks: Option<serde_json::Map<String, serde_json::Value>>,
}

/// `POST /api/v1/tables`: fields and defaults of creation.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CreateTable {
    /// Preset id.
    pub ruleset: String,
    /// House rules that differ from the preset.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Options,
    /// The arms that are played; settles `seats`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arms: Option<Vec<u8>>,
    /// How many seats; absent: the smallest allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Board id; absent: the usual one that has all of `arms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What people call it.
    #[serde(default)]
    pub title: String,
    /// BCP 47 tag, or empty.
    #[serde(default)]
    pub language: String,
    /// Whether the lobby shows it.
    #[serde(default)]
    pub listed: bool,
    /// Whether bots take what seats are open at the start.
    #[serde(default)]
    pub fill_with_bots: bool,
    /// The level of bots.
    #[serde(default)]
    pub bot_level: BotLevel,
    /// The clock; absent: the ruleset's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// A bot's pause before each decision, 0..=5000 ms.
    #[serde(default = "pause")]
    pub bot_pause_ms: u32,
    /// Whether others may watch.
    #[serde(default = "yes")]
    pub watchable: bool,
    /// Who may talk how.
    #[serde(default)]
    pub chat: Chat,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether a person may take a bot's seat in a game.
    #[serde(default)]
    pub late_join: bool,
    /// How the first arm is found.
    #[serde(default)]
    pub start_by: StartBy,
    /// Whether one device is passed round.
    #[serde(default)]
    pub shared_device: bool,
    /// Bots take the other seats and the game starts at once.
    #[serde(default)]
    pub solo: bool,
}

fn pause() -> u32 {
    800
}
fn yes() -> bool {
    true
}

/// `POST …/seats`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SitDown {
    /// The arm wished for.
    pub arm: Option<u8>,
    /// A further seat of the same identity (shared-device tables).
    pub name: Option<String>,
}

/// `POST …/bots`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PutBot {
    /// The arm wished for.
    pub arm: Option<u8>,
    /// The level; absent: the table's.
    pub level: Option<BotLevel>,
}

/// `POST …/kick`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Kick {
    /// The arm to clear.
    pub arm: u8,
}

/// `POST /api/v1/quick`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Quick {
    /// Preset id.
    pub ruleset: String,
    /// How many seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
}

/// `GET /api/v1/tables`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Listings {
    /// A page of tables, newest first.
    pub tables: Vec<Listing>,
    /// How many there are in all.
    pub total: u64,
    /// The cursor of the next page.
    #[schema(required = true)]
    pub next: Option<String>,
}
