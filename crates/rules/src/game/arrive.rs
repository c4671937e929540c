//! Where a piece comes to stand once it has counted its steps, and whom it sends back on the way.

use super::Game;
use super::setup::signed;
use super::squares::{Squares, Step};
use crate::arm::{Arm, Piece, Progress};
use crate::moves::Captures;
use crate::position::Position;
use crate::ruleset::{PartnerPiece, Passing, StackHit};

/// What becomes of a piece on the square where it lands.
enum Touch {
    /// It stands there, and sends these back.
    Stands(Captures),
    /// It goes to base itself.
    Repelled,
}

impl Game {
    /// Where a step ends and whom it sends back, `None` where it cannot be made.
    #[inline]
    pub(super) fn arrive(
        &self,
        position: &Position,
        step: &Step,
        walls: &Squares,
    ) -> Option<(Progress, Captures)> {
        match self.touch(position, step, walls)? {
            Touch::Repelled => Some((Progress::BASE, Captures::NONE)),
            Touch::Stands(captures) if self.board.hops.is_empty() => {
                Some((Progress(step.to), captures))
            }
            Touch::Stands(captures) => Some(self.hop_on(position, step, walls, captures)),
        }
    }

    #[inline]
    fn touch(&self, position: &Position, step: &Step, walls: &Squares) -> Option<Touch> {
        if self.rules.stack != StackHit::All && self.is_guarded(position, step) {
            return (self.rules.stack == StackHit::KillsAttacker).then_some(Touch::Repelled);
        }
        self.landing(position, step, walls).map(Touch::Stands)
    }

    /// Makes the hops from where a step ends: one jump and one flight at most, in either order (4.7, 4.10). A hop that could
    /// not land is not made.
    fn hop_on(
        &self,
        position: &Position,
        step: &Step,
        walls: &Squares,
        mut captures: Captures,
    ) -> (Progress, Captures) {
        let (mut at, mut jumped, mut flown) = (step.to, false, false);
        let starts = |at: i16| {
            let mut hops = self.board.hops.iter();
            hops.find(|hop| i32::from(hop.from) == i32::from(at))
        };
        while let Some(hop) = starts(at) {
            let done = if hop.crosses.is_some() {
                &mut flown
            } else {
                &mut jumped
            };
            let next = Step {
                to: signed(hop.to),
                peak: signed(hop.to),
                ..*step
            };
            let Some(touch) = (!*done)
                .then(|| self.touch(position, &next, walls))
                .flatten()
            else {
                break;
            };
            *done = true;
            if let Some(lane) = hop.crosses {
                captures.join(self.crossed(position, step.arm, signed(lane)));
            }
            match touch {
                Touch::Repelled => return (Progress::BASE, captures),
                Touch::Stands(more) => captures.join(more),
            }
            at = next.to;
        }
        (Progress(at), captures)
    }

    /// The pieces of the opposite arm on the lane square over which a flight passes.
    fn crossed(&self, position: &Position, arm: Arm, lane: i16) -> Captures {
        let arms = self.board.arms() as u8;
        let opposite = Arm::new((arm.get() + arms / 2) % arms);
        let mut captures = Captures::NONE;
        for &other in &self.arms {
            if Some(other) != opposite || self.friend(arm) == Some(other) {
                continue;
            }
            for piece in position.pieces[other.index()].on(lane).iter() {
                captures.insert(other, piece);
            }
        }
        captures
    }

    /// The partner, where its pieces are not as rivals' are.
    fn friend(&self, arm: Arm) -> Option<Arm> {
        self.partner(arm)
            .filter(|_| self.rules.partner != PartnerPiece::Literal)
    }

    /// Whether rivals where a step lands cannot be hit by it: two or more of one arm, or, where that is the mover's end, any
    /// on a safe square. There they do not harm an entry (4.10).
    fn is_guarded(&self, position: &Position, step: &Step) -> bool {
        let kills = self.rules.stack == StackHit::KillsAttacker;
        let safe = self.safe[step.arm.index()].contains(step.to);
        let exempt = if kills { step.from < 0 } else { safe };
        if exempt || step.to >= self.track || step.to < self.lead {
            return false;
        }
        let needed = if kills && safe { 1 } else { 2 };
        let friend = self.friend(step.arm);
        self.met(position, step.arm, step.to)
            .any(|(arm, there)| Some(arm) != friend && there.len() >= needed)
    }

    /// A piece on the ring that a step would pass and may not, and where it stands (4.2). The square on which a step ends
    /// counts where it is passed first and then counted back to.
    pub(super) fn passed(&self, position: &Position, step: &Step) -> Option<(Progress, Arm)> {
        let low = step.from.min(step.to) + 1;
        let high = step.peak.min(self.track - 1);
        let lands = step.to == step.peak || step.to < step.from;
        let arms = self.arms.iter().filter(|&&arm| {
            self.rules.passing == Passing::None
                || self.rules.passing == Passing::NotOwn && arm == step.arm
        });
        let pieces = arms.flat_map(|&arm| Piece::first(4).map(move |piece| (arm, piece)));
        let in_way = pieces.filter_map(|(arm, piece)| {
            let progress = position.piece(arm, piece).0;
            let itself = (arm, piece) == (step.arm, step.piece);
            if itself || progress < self.lead || progress >= self.track {
                return None;
            }
            let at = self.square(step.arm, arm, progress);
            let passes = (low..=high).contains(&at) && !(lands && at == step.to);
            passes.then_some((Progress(at), arm))
        });
        in_way.min_by_key(|&(at, _)| at)
    }

    /// A step where the lane is a stair (4.2): its foot is reached exactly, the excess counted back; then each step needs its
    /// own number, and the goal another six.
    pub(super) fn climb(&self, arm: Arm, piece: Piece, from: i16, steps: i16) -> Option<Step> {
        let foot = self.track - 1;
        let (to, peak) = match from + steps {
            _ if from >= foot && steps == self.stair_needs(from) => (from + 1, from + 1),
            _ if from >= foot => return None,
            counted if counted <= foot => (counted, counted),
            counted => (2 * foot - counted, foot),
        };
        (to != from && from < self.end).then_some(Step {
            arm,
            piece,
            from,
            to,
            peak,
        })
    }

    /// The number by which a piece on a stair, or at its foot, climbs.
    pub(super) fn stair_needs(&self, from: i16) -> i16 {
        (from + 2 - self.track).min(self.faces().into())
    }
}
