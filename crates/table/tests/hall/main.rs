//! The hall through its public door: real tables, tasks and sockets' ends, a store in memory, and a clock that is paused.

#![allow(clippy::unwrap_used)]

mod client;
mod closing;
mod codes;
mod drain;
mod falls;
mod limits;
mod lobby;
mod panics;
mod quick;
mod races;
mod restart;
mod sockets;
mod standstill;
mod starts;
mod store;
mod talk;
mod unload;
mod world;
