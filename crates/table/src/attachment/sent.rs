//! What a client has been told, and what it lacks of the table's state.

use super::Outgoing;
use crate::{
    fault::{self, Fault},
    live::{Core, Presence},
    time::Millis,
};
use ludohall_protocol::{Player, ServerMessage, Version, You, table::Role};
use std::sync::Arc;

/// What the client has.
pub(super) struct Sent {
    /// Up to which entry; `None` needs a snapshot.
    version: Option<Version>,
    /// Whether the first message is out.
    pub(super) greeted: bool,
    generation: u64,
    roles: u64,
    you: Option<You>,
    presence: Arc<Presence>,
    said: u64,
}

impl Sent {
    /// Nothing yet; the client has what stands up to `after`.
    pub(super) fn up_to(after: Option<Version>) -> Self {
        Self {
            version: after,
            greeted: false,
            generation: 0,
            roles: 0,
            you: None,
            presence: Arc::default(),
            said: 0,
        }
    }

    /// Whether the client knows itself as a player.
    pub(super) fn knows_a_seat(&self) -> bool {
        self.you
            .as_ref()
            .is_some_and(|you| you.role == Role::Player)
    }

    /// Adds what the client lacks of the table as it stands.
    pub(super) fn pull(
        &mut self,
        core: &mut Core,
        who: &Player,
        now: Millis,
        out: &mut Vec<Outgoing>,
    ) {
        let renewed = self.generation != core.generation && self.greeted;
        self.generation = core.generation;
        let missing = match self.version {
            Some(version) if !renewed => core.since(version, now),
            _ => None,
        };
        match missing {
            None => self.snapshot(core, who, now, out),
            Some(events) => {
                let skipped = usize::from(!self.greeted && fault::is(Fault::ResumeSkips));
                if !self.greeted {
                    self.resumed(core, who, now, out);
                }
                out.extend(events.into_iter().skip(skipped).map(Outgoing::Text));
                self.differences(core, who, out);
            }
        }
        self.version = Some(core.table.version());
        self.greeted = true;
    }

    fn snapshot(&mut self, core: &Core, who: &Player, now: Millis, out: &mut Vec<Outgoing>) {
        if self.greeted || self.version.is_some() {
            metrics::counter!("ludohall_resyncs_total").increment(1);
        }
        let you = core.table.you(who.id);
        out.push(Outgoing::new(&ServerMessage::Snapshot {
            version: core.table.version(),
            you: you.clone(),
            table: Box::new(core.view(now)),
        }));
        self.has_all(core, you);
    }

    /// `version` is what the client has: the events after it follow.
    fn resumed(&mut self, core: &Core, who: &Player, now: Millis, out: &mut Vec<Outgoing>) {
        let you = core.table.you(who.id);
        out.push(Outgoing::new(&ServerMessage::Resumed {
            version: self.version.unwrap_or_default(),
            you: you.clone(),
            seats: core.view(now).seats,
            deadline_ms: core.left_ms(now),
            chat: core.chat.lines(),
        }));
        self.has_all(core, you);
    }

    fn has_all(&mut self, core: &Core, you: You) {
        self.you = Some(you);
        self.roles = core.roles;
        self.presence = core.presence.clone();
        self.said = core.chat.count();
    }

    /// What is not journalled and has changed.
    fn differences(&mut self, core: &Core, who: &Player, out: &mut Vec<Outgoing>) {
        if self.roles != core.roles {
            self.roles = core.roles;
            let you = core.table.you(who.id);
            if self.you.as_ref() != Some(&you) {
                out.push(Outgoing::new(&ServerMessage::You { you: you.clone() }));
                self.you = Some(you);
            }
        }
        if !Arc::ptr_eq(&self.presence, &core.presence) {
            presence_changes(&self.presence, &core.presence, out);
            self.presence = core.presence.clone();
        }
        for line in core.chat.since(self.said) {
            out.push(Outgoing::new(&ServerMessage::Said(line.clone())));
        }
        self.said = core.chat.count();
    }
}

fn presence_changes(old: &Presence, new: &Presence, out: &mut Vec<Outgoing>) {
    let before = out.len();
    let mut tell = |arm, connected| {
        out.push(Outgoing::new(&ServerMessage::Presence {
            arm,
            connected,
            watchers: new.watchers,
        }));
    };
    for (arm, connected) in &new.arms {
        let was = old
            .arms
            .iter()
            .find(|(a, _)| a == arm)
            .is_some_and(|(_, c)| *c);
        if was != *connected {
            tell(Some(*arm), *connected);
        }
    }
    if old.watchers != new.watchers && out.len() == before {
        out.push(Outgoing::new(&ServerMessage::Presence {
            arm: None,
            connected: new.watchers > old.watchers,
            watchers: new.watchers,
        }));
    }
}
