//! The rule that as many dice as possible are used (R1-06, 4.4), by trying everything.

use crate::legal::{Move, bonus_is_due, by_bonus, by_dice, is_home};
use crate::rules::Rules;
use crate::state::State;
use crate::tell::Told;
use crate::turn::{carry_out, earn};

/// Keeps the moves after which the most dice come to use.
pub fn most_dice(rules: &Rules, state: &State, moves: Vec<Move>) -> Vec<Move> {
    let counts: Vec<usize> = moves.iter().map(|m| uses(rules, state, m)).collect();
    let most = counts.iter().max().copied();
    let kept = moves.into_iter().zip(counts);
    kept.filter(|(_, count)| Some(*count) == most)
        .map(|(m, _)| m)
        .collect()
}

/// The dice that come to use with a move and after it. A win uses all.
fn uses(rules: &Rules, state: &State, m: &Move) -> usize {
    let mut after = state.clone();
    carry_out(rules, &mut after, m);
    let used = state.dice.len() - after.dice.len();
    if is_home(rules, &after, m.arm) && wins(rules, &after, m.arm) {
        return state.dice.len();
    }
    earn(rules, &mut after, m, &mut Told::default());
    used + at_best(rules, after)
}

/// Whether an arm that is home has won, or its team has.
fn wins(rules: &Rules, state: &State, arm: usize) -> bool {
    let partner = rules.partner(arm);
    partner.is_none_or(|partner| rules.team_win == 4 || is_home(rules, state, partner))
}

/// The most dice that can still come to use.
fn at_best(rules: &Rules, mut state: State) -> usize {
    if state.dice.is_empty() {
        return 0;
    }
    let moves = if bonus_is_due(rules, &state) {
        by_bonus(rules, &state)
    } else {
        by_dice(rules, &state)
    };
    if moves.is_empty() && bonus_is_due(rules, &state) {
        state.bonus.remove(0);
        return at_best(rules, state);
    }
    let mut best = 0;
    for m in &moves {
        best = best.max(uses(rules, &state, m));
        if best == state.dice.len() {
            break;
        }
    }
    best
}
