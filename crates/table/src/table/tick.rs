//! What time alone does: clocks that run out, bots that act, games that nobody is at, tables that nobody wants.

use super::Table;
use crate::{
    journal::Op,
    play::{Play, Status},
    seat::Seat,
    time::Millis,
};
use ludohall_protocol::{
    By, Phase,
    event::{ControlReason, Controller},
    table::{BotLevel, OnExpiry},
};
use ludohall_rules::Phase as Awaited;
use std::panic::{AssertUnwindSafe, catch_unwind};

const MINUTE_MS: i64 = 60_000;
/// A table that waits closes after so long without a socket.
const WAITING_MS: i64 = 15 * MINUTE_MS;
/// A table closes so long after its game's end.
const FINISHED_MS: i64 = 30 * MINUTE_MS;
/// A paused game, or one without a clock, is given up after so long without a socket.
const DORMANT_MS: i64 = 7 * 24 * 60 * MINUTE_MS;

impl Table {
    /// When the next [`crate::Input::Tick`] is due. May lie in the past: then at once.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let stir = if self.wants_to_go_on() {
            Some(Millis(0))
        } else {
            None
        };
        let pause = if self.is_abandoned() {
            Some(self.presence.settle_until)
        } else {
            None
        };
        let turn = self.turn.and_then(|turn| turn.deadline.or(turn.bot_at));
        [stir, pause, turn, self.closes_at()]
            .into_iter()
            .flatten()
            .min()
    }

    /// What is due now; nothing where nothing is.
    pub(super) fn tick(&self, now: Millis) -> Vec<Op> {
        if self.closes_at().is_some_and(|at| at <= now) {
            return vec![Op::Close];
        }
        if self.wants_to_go_on() {
            return vec![Op::Continue];
        }
        if self.is_abandoned() && self.presence.settle_until <= now {
            return vec![Op::Pause];
        }
        match (self.on(), self.turn) {
            (Some(play), Some(turn)) if turn.deadline.is_some_and(|at| at <= now) => {
                self.expire(play, turn.decision.arm, now)
            }
            (Some(play), Some(turn)) if turn.bot_at.is_some_and(|at| at <= now) => {
                vec![self.automatic(play, self.level_at(turn.decision.arm), By::Bot)]
            }
            _ => Vec::new(),
        }
    }

    /// Gives time back to whoever was thinking.
    pub(super) fn thaw(&self, frozen_ms: i64) -> Vec<Op> {
        match self.decision_deadline() {
            Some(_) if frozen_ms > 0 => vec![Op::Shift { ms: frozen_ms }],
            _ => Vec::new(),
        }
    }

    /// When the table closes by itself.
    fn closes_at(&self) -> Option<Millis> {
        if self.closed {
            return None;
        }
        let presence = &self.presence;
        if let Some(Status::Over { at, .. }) = self.play.as_ref().map(|play| &play.facts.status) {
            return Some(at.plus(FINISHED_MS));
        }
        if !presence.is_empty() {
            return None;
        }
        match self.phase() {
            Phase::Waiting => Some(presence.idle_since.plus(WAITING_MS)),
            Phase::Playing if self.is_timed() => None,
            _ => Some(presence.idle_since.plus(DORMANT_MS)),
        }
    }

    /// Whether a game stands still though one of its people is back.
    fn wants_to_go_on(&self) -> bool {
        self.phase() == Phase::Paused
            && self
                .people()
                .any(|person| self.presence.is_here(person.player.id))
    }

    /// Whether a game runs for nobody: each of its people is away, and a bot acts for them or their game is over.
    fn is_abandoned(&self) -> bool {
        let Some(play) = self.on().filter(|play| play.is_running()) else {
            return false;
        };
        let is_gone = |seat: &Seat| match seat.owner() {
            None => true,
            Some(person) => {
                !self.presence.is_here(person.player.id)
                    && (person.controller == Controller::Bot || play.has_finished(seat.arm))
            }
        };
        self.seats.iter().all(is_gone)
    }

    /// A decision's time has run out.
    fn expire(&self, play: &Play, arm: u8, now: Millis) -> Vec<Op> {
        let policy = self.policy();
        let taken = |why| Op::Control {
            arm,
            to: Controller::Bot,
            why,
        };
        if policy.on_expiry == OnExpiry::BotTakesSeat {
            return vec![taken(ControlReason::Expired)];
        }
        let act = self.automatic(play, self.level_at(arm), By::Clock);
        let Some(person) = self.seat(arm).and_then(Seat::owner) else {
            return vec![act];
        };
        let away = self.presence.away_ms(person.player.id, now);
        let why = if person.misses + 1 >= policy.misses {
            Some(ControlReason::Misses)
        } else if !self.presence.is_here(person.player.id) && away >= policy.away_ms {
            Some(ControlReason::Away)
        } else {
            None
        };
        let why = why.filter(|_| !self.ends(&act));
        std::iter::once(act).chain(why.map(taken)).collect()
    }

    /// The game's own roll or choice for the arm to act.
    fn automatic(&self, play: &Play, level: BotLevel, by: By) -> Op {
        if play.line.position.phase() == Awaited::Roll {
            return Op::Roll {
                dice: self.draw(play),
                by,
            };
        }
        let choice = catch_unwind(AssertUnwindSafe(|| {
            ludohall_bots::choose(&self.rules, &play.line.position, bot_level(level))
        }));
        let chosen = choice
            .ok()
            .flatten()
            .and_then(|choice| self.legal_op(play, &choice, by));
        // A bot that fails costs nobody a game: the first legal move stands in.
        chosen
            .or_else(|| self.first_legal(play, by))
            .unwrap_or(Op::Decline { by })
    }

    fn first_legal(&self, play: &Play, by: By) -> Option<Op> {
        let first = self.rules.legal(&play.line.position).first()?.choice();
        self.legal_op(play, &first, by)
    }

    /// The level at which a bot acts for an arm: that of the bot put there, else the table's.
    fn level_at(&self, arm: u8) -> BotLevel {
        self.seat(arm)
            .and_then(Seat::bot)
            .unwrap_or(self.settings.bot_level)
    }
}

fn bot_level(level: BotLevel) -> ludohall_bots::Level {
    match level {
        BotLevel::Easy => ludohall_bots::Level::Easy,
        BotLevel::Normal => ludohall_bots::Level::Normal,
        BotLevel::Hard => ludohall_bots::Level::Hard,
    }
}
