//! Why a piece cannot move, and which duty forces a choice: for people who ask. `legal` decides; here its decision is
//! explained, slowly and in full.

mod bar;

use super::Game;
use super::legal::Hand;
use super::way::Means;
use crate::arm::{Arm, Piece, Progress};
use crate::few::Few;
use crate::moves::{Move, Moves, Uses};
use crate::position::{Phase, Position};

/// A rule that lets only some of the possible moves be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// A piece must come out (R1-07, R1-08, R2-04, R3-06).
    Enter,
    /// A block must be broken (R1-13, R2-11).
    Break,
    /// The own start square must be cleared while pieces wait (R3-06).
    ClearStart,
    /// A roll that can capture must (R3-06).
    Capture,
    /// Bonus steps come before the dice that are left (R1-19).
    Bonus,
    /// As many dice as possible must be used (R1-06).
    MostDice,
}

/// What keeps a piece from moving by something. Squares are told by the piece's own progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It waits in base, and comes out by one of these faces, or by two dice of this sum (0: by no sum).
    NeedsFace {
        /// The faces, ascending.
        faces: Few<u8, 6>,
        /// The sum.
        sum: u8,
    },
    /// It waits in base, and bonus steps bring nothing out (R1-18).
    NoEntryByBonus,
    /// It is on the board, and the sum of two dice only brings a piece out (R1-08).
    SumOnlyEnters,
    /// It has arrived.
    Home,
    /// It would come past the end by so many squares.
    PastEnd {
        /// How many.
        by: i16,
    },
    /// The count goes back from the end to where the piece cannot stand.
    CountsBack {
        /// How many squares too many.
        by: i16,
    },
    /// Its player must capture before any piece enters the lane (R4-12).
    CaptureFirst,
    /// Two or more pieces of one arm stand in its way (L1-11, L2-11, L3-03).
    BlockAhead {
        /// Where.
        at: Progress,
        /// Whose.
        of: Arm,
    },
    /// Two pieces of different arms on a safe square stand in its way (L2-11).
    MixedAhead {
        /// Where.
        at: Progress,
    },
    /// It would jump over an own piece in the lane (L3-15).
    OwnAhead {
        /// Where.
        at: Progress,
    },
    /// It would land on an own piece, and no two may share that square (L3-01, L3-15).
    OwnPiece {
        /// Where.
        at: Progress,
    },
    /// It would land where as many stand as may (R1-16).
    Full {
        /// Where.
        at: Progress,
    },
    /// It would land on a block of this arm (L3-03).
    Block {
        /// Where.
        at: Progress,
        /// Whose.
        of: Arm,
    },
    /// It would land beside a piece of another arm on a safe square, where none is shared (4.4).
    NotShared {
        /// Where.
        at: Progress,
    },
    /// It would land on a partner's piece (R1-17, R3-15).
    Partner {
        /// Where.
        at: Progress,
    },
    /// It would stand again with the piece from which it was parted in this roll (R1-14).
    PairBroken {
        /// Where.
        at: Progress,
    },
    /// It would pass a piece of this arm, and may not (4.2).
    PieceAhead {
        /// Where.
        at: Progress,
        /// Whose.
        of: Arm,
    },
    /// It climbs the stair by this number only (4.2).
    StairNeeds {
        /// Which.
        face: u8,
    },
    /// Another die of the queue is used first (L4-12).
    NotYet {
        /// Which.
        first: u8,
    },
    /// Bonus steps wait until the dice are used.
    DiceFirst,
    /// It could, were it not for this duty.
    Duty(Duty),
    /// No reason is known. No ruleset comes to this: a test by random play holds.
    Unexplained,
}

/// One way in which a piece might move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWhy {
    /// The owner of the piece.
    pub arm: Arm,
    /// The piece.
    pub piece: Piece,
    /// The faces (or the bonus).
    pub uses: Uses,
    /// The legal move, or why there is none.
    pub verdict: Result<Move, Reason>,
}

/// The whole explanation of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// The duty that takes moves away, if one does.
    pub forced: Option<Duty>,
    /// By piece and then by what it would use. Empty unless a choice is awaited.
    pub pieces: Vec<PieceWhy>,
}

impl Game {
    /// The duty that takes away moves which the pieces could make.
    #[must_use]
    pub fn forced(&self, position: &Position) -> Option<Duty> {
        if position.phase != Phase::Move {
            return None;
        }
        let mut moves = self.possible(position);
        let all = moves.len();
        let duty = if self.bonus_due(position).is_some() {
            (!position.dice.is_empty()).then_some(Duty::Bonus)
        } else {
            let duty = self.oblige(position, &mut moves);
            duty.filter(|_| moves.len() < all)
        };
        let in_order = moves.len();
        if self.rules.maximal_use {
            self.lose_fewest(position, &mut moves);
        }
        if moves.len() < in_order {
            Some(Duty::MostDice)
        } else {
            duty
        }
    }

    /// For each piece of the hand that acts and each thing that it might use: the legal move, or what bars it.
    #[must_use]
    pub fn why(&self, position: &Position) -> Why {
        if position.phase != Phase::Move {
            return Why::default();
        }
        let forced = self.forced(position);
        let (hand, legal) = (self.who_moves(position), self.legal(position));
        let means = self.all_means(position);
        let mut pieces = Vec::new();
        for piece in Piece::first(self.rules.pieces) {
            for &(means, waits) in &means {
                let uses = means.uses();
                let is_it = |found: &&Move| found.piece == piece && found.uses == uses;
                let found = legal.iter().find(is_it).filter(|_| waits.is_none());
                let otherwise = waits.or(forced.map(Reason::Duty));
                pieces.push(PieceWhy {
                    arm: hand.arm,
                    piece,
                    uses,
                    verdict: found
                        .copied()
                        .ok_or_else(|| self.reason(position, &hand, piece, means, otherwise)),
                });
            }
        }
        Why { forced, pieces }
    }

    /// The moves that the pieces can make by what can be used now, duties aside.
    fn possible(&self, position: &Position) -> Moves {
        let hand = self.who_moves(position);
        let (means, count) = self.means(position);
        let mut moves = Moves::new();
        for piece in Piece::first(self.rules.pieces) {
            for means in &means[..count] {
                if let Some(found) = self.try_move(position, &hand, piece, *means) {
                    moves.push(found);
                }
            }
        }
        moves
    }

    /// Whatever is rolled or earned and not used yet, and why it has to wait if it has.
    fn all_means(&self, position: &Position) -> Vec<(Means, Option<Reason>)> {
        let (now, count) = self.means(position);
        let mut all: Vec<(Means, Option<Reason>)> =
            now[..count].iter().map(|means| (*means, None)).collect();
        let waits = match position.dice.first() {
            _ if self.bonus_due(position).is_some() => Reason::Duty(Duty::Bonus),
            Some(&first) => Reason::NotYet { first },
            None => return all,
        };
        for &face in &position.dice {
            if all
                .iter()
                .all(|(means, _)| means.uses() != Uses::first([face, 0], 1))
            {
                all.push((Means::Die(face), Some(waits)));
            }
        }
        if let (Some(&steps), None) = (position.bonus.first(), self.bonus_due(position)) {
            all.push((Means::Bonus(steps), Some(Reason::DiceFirst)));
        }
        all
    }

    /// Why a piece has no legal move by this: what bars it itself, else `otherwise`, what bars moves that could be made.
    fn reason(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        means: Means,
        otherwise: Option<Reason>,
    ) -> Reason {
        let barred = match self.try_move(position, hand, piece, means) {
            Some(_) => None,
            None => self.bar(position, hand, piece, means),
        };
        barred.or(otherwise).unwrap_or(Reason::Unexplained)
    }
}

impl Means {
    /// What a move by this consumes, ascending.
    fn uses(self) -> Uses {
        match self {
            Means::Die(used) | Means::Bonus(used) => Uses::first([used, 0], 1),
            Means::Sum(low, high) => Uses::first([low, high], 2),
        }
    }
}
