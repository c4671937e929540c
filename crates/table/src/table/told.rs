//! What an entry means to the outside.

use crate::{input::Writes, journal::Op, play::Play};
use ludohall_protocol::{By, Event, PlayerId, convert::wire_event, event::ControlReason};
use ludohall_rules as rules;

/// What an entry means to the outside, gathered fact by fact.
#[derive(Default)]
pub(super) struct Told {
    pub events: Vec<Event>,
    pub you: Vec<PlayerId>,
    pub listing: bool,
    pub controllers: bool,
    pub writes: Writes,
}

/// Events of most entries. They are large, and room for more than is needed is no small matter.
const USUAL_EVENTS: usize = 2;

impl Told {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self {
            events: Vec::with_capacity(USUAL_EVENTS),
            ..Self::default()
        }
    }

    /// Adds an event; always `Some`, so that a fact can end with it.
    pub(super) fn event(&mut self, event: Event) -> Option<()> {
        self.events.push(event);
        Some(())
    }

    /// Somebody is a member now, or no longer. Who changes seats in one entry does neither.
    pub(super) fn member(&mut self, who: PlayerId, is: bool) {
        self.you.push(who);
        match self
            .writes
            .members
            .iter()
            .position(|(id, was)| *id == who && *was != is)
        {
            Some(undone) => {
                self.writes.members.remove(undone);
            }
            None => self.writes.members.push((who, is)),
        }
    }
}

/// Whether somebody else may act for a seat.
pub(super) fn moves_control(op: &Op) -> bool {
    matches!(op, Op::Control { .. }) || shows_in_lobby(op)
}

/// Whether the lobby could show the difference.
pub(super) fn shows_in_lobby(op: &Op) -> bool {
    match op {
        Op::Control { why, .. } => *why == ControlReason::Left,
        Op::Roll { .. }
        | Op::Play { .. }
        | Op::Decline { .. }
        | Op::Undo { .. }
        | Op::Entropy { .. }
        | Op::Shift { .. } => false,
        _ => true,
    }
}

/// An arm reached its place. Who has left comes last, so that arm's place is known only at the end.
pub(super) fn arm_finished(play: &Play, rules: &rules::Game, arm: u8) -> Option<Event> {
    if play.facts.leavers.contains(&arm) {
        return None;
    }
    let places = play.places(rules);
    let place = places.iter().find(|place| place.arm == arm)?.place;
    Some(Event::FinishedArm { arm, place })
}

/// An event of the engine as the table tells it. Turns and the end are the table's own to tell.
pub(super) fn public(event: &rules::Event, decided_by: By, first_n: u32) -> Option<Event> {
    let mut event = match event {
        rules::Event::Turn { .. } | rules::Event::Finished { .. } => return None,
        event => wire_event(event),
    };
    match &mut event {
        Event::Rolled { n, by, .. } => (*n, *by) = (Some(first_n), Some(decided_by)),
        Event::Moved { by, .. } | Event::Declined { by, .. } => *by = Some(decided_by),
        _ => {}
    }
    Some(event)
}
