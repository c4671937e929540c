//! Rolls, moves, and what follows by itself until the next decision.

use super::Game;
use super::streak::is_run;
use crate::arm::{ARMS, Arm, Progress};
use crate::error::{PlayError, RollError};
use crate::event::{Awaits, BonusReason, Event, ExtraReason, LostReason, Sink};
use crate::moves::{Captures, Choice, Move, MoveKind};
use crate::position::{Dice, PAIRS, Pairs, Phase, Position};

impl Game {
    /// Applies a roll and goes on until a decision or a roll is awaited, or the game is over.
    ///
    /// # Errors
    ///
    /// Where no roll is awaited, or these are not faces of the dice; the position is then unchanged.
    pub fn roll(
        &self,
        position: &mut Position,
        faces: &[u8],
        sink: &mut impl Sink,
    ) -> Result<(), RollError> {
        if position.phase != Phase::Roll {
            return Err(RollError::WrongPhase);
        }
        let expected = self.dice_per_roll();
        let rolled = Dice::of(faces)
            .filter(|dice| dice.len() == expected)
            .ok_or(RollError::Count { expected })?;
        if let Some(&face) = faces.iter().find(|&&f| f < 1 || f > self.faces()) {
            return Err(RollError::Face(face));
        }
        sink.event(Event::Rolled {
            arm: position.turn,
            dice: rolled,
        });
        let run = is_run(faces);
        position.streak = if run {
            position.streak.saturating_add(1)
        } else {
            0
        };
        for &face in faces {
            position.dice.push(face);
        }
        if run && self.rules.streak_limit > 0 && position.streak >= self.rules.streak_limit {
            self.too_many(position, sink);
        } else if self.rules.automatic {
            self.roll_on_grid(position, faces[0], sink);
        } else if run && self.rules.queue {
            self.queue_six(position, sink);
        } else {
            self.use_roll(position, run, sink);
        }
        Ok(())
    }

    /// Applies a choice and goes on until a decision or a roll is awaited, or the game is over.
    ///
    /// # Errors
    ///
    /// Where no choice is awaited or this one is not legal; the position is then unchanged.
    pub fn play(
        &self,
        position: &mut Position,
        choice: &Choice,
        sink: &mut impl Sink,
    ) -> Result<(), PlayError> {
        if position.phase != Phase::Move {
            return Err(PlayError::WrongPhase);
        }
        let found = self.find(position, choice).ok_or(PlayError::Illegal)?;
        self.apply(position, &found, sink);
        Ok(())
    }

    /// Applies a move that [`Game::legal`] gave for this very position, without looking again whether it is legal: for
    /// search and simulation. With another move the position that results is of no use.
    pub fn apply(&self, position: &mut Position, chosen: &Move, sink: &mut impl Sink) {
        if chosen.kind == MoveKind::Decline {
            position.bonus.remove(0);
            sink.event(Event::Declined { arm: position.turn });
        } else {
            self.move_piece(position, chosen, sink);
            if self.is_home(chosen.to) && self.finish_after(position, chosen.arm, chosen.from, sink)
            {
                return;
            }
            self.reward(position, chosen, sink);
        }
        if position.dice.is_empty() {
            position.duty = [Pairs::NONE; ARMS];
        }
        self.settle(position, sink);
    }

    /// A six that is kept while the next one is rolled. The first of a queue must be of use at once (R4-03).
    fn queue_six(&self, position: &mut Position, sink: &mut impl Sink) {
        let arm = position.turn;
        if position.dice.len() == 1 && !self.can_move(position) {
            self.lose_dice(position, sink);
            self.pass(position, sink);
            return;
        }
        sink.event(Event::ExtraRoll {
            arm,
            reason: ExtraReason::Six,
        });
        self.await_decision(position, Awaits::Roll, sink);
    }

    fn use_roll(&self, position: &mut Position, run: bool, sink: &mut impl Sink) {
        if run {
            self.turn_dice_over(position, sink);
            position.duty = self.duties(position);
        }
        if self.can_move(position) {
            self.await_decision(position, Awaits::Move, sink);
            return;
        }
        self.lose_dice(position, sink);
        self.after_dead_roll(position, sink);
    }

    /// A double with no piece in base: the faces below the dice are played too (R1-25).
    fn turn_dice_over(&self, position: &mut Position, sink: &mut impl Sink) {
        if !self.has_bottoms(position) {
            return;
        }
        let mut below = Dice::new();
        for &face in &position.dice {
            below.push(self.faces() + 1 - face);
        }
        for &face in &below {
            position.dice.push(face);
        }
        sink.event(Event::Bottoms {
            arm: position.turn,
            dice: below,
        });
    }

    /// Whether a double of the arm to act gives the faces below the dice.
    pub(super) fn has_bottoms(&self, position: &Position) -> bool {
        let pieces = position.pieces[self.hand(position).index()];
        self.rules.bottoms && (pieces.in_base() & self.each).is_empty()
    }

    /// After a roll that nothing could use at all.
    pub(super) fn after_dead_roll(&self, position: &mut Position, sink: &mut impl Sink) {
        if position.streak > 0 && self.rules.reroll_dead {
            self.roll_again(position, self.streak_reason(), sink);
        } else if position.tries + 1 < self.rules.tries && self.is_stuck(position) {
            position.tries += 1;
            self.end_roll(position);
            self.await_decision(position, Awaits::Roll, sink);
        } else {
            self.pass(position, sink);
        }
    }

    /// The pairs of which a six or double obliges to break one (R1-13, R2-11).
    pub(super) fn duties(&self, position: &Position) -> [Pairs; ARMS] {
        let mut duty = [Pairs::NONE; ARMS];
        if !self.rules.break_must {
            return duty;
        }
        let hand = self.hand(position);
        let limit = if self.rules.break_in_lane {
            self.end
        } else {
            self.track
        };
        let pieces = position.pieces[hand.index()].all();
        for (a, b) in PAIRS {
            let progress = pieces[a].0;
            let together = pieces[a] == pieces[b] && (0..limit).contains(&progress);
            if together && self.pairs_block_on(hand, progress) {
                duty[hand.index()].insert(a, b);
            }
        }
        duty
    }

    fn move_piece(&self, position: &mut Position, chosen: &Move, sink: &mut impl Sink) {
        let (arm, piece) = (chosen.arm, chosen.piece);
        if chosen.kind == MoveKind::Bonus {
            position.bonus.remove(0);
        } else {
            for used in &chosen.uses {
                let place = position.dice.iter().position(|face| face == used);
                position.dice.remove(place.unwrap_or(usize::MAX));
            }
        }
        self.leave_pairs(position, chosen);
        self.put(position, arm, piece, chosen.to);
        position.tries = 0;
        for (owner, victim) in chosen.captures.iter() {
            self.put(position, owner, victim, Progress::BASE);
            position.arrived[owner.index()][victim.index()] = 0;
        }
        if self.rules.capture_first && !chosen.captures.is_empty() {
            position.captured |= 1 << arm.index();
        }
        if self.rules.keeps_arrivals() {
            let rows = self.arms.iter().map(|arm| position.arrived[arm.index()]);
            let latest = rows.flatten().max();
            position.arrived[arm.index()][piece.index()] = latest.unwrap_or(0).saturating_add(1);
        }
        if self.rules.keeps_last_moved() {
            position.last_moved = Some((arm, piece));
        }
        if self.rules.keeps_moved() {
            position.moved.set(arm, piece, !chosen.to.is_base());
        }
        sink.event(Event::Moved {
            arm,
            piece,
            from: chosen.from,
            via: chosen.detour(),
            to: chosen.to,
            uses: chosen.uses,
            captures: chosen.captures,
        });
    }

    /// Notes that a pair is broken, before its piece moves (R1-13, R1-14).
    fn leave_pairs(&self, position: &mut Position, chosen: &Move) {
        if !self.rules.keeps_pairs() || position.streak == 0 {
            return;
        }
        let arm = chosen.arm.index();
        if position.duty[arm].touches(chosen.piece) {
            position.duty = [Pairs::NONE; ARMS];
        }
        if self.rules.reform || chosen.from.is_base() {
            return;
        }
        for other in position.pieces[arm].on(chosen.from.0).iter() {
            position.split[arm].insert(chosen.piece.index(), other.index());
        }
    }

    /// Bonus steps or an extra roll for a capture and for a piece that got home.
    fn reward(&self, position: &mut Position, chosen: &Move, sink: &mut impl Sink) {
        let captured = !chosen.captures.is_empty();
        let home = self.is_home(chosen.to) && !self.is_home(chosen.from);
        let rules = &self.rules;
        if chosen.kind != MoveKind::Bonus || rules.bonus_chain {
            if captured {
                add_bonus(position, rules.bonus_capture, BonusReason::Capture, sink);
            }
            if home {
                add_bonus(position, rules.bonus_home, BonusReason::Home, sink);
            }
        }
        if position.extra.is_some() || position.extra_used {
            return;
        }
        if captured && rules.again_capture {
            position.extra = Some(ExtraReason::Capture);
        } else if home && rules.again_home {
            position.extra = Some(ExtraReason::Home);
        }
    }

    /// Goes on after a choice: bonus steps, the dice that are left, then another roll or the next arm.
    fn settle(&self, position: &mut Position, sink: &mut impl Sink) {
        while self.bonus_due(position).is_some() || !position.dice.is_empty() {
            if self.can_move(position) {
                self.await_decision(position, Awaits::Move, sink);
                return;
            }
            if let Some(steps) = self.bonus_due(position) {
                position.bonus.remove(0);
                sink.event(Event::BonusLost {
                    arm: position.turn,
                    steps,
                });
                continue;
            }
            self.lose_dice(position, sink);
            if self.rules.queue && !self.rules.dead_die_keeps_bonus {
                position.extra = None;
            }
        }
        if position.streak > 0 {
            self.roll_again(position, self.streak_reason(), sink);
        } else if let Some(reason) = position.extra {
            position.extra_used = !self.rules.bonus_roll_chain;
            self.roll_again(position, reason, sink);
        } else {
            self.pass(position, sink);
        }
    }

    /// Takes unusable dice away. In a queue the first is dead and the others are lost with it (R4-04).
    fn lose_dice(&self, position: &mut Position, sink: &mut impl Sink) {
        let arm = position.turn;
        let dead = if self.rules.queue {
            1
        } else {
            position.dice.len()
        };
        let (dead, rest) = position.dice.split_at(dead.min(position.dice.len()));
        for (dice, reason) in [(dead, LostReason::NoMove), (rest, LostReason::QueueDead)] {
            if let Some(dice) = Dice::of(dice).filter(|dice| !dice.is_empty()) {
                sink.event(Event::RollLost { arm, dice, reason });
            }
        }
        position.dice.clear();
    }

    pub(super) fn roll_again(
        &self,
        position: &mut Position,
        reason: ExtraReason,
        sink: &mut impl Sink,
    ) {
        self.end_roll(position);
        sink.event(Event::ExtraRoll {
            arm: position.turn,
            reason,
        });
        self.await_decision(position, Awaits::Roll, sink);
    }

    /// Hands the turn to the next arm that still plays.
    pub(super) fn pass(&self, position: &mut Position, sink: &mut impl Sink) {
        self.end_roll(position);
        self.end_turn(position);
        position.turn = self.next(position);
        self.await_decision(position, Awaits::Roll, sink);
    }

    /// Forgets what holds for one turn.
    pub(super) fn end_turn(&self, position: &mut Position) {
        position.streak = 0;
        position.tries = 0;
        position.extra_used = false;
        position.last_moved = None;
        position.moved = Captures::NONE;
    }

    /// Forgets what holds for one roll, or one queue of them.
    pub(super) fn end_roll(&self, position: &mut Position) {
        position.dice.clear();
        position.bonus.clear();
        position.extra = None;
        if self.rules.keeps_pairs() {
            position.duty = [Pairs::NONE; ARMS];
            position.split = [Pairs::NONE; ARMS];
        }
    }

    fn await_decision(&self, position: &mut Position, awaits: Awaits, sink: &mut impl Sink) {
        position.phase = match awaits {
            Awaits::Roll => Phase::Roll,
            Awaits::Move => Phase::Move,
        };
        sink.event(Event::Turn {
            arm: position.turn,
            awaits,
        });
    }

    /// The next arm in turn order that has not finished (T07); the same one where no other is left.
    fn next(&self, position: &Position) -> Arm {
        let mut next = self.after[position.turn.index()];
        while next != position.turn && position.places.contains(&next) {
            next = self.after[next.index()];
        }
        next
    }
}

fn add_bonus(position: &mut Position, steps: u8, reason: BonusReason, sink: &mut impl Sink) {
    if steps > 0 {
        position.bonus.push(steps);
        sink.event(Event::Bonus {
            arm: position.turn,
            steps,
            reason,
        });
    }
}
