//! From the rules' types to their twins on the wire, and back.
//!
//! Outward every conversion succeeds. Inward nothing is believed: a wire position becomes a checked one by
//! [`read_position`], a wire choice is only a wish until the rules find it among the legal moves.

mod event;
mod moves;
mod options;
mod position;
mod ruleset;
mod why;

pub use event::{wire_event, wire_place};
pub use moves::{BadChoice, rule_choice, rule_move, wire_move, wire_moves};
pub use options::{BadOption, rule_options, wire_options};
pub use position::{ReadError, raw_position, read_position, rule_arms, wire_position};
pub use ruleset::{wire_clock, wire_ruleset};
pub use why::{wire_duty, wire_why};
