//! Computer players.
//!
//! A bot is a pure function of the position: the same position and level give the same choice, so that undo can take
//! a bot's moves back and meet them again. It sees the dice that lie on the table and never those to come, and it
//! allocates nothing.

mod board;
mod easy;
mod hard;
mod level;
mod normal;

pub use level::{Level, NoSuchLevel};

use ludohall_rules::{Choice, Game, Move, Position};

/// What a bot of this level does; `None` where no choice is awaited.
#[must_use]
pub fn choose(game: &Game, position: &Position, level: Level) -> Option<Choice> {
    let legal = game.legal(position);
    let chosen = match level {
        Level::Easy => easy::pick(position, game.arms(), &legal),
        Level::Normal => best(&legal, |legal| normal::score(game, position, legal)),
        Level::Hard => best(&legal, |legal| hard::score(game, position, legal)),
    };
    chosen.map(Move::choice)
}

/// The move with the highest score; the first of those that tie, which is the one of the lowest piece.
fn best<S: Ord>(legal: &[Move], score: impl Fn(&Move) -> S) -> Option<&Move> {
    legal.iter().rev().max_by_key(|legal| score(legal))
}
