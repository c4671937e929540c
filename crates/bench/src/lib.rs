//! Tools that load a live hall, measure it, and break it: the library of the binary `ludohall-bench`.
//!
//! They speak to the hall as anybody does, over its sockets and its REST calls, and know nothing of its insides but the
//! protocol, `/metrics`, and (for the fault tester) the journal that it leaves behind.

pub mod api;
pub mod baseline;
pub mod cli;
pub mod failure;
pub mod faults;
pub mod growth;
pub mod hall;
pub mod idle;
pub mod join;
pub mod load;
pub mod lobby;
pub mod machine;
pub mod meter;
pub mod numbers;
pub mod people;
pub mod progress;
pub mod recover;
pub mod report;
pub mod scrape;
pub mod soak;
pub mod socket;
pub mod stand;
pub mod view;
pub mod volume;
