//! What becomes of pieces for one six or double too many in a row.

use crate::board::BASE;
use crate::legal::hand;
use crate::rules::{Penalty, Rules};
use crate::squares::is_safe;
use crate::state::{Id, State};

/// Which pieces go where.
pub fn penalties(rules: &Rules, state: &State) -> Vec<(Id, i32)> {
    match rules.penalty {
        Penalty::Cancel => Vec::new(),
        Penalty::LastToBase | Penalty::LastToBaseOrLaneStart => {
            let last = state.last_moved.iter();
            last.filter_map(|id| Some((*id, last_moved_to(rules, state.progress(*id))?)))
                .collect()
        }
        Penalty::FrontToBase => front(rules, state).into_iter().collect(),
        Penalty::MovedToBase => moved(rules, state),
        Penalty::UnsafeToBase => unsafe_ones(rules, state),
    }
}

/// Where the piece last moved goes, `None` where it is exempt (L1-10, L2-19, L2-20).
fn last_moved_to(rules: &Rules, from: i32) -> Option<i32> {
    let on_track = (0..rules.board.track).contains(&from);
    let in_lane = from >= rules.board.track && !rules.board.is_home(from);
    if on_track {
        return Some(BASE);
    }
    (in_lane && rules.penalty == Penalty::LastToBaseOrLaneStart).then_some(rules.board.track)
}

/// The piece closest to home, from the home path too (4.4).
fn front(rules: &Rules, state: &State) -> Option<(Id, i32)> {
    let out = own(rules, state).filter(|(_, p)| *p != BASE && !rules.board.is_home(*p));
    let front = out.max_by_key(|(id, p)| (*p, std::cmp::Reverse(*id)))?;
    Some((front.0, BASE))
}

/// All pieces that are not on a safe square, in the lane or home (4.11).
fn unsafe_ones(rules: &Rules, state: &State) -> Vec<(Id, i32)> {
    let on_track = own(rules, state).filter(|(_, p)| (0..rules.board.track).contains(p));
    on_track
        .filter(|(id, p)| !is_safe(rules, id.0, *p))
        .map(|(id, _)| (id, BASE))
        .collect()
}

/// The pieces moved in this turn (4.7), but for those that are home.
fn moved(rules: &Rules, state: &State) -> Vec<(Id, i32)> {
    let moved = state.moved.iter();
    let out = |id: &&Id| {
        let progress = state.progress(**id);
        progress != BASE && !rules.board.is_home(progress)
    };
    moved.filter(out).map(|id| (*id, BASE)).collect()
}

fn own(rules: &Rules, state: &State) -> impl Iterator<Item = (Id, i32)> {
    let arm = hand(rules, state);
    state.all().filter(move |(id, _)| id.0 == arm)
}
