//! What bars a piece that cannot move, found out by following the same way as `legal`.

use super::Reason;
use crate::arm::{Arm, Piece, Progress};
use crate::few::Few;
use crate::game::Game;
use crate::game::legal::Hand;
use crate::game::squares::Step;
use crate::game::way::Means;
use crate::position::Position;
use crate::ruleset::{LaneOver, StackHit};

impl Game {
    /// What bars a piece that cannot move by this, duties aside.
    pub(super) fn bar(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        means: Means,
    ) -> Option<Reason> {
        let from = position.piece(hand.arm, piece);
        if from.is_base() {
            return self.bar_entry(position, hand, piece, means);
        }
        if from.0 == self.end {
            return Some(Reason::Home);
        }
        let (face, steps) = match means {
            Means::Die(face) => (face, self.steps(hand.lanes, face)),
            Means::Bonus(steps) => (0, steps),
            Means::Sum(..) => return Some(Reason::SumOnlyEnters),
        };
        let counted = from.0 + i16::from(steps);
        let Some(step) = self.step(position, hand.arm, piece, from.0, i16::from(steps)) else {
            return Some(self.bar_count(position, hand.arm, from.0, counted));
        };
        if let Some(at) = self.wall_ahead(position, &step, face, &hand.walls) {
            return self.bar_way(position, hand, at);
        }
        if let Some((at, of)) = self.passed(position, &step) {
            return Some(Reason::PieceAhead { at, of });
        }
        self.bar_landing(position, hand, &step)
    }

    fn bar_entry(
        &self,
        position: &Position,
        hand: &Hand,
        piece: Piece,
        means: Means,
    ) -> Option<Reason> {
        match means {
            Means::Bonus(_) => return Some(Reason::NoEntryByBonus),
            Means::Die(face) if !self.rules.enter_on.contains(face) => {
                let mut faces = Few::new();
                (1..=self.faces())
                    .filter(|&face| self.rules.enter_on.contains(face))
                    .for_each(|face| faces.push(face));
                return Some(Reason::NeedsFace {
                    faces,
                    sum: self.rules.enter_sum,
                });
            }
            Means::Die(_) | Means::Sum(..) => {}
        }
        let step = Step {
            arm: hand.arm,
            piece,
            from: Progress::BASE.0,
            to: 0,
            peak: 0,
        };
        self.bar_landing(position, hand, &step)
    }

    /// Why so many steps lead nowhere.
    fn bar_count(&self, position: &Position, arm: Arm, from: i16, counted: i16) -> Reason {
        if self.rules.over == LaneOver::Stepwise {
            return self.bar_stair(from, counted);
        }
        let bounces = self.rules.over == LaneOver::Bounce;
        let enters_lane = from < self.track && counted.min(self.end) >= self.track;
        match counted - self.end {
            by @ 1.. if bounces && (!enters_lane || self.lane_is_open(position, arm)) => {
                Reason::CountsBack { by }
            }
            by @ 1.. if !bounces => Reason::PastEnd { by },
            _ => Reason::CaptureFirst,
        }
    }

    /// Why a count leads nowhere before or on a stair.
    fn bar_stair(&self, from: i16, counted: i16) -> Reason {
        let foot = self.track - 1;
        if from >= foot {
            Reason::StairNeeds {
                face: self.stair_needs(from) as u8,
            }
        } else {
            Reason::CountsBack { by: counted - foot }
        }
    }

    /// The first square on the way that cannot be passed, and who stands there.
    fn bar_way(&self, position: &Position, hand: &Hand, at: i16) -> Option<Reason> {
        let there = self.occupants(position, hand.arm, at);
        let at = Progress(at);
        let in_lane = at.0 >= self.track && !self.rules.lane_jump;
        Some(match most(&there) {
            _ if there.is_empty() => return None,
            _ if in_lane => Reason::OwnAhead { at },
            Some(of) => Reason::BlockAhead { at, of },
            None => Reason::MixedAhead { at },
        })
    }

    /// Why a piece cannot land where a step ends.
    fn bar_landing(&self, position: &Position, hand: &Hand, step: &Step) -> Option<Reason> {
        let at = Progress(step.to);
        let there: Vec<(Arm, Piece)> = self
            .occupants(position, hand.arm, step.to)
            .into_iter()
            .filter(|one| *one != (step.arm, step.piece))
            .collect();
        let split = position.split[step.arm.index()];
        let own = there.iter().filter(|(arm, _)| *arm == step.arm);
        if own
            .clone()
            .any(|(_, other)| split.contains(other.index(), step.piece.index()))
        {
            return Some(Reason::PairBroken { at });
        }
        let cap = if step.to >= self.track {
            self.rules.lane_cap
        } else {
            self.rules.cap
        };
        let partner = self.partner(step.arm);
        match own.count() {
            1.. if cap == 1 => Some(Reason::OwnPiece { at }),
            own if own >= cap.into() => Some(Reason::Full { at }),
            _ if self.rules.cap == 2 && there.len() >= 2 => Some(Reason::Full { at }),
            _ => match most(&there) {
                Some(of) if self.rules.stack == StackHit::Immune => Some(Reason::Block { at, of }),
                Some(of) if hand.walls.contains(step.to) => Some(Reason::Block { at, of }),
                _ if there.iter().any(|(arm, _)| Some(*arm) == partner) => {
                    Some(Reason::Partner { at })
                }
                _ if !self.rules.safe_share && self.is_safe(step.arm, at) => {
                    Some(Reason::NotShared { at })
                }
                _ => None,
            },
        }
    }

    /// All pieces on the square where `hand` has this progress; in its lane only its own.
    fn occupants(&self, position: &Position, hand: Arm, at: i16) -> Vec<(Arm, Piece)> {
        let own = Piece::first(self.rules.pieces)
            .filter(|&piece| position.piece(hand, piece).0 == at)
            .map(|piece| (hand, piece));
        let mut there: Vec<(Arm, Piece)> = own.collect();
        if at < self.track {
            let nobody = Step {
                arm: hand,
                piece: Piece::default(),
                from: at,
                to: at,
                peak: at,
            };
            there.extend(self.others(position, &nobody));
        }
        there
    }
}

/// The arm that has two or more of these pieces.
fn most(there: &[(Arm, Piece)]) -> Option<Arm> {
    there
        .iter()
        .map(|(arm, _)| *arm)
        .find(|arm| there.iter().filter(|(other, _)| other == arm).count() > 1)
}
