//! Dice for the arena: repeatable, and no part of the product.

/// A splitmix64 generator.
pub struct Chance(u64);

impl Chance {
    /// The dice of one game of a run.
    pub fn new(seed: u64, game: u32) -> Self {
        let mut mixed = Chance(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ u64::from(game));
        Chance(mixed.next())
    }

    /// A number below `limit`, each equally likely; 0 where `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1) as u128;
        // The bias of this is below one in 2^60 for limits as small as ours.
        ((u128::from(self.next()) * limit) >> 64) as usize
    }

    /// A face of a die.
    pub fn face(&mut self, faces: u8) -> u8 {
        u8::try_from(self.below(usize::from(faces)) + 1).unwrap_or(faces)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let value = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }
}
