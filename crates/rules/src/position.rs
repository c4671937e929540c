//! A checked position: everything that the rules need to go on.

use crate::arm::{ARMS, Arm, PIECES, Piece, Progress};
use crate::event::ExtraReason;
use crate::few::Few;
use crate::lanes::Lanes;
use crate::moves::Captures;

/// What is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A roll.
    Roll,
    /// A choice among the legal moves.
    Move,
    /// Nothing: the game has ended.
    Over,
}

/// Dice rolled and not yet used, or their faces.
pub type Dice = Few<u8, 4>;

/// A position of one game. It comes from [`crate::Game::opening`] or [`crate::Game::check`], so it is
/// possible in that game; it is of no use with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) pieces: [Lanes; ARMS],
    /// The same pieces by ring square, as the board's first arm counts them; in base where they are on none.
    pub(crate) ring: [Lanes; ARMS],
    pub(crate) phase: Phase,
    pub(crate) turn: Arm,
    pub(crate) streak: u8,
    pub(crate) tries: u8,
    pub(crate) extra: Option<ExtraReason>,
    pub(crate) extra_used: bool,
    /// Bit `arm`: it has captured a piece in this game.
    pub(crate) captured: u8,
    pub(crate) last_moved: Option<(Arm, Piece)>,
    /// The pieces moved in this turn that are still out, where a rule asks for them.
    pub(crate) moved: Captures,
    pub(crate) dice: Dice,
    pub(crate) bonus: Few<u8, 8>,
    pub(crate) places: Few<Arm, ARMS>,
    /// By arm: pairs of pieces of which one must be broken.
    pub(crate) duty: [Pairs; ARMS],
    /// By arm: pairs of pieces that may not stand together again in this roll.
    pub(crate) split: [Pairs; ARMS],
    pub(crate) arrived: [[u32; PIECES]; ARMS],
}

impl Position {
    /// The arm to act; when the game is over, the arm that moved last.
    #[must_use]
    pub fn turn(&self) -> Arm {
        self.turn
    }

    /// What is awaited.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The pieces of an arm, by piece. All in base where nobody plays, and only the first counts where a player has one.
    #[must_use]
    pub fn pieces(&self, arm: Arm) -> [Progress; PIECES] {
        self.pieces[arm.index()].all()
    }

    /// How far a piece has come.
    #[must_use]
    pub fn piece(&self, arm: Arm, piece: Piece) -> Progress {
        self.pieces[arm.index()].get(piece)
    }

    /// Faces rolled and not yet used, in the order of use where it is fixed.
    #[must_use]
    pub fn dice(&self) -> &[u8] {
        &self.dice
    }

    /// Pending bonus steps, first one first.
    #[must_use]
    pub fn bonus(&self) -> &[u8] {
        &self.bonus
    }

    /// Sixes (or doubles) in a row in this turn.
    #[must_use]
    pub fn streak(&self) -> u8 {
        self.streak
    }

    /// Arms that have finished, in order.
    #[must_use]
    pub fn places(&self) -> &[Arm] {
        &self.places
    }

    /// The piece last moved in this turn, where a rule asks for it.
    #[must_use]
    pub fn last_moved(&self) -> Option<(Arm, Piece)> {
        self.last_moved
    }

    /// Why an extra roll has been earned by the rolls in use, if it has.
    #[must_use]
    pub fn extra(&self) -> Option<ExtraReason> {
        self.extra
    }

    /// Whether a piece stands in a block of which one piece must be moved (rules.md R1-13, R2-11).
    #[must_use]
    pub fn must_break(&self, arm: Arm, piece: Piece) -> bool {
        self.duty[arm.index()].touches(piece)
    }
}

/// A set of pairs among an arm's four pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pairs(u8);

/// The six pairs, in ascending order.
pub(crate) const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// The bit of each pair, by its two pieces; none for a piece with itself.
const BITS: [[u8; PIECES]; PIECES] = [[0, 1, 2, 4], [1, 0, 8, 16], [2, 8, 0, 32], [4, 16, 32, 0]];

impl Pairs {
    /// No pair.
    pub(crate) const NONE: Pairs = Pairs(0);

    /// Adds a pair, in either order. A piece makes no pair with itself.
    pub(crate) fn insert(&mut self, a: usize, b: usize) {
        self.0 |= BITS[a & 3][b & 3];
    }

    /// Whether there is none.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the pair is there.
    pub(crate) fn contains(self, a: usize, b: usize) -> bool {
        self.0 & BITS[a & 3][b & 3] != 0
    }

    /// Whether a pair has this piece.
    pub(crate) fn touches(self, piece: Piece) -> bool {
        let [a, b, c, d] = BITS[piece.index()];
        self.0 & (a | b | c | d) != 0
    }

    /// The pairs, ascending.
    pub(crate) fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        PAIRS
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| self.0 & (1 << bit) != 0)
            .map(|(_, pair)| pair)
    }
}
