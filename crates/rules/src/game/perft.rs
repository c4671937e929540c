//! Counting the leaves of the game tree: how engines are compared.

use super::Game;
use crate::position::{Phase, Position};

impl Game {
    /// How many paths of `depth` rolls and choices there are. Every ordered roll is a branch, and every legal move is; what
    /// leaves no choice goes on within its branch. Depth 0 and a game that is over count 1.
    #[must_use]
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        match position.phase {
            Phase::Over => 1,
            Phase::Roll => self.rolls(position, depth),
            Phase::Move => {
                let legal = self.legal(position);
                let paths = legal.iter().map(|chosen| {
                    let mut next = *position;
                    self.apply(&mut next, chosen, &mut ());
                    self.perft(&next, depth - 1)
                });
                paths.sum()
            }
        }
    }

    fn rolls(&self, position: &Position, depth: u32) -> u64 {
        let after = |faces: &[u8]| {
            let mut next = *position;
            match self.roll(&mut next, faces, &mut ()) {
                Ok(()) => self.perft(&next, depth - 1),
                Err(_) => 0,
            }
        };
        let faces = 1..=self.faces();
        if self.dice_per_roll() == 1 {
            return faces.map(|face| after(&[face])).sum();
        }
        let second = faces.clone();
        faces
            .flat_map(|a| second.clone().map(move |b| [a, b]))
            .map(|pair| after(&pair))
            .sum()
    }
}
