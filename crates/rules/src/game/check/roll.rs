//! Whether dice, bonus and streak agree with what is awaited.

use super::refuse;
use crate::Game;
use crate::error::PositionError;
use crate::position::{Phase, Position};

impl Game {
    pub(super) fn check_roll(&self, position: &Position) -> Result<(), PositionError> {
        if let Some(face) = position.dice.iter().find(|&&f| f < 1 || f > self.faces()) {
            return refuse("dice", format!("a die has no face {face}"));
        }
        let rules = &self.rules;
        let earned = [rules.bonus_capture, rules.bonus_home];
        if let Some(steps) = position
            .bonus
            .iter()
            .find(|&s| *s == 0 || !earned.contains(s))
        {
            return refuse("bonus", format!("no bonus is {steps} steps"));
        }
        if rules.streak_limit > 0 && position.streak >= rules.streak_limit {
            return refuse("streak", "so many in a row would have ended the turn");
        }
        match position.phase {
            Phase::Over => check_nothing_left(position),
            Phase::Roll => self.check_awaiting_roll(position),
            Phase::Move => self.check_awaiting_move(position),
        }
    }

    fn check_awaiting_roll(&self, position: &Position) -> Result<(), PositionError> {
        if !position.bonus.is_empty() {
            return refuse("bonus", "it is played before the next roll");
        }
        if !self.rules.queue {
            return check_no_dice(position);
        }
        if position.dice.iter().any(|&face| face != 6) {
            return refuse("dice", "only sixes wait for the next roll");
        }
        check_streak(position, position.dice.len())
    }

    fn check_awaiting_move(&self, position: &Position) -> Result<(), PositionError> {
        if self.rules.automatic {
            return refuse("phase", "nothing is chosen in this ruleset");
        }
        if position.dice.is_empty() && position.bonus.is_empty() {
            return refuse("dice", "a choice is awaited, but there is nothing to use");
        }
        if self.rules.queue {
            return self.check_queue(position);
        }
        if self.rules.bottoms && position.streak > 0 {
            return self.check_bottoms(position);
        }
        match (&position.dice[..], self.dice_per_roll()) {
            ([], _) | ([_], 2) => Ok(()),
            (_, _) if !position.bonus.is_empty() => {
                refuse("bonus", "no die has been used to earn it")
            }
            (&[face], 1) => check_run(position, face == 6),
            (&[a, b], 2) => check_run(position, a == b),
            _ => refuse("dice", "more dice than are rolled at once"),
        }
    }

    /// What a double leaves, with the faces below the dice where they are played.
    fn check_bottoms(&self, position: &Position) -> Result<(), PositionError> {
        let Some(&first) = position.dice.first() else {
            return Ok(());
        };
        let tops = position.dice.iter().filter(|&&face| face == first).count();
        let others = position.dice.iter().filter(|&&face| face != first);
        let below = self.faces() + 1 - first;
        if tops > 2 || others.clone().count() > 2 || others.clone().any(|&face| face != below) {
            return refuse("dice", "a double and its bottoms leave other dice");
        }
        if others.count() > 0 && !self.has_bottoms(position) {
            return refuse("dice", "bottoms are not played while a piece is in base");
        }
        if !position.bonus.is_empty() && position.dice.len() == self.dice_of_run(position) {
            return refuse("bonus", "no die has been used to earn it");
        }
        Ok(())
    }

    /// How many dice a double gives.
    fn dice_of_run(&self, position: &Position) -> usize {
        let sides = if self.has_bottoms(position) { 2 } else { 1 };
        sides * self.dice_per_roll()
    }

    /// Sixes, then the roll that ended them, as many as a streak allows.
    fn check_queue(&self, position: &Position) -> Result<(), PositionError> {
        let Some((last, sixes)) = position.dice.split_last() else {
            return refuse("dice", "there is nothing to use");
        };
        if *last == 6 || sixes.iter().any(|&face| face != 6) {
            return refuse("dice", "a queue is sixes and one other roll");
        }
        if position.dice.len() > usize::from(self.rules.streak_limit) {
            return refuse("dice", "so many sixes would have been cancelled");
        }
        check_streak(position, 0)
    }

    /// Whether a six or double has been rolled of which no die is used yet.
    pub(super) fn is_fresh_run(&self, position: &Position) -> bool {
        position.phase == Phase::Move
            && position.streak > 0
            && position.dice.len() == self.dice_of_run(position)
    }
}

fn check_nothing_left(position: &Position) -> Result<(), PositionError> {
    check_no_dice(position)?;
    if !position.bonus.is_empty() {
        return refuse("bonus", "the game is over");
    }
    check_streak(position, 0)
}

fn check_no_dice(position: &Position) -> Result<(), PositionError> {
    if position.dice.is_empty() {
        Ok(())
    } else {
        refuse("dice", "all dice have been used")
    }
}

fn check_streak(position: &Position, expected: usize) -> Result<(), PositionError> {
    if usize::from(position.streak) == expected {
        Ok(())
    } else {
        refuse("streak", format!("the dice make it {expected}"))
    }
}

/// A six or double counts itself; any other roll ends the streak.
fn check_run(position: &Position, run: bool) -> Result<(), PositionError> {
    if run == (position.streak > 0) {
        Ok(())
    } else {
        refuse("streak", "the dice contradict it")
    }
}
