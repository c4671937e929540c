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
}

/// What moves pieces, and how.
#[derive(Clone, Copy)]
struct Way {
    /// What it does to a piece on the board.
    kind: MoveKind,
    uses: Uses,
    /// The face of the die, 0 for none.
    face: u8,
    steps: i16,
    /// The pieces that it brings out, or that stay on the board by it.
    able: Those,
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

    /// What this does to the hand's pieces.
    #[inline]
    fn way(&self, lanes: Lanes, means: Means) -> Way {
        let waiting = lanes.in_base() & self.each;
        let (kind, used, face, steps) = match means {
            Means::Die(face) => (MoveKind::Move, [face, 0], face, self.steps(lanes, face)),
            Means::Bonus(steps) => (MoveKind::Bonus, [steps, 0], 0, steps),
            Means::Sum(low, high) => {
                return Way {
                    kind: MoveKind::Enter,
                    uses: Uses::first([low, high], 2),
                    face: 0,
                    steps: 0,
                    able: waiting,
                };
            }
        };
        let steps = i16::from(steps);
        let furthest = if self.rules.over == LaneOver::Stay {
            self.end - steps
        } else {
            self.end
        };
        let enters = if self.rules.enter_on.contains(face) {
            waiting
        } else {
            Those::default()
        };
        Way {
            kind,
            uses: Uses::first(used, 1),
            face,
            steps,
            able: enters | lanes.up_to(furthest),
        }
    }

    /// How far a die takes a piece on the board.
    #[inline]
    pub(super) fn steps(&self, lanes: Lanes, face: u8) -> u8 {
        match face {
            6 if (lanes.in_base() & self.each).is_empty() => self.rules.six_base_empty,
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
        let way = self.way(hand.lanes, means);
        if way.able.has(piece) {
            self.by_way(position, hand, piece, &way)
        } else {
            None
        }
    }

    /// The move of a piece that is able to it, unless something is in its way.
    fn by_way(&self, position: &Position, hand: &Hand, piece: Piece, way: &Way) -> Option<Move> {
        let from = hand.lanes.get(piece);
        let (kind, counted) = if from.is_base() {
            (MoveKind::Enter, Progress::START)
        } else {
            (way.kind, Progress(from.0 + way.steps))
        };
        let (via, to, captures) = if self.plain {
            let captures = self.go(position, hand, piece, from, counted)?;
            (counted, counted, captures)
        } else {
            self.go_oddly(position, hand, piece, way)?
        };
        Some(Move {
            kind,
            arm: hand.arm,
            piece,
            uses: way.uses,
            from,
            via,
            to,
            captures,
        })
    }

    /// Whom a piece sends back that goes straight on to where it stays, `None` where it cannot.
    #[inline]
    fn go(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        from: Progress,
        to: Progress,
    ) -> Option<Captures> {
        if hand.walls.any_between(from.0, to.0) {
            return None;
        }
        let step = Step {
            arm: hand.arm,
            piece,
            from: from.0,
            to: to.0,
            peak: to.0,
        };
        self.landing(position, &step, &hand.walls)
    }

    /// The square counted to, the one where the piece comes to stand, and whom it sends back, by all rules there are.
    fn go_oddly(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        way: &Way,
    ) -> Option<(Progress, Progress, Captures)> {
        let from = hand.lanes.get(piece);
        let step = if from.is_base() {
            Step {
                arm: hand.arm,
                piece,
                from: from.0,
                to: 0,
                peak: 0,
            }
        } else {
            let step = self.step(position, hand.arm, piece, from.0, way.steps)?;
            let passes =
                self.rules.passing == Passing::All || self.passed(position, &step).is_none();
            if self.is_barred(&step, way.face, &hand.walls) || !passes {
                return None;
            }
            step
        };
        let (to, mut captures) = self.arrive(position, &step, &hand.walls)?;
        if self.rules.capture_pass {
            self.add_passed(position, &step, &mut captures);
        }
        Some((Progress(step.to), to, captures))
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
