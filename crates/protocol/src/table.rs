//! A table as people see it.

use crate::{
    event::{Awaits, Controller, Placed},
    ids::{Code, GameId, Ply},
    moves::Move,
    position::{Options, Position},
    rest::Player,
    socket::ChatLine,
    why::Duty,
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};
use std::fmt;
use utoipa::ToSchema;

/// Where a table is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People sit down.
    Waiting,
    /// A game is on.
    Playing,
    /// A game stands still: nobody is there.
    Paused,
    /// A game has ended.
    Finished,
    /// The table is no more.
    Closed,
}

/// How well a bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Any legal move.
    Easy,
    /// The simple rules.
    #[default]
    Normal,
    /// The full list, with dangers counted.
    Hard,
}

/// Who may talk how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Chat {
    /// Nobody.
    Off,
    /// By phrases.
    #[default]
    Phrases,
    /// By free text too.
    Text,
}

/// How the first arm is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartBy {
    /// One die each, ties again.
    #[default]
    HighestRoll,
    /// One die of as many faces as seats.
    Random,
    /// The lowest arm.
    FirstSeat,
}

/// What happens when a decision's time runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnExpiry {
    /// A bot takes the seat.
    BotTakesSeat,
    /// The game plays this one decision.
    PlayOnce,
}

/// A clock by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClockName {
    /// 60 s, then a bot takes the seat.
    House,
    /// 15 s; the game plays; a bot after 3 misses, or 1 when away for 45 s.
    Brisk,
    /// 30 s, else as brisk.
    Party,
    /// None.
    Untimed,
}

/// A clock: by name, or free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Clock {
    /// One of the presets.
    Named(ClockName),
    /// A clock of one's own.
    Free(#[serde(deserialize_with = "object")] FreeClock),
}

/// A free clock by its fields' names. A list of values without names is none.
fn object<'de, D: Deserializer<'de>>(from: D) -> Result<FreeClock, D::Error> {
    struct Fields;

    impl<'de> Visitor<'de> for Fields {
        type Value = FreeClock;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FreeClock, A::Error> {
            FreeClock::deserialize(MapAccessDeserializer::new(map))
        }
    }

    from.deserialize_map(Fields)
}

/// A clock of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FreeClock {
    /// Time for each decision, at least 500.
    pub decision_ms: u64,
    /// What happens when it runs out.
    #[serde(default = "play_once")]
    pub on_expiry: OnExpiry,
    /// Misses in a row until a bot takes the seat.
    #[serde(default = "three")]
    pub misses: u32,
    /// Time away after which one miss is enough.
    #[serde(default = "away")]
    pub away_ms: u64,
}

fn play_once() -> OnExpiry {
    OnExpiry::PlayOnce
}
fn three() -> u32 {
    3
}
fn away() -> u64 {
    45_000
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// The arm of the board it plays.
    pub arm: u8,
    /// Its owner.
    #[schema(required = true)]
    pub player: Option<Player>,
    /// The level of the bot that was put there, or that plays for good.
    #[schema(required = true)]
    pub bot_level: Option<BotLevel>,
    /// Who acts for it now.
    pub controller: Controller,
    /// Whether the owner has a socket.
    pub connected: bool,
    /// Decisions missed in a row.
    pub misses: u32,
    /// Whether the owner has left for good.
    pub left: bool,
}

/// The game of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameState {
    /// The game.
    pub id: GameId,
    /// Hex SHA-256 of the secret.
    pub commitment: String,
    /// RFC 3339; `null` before the start.
    #[schema(required = true)]
    pub started_at: Option<String>,
    /// The arm that began.
    #[schema(required = true)]
    pub start: Option<u8>,
    /// `[[arm, die], …]`.
    pub start_rolls: Vec<(u8, u8)>,
    /// Final places; empty before the end.
    pub places: Vec<Placed>,
}

/// The settings of a table: the fields of creation, with their defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Settings {
    /// Preset id.
    pub ruleset: String,
    /// House rules that differ from the preset.
    #[schema(value_type = Object)]
    pub options: Options,
    /// Board id.
    pub board: String,
    /// The arms that are played, ascending.
    pub arms: Vec<u8>,
    /// What people call it.
    pub title: String,
    /// BCP 47 tag, or empty.
    pub language: String,
    /// Whether the lobby shows it.
    pub listed: bool,
    /// Whether bots take what seats are open at the start.
    pub fill_with_bots: bool,
    /// The level of those bots, and of bots that take over.
    pub bot_level: BotLevel,
    /// The clock.
    pub clock: Clock,
    /// A bot's pause before each decision, 0..=5000 ms.
    pub bot_pause_ms: u32,
    /// Whether others may watch.
    pub watchable: bool,
    /// Who may talk how (`chat` at creation; here `chat` are the recent lines).
    pub chat_policy: Chat,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether a person may take a bot's seat in a game.
    pub late_join: bool,
    /// How the first arm is found.
    pub start_by: StartBy,
    /// Whether one device is passed round.
    pub shared_device: bool,
}

/// The fields of [`Settings`] that changed; the others are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Changes {
    /// See [`Settings::options`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Options>,
    /// See [`Settings::board`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// See [`Settings::arms`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arms: Option<Vec<u8>>,
    /// How many seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// See [`Settings::title`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// See [`Settings::language`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// See [`Settings::listed`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<bool>,
    /// See [`Settings::fill_with_bots`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill_with_bots: Option<bool>,
    /// See [`Settings::bot_level`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot_level: Option<BotLevel>,
    /// See [`Settings::clock`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// See [`Settings::bot_pause_ms`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot_pause_ms: Option<u32>,
    /// See [`Settings::watchable`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchable: Option<bool>,
    /// See [`Settings::chat`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<Chat>,
    /// See [`Settings::rated`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// See [`Settings::late_join`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_join: Option<bool>,
    /// See [`Settings::start_by`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_by: Option<StartBy>,
    /// See [`Settings::shared_device`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_device: Option<bool>,
}

/// A table, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Table {
    /// Its code.
    pub code: Code,
    /// Where it is in its life.
    pub phase: Phase,
    /// The fields of creation.
    #[serde(flatten)]
    pub settings: Settings,
    /// Whether it is a solo game.
    pub solo: bool,
    /// Its seats, in order of arms.
    pub seats: Vec<Seat>,
    /// The host.
    #[schema(required = true)]
    pub host: Option<Player>,
    /// How many watch.
    pub watchers: u32,
    /// The position; `null` before the start.
    #[schema(required = true)]
    pub position: Option<Position>,
    /// The number of the present decision.
    pub ply: Ply,
    /// What is awaited.
    #[schema(required = true)]
    pub awaits: Option<Awaits>,
    /// Moves of the seat to act; empty for a roll.
    pub legal: Vec<Move>,
    /// The duty that takes away moves which the pieces could make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced: Option<Duty>,
    /// Milliseconds left when the message was sent; `null` without a clock.
    #[schema(required = true)]
    pub deadline_ms: Option<u64>,
    /// The game.
    pub game: GameState,
    /// What was said lately.
    pub chat: Vec<ChatLine>,
    /// Whether undo is allowed now.
    pub undo: bool,
    /// RFC 3339.
    pub created_at: String,
}

/// What a connection may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct You {
    /// The arms one owns.
    pub arms: Vec<u8>,
    /// Whether one plays or watches.
    pub role: Role,
    /// Whether one is host.
    pub host: bool,
}

/// Whether somebody plays or watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Owns a seat.
    Player,
    /// Looks on.
    Watcher,
}
