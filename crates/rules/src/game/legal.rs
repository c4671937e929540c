//! Which moves there are.

use super::Game;
use super::squares::{Squares, Step};
use super::why::Duty;
use crate::arm::{Arm, Piece, Progress};
use crate::lanes::{Lanes, Those};
use crate::moves::{Captures, Choice, Move, MoveKind, Moves, Uses};
use crate::position::{Phase, Position};
use crate::ruleset::{LaneOver, Passing};
use std::ops::ControlFlow;

/// What a piece can be moved by now.
#[derive(Clone, Copy)]
pub(super) enum Means {
    Die(u8),
    /// Two dice together, which only bring a piece out.
    Sum(u8, u8),
    Bonus(u8),
}

/// Who moves, and what is known about all of its pieces.
pub(super) struct Hand {
    pub arm: Arm,
    pub lanes: Lanes,
    pub walls: Squares,
    pub base_empty: bool,
}

impl Game {
    /// The legal moves, in canonical order: by piece, then arm, then uses; `Decline` last. Empty unless a choice is awaited.
    #[must_use]
    pub fn legal(&self, position: &Position) -> Moves {
        let mut moves = self.in_order(position);
        if self.rules.maximal_use {
            self.lose_fewest(position, &mut moves);
        }
        moves
    }

    /// The moves of which none has to wait for another.
    pub(super) fn in_order(&self, position: &Position) -> Moves {
        let mut moves = Moves::new();
        if position.phase == Phase::Move {
            self.list(position, &mut moves);
        }
        moves
    }

    fn list(&self, position: &Position, moves: &mut Moves) {
        if let Some(face) = self.free_die(position) {
            self.list_free(position, face, moves);
        } else {
            let _ = self.each_move(position, |found| {
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
        if let Some(face) = self.free_die(position) {
            let hand = self.who_moves(position);
            return !self.able(&hand, Means::Die(face)).is_empty();
        }
        self.each_move(position, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The only die to use, where nothing is ever in a piece's way: the common case, made fast.
    #[inline]
    fn free_die(&self, position: &Position) -> Option<u8> {
        let sole = position.dice.len() == 1 || self.rules.queue;
        let free = self.free && sole && position.bonus.is_empty();
        position.dice.first().copied().filter(|_| free)
    }

    /// The moves by a die, nothing being in a piece's way.
    fn list_free(&self, position: &Position, face: u8, moves: &mut Moves) {
        let hand = self.who_moves(position);
        let arm = hand.arm;
        let steps = i16::from(self.steps(&hand, face));
        for piece in self.able(&hand, Means::Die(face)).iter() {
            let from = hand.lanes.get(piece);
            let (kind, to) = if from.is_base() {
                (MoveKind::Enter, Progress::START)
            } else {
                (MoveKind::Move, Progress(from.0 + steps))
            };
            let captures = if to.0 < self.track && !self.is_safe(arm, to) {
                self.captures(position, arm, to.0).unwrap_or_default()
            } else {
                Captures::NONE
            };
            moves.push(Move {
                kind,
                arm,
                piece,
                uses: Uses::first([face, 0], 1),
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
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.who_moves(position);
        let (means, count) = self.means(position);
        let (mut able, mut any) = ([Those::default(); 3], Those::default());
        for (able, means) in able.iter_mut().zip(&means[..count]) {
            *able = self.able(&hand, *means);
            any = any | *able;
        }
        for piece in any.iter() {
            for (means, able) in means[..count].iter().zip(able) {
                if able.has(piece)
                    && let Some(found) = self.try_move(position, &hand, piece, *means)
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
        let arm = self.hand(position);
        let lanes = position.pieces[arm.index()];
        Hand {
            arm,
            lanes,
            walls: self.walls(position, arm),
            base_empty: (lanes.in_base() & self.each).is_empty(),
        }
    }

    /// The pieces that come out by this, or stay on the board by it: the others need not be looked at.
    #[inline]
    fn able(&self, hand: &Hand, means: Means) -> Those {
        let (enters, steps) = match means {
            Means::Die(face) => (self.rules.enter_on.contains(face), self.steps(hand, face)),
            Means::Sum(..) => return hand.lanes.in_base() & self.each,
            Means::Bonus(steps) => (false, steps),
        };
        let furthest = if self.rules.over == LaneOver::Stay {
            self.end - i16::from(steps)
        } else {
            self.end
        };
        let out = hand.lanes.up_to(furthest);
        if enters {
            out | hand.lanes.in_base() & self.each
        } else {
            out
        }
    }

    /// How far a die takes a piece on the board.
    #[inline]
    pub(super) fn steps(&self, hand: &Hand, face: u8) -> u8 {
        match face {
            6 if hand.base_empty => self.rules.six_base_empty,
            6 => self.rules.six_value,
            _ => face,
        }
    }

    /// What can be used now, ascending, and how many of them there are.
    #[inline]
    pub(super) fn means(&self, position: &Position) -> ([Means; 3], usize) {
        let none = Means::Die(0);
        if let Some(steps) = self.bonus_due(position) {
            return ([Means::Bonus(steps), none, none], 1);
        }
        match *position.dice {
            [a, ref more @ ..] if !more.is_empty() && !self.rules.queue => {
                // A double and its bottoms have two faces between them.
                let b = more.iter().copied().find(|&face| face != a).unwrap_or(a);
                let (low, high) = (a.min(b), a.max(b));
                let sum = low + high == self.rules.enter_sum;
                match (low == high, sum) {
                    (true, _) => ([Means::Die(low), none, none], 1),
                    (_, false) => ([Means::Die(low), Means::Die(high), none], 2),
                    (_, true) => (
                        [Means::Die(low), Means::Sum(low, high), Means::Die(high)],
                        3,
                    ),
                }
            }
            [first, ..] => ([Means::Die(first), none, none], 1),
            [] => ([none; 3], 0),
        }
    }

    pub(super) fn try_move(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        means: Means,
    ) -> Option<Move> {
        let from = position.piece(hand.arm, piece).0;
        let face = match means {
            Means::Die(face) => face,
            Means::Sum(..) | Means::Bonus(_) => 0,
        };
        let (kind, step) = if from < 0 {
            let enters = match means {
                Means::Die(face) => self.rules.enter_on.contains(face),
                Means::Sum(..) => true,
                Means::Bonus(_) => false,
            };
            let step = Step {
                arm: hand.arm,
                piece,
                from,
                to: 0,
                peak: 0,
            };
            (MoveKind::Enter, enters.then_some(step)?)
        } else {
            let (kind, steps) = match means {
                Means::Die(face) => (MoveKind::Move, self.steps(hand, face)),
                Means::Bonus(steps) => (MoveKind::Bonus, steps),
                Means::Sum(..) => return None,
            };
            let step = self.step(position, hand.arm, piece, from, i16::from(steps))?;
            if self.is_barred(&step, face, &hand.walls)
                || self.rules.passing != Passing::All && self.passed(position, &step).is_some()
            {
                return None;
            }
            (kind, step)
        };
        let (to, mut captures) = self.arrive(position, &step, &hand.walls)?;
        if self.rules.capture_pass {
            self.add_passed(position, &step, &mut captures);
        }
        let uses = match means {
            Means::Die(used) | Means::Bonus(used) => Uses::first([used, 0], 1),
            Means::Sum(low, high) => Uses::first([low, high], 2),
        };
        Some(Move {
            kind,
            arm: hand.arm,
            piece,
            uses,
            from: Progress(from),
            via: Progress(step.to),
            to,
            captures,
        })
    }

    /// Where so many steps lead, `None` where they lead nowhere.
    #[inline]
    pub(super) fn step(
        &self,
        position: &Position,
        arm: Arm,
        piece: Piece,
        from: i16,
        steps: i16,
    ) -> Option<Step> {
        if self.rules.over == LaneOver::Stepwise {
            return self.climb(arm, piece, from, steps);
        }
        let counted = from + steps;
        let (to, peak) = if counted <= self.end {
            (counted, counted)
        } else {
            (2 * self.end - counted, self.end)
        };
        let returns = to != peak;
        if returns
            && (self.rules.over == LaneOver::Stay
                || to < self.track
                || to == from
                || from == self.end)
        {
            return None;
        }
        if from < self.track && to >= self.track && !self.lane_is_open(position, arm) {
            return None;
        }
        Some(Step {
            arm,
            piece,
            from,
            to,
            peak,
        })
    }

    /// Whether `arm`'s pieces may enter their lane: where a capture must come first, only after it, or when none of its
    /// pieces is short of the turn-off any more, since such a game would never end.
    pub(super) fn lane_is_open(&self, position: &Position, arm: Arm) -> bool {
        let captured = position.captured >> arm.index() & 1 == 1;
        let short = position.pieces[arm.index()].below(self.track - 1);
        !self.rules.capture_first || captured || short.is_empty()
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
        let hand = Hand {
            base_empty: false,
            ..self.who_moves(position)
        };
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
