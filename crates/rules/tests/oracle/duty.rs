//! What must be done before anything else, where more than one move is possible.

use crate::board::BASE;
use crate::legal::{Kind, Move, hand};
use crate::rules::Rules;
use crate::squares::others;
use crate::state::{Id, State};

/// The own pairs that a six or double obliges to break (R1-13, R2-11), as they stand now.
pub fn own_blocks(rules: &Rules, state: &State) -> Vec<[Id; 2]> {
    let arm = hand(rules, state);
    let row = &state.pieces[arm];
    let mut found = Vec::new();
    for a in 0..row.len() {
        for b in a + 1..row.len() {
            if rules.must_break && row[a] == row[b] && can_be_block(rules, row[a]) {
                found.push([(arm, a), (arm, b)]);
            }
        }
    }
    found
}

/// Not in base and not on the goal; in `parchis` only on the common path (section 9, 3).
fn can_be_block(rules: &Rules, progress: i32) -> bool {
    let last = if rules.must_break_in_lane {
        rules.board.end()
    } else {
        rules.board.track
    };
    (0..last).contains(&progress)
}

/// The own pairs that a move of this piece breaks.
pub fn broken_by(rules: &Rules, state: &State, mover: Id) -> Vec<[Id; 2]> {
    let from = state.progress(mover);
    if from == BASE {
        return Vec::new();
    }
    let mates = others(rules, state, mover, from);
    let own = mates.into_iter().filter(|id| id.0 == mover.0);
    own.map(|id| [mover.min(id), mover.max(id)]).collect()
}

/// Keeps those moves by dice that the duties leave.
pub fn oblige(rules: &Rules, state: &State, moves: Vec<Move>) -> Vec<Move> {
    let breaks = |m: &Move| {
        state
            .duty
            .iter()
            .any(|pair| pair.contains(&(m.arm, m.piece)))
    };
    let enters = |m: &Move| rules.enter_must && m.kind == Kind::Enter;
    let clears = |m: &Move| rules.clear_start && m.from == 0 && state.waits(m.arm);
    let captures = |m: &Move| rules.capture_must && !m.captures.is_empty();
    // With one five of 5-5 left, breaking comes before a second exit (R1-12).
    if state.dice.len() < rules.dice && moves.iter().any(breaks) {
        return only(moves, breaks);
    }
    let moves = only(moves, enters);
    let moves = only(moves, breaks);
    let moves = only(moves, clears);
    only(moves, captures)
}

/// Those that fulfil a duty; all where none can.
fn only(moves: Vec<Move>, fulfils: impl Fn(&Move) -> bool) -> Vec<Move> {
    if moves.iter().any(&fulfils) {
        moves.into_iter().filter(fulfils).collect()
    } else {
        moves
    }
}
