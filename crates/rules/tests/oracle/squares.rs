//! Where a piece may pass and land.

use crate::board::BASE;
use crate::rules::{Made, Partner, Passing, Rules, Stack, Stops};
use crate::state::{Id, State};

/// The progress of each square from the next one to the last one, `None` where the roll is too long. Past the end it
/// is counted back where the rules say so (R3-09, R5-08), but what stands at the end stays, and no lane is left again.
pub fn way(rules: &Rules, from: i32, steps: i32) -> Option<Vec<i32>> {
    if rules.stair {
        return stair(rules.board.track - 1, from, steps);
    }
    let end = rules.board.end();
    let back_to = 2 * end - from - steps;
    let stays_in_lane = from < rules.board.track || back_to >= rules.board.track;
    let bounces = rules.bounce && from < end && stays_in_lane;
    let counted = |n: i32| {
        if from + n <= end {
            from + n
        } else {
            2 * end - from - n
        }
    };
    let fits = from + steps <= end || bounces;
    fits.then(|| (1..=steps).map(counted).collect())
}

/// The way with a stair: its foot is reached exactly or the rest is counted back; then each step needs its own number, and
/// the goal another six (4.2).
fn stair(foot: i32, from: i32, steps: i32) -> Option<Vec<i32>> {
    if from >= foot {
        let needed = (from - foot + 1).min(6);
        return (steps == needed).then(|| vec![from + 1]);
    }
    let counted = |n: i32| (from + n).min(2 * foot - from - n);
    Some((1..=steps).map(counted).collect())
}

/// The other pieces where a piece of `mover`'s arm at `progress` would stand. The goal holds any number.
pub fn others(rules: &Rules, state: &State, mover: Id, progress: i32) -> Vec<Id> {
    let square = rules.board.square(mover.0, progress);
    let together = |(other, at): &(Id, i32)| match square {
        Some(_) => rules.board.square(other.0, *at) == square,
        None => other.0 == mover.0 && *at == progress,
    };
    if rules.board.goal && progress == rules.board.end() {
        return Vec::new();
    }
    let all = state.all().filter(|(other, _)| *other != mover);
    all.filter(together).map(|(other, _)| other).collect()
}

/// Whether a piece may cross a square (L1-11, L1-13, L2-11, L3-03, L3-15).
pub fn can_pass(rules: &Rules, state: &State, mover: Id, progress: i32, face: i32) -> bool {
    let there = others(rules, state, mover, progress);
    if progress >= rules.board.track && !rules.lane_jump {
        return there.is_empty();
    }
    let in_the_way = |id: &Id| match rules.passing {
        Passing::All => false,
        Passing::NotOwn => id.0 == mover.0,
        Passing::None => true,
    };
    if progress < rules.board.track && there.iter().any(in_the_way) {
        return false;
    }
    !blocked(rules, state, mover, progress, &there) || rules.pass_on.contains(&face)
}

/// Whether the pieces on a square bar it to the mover.
fn blocked(rules: &Rules, state: &State, mover: Id, progress: i32, there: &[Id]) -> bool {
    let pair = |arm: usize| there.iter().filter(|id| id.0 == arm).count() >= 2;
    let own = there
        .iter()
        .any(|id| pair(id.0) && stops(rules, state, id.0, mover.0));
    match rules.made {
        Made::None => false,
        Made::Own => own,
        Made::OwnOnSafe => own && is_safe(rules, mover.0, progress),
        Made::OwnAndMixed => own || mixed(rules, mover, progress, there),
    }
}

/// Whether a block of an arm stops the mover. Who has finished bars nobody.
fn stops(rules: &Rules, state: &State, arm: usize, mover: usize) -> bool {
    let rival = arm != mover && rules.partner(arm) != Some(mover);
    !state.places.contains(&arm) && (rules.stops == Stops::All || rival)
}

/// Whether two pieces of different colours on a safe square bar it (L2-11). They are nobody's own block, so they stop
/// their owners too where blocks stop only rivals.
fn mixed(rules: &Rules, mover: Id, progress: i32, there: &[Id]) -> bool {
    is_safe(rules, mover.0, progress) && there.iter().any(|id| id.0 != there[0].0)
}

/// Whether nobody is captured where an arm's piece would stand.
pub fn is_safe(rules: &Rules, arm: usize, progress: i32) -> bool {
    let square = rules.board.square(arm, progress);
    rules.safe_squares && square.is_some_and(|square| rules.board.is_safe(square))
}

/// Whom a landing captures, `None` where it is not possible.
pub fn land(rules: &Rules, state: &State, mover: Id, to: i32, entering: bool) -> Option<Vec<Id>> {
    let there = others(rules, state, mover, to);
    if there
        .iter()
        .any(|other| parted(rules, state, mover, *other))
    {
        return None;
    }
    if to >= rules.board.track {
        return land_in_lane(rules, state, mover, to, &there);
    }
    if entering && there.len() >= rules.capacity {
        return enter_full(rules, state, mover, &there);
    }
    let own = there.iter().any(|id| id.0 == mover.0);
    if (own && !rules.own_share) || there.len() >= rules.capacity {
        return None;
    }
    if blocked(rules, state, mover, to, &there) {
        return None;
    }
    if dies(rules, state, mover, to, entering) {
        return Some(Vec::new());
    }
    let others: Vec<Id> = there.into_iter().filter(|id| id.0 != mover.0).collect();
    if is_safe(rules, mover.0, to) && !(entering && rules.enter_captures_single) {
        let room = rules.safe_share || others.is_empty();
        return room.then(Vec::new);
    }
    let hit = captured(rules, mover.0, others)?;
    let always = entering && rules.enter_captures_single;
    (always || rules.stack != Stack::Immune || !stacked(&hit)).then_some(hit)
}

/// Whether the mover itself goes to base there: on two pieces of one rival, or on one that is safe (4.10). An entry
/// captures always.
pub fn dies(rules: &Rules, state: &State, mover: Id, to: i32, entering: bool) -> bool {
    let mut there = others(rules, state, mover, to);
    there.retain(|id| id.0 != mover.0);
    let rivals = captured(rules, mover.0, there).unwrap_or_default();
    let guarded = is_safe(rules, mover.0, to) && !rivals.is_empty();
    let captures = entering && rules.enter_captures_single;
    rules.stack == Stack::KillsAttacker && !captures && (guarded || stacked(&rivals))
}

fn stacked(rivals: &[Id]) -> bool {
    rivals
        .iter()
        .any(|a| rivals.iter().any(|b| a != b && a.0 == b.0))
}

/// Whether two pieces may not stand together again in this roll (L1-12, R1-14).
fn parted(rules: &Rules, state: &State, a: Id, b: Id) -> bool {
    !rules.reform && (state.split.contains(&[a, b]) || state.split.contains(&[b, a]))
}

/// Only own pieces stand in a lane, and nothing is captured there.
fn land_in_lane(rules: &Rules, state: &State, mover: Id, to: i32, there: &[Id]) -> Option<Vec<Id>> {
    let room = if rules.lane_share { rules.capacity } else { 1 };
    let open = there.len() < room && !blocked(rules, state, mover, to, there);
    open.then(Vec::new)
}

/// Rivals on a plain square are captured (L0-13, L1-14, L3-12); the partner's pieces as the rules say.
fn captured(rules: &Rules, mover: usize, others: Vec<Id>) -> Option<Vec<Id>> {
    let partner = |id: &Id| rules.partner(mover) == Some(id.0);
    match rules.partner {
        Partner::Literal => Some(others),
        Partner::Illegal if others.iter().any(partner) => None,
        Partner::Illegal => Some(others),
        Partner::Share => Some(others.into_iter().filter(|id| !partner(id)).collect()),
    }
}

/// Whom a move captures on its way, where that is the rule (4.11): rivals off the safe squares.
pub fn passed(rules: &Rules, state: &State, mover: Id, crossed: &[i32]) -> Vec<Id> {
    let plain = |p: &&i32| rules.capture_by_passing && !is_safe(rules, mover.0, **p);
    let there = crossed
        .iter()
        .filter(plain)
        .flat_map(|p| others(rules, state, mover, *p));
    let rivals = there.filter(|id| id.0 != mover.0).collect();
    captured(rules, mover.0, rivals).unwrap_or_default()
}

/// Whom a flight captures: pieces of the opposite arm on the lane square that it crosses (4.7).
pub fn flown_over(rules: &Rules, state: &State, mover: usize, over: i32) -> Vec<Id> {
    let all = rules.board.starts.len();
    let opposite = (mover + all / 2) % all;
    let there = state
        .all()
        .filter(|(id, p)| id.0 == opposite && *p == over)
        .map(|(id, _)| id)
        .collect();
    captured(rules, mover, there).unwrap_or_default()
}

/// An entry on an exit that is full: not with two own pieces (L1-08); else the other colour's piece that arrived last
/// is captured (L1-17), or nobody enters (L2-15).
fn enter_full(rules: &Rules, state: &State, mover: Id, there: &[Id]) -> Option<Vec<Id>> {
    let may_be_hit = |id: &&Id| {
        id.0 != mover.0
            && (rules.partner != Partner::Illegal || rules.partner(mover.0) != Some(id.0))
    };
    if !rules.enter_captures_last {
        return None;
    }
    let others = there.iter().filter(may_be_hit);
    let last = if rules.last_arrived {
        others.max_by_key(|id| (state.arrived[id.0][id.1], **id))
    } else {
        others.min_by_key(|id| (state.arrived[id.0][id.1], **id))
    };
    last.map(|id| vec![*id])
}

/// Whether an arm's lane is open to its pieces (4.8: capture before going home): it has captured, or all its pieces
/// wait before the lane or are past it.
pub fn lane_is_open(rules: &Rules, state: &State, arm: usize) -> bool {
    let waiting = |p: &i32| *p != BASE && *p >= rules.board.track - 1;
    !rules.capture_first || state.captured.contains(&arm) || state.pieces[arm].iter().all(waiting)
}
