//! How a game begins: who fills the seats, who has the first turn.

use crate::{
    dice::{Dice, Secret},
    journal::Op,
    seat::Seat,
};
use ludohall_protocol::{
    GameId,
    table::{BotLevel, Settings, StartBy},
};

/// Bots for the seats that are open.
pub(super) fn fill(seats: &[Seat], level: BotLevel) -> impl Iterator<Item = Op> {
    seats
        .iter()
        .filter(|seat| seat.is_open())
        .map(move |seat| Op::Bot {
            arm: seat.arm,
            level,
        })
}

/// The start of a game, its first arm drawn from the game's own dice.
pub(super) fn draw<'a>(
    settings: &Settings,
    secret: &Secret,
    game: GameId,
    contributions: impl IntoIterator<Item = &'a str>,
) -> Op {
    let dice = Dice::new(secret, game, contributions);
    let arms = &settings.arms;
    let (arm, rolls) = match settings.start_by {
        StartBy::HighestRoll => highest(arms, &dice),
        StartBy::Random => {
            let face = dice.face(1, arms.len() as u8);
            let arm = arms[usize::from(face) - 1];
            (arm, vec![(arm, face)])
        }
        StartBy::FirstSeat => (arms[0], Vec::new()),
    };
    Op::Start { arm, rolls }
}

/// One die each, ascending; those that tied for highest again, until one is highest.
fn highest(arms: &[u8], dice: &Dice) -> (u8, Vec<(u8, u8)>) {
    let mut rolls = Vec::with_capacity(arms.len());
    let mut among = arms.to_vec();
    loop {
        let from = rolls.len();
        for arm in &among {
            rolls.push((*arm, dice.face(rolls.len() as u32 + 1, 6)));
        }
        let best = rolls[from..].iter().map(|(_, face)| *face).max();
        among = rolls[from..]
            .iter()
            .filter(|(_, face)| Some(*face) == best)
            .map(|(arm, _)| *arm)
            .collect();
        if let [arm] = among[..] {
            return (arm, rolls);
        }
    }
}
