//! The real server with its real sockets on a simulated network: links that are held, broken and slow, devices that die, a
//! hall that is killed or told to stop.
//!
//! A run follows from its seed alone. All hosts share one thread; the hall keeps its data in memory, or in a database whose
//! every answer the simulation waits for; nothing reads the system's clock or randomness, and whoever waits for a table is
//! woken in order. So what a seed finds, it finds again: `cargo xtask net-sim --seed N`.
//!
//! Two things are the simulated network's own. A link that is cut loses what is on it for good, so that a connection stays
//! dumb where a real one would send again. And the end of a stream gets lost that comes while as much as a link takes is not
//! read. A hall is not held to either.

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
