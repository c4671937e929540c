//! What a bot sees on the board: what is safe, who could hit a piece, what a move takes.

use ludohall_rules::{Arm, Game, Move, Phase, Piece, Position, Progress};

/// A rival this close behind may arrive with its next die.
const REACH: i16 = 6;

/// A position, seen by who chooses in it.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    game: &'a Game,
    position: &'a Position,
}

impl<'a> Sight<'a> {
    /// The view of this position.
    pub fn new(game: &'a Game, position: &'a Position) -> Self {
        Self { game, position }
    }

    /// Whether it is a safe square of the ring.
    pub fn is_safe_square(self, arm: Arm, at: Progress) -> bool {
        self.is_on_ring(at) && self.game.is_safe(arm, at)
    }

    /// Whether it is in the own lane, home included.
    pub fn is_in_lane(self, at: Progress) -> bool {
        at.get() >= self.game.track()
    }

    /// Whether it is the goal, or a slot.
    pub fn is_home(self, at: Progress) -> bool {
        self.game.is_home(at)
    }

    fn is_on_ring(self, at: Progress) -> bool {
        !at.is_base() && !self.is_in_lane(at)
    }

    /// Rivals that stand one to six squares behind, where a piece can be hit at all.
    pub fn threats(self, arm: Arm, at: Progress) -> i32 {
        if !self.is_on_ring(at) || self.game.is_safe(arm, at) {
            return 0;
        }
        let rivals = self.game.arms().iter();
        rivals
            .filter(|rival| self.is_rival(arm, **rival))
            .filter_map(|rival| Some((*rival, self.game.seen_by(*rival, arm, at)?)))
            .map(|(rival, square)| self.close_behind(rival, square))
            .sum()
    }

    /// Pieces of `rival` from which `square` is one to six squares away; those in base may enter on it.
    fn close_behind(self, rival: Arm, square: Progress) -> i32 {
        let pieces = &self.position.pieces(rival)[..self.game.pieces_each().into()];
        let close = |from: &Progress| {
            if from.is_base() {
                square == Progress::START
            } else {
                (1..=REACH).contains(&(square.get() - from.get()))
            }
        };
        pieces.iter().map(|from| i32::from(close(from))).sum()
    }

    /// Squares that captured pieces lose, their start square included; below 0 for a partner's piece.
    pub fn losses(self, legal: &Move) -> impl Iterator<Item = i32> {
        legal.captures.iter().map(move |(arm, piece)| {
            let lost = i32::from(self.position.piece(arm, piece).get()) + 1;
            if self.is_rival(legal.arm, arm) {
                lost
            } else {
                -lost
            }
        })
    }

    /// Whether a move ends the game, or its arm's part of it.
    pub fn finishes(self, legal: &Move) -> bool {
        if !self.is_home(legal.to) {
            return false;
        }
        let mut after = *self.position;
        let played = self.game.play(&mut after, &legal.choice(), &mut ());
        let placed = after.places().len() > self.position.places().len();
        played.is_ok() && (placed || after.phase() == Phase::Over)
    }

    /// Whether a piece makes a pair with another of its own there that stops rivals.
    pub fn makes_block(self, arm: Arm, piece: Piece, at: Progress) -> bool {
        self.game.pairs_block()
            && self.is_on_ring(at)
            && Piece::first(self.game.pieces_each())
                .any(|other| other != piece && self.position.piece(arm, other) == at)
    }

    fn is_rival(self, arm: Arm, other: Arm) -> bool {
        other != arm && self.game.partner(arm) != Some(other)
    }
}
