//! A second move generator, slow and obvious, written from rules.md alone by somebody who has not read the engine's. It
//! judges the engine: see `compare` for how, and for the run over a million positions of each ruleset.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod agreement;
mod board;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod duty;
mod finish;
mod golden;
mod grid;
mod legal;
mod mistakes;
mod most;
mod penalty;
mod positions;
mod presets;
mod rules;
mod settled;
mod squares;
mod state;
mod tell;
mod turn;
