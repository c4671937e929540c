//! Which moves there are.

use super::Game;
use super::squares::Squares;
use super::way::{Means, Way};
use super::why::Duty;
use crate::arm::{Arm, Piece, Progress};
use crate::lanes::Lanes;
use crate::moves::{Captures, Choice, Move, MoveKind, Moves};
use crate::position::{Phase, Position};
use std::ops::ControlFlow;

/// Who moves, and what is known about all of its pieces.
pub(super) struct Hand {
    pub arm: Arm,
    pub lanes: Lanes,
    pub walls: Squares,
}

impl Game {
    /// The legal moves, in canonical order: by piece, then arm, then uses; `Decline` last. Empty unless a choice is awaited.
    #[must_use]
    pub fn legal(&self, position: &Position) -> Moves {
        let mut moves = Moves::new();
        self.list(position, &mut moves);
        moves
    }

    /// Writes the legal moves over what a list holds: [`Game::legal`] for search and simulation, which fill one list again
    /// and again.
    pub fn list(&self, position: &Position, moves: &mut Moves) {
        self.list_in_order(position, moves);
        if self.rules.maximal_use {
            self.lose_fewest(position, moves);
        }
    }

    /// The moves of which none has to wait for another.
    pub(super) fn list_in_order(&self, position: &Position, moves: &mut Moves) {
        moves.clear();
        if position.phase != Phase::Move {
            return;
        }
        let arm = self.hand(position);
        if let Some(way) = self.free_way(position, arm) {
            self.list_free(position, arm, &way, moves);
        } else {
            let _ = self.each_move(position, arm, |found| {
                moves.push(found);
                ControlFlow::Continue(())
            });
        }
        if self.bonus_due(position).is_some() {
            if !self.rules.bonus_must && !moves.is_empty() {
                moves.push(Move::decline());
            }
        } else if self.obliged {
            self.oblige(position, moves);
        }
    }

    /// The legal move that a choice means.
    #[must_use]
    pub fn find(&self, position: &Position, choice: &Choice) -> Option<Move> {
        let mut wanted = *choice;
        if let Choice::Move { uses, .. } = &mut wanted {
            uses.sort();
        }
        let legal = self.legal(position);
        legal.iter().find(|found| found.choice() == wanted).copied()
    }

    /// Whether the dice or bonus at hand can move anything.
    pub(super) fn can_move(&self, position: &Position) -> bool {
        let arm = self.hand(position);
        if let Some(way) = self.free_way(position, arm) {
            return !way.able.is_empty();
        }
        self.each_move(position, arm, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The only die to use, where nothing is ever in a piece's way: the common case, made fast.
    #[inline]
    fn free_way(&self, position: &Position, arm: Arm) -> Option<Way> {
        let sole = position.dice.len() == 1 || self.rules.queue;
        if !(self.free && sole && position.bonus.is_empty()) {
            return None;
        }
        let lanes = position.pieces[arm.index()];
        Some(self.way(lanes, Means::Die(*position.dice.first()?)))
    }

    /// The moves by a die, nothing being in a piece's way.
    #[inline]
    fn list_free(&self, position: &Position, arm: Arm, way: &Way, moves: &mut Moves) {
        let lanes = position.pieces[arm.index()];
        for piece in way.able.iter() {
            let from = lanes.get(piece);
            let (kind, to) = if from.is_base() {
                (MoveKind::Enter, Progress::START)
            } else {
                (way.kind, Progress(from.0 + way.steps))
            };
            let captures = if self.is_safe(arm, to) {
                Captures::NONE
            } else {
                self.captures(position, arm, to.0).unwrap_or_default()
            };
            moves.push(Move {
                kind,
                arm,
                piece,
                uses: way.uses,
                from,
                via: to,
                to,
                captures,
            });
        }
    }

    /// The bonus that has to be played now.
    pub(super) fn bonus_due(&self, position: &Position) -> Option<u8> {
        let steps = *position.bonus.first()?;
        (!self.rules.bonus_at_end || position.dice.is_empty()).then_some(steps)
    }

    /// Visits the moves that the pieces can make, duties aside, by piece and then by what they use.
    #[inline]
    fn each_move(
        &self,
        position: &Position,
        arm: Arm,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.hold(position, arm);
        let (means, count) = self.means(position);
        let first = self.way(hand.lanes, means[0]);
        if count == 1 {
            for piece in first.able.iter() {
                if let Some(found) = self.by_way(position, &hand, piece, &first) {
                    visit(found)?;
                }
            }
            return ControlFlow::Continue(());
        }
        let ways = [
            first,
            self.way(hand.lanes, means[1]),
            self.way(hand.lanes, means[2]),
        ];
        for piece in (ways[0].able | ways[1].able | ways[2].able).iter() {
            for way in &ways[..count] {
                if way.able.has(piece)
                    && let Some(found) = self.by_way(position, &hand, piece, way)
                {
                    visit(found)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whose pieces are moved now.
    #[inline]
    pub(super) fn who_moves(&self, position: &Position) -> Hand {
        self.hold(position, self.hand(position))
    }

    #[inline]
    fn hold(&self, position: &Position, arm: Arm) -> Hand {
        let lanes = position.pieces[arm.index()];
        Hand {
            arm,
            lanes,
            walls: self.walls(position, arm),
        }
    }

    pub(super) fn try_move(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        means: Means,
    ) -> Option<Move> {
        let way = self.way(hand.lanes, means);
        if way.able.has(piece) {
            self.by_way(position, hand, piece, &way)
        } else {
            None
        }
    }

    /// Leaves only what must be played first, and says which duty does so (R1-07, R1-12, R1-13, R2-11, R3-06).
    pub(super) fn oblige(&self, position: &Position, moves: &mut Moves) -> Option<Duty> {
        let unused = position.dice.len() == self.dice_per_roll();
        if unused && self.rules.enter_must && keep_if_any(moves, is_entry) {
            return Some(Duty::Enter);
        }
        let breaks = |found: &Move| position.duty[found.arm.index()].touches(found.piece);
        if position.duty.iter().any(|pairs| !pairs.is_empty()) && keep_if_any(moves, breaks) {
            return Some(Duty::Break);
        }
        if self.rules.enter_must && keep_if_any(moves, is_entry) {
            return Some(Duty::Enter);
        }
        let hand = self.hand(position);
        let waiting = !position.pieces[hand.index()].in_base().is_empty();
        let clears = |found: &Move| found.from == Progress::START;
        if self.rules.clear_start && waiting && keep_if_any(moves, clears) {
            return Some(Duty::ClearStart);
        }
        let captures = |found: &Move| !found.captures.is_empty();
        (self.rules.capture_must && keep_if_any(moves, captures)).then_some(Duty::Capture)
    }

    /// Whether pieces wait in base, none is on the ring, and those in the lane can never move (R3-07): the condition of
    /// several tries.
    pub(super) fn is_stuck(&self, position: &Position) -> bool {
        let arm = self.hand(position);
        let lanes = position.pieces[arm.index()];
        let on_ring = lanes.up_to(self.track - 1);
        if !on_ring.is_empty() || (lanes.in_base() & self.each).is_empty() {
            return false;
        }
        let hand = self.who_moves(position);
        let mut out = Piece::first(self.rules.pieces).filter(|&piece| {
            let on_board = !position.piece(hand.arm, piece).is_base();
            let mut faces = 1..=self.faces();
            on_board
                && faces.any(|face| {
                    self.try_move(position, &hand, piece, Means::Die(face))
                        .is_some()
                })
        });
        out.next().is_none()
    }
}

fn is_entry(found: &Move) -> bool {
    found.kind == MoveKind::Enter
}

/// Keeps only the moves that `keep` accepts, if there are any.
fn keep_if_any(moves: &mut Moves, keep: impl Fn(&Move) -> bool) -> bool {
    let any = moves.iter().any(&keep);
    if any {
        moves.retain(keep);
    }
    any
}
