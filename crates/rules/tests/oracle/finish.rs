//! Places and the end of the game.

use crate::legal::is_home;
use crate::rules::Rules;
use crate::state::State;
use crate::tell::Told;
use crate::turn::{forget_turn, next_turn};
use ludohall_rules::Phase;

/// An arm's last piece came home. Whether that ends its turn; where it does not, its partner's pieces are its own from
/// now on (L1-21).
pub fn finish(rules: &Rules, state: &mut State, arm: usize, told: &mut Told) -> bool {
    match rules.partner(arm) {
        Some(partner) => finish_team(rules, state, arm, partner, told),
        None => {
            state.places.push(arm);
            told.finished_arm(arm, state.places.len());
            finish_single(rules, state, told);
            true
        }
    }
}

/// The game ends with the first (L0-04), or goes on until one is left (L4-17, R4-02).
fn finish_single(rules: &Rules, state: &mut State, told: &mut Told) {
    let plays_on = rules.arms.len() >= rules.play_on_from;
    if plays_on && state.places.len() + 1 < rules.arms.len() {
        next_turn(rules, state, told);
    } else {
        end(rules, state, told);
    }
}

/// A team wins with all eight pieces (R1-27, R3-15), by option with one partner's four.
fn finish_team(
    rules: &Rules,
    state: &mut State,
    arm: usize,
    partner: usize,
    told: &mut Told,
) -> bool {
    if rules.team_win == 8 && !is_home(rules, state, partner) {
        return false;
    }
    for arm in [arm.min(partner), arm.max(partner)] {
        state.places.push(arm);
        told.finished_arm(arm, 1);
    }
    end(rules, state, told);
    true
}

fn end(rules: &Rules, state: &mut State, told: &mut Told) {
    forget_turn(state);
    state.phase = Phase::Over;
    told.finished(&ranking(rules, state));
}

/// The next arm in turn order that has not finished.
pub fn next_arm(rules: &Rules, state: &State) -> usize {
    let later = rules.arms.iter().filter(|arm| **arm > state.turn);
    let earlier = rules.arms.iter().filter(|arm| **arm <= state.turn);
    let mut order = later.chain(earlier);
    let next = order.find(|arm| !state.places.contains(arm));
    *next.expect("a game that goes on has an arm that has not finished")
}

/// The complete ranking as `(arm, place)`: who finished in order, then the others by pieces home, steps, seat;
/// partners share a place and count together.
pub fn ranking(rules: &Rules, state: &State) -> Vec<(usize, usize)> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for arm in &rules.arms {
        match rules.partner(*arm) {
            Some(partner) if partner < *arm => {}
            Some(partner) => groups.push(vec![*arm, partner]),
            None => groups.push(vec![*arm]),
        }
    }
    groups.sort_by_key(|group| rank(rules, state, group));
    let placed = groups.iter().enumerate();
    placed
        .flat_map(|(n, group)| group.iter().map(move |arm| (*arm, n + 1)))
        .collect()
}

/// Smaller is better: when finished; pieces not home; steps not made; seat.
fn rank(rules: &Rules, state: &State, group: &[usize]) -> (usize, i32, i32, usize) {
    let finished = state.places.iter().position(|arm| group.contains(arm));
    let pieces = || group.iter().flat_map(|arm| &state.pieces[*arm]);
    let home = pieces().filter(|p| rules.board.is_home(**p)).count();
    let steps: i32 = pieces().map(|p| p + 1).sum();
    (
        finished.unwrap_or(usize::MAX),
        -(home as i32),
        -steps,
        group[0],
    )
}
