//! Using as many dice as possible (R1-06).

use super::Game;
use crate::event::{Event, Sink};
use crate::few::Few;
use crate::moves::{MOST_MOVES, Move, Moves};
use crate::position::{Phase, Position};

/// Counts the dice that come to nothing.
struct Lost(usize);

impl Sink for Lost {
    fn event(&mut self, event: Event) {
        if let Event::RollLost { dice, .. } = event {
            self.0 += dice.len();
        }
    }
}

impl Game {
    /// Leaves only the choices after which, whatever follows them, the fewest dice can be lost.
    pub(super) fn lose_fewest(&self, position: &Position, moves: &mut Moves) {
        if position.dice.is_empty() || position.dice.len() + position.bonus.len() == 1 {
            return;
        }
        let mut lost: Few<usize, MOST_MOVES> = Few::new();
        for chosen in &*moves {
            lost.push(self.lost_after(position, chosen));
        }
        let least = lost.iter().min();
        let mut each = lost.iter();
        moves.retain(|_| each.next() == least);
    }

    fn fewest_lost(&self, position: &Position, moves: &Moves) -> usize {
        let mut least = usize::MAX;
        for chosen in moves {
            least = least.min(self.lost_after(position, chosen));
            if least == 0 {
                break;
            }
        }
        least
    }

    /// How many dice of this roll are lost after a choice if the others are chosen so as to lose the fewest. A choice that
    /// ends its arm's part of the game loses none.
    fn lost_after(&self, position: &Position, chosen: &Move) -> usize {
        let mut next = *position;
        let mut lost = Lost(0);
        self.apply(&mut next, chosen, &mut lost);
        if next.phase != Phase::Move || next.dice.is_empty() {
            return lost.0;
        }
        let mut moves = Moves::new();
        self.list_in_order(&next, &mut moves);
        lost.0 + self.fewest_lost(&next, &moves)
    }
}
