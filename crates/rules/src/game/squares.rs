//! What stands where: walls in a piece's way, and what becomes of it where it lands.

use super::Game;
use crate::arm::{Arm, Piece};
use crate::lanes::Those;
use crate::moves::Captures;
use crate::position::Position;
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

    #[inline]
    pub(super) fn contains(&self, progress: i16) -> bool {
        // What is negative comes out as beyond the last word.
        let bit = progress.cast_unsigned();
        let word = self.0.get(usize::from(bit / 64));
        word.is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Adds all of another set.
    fn add(&mut self, others: &Squares) {
        for (word, other) in self.0.iter_mut().zip(others.0) {
            *word |= other;
        }
    }

    /// Whether there is a square between these two, both excluded.
    #[inline]
    pub(super) fn any_between(&self, from: i16, to: i16) -> bool {
        self.after(from).is_some_and(|square| square < to)
    }

    /// The first square after this one.
    #[inline]
    fn after(&self, progress: i16) -> Option<i16> {
        let next = usize::try_from(progress + 1).ok()?;
        let mut seen = u64::MAX << (next % 64);
        for word in next / 64..self.0.len() {
            let left = self.0[word] & seen;
            if left != 0 {
                return i16::try_from(word as u32 * 64 + left.trailing_zeros()).ok();
            }
            seen = u64::MAX;
        }
        None
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
        if self.rules.block != BlockMade::None {
            self.add_blocks(position, hand, &mut walls);
        }
        if self.rules.block == BlockMade::OwnAndMixed {
            self.add_mixed(position, hand, &mut walls);
        }
        if !self.rules.lane_jump {
            let pieces = position.pieces[hand.index()];
            for piece in pieces.from(self.track).iter() {
                let progress = pieces.get(piece).0;
                if self.slots || progress < self.end {
                    walls.insert(progress);
                }
            }
        }
        walls
    }

    /// Two or more pieces of one arm (L1-11, L2-11, L3-02). Never at the goal (R16), and never of an arm that has finished
    /// with fewer than all: it would not move away any more.
    fn add_blocks(&self, position: &Position, hand: Arm, walls: &mut Squares) {
        let stops_all = self.rules.block_stops == BlockStops::All;
        let own = position.pieces[hand.index()];
        let pairs = own.doubled() & own.up_to(self.end - 1);
        if !pairs.is_empty() && stops_all && !position.places.contains(&hand) {
            let squares = pairs.iter().map(|piece| own.get(piece).0);
            squares
                .filter(|&progress| self.pairs_block_on(hand, progress))
                .for_each(|progress| walls.insert(progress));
        }
        for &arm in &self.others[hand.index()] {
            let ring = position.ring[arm.index()];
            let pairs = ring.doubled() & ring.out();
            let stops = stops_all || self.partner(arm) != Some(hand);
            if !pairs.is_empty() && stops && !position.places.contains(&arm) {
                for piece in pairs.iter() {
                    let progress = position.piece(arm, piece).0;
                    if self.pairs_block_on(arm, progress) {
                        self.add_ring(self.square(hand, arm, progress), walls);
                    }
                }
            }
        }
    }

    /// Two pieces of different arms on a safe square (L2-11).
    fn add_mixed(&self, position: &Position, hand: Arm, walls: &mut Squares) {
        let mut seen = Squares::default();
        for &arm in &self.arms {
            let safe = &self.safe[arm.index()];
            let mut own = Squares::default();
            for piece in position.ring[arm.index()].out().iter() {
                let progress = position.piece(arm, piece).0;
                if safe.contains(progress) {
                    let square = self.square(hand, arm, progress);
                    if seen.contains(square) {
                        self.add_ring(square, walls);
                    }
                    own.insert(square);
                }
            }
            seen.add(&own);
        }
    }

    /// Whether two pieces of `arm` form a block where it has this progress.
    pub(super) fn pairs_block_on(&self, arm: Arm, progress: i16) -> bool {
        self.rules.block != BlockMade::OwnOnSafe || self.safe[arm.index()].contains(progress)
    }

    /// Adds a ring square, as the hand counts it, unless its pieces turn off before.
    fn add_ring(&self, square: i16, walls: &mut Squares) {
        if square < self.track {
            walls.insert(square);
        }
    }

    /// The first wall in the way of a step by `face`, in the order of its going.
    #[inline]
    pub(super) fn wall_ahead(
        &self,
        position: &Position,
        step: &Step,
        face: u8,
        walls: &Squares,
    ) -> Option<i16> {
        // A face that passes blocks does so on the ring; in the lane own pieces bar all the same.
        let passed = if self.rules.block_pass.contains(face) {
            self.track - 1
        } else {
            -1
        };
        let ahead = walls.after(step.from.max(passed));
        if step.peak == step.to {
            return ahead.filter(|&square| square < step.to);
        }
        let there = (step.from + 1..=step.peak).filter(|&q| q != step.to);
        let back = (step.to + 1..step.peak).rev();
        there.chain(back).find(|&q| {
            let stays = q != step.from || self.stay_as_wall(position, step);
            q > passed && walls.contains(q) && stays
        })
    }

    /// Whether the pieces that a step leaves behind on its square are a wall without it: one that is counted back meets them.
    #[cold]
    fn stay_as_wall(&self, position: &Position, step: &Step) -> bool {
        let there = position.pieces[step.arm.index()].on(step.from);
        let left = there.without(step.piece).len();
        let alone = !self.rules.lane_jump && step.from >= self.track;
        left >= if alone { 1 } else { 2 }
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
        self.captures(position, step.arm, step.to)
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
        if safe && !self.rules.safe_share && self.meets_rival(position, step) {
            return None;
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
        self.captures(position, step.arm, step.to)
    }

    /// How many other own pieces stand there; `None` where one of them may not be met again in this roll (R1-14).
    #[inline]
    fn own_at(&self, position: &Position, step: &Step) -> Option<u8> {
        let arm = step.arm.index();
        let there = position.pieces[arm].on(step.to);
        let there = there.without(step.piece);
        let split = position.split[arm];
        let parted = |other: Piece| split.contains(other.index(), step.piece.index());
        (split.is_empty() || !there.iter().any(parted)).then_some(there.len())
    }

    fn others_at(&self, position: &Position, step: &Step) -> u8 {
        let met = self.met(position, step.arm, step.to);
        met.map(|(_, pieces)| pieces.len()).sum()
    }

    /// Whether a piece stands there that is not own and with which none is shared.
    fn meets_rival(&self, position: &Position, step: &Step) -> bool {
        let friend = self
            .partner(step.arm)
            .filter(|_| self.rules.partner == PartnerPiece::Share);
        let mut others = self.others(position, step);
        others.any(|(arm, _)| Some(arm) != friend)
    }

    /// Adds rivals on the ring squares that a step passes, but for safe ones (4.11).
    pub(super) fn add_passed(&self, position: &Position, step: &Step, captures: &mut Captures) {
        let spared = self
            .partner(step.arm)
            .filter(|_| self.rules.partner != PartnerPiece::Literal);
        let passed = step.from + 1..step.peak.min(self.track);
        for &arm in &self.others[step.arm.index()] {
            for piece in position.ring[arm.index()].out().iter() {
                let there = position.piece(arm, piece);
                let met = passed.contains(&self.square(step.arm, arm, there.0));
                if met && Some(arm) != spared && !self.is_safe(arm, there) {
                    captures.insert(arm, piece);
                }
            }
        }
    }

    /// Pieces of other arms on the ring square where a step lands.
    pub(super) fn others<'a>(
        &'a self,
        position: &'a Position,
        step: &Step,
    ) -> impl Iterator<Item = (Arm, Piece)> + use<'a> {
        self.met(position, step.arm, step.to)
            .flat_map(|(arm, pieces)| pieces.iter().map(move |piece| (arm, piece)))
    }

    /// All rivals' pieces where a piece of `arm` lands (L0-13); `None` where a partner's stands in the way.
    pub(super) fn captures(&self, position: &Position, arm: Arm, to: i16) -> Option<Captures> {
        let Some(square) = self.ring_square(arm, to) else {
            return Some(Captures::NONE);
        };
        let mut any = Those::default();
        for other in &self.others[arm.index()] {
            any = any | position.ring[other.index()].on(square);
        }
        if any.is_empty() {
            return Some(Captures::NONE);
        }
        self.captures_met(position, arm, to)
    }

    #[cold]
    fn captures_met(&self, position: &Position, arm: Arm, to: i16) -> Option<Captures> {
        let mut captures = Captures::NONE;
        for (other, met) in self.met(position, arm, to) {
            match self.rules.partner {
                _ if met.is_empty() => continue,
                PartnerPiece::Literal => {}
                _ if self.partner(other) != Some(arm) => {}
                PartnerPiece::Illegal => return None,
                PartnerPiece::Share => continue,
            }
            for piece in met.iter() {
                captures.insert(other, piece);
            }
        }
        Some(captures)
    }

    /// The pieces of each other arm on the ring square where `arm` has this progress.
    pub(super) fn met<'a>(
        &'a self,
        position: &'a Position,
        arm: Arm,
        to: i16,
    ) -> impl Iterator<Item = (Arm, Those)> + use<'a> {
        let square = self.ring_square(arm, to).unwrap_or(i16::MAX);
        let others = self.others[arm.index()].iter();
        others.map(move |&other| (other, position.ring[other.index()].on(square)))
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
