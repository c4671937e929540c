//! Uniformly random play: what every benchmark of this crate measures.

use ludohall_rules::{Arm, Game, Moves, Options, Phase, Position, Preset};

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    fn face(&mut self) -> u8 {
        1 + self.below(6) as u8
    }
}

/// A game of so many players on the usual board that has room for them, opposite ones for two; and its opening.
pub fn table(preset: &Preset, players: u8) -> Option<(Game, Position)> {
    let board = preset
        .boards()
        .find(|board| board.arms() >= players.into())?;
    let numbers: Vec<u8> = match players {
        2 => vec![0, board.arms() as u8 / 2],
        _ => (0..players).collect(),
    };
    let arms: Vec<Arm> = numbers.into_iter().filter_map(Arm::new).collect();
    let game = Game::new(preset.id, &Options::new(), Some(board.id), &arms).ok()?;
    let opening = game.opening(*arms.first()?).ok()?;
    Some((game, opening))
}

/// One roll, or one choice by chance among what is listed in `legal`. Whether it was a roll.
pub fn step(game: &Game, position: &mut Position, legal: &mut Moves, random: &mut Random) -> bool {
    if position.phase() == Phase::Roll {
        let rolled = if game.dice_per_roll() == 1 {
            game.roll(position, &[random.face()], &mut ())
        } else {
            game.roll(position, &[random.face(), random.face()], &mut ())
        };
        debug_assert!(rolled.is_ok());
        return true;
    }
    game.list(position, legal);
    game.apply(position, &legal[random.below(legal.len())], &mut ());
    false
}

/// A whole game. How many rolls it took.
pub fn play_out(game: &Game, opening: &Position, random: &mut Random) -> u64 {
    let mut position = *opening;
    let mut legal = Moves::new();
    let mut rolls = 0;
    while position.phase() != Phase::Over {
        rolls += u64::from(step(game, &mut position, &mut legal, random));
    }
    rolls
}
