//! Getting home: places, the end of the game, and the ranking of all.

use super::Game;
use crate::arm::{Arm, Progress};
use crate::event::{Event, Place, Places, Sink};
use crate::few::Few;
use crate::position::{Phase, Position};
use std::cmp::Reverse;

impl Game {
    /// After a move of `arm`: whether it ended the game or the turn.
    pub(super) fn finish_after(
        &self,
        position: &mut Position,
        arm: Arm,
        from: Progress,
        sink: &mut impl Sink,
    ) -> bool {
        let got_home = !self.is_home(from) && self.is_finished(position, arm);
        if !got_home || position.places.contains(&arm) {
            return false;
        }
        match self.partner(arm) {
            Some(partner) => self.finish_team(position, arm, partner, sink),
            None => self.finish_arm(position, arm, sink),
        }
    }

    /// A team wins with all of its pieces (R1-27), or those of one arm where the rules say so.
    fn finish_team(
        &self,
        position: &mut Position,
        arm: Arm,
        partner: Arm,
        sink: &mut impl Sink,
    ) -> bool {
        if !self.rules.team_of_one && !self.is_finished(position, partner) {
            return false;
        }
        for member in [arm.min(partner), arm.max(partner)] {
            position.places.push(member);
            sink.event(Event::FinishedArm {
                arm: member,
                place: 1,
            });
        }
        self.end_game(position, sink);
        true
    }

    fn finish_arm(&self, position: &mut Position, arm: Arm, sink: &mut impl Sink) -> bool {
        position.places.push(arm);
        let place = position.places.len() as u8;
        sink.event(Event::FinishedArm { arm, place });
        if self.is_decided(position.places.len()) {
            self.end_game(position, sink);
        } else {
            self.pass(position, sink);
        }
        true
    }

    /// Whether the game ends with so many places taken.
    pub(super) fn is_decided(&self, places: usize) -> bool {
        if self.rules.teams {
            places > 0
        } else {
            places >= 1 && !self.rules.play_on || places + 1 >= self.arms.len()
        }
    }

    fn end_game(&self, position: &mut Position, sink: &mut impl Sink) {
        self.end_roll(position);
        self.end_turn(position);
        position.phase = Phase::Over;
        sink.event(Event::Finished {
            places: self.ranking(position, &[]),
        });
    }

    /// The complete ranking: who finished, in order; then the others by pieces home, progress and seat; last those
    /// of `left`, who left before they had finished, the later the higher. Partners share a place, the better one's.
    #[must_use]
    pub fn ranking(&self, position: &Position, left: &[Arm]) -> Places {
        let mut order: Few<Arm, 8> = Few::new();
        let stayed = |arm: &&Arm| !left.contains(arm);
        for arm in position.places.iter().filter(stayed) {
            order.push(*arm);
        }
        let mut rest: Few<(Reverse<(u8, i32)>, Arm), 8> = Few::new();
        for &arm in self.arms.iter().filter(stayed) {
            if !position.places.contains(&arm) {
                rest.push((Reverse(self.score(position, arm)), arm));
            }
        }
        rest.sort();
        let rest = rest.iter().map(|&(_, arm)| arm);
        for arm in rest.chain(left.iter().rev().copied()) {
            if self.arms.contains(&arm) && !order.contains(&arm) {
                order.push(arm);
            }
        }
        self.places_of(&order, left)
    }

    /// What decides between arms that have not finished: pieces home, then steps made.
    fn score(&self, position: &Position, arm: Arm) -> (u8, i32) {
        let pieces = &position.pieces(arm)[..self.rules.pieces.into()];
        let steps = pieces
            .iter()
            .map(|progress| i32::from(progress.0) + 1)
            .sum();
        (self.pieces_home(position, arm), steps)
    }

    /// Numbers an order of arms; a team's second arm gets the place of its first, and takes none itself.
    fn places_of(&self, order: &[Arm], left: &[Arm]) -> Places {
        let mut places = Places::new();
        let mut next = 1;
        for &arm in order {
            let partner = self.partner(arm);
            let shared = places.iter().find(|other| Some(other.arm) == partner);
            let place = shared.map_or(next, |other| other.place);
            if shared.is_none() {
                next += 1;
            }
            places.push(Place {
                arm,
                place,
                left: left.contains(&arm),
            });
        }
        places.sort_by_key(|place| place.place);
        places
    }
}
