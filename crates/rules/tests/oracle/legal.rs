//! The legal moves of a position.

use crate::board::{BASE, Hop};
use crate::duty::oblige;
use crate::most::most_dice;
use crate::rules::Rules;
use crate::squares::{can_pass, dies, flown_over, land, lane_is_open, passed, way};
use crate::state::{Id, State};
use ludohall_rules::Phase;

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Enter,
    Move,
    Bonus,
    Decline,
}

/// A move with the fields of the engine protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub kind: Kind,
    pub arm: usize,
    pub piece: usize,
    pub uses: Vec<i32>,
    pub from: i32,
    /// The square counted to.
    pub via: i32,
    pub to: i32,
    pub captures: Vec<Id>,
}

/// The arm whose pieces the arm to act plays: its partner's once its own are home (L1-21, R3-15).
pub fn hand(rules: &Rules, state: &State) -> usize {
    match rules.partner(state.turn) {
        Some(partner) if is_home(rules, state, state.turn) => partner,
        _ => state.turn,
    }
}

/// Whether as many pieces of an arm are home as win.
pub fn is_home(rules: &Rules, state: &State, arm: usize) -> bool {
    let home = state.pieces[arm]
        .iter()
        .filter(|p| rules.board.is_home(**p));
    home.count() >= rules.to_win
}

/// The legal moves in canonical order: by piece, then arm, then uses; decline last.
pub fn legal(rules: &Rules, state: &State) -> Vec<Move> {
    if state.phase != Phase::Move {
        return Vec::new();
    }
    let moves = if bonus_is_due(rules, state) {
        by_bonus(rules, state)
    } else {
        by_dice(rules, state)
    };
    if rules.maximal_use {
        return most_dice(rules, state, moves);
    }
    moves
}

/// Whether a bonus is played next: at once (R1-19), or by option after the dice.
pub fn bonus_is_due(rules: &Rules, state: &State) -> bool {
    !state.bonus.is_empty() && (!rules.bonus_at_end || state.dice.is_empty())
}

/// The moves by the bonus that is first, and its refusal where it may be refused (R2-07).
pub fn by_bonus(rules: &Rules, state: &State) -> Vec<Move> {
    let steps = state.bonus[0];
    let arm = hand(rules, state);
    let mut moves: Vec<Move> = (0..rules.each)
        .filter_map(|piece| step(rules, state, (arm, piece), steps, steps, Kind::Bonus))
        .collect();
    if !moves.is_empty() && !rules.bonus_must {
        moves.push(decline());
    }
    moves
}

/// The refusal of a bonus.
pub fn decline() -> Move {
    Move {
        kind: Kind::Decline,
        arm: 0,
        piece: 0,
        uses: Vec::new(),
        from: 0,
        via: 0,
        to: 0,
        captures: Vec::new(),
    }
}

/// The moves by the dice that are left, less what duties forbid.
pub fn by_dice(rules: &Rules, state: &State) -> Vec<Move> {
    let mut faces = state.dice.clone();
    if rules.queue {
        faces.truncate(1);
    }
    faces.sort_unstable();
    faces.dedup();
    let arm = hand(rules, state);
    let mut moves = Vec::new();
    for piece in (0..rules.each).map(|piece| (arm, piece)) {
        moves.extend(
            faces
                .iter()
                .filter_map(|face| by_face(rules, state, piece, *face)),
        );
        moves.extend(by_sum(rules, state, piece));
    }
    let mut moves = oblige(rules, state, moves);
    moves.sort_by(|a, b| (a.piece, a.arm, &a.uses).cmp(&(b.piece, b.arm, &b.uses)));
    moves
}

/// A piece by one die: out of base, or onward.
pub fn by_face(rules: &Rules, state: &State, piece: Id, face: i32) -> Option<Move> {
    if state.progress(piece) == BASE {
        let enters = rules.enter_on.contains(&face);
        return enters
            .then(|| enter(rules, state, piece, vec![face]))
            .flatten();
    }
    step(
        rules,
        state,
        piece,
        steps_of(rules, state, piece.0, face),
        face,
        Kind::Move,
    )
}

/// A six may count more, above all where none of the own pieces is in base (L2-17, 4.11).
fn steps_of(rules: &Rules, state: &State, arm: usize, face: i32) -> i32 {
    match face {
        6 if state.waits(arm) => rules.six,
        6 => rules.six_with_empty_base,
        face => face,
    }
}

/// A piece out of base by the sum of both dice (L1-06).
fn by_sum(rules: &Rules, state: &State, piece: Id) -> Option<Move> {
    let both = state.dice.len() == 2 && Some(state.dice.iter().sum()) == rules.enter_sum;
    if !both || state.progress(piece) != BASE {
        return None;
    }
    let mut uses = state.dice.clone();
    uses.sort_unstable();
    enter(rules, state, piece, uses)
}

fn enter(rules: &Rules, state: &State, piece: Id, uses: Vec<i32>) -> Option<Move> {
    let (to, captures) = arrive(rules, state, piece, 0, true)?;
    Some(Move {
        kind: Kind::Enter,
        arm: piece.0,
        piece: piece.1,
        uses,
        from: BASE,
        via: 0,
        to,
        captures,
    })
}

/// Where a piece comes to stand that is counted to a square, and whom it captures: it may go on from there (4.7, 4.10), by
/// one jump and one flight at most, where the next square takes it; or back to base.
fn arrive(
    rules: &Rules,
    state: &State,
    piece: Id,
    via: i32,
    entering: bool,
) -> Option<(i32, Vec<Id>)> {
    let mut at = via;
    let mut captures = land(rules, state, piece, via, entering)?;
    let (mut jumped, mut flown) = (false, false);
    while !dies(rules, state, piece, at, entering) {
        let unused = |hop: &&Hop| match hop.flies_over {
            Some(_) => !flown,
            None => !jumped,
        };
        let mut from_here = rules.board.hops.iter().filter(|hop| hop.from == at);
        let next = from_here
            .find(unused)
            .and_then(|hop| Some((hop, land(rules, state, piece, hop.to, false)?)));
        let Some((hop, more)) = next else {
            return Some((at, captures));
        };
        captures.extend(more);
        if let Some(over) = hop.flies_over {
            flown = true;
            captures.extend(flown_over(rules, state, piece.0, over));
        } else {
            jumped = true;
        }
        at = hop.to;
    }
    Some((BASE, captures))
}

/// A piece on the board by some steps.
fn step(
    rules: &Rules,
    state: &State,
    piece: Id,
    steps: i32,
    used: i32,
    kind: Kind,
) -> Option<Move> {
    let from = state.progress(piece);
    if from == BASE || (rules.board.goal && from == rules.board.end()) {
        return None;
    }
    let way = way(rules, from, steps)?;
    let (&via, crossed) = way.split_last()?;
    let into_lane = from < rules.board.track && way.iter().any(|p| *p >= rules.board.track);
    let barred = |p: &i32| !can_pass(rules, state, piece, *p, used);
    if via == from || crossed.iter().any(barred) {
        return None;
    }
    if into_lane && !lane_is_open(rules, state, piece.0) {
        return None;
    }
    let (to, mut captures) = arrive(rules, state, piece, via, false)?;
    captures.extend(passed(rules, state, piece, crossed));
    captures.sort_unstable();
    Some(Move {
        kind,
        arm: piece.0,
        piece: piece.1,
        uses: vec![used],
        from,
        via,
        to,
        captures,
    })
}
