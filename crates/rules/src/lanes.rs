//! The four pieces of an arm side by side in one word, so that few instructions look at all of them.

use crate::arm::{PIECES, Piece, Progress};
use std::fmt;
use std::ops::{BitAnd, BitOr};

/// The lowest bit of each lane.
const LOW: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each lane: set where a piece is in base.
const HIGH: u64 = 0x8000_8000_8000_8000;

/// How far the four pieces of an arm have come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lanes(u64);

/// Some of the four pieces: the highest bit of their lanes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Those(u64);

impl Lanes {
    /// All in base.
    pub(crate) const BASE: Lanes = Lanes(u64::MAX);

    pub(crate) fn of(pieces: [Progress; PIECES]) -> Lanes {
        let mut lanes = Lanes::BASE;
        for (piece, progress) in Piece::first(PIECES as u8).zip(pieces) {
            lanes.put(piece, progress);
        }
        lanes
    }

    /// Where a piece stands.
    #[inline]
    pub(crate) fn get(self, piece: Piece) -> Progress {
        Progress((self.0 >> shift(piece)) as i16)
    }

    /// Puts a piece there.
    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, progress: Progress) {
        let lane = u64::from(u16::MAX) << shift(piece);
        let there = u64::from(progress.0.cast_unsigned()) << shift(piece);
        self.0 = self.0 & !lane | there;
    }

    /// Where each piece stands.
    #[inline]
    pub(crate) fn all(self) -> [Progress; PIECES] {
        [0, 16, 32, 48].map(|shift| Progress((self.0 >> shift) as i16))
    }

    /// The pieces that have come exactly so far.
    #[inline]
    pub(crate) fn on(self, progress: i16) -> Those {
        Those::zero_lanes(self.0 ^ (LOW * u64::from(progress.cast_unsigned())))
    }

    /// The pieces in base.
    #[inline]
    pub(crate) fn in_base(self) -> Those {
        Those(self.0 & HIGH)
    }

    /// The pieces that are not in base.
    #[inline]
    pub(crate) fn out(self) -> Those {
        Those(!self.0 & HIGH)
    }

    /// The pieces on the board that have come no further; none where `limit` is negative.
    #[inline]
    pub(crate) fn up_to(self, limit: i16) -> Those {
        // A lane's highest bit stays where its number, at most 0x7FFF, can be taken from the limit. No lane borrows.
        let limit = limit.max(-1).wrapping_add(i16::MIN).cast_unsigned();
        Those((LOW * u64::from(limit)).wrapping_sub(self.0 & !HIGH) & HIGH & !self.0)
    }

    /// The pieces that have come so far or further.
    #[inline]
    pub(crate) fn from(self, least: i16) -> Those {
        Those(!self.below(least).0 & HIGH)
    }

    /// The pieces that have not come so far: in base, or short of it on the board.
    #[inline]
    pub(crate) fn below(self, least: i16) -> Those {
        self.in_base() | self.up_to(least - 1)
    }

    /// Of pieces that have come equally far, all or all but one.
    #[inline]
    pub(crate) fn doubled(self) -> Those {
        let next = self.0 ^ self.0.rotate_left(16);
        let opposite = self.0 ^ self.0.rotate_left(32);
        Those::zero_lanes(next) | Those::zero_lanes(opposite)
    }
}

impl fmt::Debug for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.all().map(Progress::get))
            .finish()
    }
}

/// Where the lane of a piece begins.
#[inline]
fn shift(piece: Piece) -> usize {
    16 * piece.index()
}

impl Those {
    #[inline]
    fn zero_lanes(word: u64) -> Those {
        Those(!(((word & !HIGH) + !HIGH) | word) & HIGH)
    }

    /// The first `count` pieces (at most four).
    #[inline]
    pub(crate) fn first(count: u8) -> Those {
        let unused = PIECES.saturating_sub(count.into()) * 16;
        Those(HIGH.checked_shr(unused as u32).unwrap_or(0) & HIGH)
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn has(self, piece: Piece) -> bool {
        self.0 >> (shift(piece) + 15) & 1 == 1
    }

    #[inline]
    pub(crate) fn without(self, piece: Piece) -> Those {
        Those(self.0 & !(1 << (shift(piece) + 15)))
    }

    /// How many.
    #[inline]
    pub(crate) fn len(self) -> u8 {
        // The product adds all lanes up in the highest one.
        ((self.0 >> 15).wrapping_mul(LOW) >> 48) as u8
    }

    /// The pieces, ascending.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Piece> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lane = left.trailing_zeros() / 16;
            left &= left.wrapping_sub(1);
            Piece::new(lane as u8)
        })
    }
}

impl BitOr for Those {
    type Output = Those;

    #[inline]
    fn bitor(self, other: Those) -> Those {
        Those(self.0 | other.0)
    }
}

impl BitAnd for Those {
    type Output = Those;

    #[inline]
    fn bitand(self, other: Those) -> Those {
        Those(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Those};
    use crate::arm::{Piece, Progress};

    /// All combinations of numbers that lie at the limits of lanes.
    fn each(mut see: impl FnMut([i16; 4], Lanes)) {
        const SOME: [i16; 7] = [-1, 0, 1, 2, 255, 256, i16::MAX];
        for n in 0..SOME.len().pow(4) {
            let pieces = [1, 7, 49, 343].map(|place| SOME[n / place % 7]);
            see(pieces, Lanes::of(pieces.map(Progress)));
        }
    }

    fn set(those: Those) -> Vec<usize> {
        let pieces: Vec<usize> = those.iter().map(Piece::index).collect();
        assert_eq!(usize::from(those.len()), pieces.len());
        assert_eq!(those.is_empty(), pieces.is_empty());
        pieces
    }

    fn by(pieces: [i16; 4], is_one: impl Fn(i16) -> bool) -> Vec<usize> {
        (0..4).filter(|&n| is_one(pieces[n])).collect()
    }

    #[test]
    fn lanes_are_told_apart() {
        each(|pieces, lanes| {
            for limit in [-9, -1, 0, 1, 254, 255, 256, i16::MAX] {
                assert_eq!(set(lanes.on(limit)), by(pieces, |p| p == limit));
                let reached = by(pieces, |p| (0..=limit).contains(&p));
                assert_eq!(set(lanes.up_to(limit)), reached, "{pieces:?} {limit}");
            }
            for least in [0, 1, 255, 256, i16::MAX] {
                assert_eq!(set(lanes.from(least)), by(pieces, |p| p >= least));
                assert_eq!(set(lanes.below(least)), by(pieces, |p| p < least));
            }
            assert_eq!(set(lanes.in_base()), by(pieces, |p| p < 0));
            assert_eq!(set(lanes.out()), by(pieces, |p| p >= 0));
        });
    }

    #[test]
    fn a_piece_is_put_where_it_is_found() {
        each(|pieces, lanes| {
            assert_eq!(lanes.all().map(Progress::get), pieces);
            for piece in Piece::first(4) {
                assert_eq!(lanes.get(piece).get(), pieces[piece.index()]);
            }
        });
    }

    #[test]
    fn doubled_leaves_out_at_most_one_of_those_that_stand_together() {
        each(|pieces, lanes| {
            let doubled = set(lanes.doubled());
            for (n, piece) in pieces.iter().enumerate() {
                let together = by(pieces, |p| p == *piece);
                let found = together.iter().filter(|one| doubled.contains(one)).count();
                assert!(found + 1 >= together.len(), "{pieces:?} {doubled:?}");
                assert!(together.len() > 1 || !doubled.contains(&n));
            }
        });
    }

    #[test]
    fn the_first_pieces_are_counted_from_below() {
        for count in 0..=5 {
            let expected: Vec<usize> = (0..count.min(4)).collect();
            assert_eq!(set(Those::first(count as u8)), expected);
        }
        let one = Piece::new(2).expect("there are four");
        assert!(Those::first(3).has(one) && !Those::first(2).has(one));
        assert_eq!(set(Those::first(4).without(one)), [0, 1, 3]);
    }
}
