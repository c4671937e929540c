//! Who plays with what: arms of the board, their pieces, and how far a piece has come.

use std::fmt;

/// Most arms that a board has.
pub const ARMS: usize = 8;

/// Most pieces that an arm has.
pub const PIECES: usize = 4;

/// An arm of the board, which is also the colour and the seat of a player: 0 to 7, in turn order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arm(u8);

impl Arm {
    /// The arm with this number, `None` from 8 on.
    #[must_use]
    pub const fn new(number: u8) -> Option<Arm> {
        if (number as usize) < ARMS {
            Some(Arm(number))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Its number, for containers by arm.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// All eight, ascending.
    pub fn all() -> impl Iterator<Item = Arm> {
        (0..8).map(Arm)
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A piece of an arm: 0 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// The piece with this number, `None` from 4 on.
    #[must_use]
    pub const fn new(number: u8) -> Option<Piece> {
        if (number as usize) < PIECES {
            Some(Piece(number))
        } else {
            None
        }
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Its number, for containers by piece.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The first `count` pieces (at most four), ascending.
    pub fn first(count: u8) -> impl Iterator<Item = Piece> {
        (0..count.min(4)).map(Piece)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// How far a piece has come, relative to its owner (rules.md section 1): -1 in base, 0 on the own
/// start square, up to the goal or the last slot. On a grid board: the square, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Progress(pub(crate) i16);

impl Progress {
    /// In base (off the board).
    pub const BASE: Progress = Progress(-1);
    /// On the own start square.
    pub const START: Progress = Progress(0);

    /// This many squares after the own start square. Whether a board has such a square is not known here.
    #[must_use]
    pub const fn new(squares: i16) -> Progress {
        Progress(squares)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> i16 {
        self.0
    }

    /// Whether it is base.
    #[must_use]
    pub const fn is_base(self) -> bool {
        self.0 < 0
    }
}
