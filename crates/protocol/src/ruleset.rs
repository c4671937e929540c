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
    /// How many dice are rolled at once.
    pub dice: u8,
    /// Its flags.
    pub flags: Vec<Flag>,
    /// Which pieces form a block unless a table's options say otherwise: `none`, `own` (two or more of
    /// one arm), `own_and_mixed` (also two of different arms on a safe square), `own_on_safe` (two or
    /// more of one arm on a safe square).
    pub blocks: String,
    /// Whether opposite arms are partners unless a table's options say otherwise.
    pub teams: bool,
    /// The boards it is played on, the usual one first.
    pub boards: Vec<Board>,
}

/// `POST /api/v1/length`: about how long a game takes, by random choices; `null` where the games are too long to be played
/// through in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Length {
    /// Rolls of a whole game.
    #[schema(required = true)]
    pub rolls: Option<u32>,
    /// The roll that decides the first place.
    #[schema(required = true)]
    pub first: Option<u32>,
    /// From so many games.
    pub games: u32,
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
    pub default: serde_json::Value,
    /// What it may be.
    pub values: Vec<serde_json::Value>,
    /// Whether it keeps its preset value at listed tables.
    pub private_only: bool,
    /// What it does, in an English sentence for developers.
    pub about: String,
}

/// A board: its path for the rules and its cells for drawing.
///
/// Ring squares go by number, from `first` on: square `n` is drawn at `cells.ring[n - first]`. A piece of arm `a` with
/// progress `p` stands on `cells.leads[a][p]` while `p` is below `lead` (0 on most boards); then, while `p - lead` is below
/// the track's length, on square `first + (starts[a] - first + p - lead) mod ring`; then on `cells.lanes[a]`, then at the goal.
/// The track's length follows from `turn_offs[a]`, the last ring square before the lane. On a grid (no `starts`) progress `n` is square `n` for everybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// How many squares the shared track has.
    pub ring: u16,
    /// The number of `cells.ring[0]`: 0, or 1 where squares are numbered for people.
    #[serde(default)]
    pub first: u16,
    /// Each arm's start square, by number; empty on a grid.
    pub starts: Vec<u16>,
    /// Each arm's last ring square before its lane, by number; empty on a grid.
    pub turn_offs: Vec<u16>,
    /// Squares of a lane.
    pub lane: u8,
    /// Progress of the goal; `null` where the lane's squares are slots.
    #[schema(required = true)]
    pub goal: Option<u16>,
    /// Safe ring squares, by number.
    pub safe: Vec<u16>,
    /// Each arm's colour.
    pub colours: Vec<String>,
    /// Where to draw what.
    pub cells: Cells,
    /// Ladders and snakes, as `[from, to]`, by number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jumps: Option<Vec<(u16, u16)>>,
    /// How many squares of its own an arm's pieces stand on before the ring; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<u8>,
    /// Where a piece does not stay that stops there, by its own progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hops: Option<Vec<Hop>>,
}

/// A piece that stops on `from` goes on to `to`, both by its own progress. In one move it makes a jump and a flight at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Hop {
    /// Where it stops.
    pub from: u16,
    /// Where it comes to.
    pub to: u16,
    /// A flight: the square of the opposite arm's lane over which it passes, by that arm's progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crosses: Option<u16>,
}

/// The slab that a board is drawn on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outline {
    /// A rounded square with the arms as a cross.
    #[default]
    Cross,
    /// A regular polygon of as many sides as arms, a side before each arm, its corners swelling round the yards.
    Polygon,
    /// A square full of squares; pieces wait in a strip below.
    Grid,
}

/// How ring and lane squares are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TileShape {
    /// Rectangles of the tile size, each turned by its angle.
    #[default]
    Rectangle,
    /// Round fields joined by a line.
    Circle,
}

/// How a safe square is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SafeMark {
    /// By a star.
    #[default]
    Star,
    /// By a circle.
    Circle,
    /// By a globe.
    Globe,
}

/// The shape of a yard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum YardShape {
    /// A square with sides along x and y.
    Square,
    /// A circle.
    Circle,
}

/// Where an arm's pieces wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Yard {
    /// Its centre.
    pub centre: (f64, f64),
    /// Its width, or diameter.
    pub size: f64,
    /// Its shape.
    pub shape: YardShape,
}

/// Drawing coordinates: centres, in squares from the top left, y downwards. Angles are in degrees, clockwise, 0 to the
/// right. To have arm `a` at the bottom, turn everything round the middle of `size` by `90 - arm_angles[a]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Cells {
    /// Width and height of the whole board.
    pub size: (f64, f64),
    /// The slab.
    #[serde(default)]
    pub outline: Outline,
    /// Size of a tile before it is turned: across its arm, along it.
    #[serde(default = "unit")]
    pub tile: (f64, f64),
    /// The shape of tiles.
    #[serde(default)]
    pub tile_shape: TileShape,
    /// How safe squares are marked.
    #[serde(default)]
    pub safe_mark: SafeMark,
    /// Whether ring squares show their numbers.
    #[serde(default)]
    pub numbered: bool,
    /// Ring squares, from number `first` on.
    pub ring: Vec<(f64, f64)>,
    /// By which angle each ring square's tile is turned; empty: none is.
    #[serde(default)]
    pub ring_angles: Vec<f64>,
    /// Each arm's squares before the ring, in order; empty where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Vec<(f64, f64)>>,
    /// Each arm's lane, from the turn-off inward.
    pub lanes: Vec<Vec<(f64, f64)>>,
    /// Which way each arm points from the centre; the tiles of its lane are turned by this less 90.
    #[serde(default)]
    pub arm_angles: Vec<f64>,
    /// Each arm's yard.
    #[serde(default)]
    pub yards: Vec<Yard>,
    /// Each arm's places in base, by piece.
    pub bases: Vec<Vec<(f64, f64)>>,
    /// Each arm's goal: where its pieces rest, by piece, or one point for all; empty where there are slots.
    pub goal: Vec<Vec<(f64, f64)>>,
    /// Each arm's part of the centre, a polygon; empty where there is none.
    #[serde(default)]
    pub goal_areas: Vec<Vec<(f64, f64)>>,
}

fn unit() -> (f64, f64) {
    (1.0, 1.0)
}
