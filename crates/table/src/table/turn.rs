//! The decision that a table waits for, and until when.

use super::Table;
use crate::{
    fault::{self, Fault},
    time::Millis,
};
use ludohall_protocol::{
    Event, Ply,
    convert::{wire_duty, wire_moves, wire_why},
    event::{Awaits, Controller},
    why::{Duty, TableWhy},
};
use ludohall_rules::Why;
use serde::{Deserialize, Serialize};

/// A decision: when one of these differs, it is another one, or its clock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Decision {
    pub ply: Ply,
    pub arm: u8,
    pub controller: Controller,
    /// Whether the controller's time is limited.
    pub timed: bool,
}

/// The present decision and its times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Turn {
    pub decision: Decision,
    /// When a person's time runs out; `None` without a clock, or where a bot acts.
    pub deadline: Option<Millis>,
    /// When the bot acts.
    pub bot_at: Option<Millis>,
}

impl Table {
    /// The decision that is awaited; `None` where none is.
    fn decision(&self) -> Option<Decision> {
        let play = self.on().filter(|play| play.is_running())?;
        let arm = play.line.position.turn().get();
        let controller = self.seat(arm)?.controller();
        let timed = controller == Controller::Human && self.is_timed();
        Some(Decision {
            ply: self.ply,
            arm,
            controller,
            timed,
        })
    }

    /// Whether decisions of people have a clock: not in a solo game, nor once all others have left.
    pub(super) fn is_timed(&self) -> bool {
        let Some(play) = self.on() else { return false };
        self.policy().decision_ms.is_some() && !play.facts.solo && self.people().nth(1).is_some()
    }

    /// Sets the clock of a decision that has changed, and tells so; `given_back` moves a clock that has not.
    pub(super) fn settle_turn(&mut self, at: Millis, given_back: Option<i64>) -> Option<Event> {
        let decision = self.decision();
        let same = decision.is_some() && self.turn.map(|turn| turn.decision) == decision;
        if same {
            let deadline = Some(self.given_back(at, given_back?)?);
            let deadline = deadline.filter(|_| !fault::is(Fault::DeadlineLost));
            self.turn = self.turn.map(|turn| Turn { deadline, ..turn });
        } else if decision.is_some() || !fault::is(Fault::TimerAfterEnd) {
            self.turn = decision.map(|decision| self.timing(decision, at));
        }
        self.turn.map(|turn| self.turn_event(&turn))
    }

    /// The deadline when `ms` are given back at `at`. Never more than a whole period: who began after the last sign of life
    /// lost less.
    pub(crate) fn given_back(&self, at: Millis, ms: i64) -> Option<Millis> {
        let deadline = self.decision_deadline()?;
        let full = at.plus(self.policy().decision_ms.unwrap_or(0));
        Some(deadline.plus(ms).min(full))
    }

    fn timing(&self, decision: Decision, at: Millis) -> Turn {
        let pause = i64::from(self.settings.bot_pause_ms);
        let limit = self.policy().decision_ms.filter(|_| decision.timed);
        Turn {
            decision,
            deadline: limit.map(|ms| at.plus(ms)),
            bot_at: (decision.controller == Controller::Bot).then(|| at.plus(pause)),
        }
    }

    fn turn_event(&self, turn: &Turn) -> Event {
        Event::Turn {
            arm: turn.decision.arm,
            awaits: self.awaits().unwrap_or(Awaits::Roll),
            ply: Some(turn.decision.ply),
            legal: Some(self.legal()),
            forced: self.forced(),
            deadline_ms: None,
        }
    }

    /// What the game waits for, also while it is paused.
    pub(super) fn awaits(&self) -> Option<Awaits> {
        match self.on()?.line.position.phase() {
            ludohall_rules::Phase::Roll => Some(Awaits::Roll),
            ludohall_rules::Phase::Move => Some(Awaits::Move),
            ludohall_rules::Phase::Over => None,
        }
    }

    /// The choices of the arm to act; empty where a roll is awaited.
    pub(super) fn legal(&self) -> Vec<ludohall_protocol::Move> {
        match (self.on(), self.awaits()) {
            (Some(play), Some(Awaits::Move)) => wire_moves(&self.rules.legal(&play.line.position)),
            _ => Vec::new(),
        }
    }

    /// The duty that takes away moves of the arm to act.
    pub(super) fn forced(&self) -> Option<Duty> {
        let play = self.on()?;
        self.rules.forced(&play.line.position).map(wire_duty)
    }

    /// What forces the present choice, and what bars each piece.
    #[must_use]
    pub fn why(&self) -> TableWhy {
        let why = match self.on() {
            Some(play) => self.rules.why(&play.line.position),
            None => Why::default(),
        };
        TableWhy {
            ply: self.ply,
            why: wire_why(&why),
        }
    }

    /// When the time of the present decision runs out; `None` without a clock. For `deadline_ms`.
    #[must_use]
    pub fn decision_deadline(&self) -> Option<Millis> {
        self.turn?.deadline
    }
}

/// Fills `deadline_ms` of the newest `turn` of what is about to be sent, and takes it out of the others.
pub fn stamp<'a>(events: impl IntoIterator<Item = &'a mut Event>, left_ms: Option<u64>) {
    let mut newest = None;
    for event in events {
        if let Event::Turn { deadline_ms, .. } = event {
            *deadline_ms = None;
            newest = Some(deadline_ms);
        }
    }
    if let Some(deadline_ms) = newest {
        *deadline_ms = Some(left_ms);
    }
}
