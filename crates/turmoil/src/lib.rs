//! The real server with its real sockets on a simulated network: links that are held, broken and slow, devices that die, a
//! hall that is killed or told to stop.
//!
//! A run follows from its seed alone. All hosts share one thread; the hall keeps its journal in memory; nothing reads the
//! system's clock or randomness. So what a seed finds, it finds again: `cargo xtask net-sim --seed N`.
//!
//! The order in which the sockets of one table wake is the runtime's own affair. It makes no difference here: a device has
//! one socket at a time, and a link's latency does not depend on what else is sent.

mod cast;
mod chance;
mod device;
mod disk;
mod hall;
mod http;
mod ledger;
mod line;
mod lobby;
mod others;
mod panics;
mod player;
mod probe;
mod register;
mod run;
mod socket;
mod stage;
mod trace;
mod weather;

pub use ludohall_server::fault::Fault;
pub use run::{Outcome, Run};
pub use trace::Digest;
