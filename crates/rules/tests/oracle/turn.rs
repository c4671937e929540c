//! Rolls and moves with all that follows of itself.

use crate::board::BASE;
use crate::duty::{broken_by, own_blocks};
use crate::finish::{finish, next_arm};
use crate::grid;
use crate::legal::{Kind, Move, bonus_is_due, by_bonus, by_dice, by_face, hand, is_home};
use crate::penalty::penalties;
use crate::rules::{Again, Rules};
use crate::state::State;
use crate::tell::Told;
use ludohall_rules::{BonusReason, ExtraReason, LostReason, Phase};

/// A roll is thrown.
pub fn roll(rules: &Rules, state: &mut State, faces: &[i32], told: &mut Told) {
    told.rolled(state.turn, faces);
    state.streak = if counts(rules, faces) {
        state.streak + 1
    } else {
        0
    };
    if rules.grid {
        return grid::roll(rules, state, faces[0], told);
    }
    if rules.queue {
        return roll_into_queue(rules, state, faces[0], told);
    }
    if too_many(rules, state) {
        return too_many_in_a_row(rules, state, faces, told);
    }
    state.dice = faces.to_vec();
    state.phase = Phase::Move;
    if rules.bottoms && state.streak > 0 && !state.waits(hand(rules, state)) {
        let below: Vec<i32> = faces.iter().map(|face| 7 - face).collect();
        told.bottoms(state.turn, &below);
        state.dice.extend(below);
    }
    if state.streak > 0 {
        state.duty = own_blocks(rules, state);
    }
    settle(rules, state, told);
}

/// Whether a roll is a six, or a double, as the ruleset counts.
fn counts(rules: &Rules, faces: &[i32]) -> bool {
    match rules.again {
        Again::Six => faces == [6],
        Again::Double => faces[0] == faces[1],
    }
}

/// Whether this roll is one six or double too many in a row (L0-09, L1-10, L2-19, L4-13).
pub fn too_many(rules: &Rules, state: &State) -> bool {
    rules.limit > 0 && state.streak >= rules.limit
}

/// The roll is not played; pieces may go back (L1-10, L2-19, L2-20); the turn passes.
fn too_many_in_a_row(rules: &Rules, state: &mut State, faces: &[i32], told: &mut Told) {
    told.lost(state.turn, faces, LostReason::Streak);
    for (piece, to) in penalties(rules, state) {
        let from = state.progress(piece);
        state.pieces[piece.0][piece.1] = to;
        told.penalty(piece, from, to);
    }
    next_turn(rules, state, told);
}

/// Sixes are rolled on at once; the first one must be of use (L4-11, L4-12, L4-13, R4-03).
fn roll_into_queue(rules: &Rules, state: &mut State, face: i32, told: &mut Told) {
    state.dice.push(face);
    if too_many(rules, state) {
        told.lost(state.turn, &state.dice, LostReason::Streak);
        return next_turn(rules, state, told);
    }
    if face == 6 && (state.dice.len() > 1 || !by_dice(rules, state).is_empty()) {
        return roll_again(state, ExtraReason::Six, told);
    }
    state.phase = Phase::Move;
    settle(rules, state, told);
}

/// A legal move is played.
pub fn play(rules: &Rules, state: &mut State, chosen: &Move, told: &mut Told) {
    if chosen.kind == Kind::Decline {
        state.bonus.remove(0);
        told.declined(state.turn);
        return settle(rules, state, told);
    }
    carry_out(rules, state, chosen);
    told.moved(chosen);
    if is_home(rules, state, chosen.arm) && finish(rules, state, chosen.arm, told) {
        return;
    }
    earn(rules, state, chosen, told);
    settle(rules, state, told);
}

/// Moves the pieces and takes away what the move uses.
pub fn carry_out(rules: &Rules, state: &mut State, chosen: &Move) {
    break_pairs(rules, state, chosen);
    use_up(state, chosen);
    carry(state, chosen);
}

/// What a move does to the duty to break, and to the pairs that may not be formed again (R1-13, R1-14).
fn break_pairs(rules: &Rules, state: &mut State, chosen: &Move) {
    let piece = (chosen.arm, chosen.piece);
    if state.duty.iter().any(|pair| pair.contains(&piece)) {
        state.duty.clear();
    }
    if !rules.reform && state.streak > 0 {
        let broken = broken_by(rules, state, piece);
        state.split.extend(broken);
        state.split.sort_unstable();
        state.split.dedup();
    }
}

/// Takes away the dice or the bonus that a move consumes.
fn use_up(state: &mut State, chosen: &Move) {
    if chosen.kind == Kind::Bonus {
        state.bonus.remove(0);
        return;
    }
    for face in &chosen.uses {
        let at = state.dice.iter().position(|die| die == face);
        state
            .dice
            .remove(at.expect("a legal move uses dice that are there"));
    }
    if state.dice.is_empty() {
        state.duty.clear();
    }
}

/// Moves the piece, and those that it captures back to their bases.
fn carry(state: &mut State, chosen: &Move) {
    for (arm, piece) in &chosen.captures {
        state.pieces[*arm][*piece] = BASE;
    }
    state.arrived[chosen.arm][chosen.piece] = state.now();
    state.pieces[chosen.arm][chosen.piece] = chosen.to;
    state.last_moved = Some((chosen.arm, chosen.piece));
    state.moved.push((chosen.arm, chosen.piece));
    state.moved.sort_unstable();
    state.moved.dedup();
    state.tries = 0;
    if !chosen.captures.is_empty() && !state.captured.contains(&chosen.arm) {
        state.captured.push(chosen.arm);
        state.captured.sort_unstable();
    }
}

/// What a capture and a piece that gets home are worth: steps (L1-15, L1-19) or one more roll (L4-14).
pub fn earn(rules: &Rules, state: &mut State, chosen: &Move, told: &mut Told) {
    let captured = !chosen.captures.is_empty();
    let home = rules.board.is_home(chosen.to) && !rules.board.is_home(chosen.from);
    if rules.bonus_chain || chosen.kind != Kind::Bonus {
        for (earned, steps, reason) in [
            (captured, rules.capture_steps, BonusReason::Capture),
            (home, rules.home_steps, BonusReason::Home),
        ] {
            if earned && steps > 0 {
                state.bonus.push(steps);
                told.bonus(state.turn, steps, reason);
            }
        }
    }
    let may = state.extra.is_none() && (rules.again_chain || !state.extra_used);
    if may && captured && rules.again_capture {
        state.extra = Some(ExtraReason::Capture);
    } else if may && home && rules.again_home {
        state.extra = Some(ExtraReason::Home);
    }
}

/// Goes on until a decision is awaited.
fn settle(rules: &Rules, state: &mut State, told: &mut Told) {
    let mut dead = false;
    loop {
        if bonus_is_due(rules, state) {
            if !by_bonus(rules, state).is_empty() {
                return await_move(state, told);
            }
            let steps = state.bonus.remove(0);
            told.bonus_lost(state.turn, steps);
        } else if !state.dice.is_empty() {
            if !by_dice(rules, state).is_empty() {
                return await_move(state, told);
            }
            dead = true;
            lose_dice(rules, state, told);
        } else {
            return end_of_roll(rules, state, dead, told);
        }
    }
}

fn await_move(state: &mut State, told: &mut Told) {
    state.phase = Phase::Move;
    told.turn(state.turn, Phase::Move);
}

/// Dice that nobody can use are lost; in a queue the later ones are lost with the first (L4-12).
fn lose_dice(rules: &Rules, state: &mut State, told: &mut Told) {
    let own = if rules.queue { 1 } else { state.dice.len() };
    let (first, later) = state.dice.split_at(own);
    told.lost(state.turn, first, LostReason::NoMove);
    if !later.is_empty() {
        told.lost(state.turn, later, LostReason::QueueDead);
    }
    state.dice.clear();
    state.duty.clear();
}

/// The dice are used or lost: the same arm again, or the next one.
fn end_of_roll(rules: &Rules, state: &mut State, dead: bool, told: &mut Told) {
    if rules.queue {
        let keeps = !dead || rules.dead_die_keeps_bonus;
        return match state.extra {
            Some(reason) if keeps => {
                state.extra_used = true;
                roll_again(state, reason, told);
            }
            _ => next_turn(rules, state, told),
        };
    }
    if state.streak > 0 && (!dead || rules.dead_rolls_again) {
        return roll_again(state, reason_of(rules), told);
    }
    if let Some(reason) = state.extra {
        return roll_again(state, reason, told);
    }
    if dead && only_an_entry_helps(rules, state) {
        state.tries += 1;
        if state.tries < rules.tries {
            state.phase = Phase::Roll;
            return told.turn(state.turn, Phase::Roll);
        }
    }
    next_turn(rules, state, told);
}

/// Whether nothing is on the route and nothing at home can move, whatever is rolled: by option there are three tries
/// for an entry then (R3-07).
fn only_an_entry_helps(rules: &Rules, state: &State) -> bool {
    let arm = hand(rules, state);
    let on_route = state.pieces[arm]
        .iter()
        .any(|p| (0..rules.board.track).contains(p));
    let can_move = |face| {
        let pieces = (0..rules.each).map(|piece| (arm, piece));
        let mut moves = pieces.filter_map(|piece| by_face(rules, state, piece, face));
        moves.any(|m| m.kind != Kind::Enter)
    };
    state.waits(arm) && !on_route && !(1..=6).any(can_move)
}

/// Why six or double roll again.
fn reason_of(rules: &Rules) -> ExtraReason {
    match rules.again {
        Again::Six => ExtraReason::Six,
        Again::Double => ExtraReason::Double,
    }
}

/// The same arm is to roll again.
pub fn roll_again(state: &mut State, reason: ExtraReason, told: &mut Told) {
    state.phase = Phase::Roll;
    state.extra = None;
    state.duty.clear();
    state.split.clear();
    told.extra(state.turn, reason);
    told.turn(state.turn, Phase::Roll);
}

/// The next arm is to roll.
pub fn next_turn(rules: &Rules, state: &mut State, told: &mut Told) {
    forget_turn(state);
    state.turn = next_arm(rules, state);
    state.phase = Phase::Roll;
    told.turn(state.turn, Phase::Roll);
}

/// All that belongs to a turn.
pub fn forget_turn(state: &mut State) {
    state.dice.clear();
    state.bonus.clear();
    state.duty.clear();
    state.split.clear();
    state.streak = 0;
    state.last_moved = None;
    state.moved.clear();
    state.extra = None;
    state.extra_used = false;
    state.tries = 0;
}
