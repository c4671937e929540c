//! What stands where: walls in a piece's way, and what becomes of it where it lands.

use super::Game;
use crate::arm::{Arm, Piece, Progress};
use crate::moves::Captures;
use crate::position::{PAIRS, Position};
use crate::ruleset::{BlockMade, BlockStops, FullExit, NO_CAP, PartnerPiece};

/// A set of squares by one arm's progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Squares([u64; 3]);

impl Squares {
    pub(super) fn insert(&mut self, progress: i16) {
        if let Ok(bit) = usize::try_from(progress)
            && let Some(word) = self.0.get_mut(bit / 64)
        {
            *word |= 1 << (bit % 64);
        }
    }

    pub(super) fn contains(&self, progress: i16) -> bool {
        let Ok(bit) = usize::try_from(progress) else {
            return false;
        };
        self.0
            .get(bit / 64)
            .is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Whether there is a square between these two, both excluded.
    fn any_between(&self, from: i16, to: i16) -> bool {
        let mut found = 0;
        for (word, offset) in self.0.iter().zip([0, 64, 128]) {
            found |= word & below(to - offset) & !below(from + 1 - offset);
        }
        found != 0
    }
}

/// Whether a piece stands there: all four are compared at once, as lanes of a word.
fn any_at(pieces: &[Progress; 4], there: i16) -> bool {
    const LOW: u64 = 0x0001_0001_0001_0001;
    const HIGH: u64 = 0x8000_8000_8000_8000;
    let lane = |n: usize| u64::from(pieces[n].0 as u16) << (16 * n);
    let word = lane(0) | lane(1) | lane(2) | lane(3);
    let differs = word ^ (LOW * u64::from(there as u16));
    differs.wrapping_sub(LOW) & !differs & HIGH != 0
}

/// The lowest `count` bits.
fn below(count: i16) -> u64 {
    match count {
        ..=0 => 0,
        1..=63 => (1 << count) - 1,
        64.. => u64::MAX,
    }
}

/// A piece on its way.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub arm: Arm,
    pub piece: Piece,
    pub from: i16,
    pub to: i16,
    /// The highest square that it passes or lands on: `to`, unless it is counted back.
    pub peak: i16,
}

impl Game {
    /// The squares that `hand`'s pieces cannot pass.
    #[inline]
    pub(super) fn walls(&self, position: &Position, hand: Arm) -> Squares {
        let mut walls = Squares::default();
        if !self.rules.has_walls() {
            return walls;
        }
        for &arm in &self.arms {
            self.add_blocks(position, hand, arm, &mut walls);
        }
        if self.rules.block == BlockMade::OwnAndMixed {
            self.add_mixed(position, hand, &mut walls);
        }
        if !self.rules.lane_jump {
            for progress in position.pieces[hand.index()] {
                if progress.0 >= self.track {
                    walls.insert(progress.0);
                }
            }
        }
        walls
    }

    /// Two or more pieces of one arm (L1-11, L2-11, L3-02). Never at the goal (R16), and never of an arm that has finished
    /// with fewer than all: it would not move away any more.
    fn add_blocks(&self, position: &Position, hand: Arm, arm: Arm, walls: &mut Squares) {
        let friend = arm == hand || self.partner(arm) == Some(hand);
        if self.rules.block == BlockMade::None
            || self.rules.block_stops == BlockStops::Rivals && friend
            || position.places.contains(&arm)
        {
            return;
        }
        let pieces = &position.pieces[arm.index()];
        for (a, b) in PAIRS {
            let progress = pieces[a].0;
            if progress != pieces[b].0 || progress < 0 {
                continue;
            }
            if progress < self.track {
                self.add_ring(hand, arm, progress, walls);
            } else if arm == hand && progress < self.end {
                walls.insert(progress);
            }
        }
    }

    /// Two pieces of different arms on a safe square (L2-11).
    fn add_mixed(&self, position: &Position, hand: Arm, walls: &mut Squares) {
        let mut seen = Squares::default();
        for &arm in &self.arms {
            for progress in position.pieces[arm.index()] {
                if !self.safe[arm.index()].contains(progress.0) {
                    continue;
                }
                let square = self.square(hand, arm, progress.0);
                if seen.contains(square) {
                    if square < self.track {
                        walls.insert(square);
                    }
                } else {
                    seen.insert(square);
                }
            }
        }
    }

    fn add_ring(&self, hand: Arm, arm: Arm, progress: i16, walls: &mut Squares) {
        let square = self.square(hand, arm, progress);
        if square < self.track {
            walls.insert(square);
        }
    }

    /// Whether walls stand in the way of a step by `face`.
    pub(super) fn is_barred(&self, step: &Step, face: u8, walls: &Squares) -> bool {
        if self.rules.block_pass.contains(face) && step.peak < self.track {
            return false;
        }
        if step.peak == step.to {
            return walls.any_between(step.from, step.to);
        }
        let low = step.from.min(step.to);
        (low + 1..=step.peak).any(|q| q != step.from && q != step.to && walls.contains(q))
    }

    /// Whom a step sends back where it lands, `None` where it cannot land.
    #[inline]
    pub(super) fn landing(
        &self,
        position: &Position,
        step: &Step,
        walls: &Squares,
    ) -> Option<Captures> {
        if step.to == self.end && !self.slots {
            return Some(Captures::NONE);
        }
        let safe = self.safe[step.arm.index()].contains(step.to)
            && !(step.from < 0 && self.rules.enter_captures);
        if self.crowded {
            return self.crowded_landing(position, step, walls, safe);
        }
        if safe || step.to >= self.track {
            return Some(Captures::NONE);
        }
        self.captures(position, step)
    }

    /// Landing where the number, the colours or the order of pieces matter.
    fn crowded_landing(
        &self,
        position: &Position,
        step: &Step,
        walls: &Squares,
        safe: bool,
    ) -> Option<Captures> {
        let own = self.own_at(position, step)?;
        if step.to >= self.track {
            return (own < self.rules.lane_cap && !walls.contains(step.to))
                .then_some(Captures::NONE);
        }
        let full = self.rules.cap != NO_CAP
            && (safe || step.from < 0)
            && own + self.others_at(position, step) >= self.rules.cap;
        if full && step.from < 0 && self.rules.cap == 2 {
            return self.full_exit(position, step);
        }
        if full && safe || walls.contains(step.to) || own >= self.rules.cap {
            return None;
        }
        if safe {
            return Some(Captures::NONE);
        }
        self.captures(position, step)
    }

    /// How many other own pieces stand there; `None` where one of them may not be met again in this roll (R1-14).
    fn own_at(&self, position: &Position, step: &Step) -> Option<u8> {
        let split = position.split[step.arm.index()];
        let mut count = 0;
        for (other, progress) in position.pieces[step.arm.index()].iter().enumerate() {
            if progress.0 == step.to && other != step.piece.index() {
                if split.contains(other, step.piece.index()) {
                    return None;
                }
                count += 1;
            }
        }
        Some(count)
    }

    fn others_at(&self, position: &Position, step: &Step) -> u8 {
        self.others(position, step).map(|_| 1).sum()
    }

    /// Pieces of other arms on the ring square where a step lands.
    pub(super) fn others<'a>(
        &'a self,
        position: &'a Position,
        step: &'a Step,
    ) -> impl Iterator<Item = (Arm, Piece)> + 'a {
        self.arms
            .iter()
            .filter(|&&arm| arm != step.arm)
            .flat_map(move |&arm| {
                let there = self.square(arm, step.arm, step.to);
                let there = if there < self.track { there } else { i16::MAX };
                Piece::first(4)
                    .filter(move |&piece| position.piece(arm, piece) == Progress(there))
                    .map(move |piece| (arm, piece))
            })
    }

    /// All rivals' pieces where a step lands (L0-13); `None` where a partner's stands in the way.
    #[inline]
    pub(super) fn captures(&self, position: &Position, step: &Step) -> Option<Captures> {
        let mut captures = Captures::NONE;
        for &arm in &self.arms {
            if arm == step.arm {
                continue;
            }
            let there = self.square(arm, step.arm, step.to);
            if there >= self.track {
                continue;
            }
            let pieces = &position.pieces[arm.index()];
            if !any_at(pieces, there) {
                continue;
            }
            match self.rules.partner {
                PartnerPiece::Literal => {}
                _ if self.partner(arm) != Some(step.arm) => {}
                PartnerPiece::Illegal => return None,
                PartnerPiece::Share => continue,
            }
            for piece in Piece::first(4) {
                if pieces[piece.index()].0 == there {
                    captures.insert(arm, piece);
                }
            }
        }
        Some(captures)
    }

    /// An entry where two pieces stand on the exit (L1-17, R1-10, R2-03).
    fn full_exit(&self, position: &Position, step: &Step) -> Option<Captures> {
        if self.rules.full_exit == FullExit::Block {
            return None;
        }
        let spared = self
            .partner(step.arm)
            .filter(|_| self.rules.partner != PartnerPiece::Literal);
        let victim = self
            .others(position, step)
            .filter(|&(arm, _)| Some(arm) != spared)
            .max_by_key(|&(arm, piece)| {
                (position.arrived[arm.index()][piece.index()], arm, piece)
            })?;
        let mut captures = Captures::NONE;
        captures.insert(victim.0, victim.1);
        Some(captures)
    }
}
