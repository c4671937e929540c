//! One table as a pure state machine: no clock, no randomness, no I/O.
//!
//! [`Table::decide`] says what an input means and changes nothing. [`Table::apply`] folds one journal entry into the state.
//! Between the two the caller journals, so that nothing is told that is not on disk. Presence is the one thing that is
//! noted directly and not journalled.

mod apply;
mod command;
mod decide;
mod record;
mod request;
mod saved;
mod start;
mod tick;
mod told;
mod turn;
mod view;

pub use turn::stamp;

use crate::{
    clock::Policy,
    dice::Secret,
    input::{Applied, Fresh},
    journal::{Body, Damaged, Entry, Op},
    known::Known,
    play::{Play, Status},
    presence::Presence,
    refusal::Refusal,
    seat::{Holder, Person, Seat},
    settings,
    time::Millis,
};
use ludohall_protocol::{
    Code, CreateTable, GameId, Phase, Player, PlayerId, Ply, TableId, Version, event::Controller,
    table::Settings,
};
use ludohall_rules::Game;
use std::sync::Arc;
use turn::Turn;

/// Entries of a table's journal after which nothing new is begun at it: some seventy long games in a row. The game that is on
/// is played to its end; each accepted command is remembered until the table closes, and all of it lies in the store.
pub const MAX_ENTRIES: u64 = 50_000;

/// One table.
#[derive(Clone, Debug)]
pub struct Table {
    id: TableId,
    code: Code,
    version: Version,
    created_at: Millis,
    /// When the last entry was made.
    last_at: Millis,
    settings: Settings,
    /// The rules that the settings make.
    rules: Arc<Game>,
    host: Option<PlayerId>,
    /// By arm, ascending.
    seats: Vec<Seat>,
    ply: Ply,
    /// The game that is on, or that comes next.
    game: GameId,
    secret: Secret,
    /// The game that is on, or that was on last.
    play: Option<Box<Play>>,
    /// The decision that is awaited, and its clock.
    turn: Option<Turn>,
    known: Known,
    closed: bool,
    presence: Presence,
}

impl Table {
    /// The first entry of a table that `host` opens, not yet applied. A solo table starts in it.
    ///
    /// # Errors
    ///
    /// `bad_request`, `bad_options`, `bad_seats`, `bad_name`, `bad_clock`, `rated_needs_accounts`.
    pub fn open(
        at: Millis,
        host: &Player,
        spec: &CreateTable,
        fresh: &Fresh,
    ) -> Result<Entry, Refusal> {
        let (settings, _) = settings::resolve(spec)?;
        if settings.rated && (host.guest || spec.solo || settings.fill_with_bots) {
            return Err(settings::needs_accounts());
        }
        let seats: Vec<Seat> = settings.arms.iter().map(|arm| Seat::open(*arm)).collect();
        let first = settings.arms[0];
        let mut ops = vec![
            Op::Open {
                settings: Box::new(settings.clone()),
                game: fresh.game,
                secret: fresh.secret,
            },
            Op::Seat {
                arm: first,
                player: host.clone(),
            },
        ];
        if spec.solo {
            ops.extend(start::fill(&seats[1..], settings.bot_level));
            ops.push(start::draw(&settings, &fresh.secret, fresh.game, []));
        }
        Ok(Entry {
            version: Version(1),
            at,
            body: Body::new(ops, None),
        })
    }

    /// The table that a first entry opens.
    ///
    /// # Errors
    ///
    /// It is no first entry.
    pub fn from_entry(id: TableId, code: Code, entry: &Entry) -> Result<(Self, Applied), Damaged> {
        let Some(Op::Open {
            settings,
            game,
            secret,
        }) = entry.body.ops.first()
        else {
            return Err(Damaged::new(
                entry.version,
                "the first entry opens no table",
            ));
        };
        let rules = settings::rules(settings)
            .map_err(|refusal| Damaged::new(entry.version, refusal.detail))?;
        let mut table = Self {
            id,
            code,
            version: Version(0),
            created_at: entry.at,
            last_at: entry.at,
            settings: (**settings).clone(),
            rules,
            host: None,
            seats: settings.arms.iter().map(|arm| Seat::open(*arm)).collect(),
            ply: Ply(0),
            game: *game,
            secret: *secret,
            play: None,
            turn: None,
            known: Known::default(),
            closed: false,
            presence: Presence::none_since(entry.at),
        };
        let applied = table.apply(entry)?;
        Ok((table, applied))
    }

    /// Notes that an identity's first socket came or its last one went: not journalled. Call it for watchers too. The
    /// arms whose `connected` changed come back (for `presence`). What follows from it (a pause, going on) is a
    /// [`crate::Input::Tick`] that [`deadline`](Self::deadline) announces at once.
    pub fn set_presence(&mut self, now: Millis, who: PlayerId, here: bool) -> Vec<u8> {
        if !self.presence.set(now, who, here) {
            return Vec::new();
        }
        let seats = &self.seats;
        self.presence
            .forget(|id| seats.iter().any(|seat| seat.is_of(id)));
        self.arms_of(who).collect()
    }

    /// Says that the table has just been loaded and nobody is connected yet: people have some time to come back. It has been
    /// without a socket since `idle_since`.
    pub fn woken(&mut self, now: Millis, idle_since: Millis) {
        self.presence = Presence::woken(now, idle_since);
    }

    /// The hall stood still for `ms`, up to `now`: nobody was away for so long.
    pub fn excuse(&mut self, now: Millis, ms: i64) {
        self.presence.excuse(now, ms);
    }

    /// Since when it has been without a socket, where it is.
    #[must_use]
    pub fn idle_since(&self) -> Millis {
        self.presence.idle_since
    }

    /// Who acts for each seat, by arm.
    pub(crate) fn controllers(&self) -> impl Iterator<Item = Controller> {
        self.seats.iter().map(Seat::controller)
    }

    /// The arms that people own or owned, ascending, and whether their owners are connected. Who has left is not.
    #[must_use]
    pub fn connected(&self) -> Vec<(u8, bool)> {
        let people = self
            .seats
            .iter()
            .filter_map(|seat| Some((seat.arm, seat.person()?)));
        people
            .map(|(arm, person)| {
                let is_here = self.presence.is_here(person.player.id);
                (arm, is_here && !person.left)
            })
            .collect()
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The version of the last applied entry.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The number of the present decision.
    #[must_use]
    pub fn ply(&self) -> Ply {
        self.ply
    }

    /// Its present game, or the one that comes next.
    #[must_use]
    pub fn game_id(&self) -> GameId {
        self.game
    }

    /// Its settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where it is in its life.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if self.closed {
            return Phase::Closed;
        }
        match self.play.as_ref().map(|play| &play.facts.status) {
            None => Phase::Waiting,
            Some(Status::Running) => Phase::Playing,
            Some(Status::Paused) => Phase::Paused,
            Some(Status::Over { .. }) => Phase::Finished,
        }
    }

    /// The arms that `who` owns.
    fn arms_of(&self, who: PlayerId) -> impl Iterator<Item = u8> + '_ {
        self.seats
            .iter()
            .filter(move |seat| seat.is_of(who))
            .map(|seat| seat.arm)
    }

    /// Whether `who` owns a seat.
    fn owns_seat(&self, who: PlayerId) -> bool {
        self.seats.iter().any(|seat| seat.is_of(who))
    }

    /// People who have a seat and have not left.
    fn people(&self) -> impl Iterator<Item = &Person> {
        self.seats.iter().filter_map(Seat::owner)
    }

    fn seat(&self, arm: u8) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.arm == arm)
    }

    fn seat_mut(&mut self, arm: u8) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.arm == arm)
    }

    fn holder_mut(&mut self, arm: u8) -> Option<&mut Holder> {
        self.seat_mut(arm).map(|seat| &mut seat.holder)
    }

    fn policy(&self) -> Policy {
        Policy::of(&self.settings.clock)
    }

    /// Whether its journal is as long as may be.
    fn is_long(&self) -> bool {
        self.version.0 >= MAX_ENTRIES
    }

    /// The game, if one is on.
    fn on(&self) -> Option<&Play> {
        self.play
            .as_deref()
            .filter(|play| play.is_on() && !self.closed)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::input::{Input, Reply, Request};
    use ludohall_protocol::{AnswerCode, ClientMessage, ProblemCode};
    use serde_json::json;
    use uuid::Uuid;

    fn fresh() -> Fresh {
        Fresh {
            game: GameId(Uuid::from_u128(9)),
            secret: Secret::new([7; 32]),
        }
    }

    fn anna() -> Player {
        Player {
            id: PlayerId(Uuid::from_u128(1)),
            name: "Anna".into(),
            guest: true,
        }
    }

    /// A table whose journal has `entries` entries.
    fn table(spec: serde_json::Value, entries: u64) -> Table {
        let spec = serde_json::from_value(spec).unwrap();
        let entry = Table::open(Millis(0), &anna(), &spec, &fresh()).unwrap();
        let id = TableId(Uuid::from_u128(2));
        let (mut table, _) = Table::from_entry(id, Code::from_bits(3), &entry).unwrap();
        table.version = Version(entries);
        table
    }

    fn refusal(table: &Table, request: Request) -> Option<ProblemCode> {
        let from = anna();
        let request = Box::new(request);
        let input = Input::Request { from, request };
        match table.decide(Millis(1), &fresh(), &input).reply {
            Reply::Refused(refusal) => Some(refusal.code),
            _ => None,
        }
    }

    fn answer(table: &Table, message: serde_json::Value) -> Option<AnswerCode> {
        let (from, message) = (
            anna(),
            serde_json::from_value::<ClientMessage>(message).unwrap(),
        );
        let input = Input::Command { from, message };
        match table.decide(Millis(1), &fresh(), &input).reply {
            Reply::Answer(answer) => answer.code,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn at_a_table_with_a_long_journal_nothing_new_is_begun() {
        let waiting = json!({ "ruleset": "ludo" });
        let bot = || Request::PutBot {
            arm: None,
            level: None,
        };
        let entropy = json!({ "do": "entropy", "id": "e", "hex": "ab" });
        let inside = table(waiting.clone(), MAX_ENTRIES - 1);
        assert_eq!(refusal(&inside, bot()), None);
        assert_eq!(answer(&inside, entropy.clone()), None);
        let long = table(waiting, MAX_ENTRIES);
        assert_eq!(refusal(&long, bot()), Some(ProblemCode::NotAllowed));
        assert_eq!(answer(&long, entropy), Some(AnswerCode::NotAllowed));
        assert_eq!(refusal(&long, Request::Leave), None);
    }

    #[test]
    fn a_game_with_a_long_journal_is_played_to_its_end() {
        let solo = json!({ "ruleset": "ludo", "solo": true, "start_by": "first_seat" });
        let long = table(solo.clone(), MAX_ENTRIES);
        let roll = json!({ "do": "roll", "id": "a", "ply": long.ply().0 });
        let (restart, resume) = (
            json!({ "do": "restart", "id": "b" }),
            json!({ "do": "resume", "id": "c" }),
        );
        assert_eq!(answer(&long, roll), None);
        assert_eq!(answer(&long, restart.clone()), Some(AnswerCode::NotAllowed));
        // It would do nothing, and only be remembered.
        assert_eq!(answer(&long, resume.clone()), Some(AnswerCode::NotAllowed));
        let inside = table(solo, MAX_ENTRIES - 1);
        assert_eq!(answer(&inside, restart), None);
        assert_eq!(answer(&inside, resume), None);
    }
}
