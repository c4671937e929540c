//! Sixes or doubles in a row, and what too many of them do.

use super::Game;
use crate::arm::{Arm, PIECES, Piece, Progress};
use crate::event::{Event, ExtraReason, LostReason, Sink};
use crate::few::Few;
use crate::position::Position;
use crate::ruleset::StreakEffect;
use std::cmp::Reverse;

/// Pieces that go back, and where to.
type Penalties = Few<(Arm, Piece, Progress), PIECES>;

impl Game {
    /// Too many sixes or doubles in a row (L0-25, L1-10, L2-19, L4-13).
    pub(super) fn too_many(&self, position: &mut Position, sink: &mut impl Sink) {
        sink.event(Event::RollLost {
            arm: position.turn,
            dice: position.dice,
            reason: LostReason::Streak,
        });
        for &(arm, piece, to) in &self.penalties(position) {
            let from = position.piece(arm, piece);
            self.put(position, arm, piece, to);
            position.arrived[arm.index()][piece.index()] = 0;
            sink.event(Event::StreakPenalty {
                arm,
                piece,
                from,
                to,
            });
        }
        self.pass(position, sink);
    }

    fn penalties(&self, position: &Position) -> Penalties {
        match self.rules.streak_effect {
            StreakEffect::CancelLast | StreakEffect::CancelAll => Penalties::new(),
            StreakEffect::LastToBase => self.last_goes_back(position, None),
            StreakEffect::LastToBaseOrLaneStart => {
                self.last_goes_back(position, Some(Progress(self.track)))
            }
            StreakEffect::MovedToBase => self.moved_go_back(position),
            StreakEffect::FrontToBase => self.front_goes_back(position),
            StreakEffect::UnsafeToBase => self.unsafe_go_back(position),
        }
    }

    /// The piece last moved, from the ring to base, from the lane to `lane`; it stays where it is home (R1-23, R2-13).
    fn last_goes_back(&self, position: &Position, lane: Option<Progress>) -> Penalties {
        let mut back = Penalties::new();
        let Some((arm, piece)) = position.last_moved else {
            return back;
        };
        let from = position.piece(arm, piece);
        if from.is_base() || self.is_home(from) {
            return back;
        }
        let to = if from.0 < self.track {
            Some(Progress::BASE)
        } else {
            lane
        };
        if let Some(to) = to {
            back.push((arm, piece, to));
        }
        back
    }

    /// All pieces moved in this turn, but for those at home (4.7).
    fn moved_go_back(&self, position: &Position) -> Penalties {
        let mut back = Penalties::new();
        for (arm, piece) in position.moved.iter() {
            let from = position.piece(arm, piece);
            if !from.is_base() && !self.is_home(from) {
                back.push((arm, piece, Progress::BASE));
            }
        }
        back
    }

    /// The piece nearest to home, from the lane too but not from home; of equal ones the first (4.4).
    fn front_goes_back(&self, position: &Position) -> Penalties {
        let arm = self.hand(position);
        let front = Piece::first(self.rules.pieces)
            .map(|piece| (position.piece(arm, piece), Reverse(piece)))
            .filter(|&(progress, _)| !progress.is_base() && !self.is_home(progress))
            .max();
        let mut back = Penalties::new();
        if let Some((_, Reverse(piece))) = front {
            back.push((arm, piece, Progress::BASE));
        }
        back
    }

    /// All pieces on ring squares that are not safe (4.11).
    fn unsafe_go_back(&self, position: &Position) -> Penalties {
        let arm = self.hand(position);
        let mut back = Penalties::new();
        for piece in Piece::first(self.rules.pieces) {
            let progress = position.piece(arm, piece);
            if (0..self.track).contains(&progress.0) && !self.is_safe(arm, progress) {
                back.push((arm, piece, Progress::BASE));
            }
        }
        back
    }

    pub(super) fn streak_reason(&self) -> ExtraReason {
        if self.rules.dice == 1 {
            ExtraReason::Six
        } else {
            ExtraReason::Double
        }
    }
}

/// Whether a roll counts for the streak: a six, or a double of two dice.
pub(super) fn is_run(faces: &[u8]) -> bool {
    match *faces {
        [face] => face == 6,
        [a, b] => a == b,
        _ => false,
    }
}
