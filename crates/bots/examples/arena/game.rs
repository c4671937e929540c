//! One game between contestants.

use crate::chance::Chance;
use ludohall_bots::{Level, NoSuchLevel, choose};
use ludohall_rules::{Arm, Choice, Game, Move, Phase, Position};
use std::{fmt, str::FromStr};

/// Who plays: a bot, or chance.
#[derive(Clone, Copy)]
pub enum Contestant {
    /// A bot of this level.
    Bot(Level),
    /// Every legal move equally likely.
    Random,
}

impl FromStr for Contestant {
    type Err = NoSuchLevel;

    fn from_str(name: &str) -> Result<Self, NoSuchLevel> {
        match name {
            "random" => Ok(Contestant::Random),
            level => level.parse().map(Contestant::Bot),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(level) => level.fmt(f),
            Contestant::Random => f.write_str("random"),
        }
    }
}

/// How a game went.
pub struct Outcome {
    /// The seat that won, as an index into the game's arms.
    pub winner: usize,
    /// Rolls until the end.
    pub rolls: u32,
}

/// Plays a game to its end. `seated` holds a contestant for each arm.
pub fn play(game: &Game, seated: &[Contestant], chance: &mut Chance) -> Outcome {
    let arms = game.arms();
    let start = arms[chance.below(arms.len())];
    let mut rolls = 0;
    let Ok(mut position) = game.opening(start) else {
        return Outcome { winner: 0, rolls };
    };
    while position.phase() != Phase::Over {
        if position.phase() == Phase::Roll {
            roll(game, &mut position, chance);
            rolls += 1;
        } else {
            act(game, &mut position, seated, chance);
        }
    }
    let places = game.ranking(&position, &[]);
    let first = places.iter().find(|place| place.place == 1);
    Outcome {
        winner: first.map_or(0, |place| seat(game, place.arm)),
        rolls,
    }
}

fn roll(game: &Game, position: &mut Position, chance: &mut Chance) {
    let mut faces = [0; 4];
    let dice = &mut faces[..game.dice_per_roll()];
    dice.fill_with(|| chance.face(game.faces()));
    let rolled = game.roll(position, dice, &mut ());
    debug_assert_eq!(rolled, Ok(()));
}

fn act(game: &Game, position: &mut Position, seated: &[Contestant], chance: &mut Chance) {
    let choice = match seated[seat(game, position.turn())] {
        Contestant::Bot(level) => choose(game, position, level),
        Contestant::Random => any(game, position, chance),
    };
    let played = choice.map(|choice| game.play(position, &choice, &mut ()));
    assert_eq!(played, Some(Ok(())), "a bot made no legal choice");
}

fn any(game: &Game, position: &Position, chance: &mut Chance) -> Option<Choice> {
    let legal = game.legal(position);
    legal.get(chance.below(legal.len())).map(Move::choice)
}

fn seat(game: &Game, arm: Arm) -> usize {
    let found = game.arms().iter().position(|own| *own == arm);
    found.unwrap_or_default()
}
