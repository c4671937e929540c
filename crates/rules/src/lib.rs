//! The rules of the Ludo family as data, and one engine that plays them.
//!
//! A [`Preset`] is a row of rules; [`Game::new`] resolves it with a host's [`Options`], a [`Board`] and the arms that
//! play. [`Position`]s are checked ([`Game::check`]) or come from the engine itself; [`Game::roll`] and [`Game::play`]
//! carry them on and tell what happened. Rolls are inputs: there is no randomness, clock or I/O here, and no allocation
//! on the way from decision to decision.

mod arm;
mod board;
mod document;
mod error;
mod event;
mod few;
mod flag;
mod game;
mod lanes;
mod moves;
mod notation;
mod position;
mod preset;
mod raw;
mod ruleset;

pub use arm::{ARMS, Arm, PIECES, Piece, Progress};
pub use board::{Board, Cells, Hop, Outline, Point, SafeMark, TileShape, Yard, YardShape, boards};
pub use document::document;
pub use error::{PlayError, PositionError, RollError, SetupError};
pub use event::{Awaits, BonusReason, Event, ExtraReason, LostReason, Place, Places, Sink};
pub use few::Few;
pub use flag::{Flag, FlagKind, FlagValue, Options};
pub use game::{Duty, Game, Length, PieceWhy, Reason, Why};
pub use moves::{Captures, Choice, Move, MoveKind, Moves, Uses};
pub use notation::{NotationError, PositionLine};
pub use position::{Dice, Phase, Position};
pub use preset::{Preset, SeatRange, preset, presets};
pub use raw::{RawPair, RawPosition};
