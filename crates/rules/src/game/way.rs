//! How a die, two dice together or a bonus move a piece: what is able to it, and where it comes to.

use super::Game;
use super::legal::Hand;
use super::squares::Step;
use crate::arm::{Arm, Piece, Progress};
use crate::lanes::{Lanes, Those};
use crate::moves::{Captures, Move, MoveKind, Uses};
use crate::position::Position;
use crate::ruleset::{LaneOver, Passing};

/// What a piece can be moved by now.
#[derive(Clone, Copy)]
pub(super) enum Means {
    Die(u8),
    /// Two dice together, which only bring a piece out.
    Sum(u8, u8),
    Bonus(u8),
}

/// What moves pieces, and how.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// What it does to a piece on the board.
    pub kind: MoveKind,
    pub uses: Uses,
    /// The face of the die, 0 for none.
    pub face: u8,
    pub steps: i16,
    /// The pieces that it brings out, or that stay on the board by it.
    pub able: Those,
}

impl Game {
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

    /// What this does to the hand's pieces.
    #[inline]
    pub(super) fn way(&self, lanes: Lanes, means: Means) -> Way {
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

    /// The move of a piece that is able to it, unless something is in its way.
    pub(super) fn by_way(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        way: &Way,
    ) -> Option<Move> {
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
            let wall = self.wall_ahead(position, &step, way.face, &hand.walls);
            if wall.is_some() || !passes {
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
}
