//! One game: resolved rules, a board, and the arms that play on it.

mod arrive;
mod check;
mod finish;
mod grid;
mod legal;
mod length;
mod most;
mod perft;
mod raw;
mod setup;
mod squares;
mod streak;
mod turn;
mod way;
mod why;

use crate::arm::{ARMS, Arm, PIECES, Piece, Progress};
use crate::board::Board;
use crate::error::SetupError;
use crate::few::Few;
use crate::flag::Options;
use crate::lanes::{Lanes, Those};
use crate::moves::Captures;
use crate::position::{Pairs, Phase, Position};
use crate::preset::Preset;
use crate::ruleset::{BlockMade, Rules};
pub use length::Length;
use squares::Squares;
use std::fmt;
pub use why::{Duty, PieceWhy, Reason, Why};

/// The resolved rules of one game. Made once; everything that a decision needs is worked out beforehand.
#[derive(Clone)]
pub struct Game {
    preset: &'static Preset,
    options: Options,
    board: &'static Board,
    arms: Few<Arm, ARMS>,
    rules: Rules,
    /// Squares of the ring.
    ring: i16,
    /// Squares that an arm's pieces have to themselves before the ring.
    lead: i16,
    /// Progress of the first lane square.
    track: i16,
    /// The goal, or the last slot.
    end: i16,
    /// Whether the lane's squares are slots to stay on.
    slots: bool,
    /// The first square that counts as home: the goal, or the first slot.
    home: i16,
    /// The arm opposite each, where opposite arms play together.
    partners: [Option<Arm>; ARMS],
    /// How far one arm's start lies beyond another's: `[of][from]`.
    shift: [[i16; ARMS]; ARMS],
    /// By arm: the others that play.
    others: [Few<Arm, ARMS>; ARMS],
    /// The pieces of a player.
    each: Those,
    /// Safe squares, by an arm's progress.
    safe: [Squares; ARMS],
    /// Whether pieces can meet anything that bars or limits them.
    crowded: bool,
    /// Whether a piece always goes straight on to where it stays, and hits by landing only.
    plain: bool,
    /// Whether, besides, nothing is ever in its way: every step that ends on the board can be made, and every entry.
    free: bool,
    /// Whether some moves must be played before others.
    obliged: bool,
    /// The arm after each, in turn order.
    after: [Arm; ARMS],
}

impl Game {
    /// The id of the preset.
    #[must_use]
    pub fn ruleset(&self) -> &'static str {
        self.preset.id
    }

    /// The preset.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        self.preset
    }

    /// House rules that differ from the preset.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The arms that play, in turn order.
    #[must_use]
    pub fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// How many dice are rolled at once.
    #[must_use]
    pub fn dice_per_roll(&self) -> usize {
        self.rules.dice.into()
    }

    /// How many faces a die has.
    #[must_use]
    pub fn faces(&self) -> u8 {
        6
    }

    /// How many pieces a player has.
    #[must_use]
    pub fn pieces_each(&self) -> u8 {
        self.rules.pieces
    }

    /// How many of a player's pieces must get home.
    #[must_use]
    pub fn pieces_to_win(&self) -> u8 {
        self.rules.to_win
    }

    /// Whether rolls are collected while they are sixes and then used in order (L4-11).
    #[must_use]
    pub fn queues_sixes(&self) -> bool {
        self.rules.queue
    }

    /// Whether a roll moves by itself and nothing is chosen (L4-20).
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.rules.automatic
    }

    /// Progress of the first lane square; from there on a piece is in the lane.
    #[must_use]
    pub fn track(&self) -> i16 {
        self.track
    }

    /// Progress of the goal, or of the last slot.
    #[must_use]
    pub fn end(&self) -> i16 {
        self.end
    }

    /// Whether this progress counts as home: the goal, or any slot.
    #[must_use]
    pub fn is_home(&self, progress: Progress) -> bool {
        progress.0 >= self.home
    }

    /// Whether a piece of `arm` on this ring square cannot be captured by an ordinary move.
    #[must_use]
    pub fn is_safe(&self, arm: Arm, progress: Progress) -> bool {
        self.safe[arm.index()].contains(progress.0)
    }

    /// The progress that a piece of `to` has on the ring square where `arm` has `progress`, `None` where it never comes.
    #[must_use]
    pub fn seen_by(&self, to: Arm, arm: Arm, progress: Progress) -> Option<Progress> {
        if progress.0 < self.lead || progress.0 >= self.track || self.board.is_grid() {
            return None;
        }
        let seen = self.square(to, arm, progress.0);
        (seen < self.track).then_some(Progress(seen))
    }

    /// Whether two own pieces on a ring square bar the way of others.
    #[must_use]
    pub fn pairs_block(&self) -> bool {
        self.rules.block != BlockMade::None
    }

    /// The partner of an arm, where opposite seats play together.
    #[must_use]
    pub fn partner(&self, arm: Arm) -> Option<Arm> {
        self.partners[arm.index()]
    }

    /// The position in which a game begins: `start` is to roll first.
    ///
    /// # Errors
    ///
    /// `Seats` where `start` does not play.
    pub fn opening(&self, start: Arm) -> Result<Position, SetupError> {
        if !self.arms.contains(&start) {
            return Err(SetupError::Seats {
                reason: format!("arm {start} does not play"),
            });
        }
        let mut out = [Progress::BASE; PIECES];
        out[..self.rules.out.into()].fill(Progress::START);
        let mut pieces = [Lanes::BASE; ARMS];
        for arm in &self.arms {
            pieces[arm.index()] = Lanes::of(out);
        }
        Ok(Position {
            pieces,
            ring: self.on_ring(&pieces),
            phase: Phase::Roll,
            turn: start,
            streak: 0,
            tries: 0,
            extra: None,
            extra_used: false,
            captured: 0,
            last_moved: None,
            moved: Captures::NONE,
            dice: Few::new(),
            bonus: Few::new(),
            places: Few::new(),
            duty: [Pairs::NONE; ARMS],
            split: [Pairs::NONE; ARMS],
            arrived: [[0; PIECES]; ARMS],
        })
    }

    /// The arm whose pieces the arm to act plays: its own, or its partner's once its own are home (L1-21).
    #[must_use]
    pub fn hand(&self, position: &Position) -> Arm {
        match self.partner(position.turn) {
            Some(partner) if self.is_finished(position, position.turn) => partner,
            _ => position.turn,
        }
    }

    /// Whether as many pieces of `arm` are home as win.
    #[must_use]
    pub fn is_finished(&self, position: &Position, arm: Arm) -> bool {
        self.pieces_home(position, arm) >= self.rules.to_win
    }

    /// How many pieces of `arm` are home.
    #[must_use]
    pub fn pieces_home(&self, position: &Position, arm: Arm) -> u8 {
        position.pieces[arm.index()].from(self.home).len()
    }

    /// The ring square of `arm`'s `progress` as `to` counts it: from `lead` on, `ring` of them.
    fn square(&self, to: Arm, arm: Arm, progress: i16) -> i16 {
        let square = progress + self.shift[arm.index()][to.index()];
        if square >= self.ring + self.lead {
            square - self.ring
        } else {
            square
        }
    }

    /// The ring square of `arm`'s `progress` as the board's first arm counts it, `None` where it is on none.
    #[inline]
    fn ring_square(&self, arm: Arm, progress: i16) -> Option<i16> {
        let on_ring = progress >= self.lead && progress < self.track;
        on_ring.then(|| self.square(Arm::default(), arm, progress))
    }

    /// Puts a piece there.
    fn put(&self, position: &mut Position, arm: Arm, piece: Piece, to: Progress) {
        let square = self.ring_square(arm, to.0).map_or(Progress::BASE, Progress);
        position.pieces[arm.index()].put(piece, to);
        position.ring[arm.index()].put(piece, square);
    }

    /// Where the pieces stand on the ring.
    fn on_ring(&self, pieces: &[Lanes; ARMS]) -> [Lanes; ARMS] {
        let mut ring = [Lanes::BASE; ARMS];
        for &arm in &self.arms {
            let squares = pieces[arm.index()].all();
            let squares =
                squares.map(|at| self.ring_square(arm, at.0).map_or(Progress::BASE, Progress));
            ring[arm.index()] = Lanes::of(squares);
        }
        ring
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("ruleset", &self.preset.id)
            .field("options", &self.options)
            .field("board", &self.board.id)
            .field("arms", &self.arms)
            .finish_non_exhaustive()
    }
}
