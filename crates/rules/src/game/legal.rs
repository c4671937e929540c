//! Which moves there are.

use super::Game;
use super::squares::{Squares, Step};
use super::why::Duty;
use crate::arm::{Arm, Piece, Progress};
use crate::moves::{Choice, Move, MoveKind, Moves, Uses};
use crate::position::{Phase, Position};
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
    pub walls: Squares,
    pub base_empty: bool,
}

impl Game {
    /// The legal moves, in canonical order: by piece, then arm, then uses; `Decline` last. Empty unless a choice is awaited.
    #[must_use]
    pub fn legal(&self, position: &Position) -> Moves {
        let mut moves = Moves::new();
        if position.phase != Phase::Move {
            return moves;
        }
        if let Some(face) = self.free_die(position) {
            self.list_steps(position, face, &mut moves);
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
            self.oblige(position, &mut moves);
        }
        moves
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
            return self.can_step(position, face);
        }
        self.each_move(position, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The only die to use, where nothing is ever in a piece's way: the common case, made fast.
    fn free_die(&self, position: &Position) -> Option<u8> {
        if !self.free || !position.bonus.is_empty() {
            return None;
        }
        match position.dice[..] {
            [face] => Some(face),
            [face, ..] if self.rules.queue => Some(face),
            _ => None,
        }
    }

    /// Whether any piece can use a die, nothing being in its way.
    fn can_step(&self, position: &Position, face: u8) -> bool {
        let (_, pieces, steps) = self.stride(position, face);
        let enters = self.rules.enter_on.contains(face);
        let reaches = |progress: &Progress| progress.0 >= 0 && progress.0 + steps <= self.end;
        let mut pieces = pieces.iter();
        pieces.any(|progress| enters && progress.is_base() || reaches(progress))
    }

    /// The moves by a die, nothing being in a piece's way.
    fn list_steps(&self, position: &Position, face: u8, moves: &mut Moves) {
        let (arm, pieces, steps) = self.stride(position, face);
        let enters = self.rules.enter_on.contains(face);
        for (piece, progress) in Piece::first(self.rules.pieces).zip(pieces) {
            let from = progress.0;
            let (kind, to) = match from {
                ..0 if enters => (MoveKind::Enter, 0),
                ..0 => continue,
                _ => (MoveKind::Move, from + steps),
            };
            if to > self.end {
                continue;
            }
            let step = Step {
                arm,
                piece,
                from,
                to,
                peak: to,
            };
            let meets = to < self.track && !self.is_safe(arm, Progress(to));
            let captures = if meets {
                self.captures(position, &step)
            } else {
                None
            };
            moves.push(Move {
                kind,
                arm,
                piece,
                uses: Uses::first([face, 0], 1),
                from: *progress,
                to: Progress(to),
                captures: captures.unwrap_or_default(),
            });
        }
    }

    /// Whose pieces are moved, and how far a die takes those on the board.
    fn stride<'a>(&self, position: &'a Position, face: u8) -> (Arm, &'a [Progress], i16) {
        let arm = self.hand(position);
        let pieces = &position.pieces[arm.index()][..self.rules.pieces.into()];
        let steps = match face {
            6 if !pieces.contains(&Progress::BASE) => self.rules.six_base_empty,
            _ => face,
        };
        (arm, pieces, i16::from(steps))
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
        for piece in Piece::first(self.rules.pieces) {
            for means in &means[..count] {
                if let Some(found) = self.try_move(position, &hand, piece, *means) {
                    visit(found)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(super) fn who_moves(&self, position: &Position) -> Hand {
        let arm = self.hand(position);
        let pieces = &position.pieces[arm.index()][..self.rules.pieces.into()];
        Hand {
            arm,
            walls: self.walls(position, arm),
            base_empty: !pieces.contains(&Progress::BASE),
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
            [a, b] if !self.rules.queue => {
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

    #[inline(always)]
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
                Means::Die(6) if hand.base_empty => (MoveKind::Move, self.rules.six_base_empty),
                Means::Die(face) => (MoveKind::Move, face),
                Means::Bonus(steps) => (MoveKind::Bonus, steps),
                Means::Sum(..) => return None,
            };
            let step = self.step(position, hand.arm, piece, from, i16::from(steps))?;
            if self.is_barred(&step, face, &hand.walls) {
                return None;
            }
            (kind, step)
        };
        let captures = self.landing(position, &step, &hand.walls)?;
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
            to: Progress(step.to),
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
        let counted = from + steps;
        let (to, peak) = if counted <= self.end {
            (counted, counted)
        } else {
            (2 * self.end - counted, self.end)
        };
        let returns = to != peak;
        if returns && (!self.rules.bounce || to < self.track || to == from || from == self.end) {
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
        let mut pieces = position.pieces[arm.index()].iter();
        !self.rules.capture_first || captured || pieces.all(|p| p.0 >= self.track - 1)
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
        let waiting = position.pieces[hand.index()].contains(&Progress::BASE);
        let clears = |found: &Move| found.from == Progress::START;
        if self.rules.clear_start && waiting && keep_if_any(moves, clears) {
            return Some(Duty::ClearStart);
        }
        let captures = |found: &Move| !found.captures.is_empty();
        (self.rules.capture_must && keep_if_any(moves, captures)).then_some(Duty::Capture)
    }

    /// Whether nothing but an entry could ever move (R06): the condition of several tries.
    pub(super) fn is_stuck(&self, position: &Position) -> bool {
        let arm = self.hand(position);
        let hand = Hand {
            arm,
            walls: self.walls(position, arm),
            base_empty: false,
        };
        let mut out = Piece::first(self.rules.pieces).filter(|&piece| {
            let on_board = !position.piece(arm, piece).is_base();
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
