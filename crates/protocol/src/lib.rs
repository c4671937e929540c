//! Every type that crosses a wire: REST bodies, socket messages, records, engine lines.
//!
//! This crate holds shapes and what turns them into those of the rules: no clock, no I/O, no rule, no decision. The contract that
//! the names follow is `/api/openapi.json`, which is generated from these types.

pub mod convert;
pub mod engine;
pub mod event;
pub mod ids;
pub mod lobby;
pub mod moves;
pub mod notation;
pub mod position;
pub mod problem;
pub mod record;
pub mod rest;
pub mod ruleset;
pub mod socket;
pub mod table;
pub mod why;

pub use event::{By, Event, Placed};
pub use ids::{Code, GameId, PlayerId, Ply, TableId, Version};
pub use lobby::{ListedSeat, Listing, LobbyMessage};
pub use moves::Move;
pub use position::Position;
pub use problem::{Problem, ProblemCode, code_name};
pub use record::{Record, RecordEntry};
pub use rest::{CreateTable, Me, Player};
pub use ruleset::Ruleset;
pub use socket::{Answer, AnswerCode, ClientMessage, CloseCode, ServerMessage};
pub use table::{Clock, Phase, Seat, Table, You};
