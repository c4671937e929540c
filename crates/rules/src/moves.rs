//! Legal moves and the choice among them.

use crate::arm::{Arm, Piece, Progress};
use crate::few::Few;
use std::fmt;

/// What a move does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A piece comes out of base.
    #[default]
    Enter,
    /// A piece moves by a die.
    Move,
    /// A piece moves by a bonus.
    Bonus,
    /// A bonus is refused. The move's other fields mean nothing.
    Decline,
}

/// Faces (or the bonus) that a move consumes, ascending.
pub type Uses = Few<u8, 2>;

/// Pieces that a move sends back.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Captures(u32);

impl Captures {
    /// No piece.
    pub const NONE: Captures = Captures(0);

    /// Adds a piece.
    pub fn insert(&mut self, arm: Arm, piece: Piece) {
        self.0 |= 1 << (arm.index() * 4 + piece.index());
    }

    /// Adds a piece, or takes it out.
    pub(crate) fn set(&mut self, arm: Arm, piece: Piece, is_in: bool) {
        self.insert(arm, piece);
        self.0 ^= u32::from(!is_in) << (arm.index() * 4 + piece.index());
    }

    /// Adds these pieces.
    pub(crate) fn join(&mut self, others: Captures) {
        self.0 |= others.0;
    }

    /// How many.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces, ascending by arm and piece.
    pub fn iter(self) -> impl Iterator<Item = (Arm, Piece)> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            // 32 bits: eight arms of four pieces; past the last bit there is no such arm.
            let number = u8::try_from(bit).ok()?;
            Some((Arm::new(number / 4)?, Piece::new(number % 4)?))
        })
    }
}

impl fmt::Debug for Captures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(|(a, p)| (a.get(), p.get())))
            .finish()
    }
}

/// A legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// What it does.
    pub kind: MoveKind,
    /// The owner of the piece: the acting arm, or its partner's when helping.
    pub arm: Arm,
    /// The piece.
    pub piece: Piece,
    /// What it consumes.
    pub uses: Uses,
    /// Where the piece stands.
    pub from: Progress,
    /// The square counted to: `to`, unless what stands there sends the piece elsewhere.
    pub via: Progress,
    /// Where it comes to stand.
    pub to: Progress,
    /// Whom it sends back.
    pub captures: Captures,
}

impl Move {
    /// The refusal of a bonus.
    #[must_use]
    pub fn decline() -> Move {
        Move {
            kind: MoveKind::Decline,
            ..Move::default()
        }
    }

    /// The square counted to, where the piece does not stay on it.
    #[must_use]
    pub fn detour(&self) -> Option<Progress> {
        (self.via != self.to).then_some(self.via)
    }

    /// What to say in order to choose it.
    #[must_use]
    pub fn choice(&self) -> Choice {
        match self.kind {
            MoveKind::Decline => Choice::Decline,
            _ => Choice::Move {
                arm: self.arm,
                piece: self.piece,
                uses: self.uses,
            },
        }
    }
}

/// The legal moves of a position, in canonical order: by piece, then arm, then uses; decline last.
pub type Moves = Few<Move, MOST_MOVES>;

/// Four pieces have at most two ways each, by either of two dice.
pub(crate) const MOST_MOVES: usize = 10;

/// A decision among the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The move of this piece by these faces (or this bonus), in any order.
    Move {
        /// The owner of the piece.
        arm: Arm,
        /// The piece.
        piece: Piece,
        /// What it consumes.
        uses: Uses,
    },
    /// To refuse a bonus.
    Decline,
}
