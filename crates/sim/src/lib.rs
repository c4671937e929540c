//! The hall under fire, in simulation: one seed is one world, the same in each run.
//!
//! The hall is the real one: table, actor, registry. What it is given is not: a store whose line is slow, broken or silent,
//! a clock that stands until all is done, randomness from the seed. People play, press twice, come late and come back; the
//! process is killed between any two polls of its tasks and starts again from its journal. A judge reads the journal raw
//! and compares with it what every client is told, who acts for which seat, and whose time it was.
//!
//! It knows no sockets and no SQL: those are tested with the server and the store.

mod account;
mod alarm;
mod chance;
mod commands;
mod conn;
mod disk;
mod ground;
mod ledger;
mod line;
mod pace;
mod person;
mod plan;
mod request;
mod script;
pub mod seeds;
mod socket;
mod told;
mod trace;
mod world;

pub use world::{Counts, Outcome};
