//! Rolls on a grid of numbered squares, where the only piece moves by itself (L4-18 to L4-25).

use super::Game;
use crate::arm::{Piece, Progress};
use crate::event::{Event, LostReason, Sink};
use crate::moves::{Captures, Uses};
use crate::position::Position;
use crate::ruleset::LaneOver;

impl Game {
    pub(super) fn roll_on_grid(&self, position: &mut Position, face: u8, sink: &mut impl Sink) {
        let arm = position.turn;
        let piece = Piece::default();
        let from = position.piece(arm, piece);
        let Some(counted) = self.counted(from, face) else {
            sink.event(Event::RollLost {
                arm,
                dice: position.dice,
                reason: LostReason::NoMove,
            });
            self.after_dead_roll(position, sink);
            return;
        };
        let to = self.jump(counted);
        self.put(position, arm, piece, to);
        let mut uses = Uses::new();
        uses.push(face);
        sink.event(Event::Moved {
            arm,
            piece,
            from,
            via: Some(counted),
            to,
            uses,
            captures: Captures::NONE,
        });
        if self.finish_after(position, arm, from, sink) {
            return;
        }
        if position.streak > 0 {
            self.roll_again(position, self.streak_reason(), sink);
        } else {
            self.pass(position, sink);
        }
    }

    /// The square that a roll counts to, before any ladder or snake.
    fn counted(&self, from: Progress, face: u8) -> Option<Progress> {
        let face_steps = i16::from(face);
        if from.is_base() {
            return self
                .rules
                .enter_on
                .contains(face)
                .then_some(Progress(face_steps));
        }
        let square = from.0 + face_steps;
        if square <= self.end {
            Some(Progress(square))
        } else {
            let back = self.rules.over == LaneOver::Bounce;
            back.then_some(Progress(2 * self.end - square))
        }
    }

    /// Where a piece that stops on a square comes to stand.
    fn jump(&self, square: Progress) -> Progress {
        let mut jumps = self.board.jumps.iter();
        let jump = jumps.find(|&&(from, _)| i32::from(from) == i32::from(square.0));
        jump.map_or(square, |&(_, to)| {
            Progress(i16::try_from(to).unwrap_or(square.0))
        })
    }
}
