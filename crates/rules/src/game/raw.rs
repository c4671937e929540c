//! A position as plain fields.

use super::Game;
use crate::position::{Pairs, Position};
use crate::raw::{RawPair, RawPosition};

impl Game {
    /// The fields of a position. Of the optional ones those are given that these rules need in order to go on.
    #[must_use]
    pub fn raw(&self, position: &Position) -> RawPosition {
        let rules = &self.rules;
        RawPosition {
            pieces: self.by_arm(|arm| {
                position.pieces[arm]
                    .all()
                    .map(|progress| progress.0)
                    .to_vec()
            }),
            turn: position.turn.get(),
            phase: position.phase,
            dice: position.dice.to_vec(),
            bonus: position.bonus.to_vec(),
            streak: position.streak,
            places: position.places.iter().map(|arm| arm.get()).collect(),
            arrived: rules
                .keeps_arrivals()
                .then(|| self.by_arm(|arm| position.arrived[arm].to_vec())),
            last_moved: rules.keeps_last_moved().then(|| {
                let last = position.last_moved;
                last.map(|(arm, piece)| (arm.get(), piece.get()))
            }),
            moved: rules.keeps_moved().then(|| {
                let moved = position.moved.iter();
                moved.map(|(arm, piece)| (arm.get(), piece.get())).collect()
            }),
            duty: rules.break_must.then(|| pairs(&position.duty)),
            split: (!rules.reform).then(|| pairs(&position.split)),
            extra: rules.keeps_extra().then_some(position.extra.is_some()),
            extra_by: position.extra,
            extra_used: (!rules.bonus_roll_chain).then_some(position.extra_used),
            tries: (rules.tries > 1).then_some(position.tries),
            captured: rules.capture_first.then(|| {
                let arms = self.arms.iter().map(|arm| arm.get());
                arms.filter(|arm| position.captured >> arm & 1 == 1)
                    .collect()
            }),
        }
    }

    /// One entry for each arm of the board, `None` where nobody plays, of as many items as a player has pieces.
    fn by_arm<T>(&self, of: impl Fn(usize) -> Vec<T>) -> Vec<Option<Vec<T>>> {
        let mut all: Vec<Option<Vec<T>>> = Vec::new();
        all.resize_with(self.board.arms(), || None);
        for arm in &self.arms {
            let mut items = of(arm.index());
            items.truncate(self.rules.pieces.into());
            all[arm.index()] = Some(items);
        }
        all
    }
}

fn pairs(by_arm: &[Pairs]) -> Vec<RawPair> {
    let arms = (0..).zip(by_arm);
    arms.flat_map(|(arm, pairs)| {
        pairs
            .iter()
            .map(move |(a, b)| [(arm, a as u8), (arm, b as u8)])
    })
    .collect()
}
