//! The table as people see it. Nothing here knows the secret but its commitment.

use super::Table;
use crate::{
    play::{Play, Status},
    seat::{Holder, Seat},
    time::Millis,
};
use ludohall_protocol::{
    ListedSeat, Listing, Phase, Player, PlayerId, You,
    convert::wire_position,
    rest::MyTable,
    table::{GameState, Role},
};

impl Table {
    /// The table as anybody may see it, `deadline_ms` counted from `now`. `watchers` is 0 and `chat` empty: they are not
    /// the table's.
    #[must_use]
    pub fn view(&self, now: Millis) -> ludohall_protocol::Table {
        let play = self.play.as_ref();
        ludohall_protocol::Table {
            code: self.code,
            phase: self.phase(),
            settings: self.settings.clone(),
            solo: play.is_some_and(|play| play.facts.solo),
            seats: self.wire_seats(),
            host: self.host_player(),
            watchers: 0,
            position: play.map(|play| wire_position(&self.rules, &play.line.position)),
            ply: self.ply,
            awaits: self.awaits(),
            legal: self.legal(),
            forced: self.forced(),
            deadline_ms: self.left_ms(now),
            game: self.game_state(),
            chat: Vec::new(),
            undo: self.may_undo(),
            created_at: self.created_at.rfc3339(),
        }
    }

    /// How much of the present decision's time is left; `None` without a clock.
    #[must_use]
    pub fn left_ms(&self, now: Millis) -> Option<u64> {
        self.decision_deadline()
            .map(|at| at.since(now).unsigned_abs())
    }

    /// The seats as people see them.
    #[must_use]
    pub fn wire_seats(&self) -> Vec<ludohall_protocol::Seat> {
        self.seats.iter().map(|seat| self.wire_seat(seat)).collect()
    }

    fn wire_seat(&self, seat: &Seat) -> ludohall_protocol::Seat {
        let person = seat.person();
        let id = person
            .filter(|person| !person.left)
            .map(|person| person.player.id);
        ludohall_protocol::Seat {
            arm: seat.arm,
            player: person.map(|person| person.player.clone()),
            bot_level: match &seat.holder {
                Holder::Open => None,
                Holder::Bot(level) => Some(*level),
                Holder::Person(person) => person.left.then_some(self.settings.bot_level),
            },
            controller: seat.controller(),
            connected: id.is_some_and(|id| self.presence.is_here(id)),
            misses: person.map_or(0, |person| person.misses),
            left: person.is_some_and(|person| person.left),
        }
    }

    fn game_state(&self) -> GameState {
        let stub = self.stub();
        let facts = self.play.as_ref().map(|play| &play.facts);
        GameState {
            id: stub.id,
            commitment: stub.commitment,
            started_at: facts.map(|facts| facts.started_at.rfc3339()),
            start: facts.map(|facts| facts.start),
            start_rolls: facts.map(|facts| facts.rolls.clone()).unwrap_or_default(),
            places: match facts.map(|facts| &facts.status) {
                Some(Status::Over { places, .. }) => places.clone(),
                _ => Vec::new(),
            },
        }
    }

    fn may_undo(&self) -> bool {
        self.on().is_some_and(Play::may_undo)
    }

    /// The host as a person.
    pub(super) fn host_player(&self) -> Option<Player> {
        let host = self.host?;
        let mut people = self.seats.iter().filter_map(Seat::owner);
        people
            .find(|person| person.player.id == host)
            .map(|person| person.player.clone())
    }

    /// What `who` is here.
    #[must_use]
    pub fn you(&self, who: PlayerId) -> You {
        let arms: Vec<u8> = self.arms_of(who).collect();
        let role = if arms.is_empty() {
            Role::Watcher
        } else {
            Role::Player
        };
        You {
            host: self.host == Some(who) && role == Role::Player,
            arms,
            role,
        }
    }

    /// Whether `who` may look on: has a seat, or the table is watchable.
    #[must_use]
    pub fn may_watch(&self, who: PlayerId) -> bool {
        self.settings.watchable || self.owns_seat(who)
    }

    /// How the lobby shows it; `None` where it does not (not listed, closed). `watchers` is 0.
    #[must_use]
    pub fn listing(&self) -> Option<Listing> {
        if !self.settings.listed || self.closed {
            return None;
        }
        let settings = &self.settings;
        let listed = |seat: &Seat| ListedSeat {
            arm: seat.arm,
            player: seat.person().map(|person| person.player.clone()),
            bot_level: seat.bot(),
        };
        Some(Listing {
            code: self.code,
            title: settings.title.clone(),
            ruleset: settings.ruleset.clone(),
            family: ludohall_rules::preset(&settings.ruleset)
                .map(|preset| preset.family.to_owned())
                .unwrap_or_default(),
            options: settings.options.clone(),
            seats: self.seats.iter().map(listed).collect(),
            phase: self.phase(),
            clock: settings.clock,
            rated: settings.rated,
            watchable: settings.watchable,
            language: settings.language.clone(),
            watchers: 0,
            created_at: self.created_at.rfc3339(),
        })
    }

    /// How `who` sees it among their tables; `None` without a seat there.
    #[must_use]
    pub fn mine(&self, who: PlayerId) -> Option<MyTable> {
        if self.closed || !self.owns_seat(who) {
            return None;
        }
        let to_act = self.on().map(|play| play.line.position.turn().get());
        Some(MyTable {
            code: self.code,
            ruleset: self.settings.ruleset.clone(),
            phase: self.phase(),
            your_turn: self.phase() == Phase::Playing
                && self.arms_of(who).any(|arm| Some(arm) == to_act),
        })
    }
}
