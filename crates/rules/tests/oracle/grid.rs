//! Snakes and ladders: a roll moves by itself (L4-18 to L4-25).

use crate::board::BASE;
use crate::finish::finish;
use crate::legal::is_home;
use crate::rules::Rules;
use crate::squares::way;
use crate::state::State;
use crate::tell::Told;
use crate::turn::{next_turn, roll_again, too_many};
use ludohall_rules::{ExtraReason, LostReason, Phase};

/// A roll and what it moves.
pub fn roll(rules: &Rules, state: &mut State, face: i32, told: &mut Told) {
    if too_many(rules, state) {
        told.lost(state.turn, &[face], LostReason::Streak);
        return next_turn(rules, state, told);
    }
    let arm = state.turn;
    let from = state.pieces[arm][0];
    match counted(rules, from, face) {
        Some(via) => {
            let to = jumped(rules, via);
            state.pieces[arm][0] = to;
            told.slid(arm, from, via, to, face);
        }
        None => told.lost(arm, &[face], LostReason::NoMove),
    }
    if is_home(rules, state, arm) && finish(rules, state, arm, told) {
        return;
    }
    if face == 6 {
        state.phase = Phase::Roll;
        return roll_again(state, ExtraReason::Six, told);
    }
    next_turn(rules, state, told);
}

/// The square counted to: from off the board by a six only (L4-19) unless any roll enters (R5-03); past 100 none
/// (L4-24), or counted back (R5-08).
fn counted(rules: &Rules, from: i32, face: i32) -> Option<i32> {
    if from == BASE {
        return rules.enter_on.contains(&face).then_some(face);
    }
    let way = way(rules, from, face)?;
    way.last().copied()
}

/// The square after a ladder or chute (L4-21).
fn jumped(rules: &Rules, square: i32) -> i32 {
    let found = rules.board.jumps.iter().find(|(from, _)| *from == square);
    found.map_or(square, |(_, to)| *to)
}
