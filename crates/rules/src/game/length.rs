//! About how long a game takes.

use super::Game;
use crate::event::{Event, Sink};
use crate::position::{Dice, Phase, Position};

/// Means of games by random choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Games that were played to their end.
    pub games: u32,
    /// Rolls of a game.
    pub rolls: u32,
    /// The roll that decides the first place.
    pub first: u32,
}

/// Counts rolls, and remembers at which one the first arm finished.
#[derive(Default)]
struct Count {
    rolls: u32,
    first: u32,
}

impl Sink for Count {
    fn event(&mut self, event: Event) {
        match event {
            Event::Rolled { .. } => self.rolls += 1,
            Event::FinishedArm { .. } if self.first == 0 => self.first = self.rolls,
            _ => {}
        }
    }
}

impl Game {
    /// Plays `games` games by random choices, or as many as end within `most_rolls` rolls in all (rules.md section 8).
    /// `below` draws a number below another. `None` where not even one game ended.
    pub fn length(
        &self,
        games: u32,
        most_rolls: u32,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Length> {
        let (mut ended, mut rolls, mut first) = (0, 0, 0);
        while ended < games {
            let Some(count) = self.play_through(most_rolls - rolls, below) else {
                break;
            };
            ended += 1;
            rolls += count.rolls;
            first += count.first;
        }
        (ended > 0).then(|| Length {
            games: ended,
            rolls: rolls / ended,
            first: first / ended,
        })
    }

    fn play_through(
        &self,
        most_rolls: u32,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Count> {
        let mut count = Count::default();
        let mut position = self.opening(self.arms()[below(self.arms().len())]).ok()?;
        while position.phase() != Phase::Over {
            if count.rolls >= most_rolls {
                return None;
            }
            self.go_on(&mut position, below, &mut count);
        }
        Some(count)
    }

    fn go_on(
        &self,
        position: &mut Position,
        below: &mut impl FnMut(usize) -> usize,
        count: &mut Count,
    ) {
        if position.phase() == Phase::Move {
            let legal = self.legal(position);
            self.apply(position, &legal[below(legal.len())], count);
            return;
        }
        let mut dice = Dice::new();
        for _ in 0..self.dice_per_roll() {
            // A face is at most six.
            dice.push(1 + below(self.faces().into()) as u8);
        }
        let rolled = self.roll(position, &dice, count);
        debug_assert!(rolled.is_ok(), "these are faces, and a roll is awaited");
    }
}
