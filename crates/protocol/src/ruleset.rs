//! Presets, their flags and boards, as `/api/v1/rulesets` shows them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `GET /api/v1/rulesets`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rulesets {
    /// All presets.
    pub rulesets: Vec<Ruleset>,
}

/// A preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ruleset {
    /// Its id.
    pub id: String,
    /// The family that ratings are kept by.
    pub family: String,
    /// How many may play.
    pub seats: SeatRange,
    /// The clock that its tables have by default.
    pub clock: crate::table::ClockName,
    /// Its flags.
    pub flags: Vec<Flag>,
    /// The boards it is played on, the usual one first.
    pub boards: Vec<Board>,
}

/// How many may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatRange {
    /// At least.
    pub min: u8,
    /// At most.
    pub max: u8,
}

/// A rule that a table can have otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Flag {
    /// Its name.
    pub name: String,
    /// `bool`, `int`, `choice`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What the preset has.
    #[schema(value_type = Object)]
    pub default: serde_json::Value,
    /// What it may be.
    #[schema(value_type = Vec<Object>)]
    pub values: Vec<serde_json::Value>,
    /// Whether it keeps its preset value at listed tables.
    pub private_only: bool,
}

/// A board: its path for the rules and its cells for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// How many squares the shared track has.
    pub ring: u16,
    /// Each arm's start square (index into the ring).
    pub starts: Vec<u16>,
    /// Each arm's last ring square before its lane.
    pub turn_offs: Vec<u16>,
    /// Squares of a lane.
    pub lane: u8,
    /// Progress of the goal; `null` where the lane's squares are slots.
    pub goal: Option<u16>,
    /// Safe ring squares.
    pub safe: Vec<u16>,
    /// Each arm's colour.
    pub colours: Vec<String>,
    /// Where to draw what.
    pub cells: Cells,
    /// Ladders and snakes, as `[from, to]` in squares from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jumps: Option<Vec<(u16, u16)>>,
}

/// Drawing coordinates: centres, in squares from the top left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Cells {
    /// Width and height of the whole board.
    pub size: (f64, f64),
    /// The ring, by index.
    pub ring: Vec<(f64, f64)>,
    /// Each arm's lane, from the turn-off inward.
    pub lanes: Vec<Vec<(f64, f64)>>,
    /// Each arm's places in base, by piece.
    pub bases: Vec<Vec<(f64, f64)>>,
    /// Each arm's goal: where its pieces rest, by piece; or one point for all.
    pub goal: Vec<Vec<(f64, f64)>>,
}
