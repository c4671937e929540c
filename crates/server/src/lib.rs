//! The hall as a server: HTTP, WebSocket frames and configuration. It decides no rule.
//!
//! [`Server::start`] opens a hall on a listener, [`Server::shutdown`] ends it without losing anything; the binary adds
//! arguments and signals. What happens at a table is the business of `ludohall-table`, what is kept that of
//! `ludohall-store`; [`router`] is the map of everything that can be asked.

pub mod address;
pub mod api;
pub mod app;
pub mod cli;
pub mod client;
pub mod config;
pub mod count;
pub mod door;
pub mod extract;
pub mod fault;
pub mod headers;
pub mod health_probe;
pub mod identity;
pub mod journal;
pub mod names;
pub mod open_files;
pub mod openapi;
pub mod origin;
pub mod people;
pub mod ports;
pub mod problem;
pub mod random;
pub mod rate;
pub mod retention;
pub mod router;
pub mod serve;
pub mod server;
pub mod sessions;
pub mod socket;
pub mod telemetry;
pub mod token;
pub mod verify;

pub use config::Config;
pub use ludohall_engine as engine;
pub use ports::Ports;
pub use server::{Server, StartError};
