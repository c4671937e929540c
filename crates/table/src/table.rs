//! One table as a pure state machine: no clock, no randomness, no I/O.
//!
//! [`Table::decide`] says what an input means and changes nothing. [`Table::apply`] folds one journal entry into the state.
//! Between the two the caller journals, so that nothing is told that is not on disk.

use crate::{
    input::{Applied, Effects, Fresh, Input},
    journal::{Damaged, Entry},
    refusal::Refusal,
    time::Millis,
};
use ludohall_protocol::{
    Code, CreateTable, Event, GameId, Listing, Phase, Player, PlayerId, Ply, Record, TableId,
    Version, You, rest::MyTable,
};

/// One table.
#[derive(Clone, Debug)]
pub struct Table {
    id: TableId,
    code: Code,
    version: Version,
}

impl Table {
    /// The first entry of a table that `host` opens, not yet applied. A solo table starts in it.
    ///
    /// # Errors
    ///
    /// `bad_request`, `bad_options`, `bad_seats`, `bad_name`, `bad_clock`, `rated_needs_accounts`.
    pub fn open(
        _at: Millis,
        _host: &Player,
        _spec: &CreateTable,
        _fresh: &Fresh,
    ) -> Result<Entry, Refusal> {
        unimplemented!()
    }

    /// The table that a first entry opens.
    ///
    /// # Errors
    ///
    /// It is no first entry.
    pub fn from_entry(
        _id: TableId,
        _code: Code,
        _entry: &Entry,
    ) -> Result<(Self, Applied), Damaged> {
        unimplemented!()
    }

    /// The table that a [`snapshot`](Self::snapshot) kept, presence apart.
    ///
    /// # Errors
    ///
    /// It is no snapshot.
    pub fn restore(_id: TableId, _code: Code, _snapshot: &str) -> Result<Self, Damaged> {
        unimplemented!()
    }

    /// The whole state as JSON, for the store alone: it may hold a secret.
    #[must_use]
    pub fn snapshot(&self) -> String {
        unimplemented!()
    }

    /// What `input` means now. Changes nothing.
    #[must_use]
    pub fn decide(&self, _now: Millis, _fresh: &Fresh, _input: &Input) -> Effects {
        unimplemented!()
    }

    /// Folds the next entry into the state.
    ///
    /// # Errors
    ///
    /// The entry does not follow from the state. The table is of no more use then. Never for an entry that
    /// [`decide`](Self::decide) made of this very state.
    pub fn apply(&mut self, _entry: &Entry) -> Result<Applied, Damaged> {
        unimplemented!()
    }

    /// Notes that an identity's first socket came or its last one went: not journalled. Call it for watchers too. The
    /// arms whose `connected` changed come back (for `presence`). What follows from it (a pause, going on) is a
    /// [`Input::Tick`] that [`deadline`](Self::deadline) announces at once.
    pub fn set_presence(&mut self, _now: Millis, _who: PlayerId, _here: bool) -> Vec<u8> {
        unimplemented!()
    }

    /// Says that the table has just been loaded and nobody is connected yet. Times without a socket count from `now`.
    pub fn woken(&mut self, _now: Millis) {
        unimplemented!()
    }

    /// When the next [`Input::Tick`] is due. May lie in the past: then at once.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        unimplemented!()
    }

    /// When the time of the present decision runs out; `None` without a clock. For `deadline_ms`.
    #[must_use]
    pub fn decision_deadline(&self) -> Option<Millis> {
        unimplemented!()
    }

    /// The table as anybody may see it, `deadline_ms` counted from `now`. `watchers` is 0 and `chat` empty: they are not
    /// the table's.
    #[must_use]
    pub fn view(&self, _now: Millis) -> ludohall_protocol::Table {
        unimplemented!()
    }

    /// What `who` is here.
    #[must_use]
    pub fn you(&self, _who: PlayerId) -> You {
        unimplemented!()
    }

    /// How the lobby shows it; `None` where it does not (not listed, closed). `watchers` is 0.
    #[must_use]
    pub fn listing(&self) -> Option<Listing> {
        unimplemented!()
    }

    /// How `who` sees it among their tables; `None` without a seat there.
    #[must_use]
    pub fn mine(&self, _who: PlayerId) -> Option<MyTable> {
        unimplemented!()
    }

    /// The record of `game` as it stands, if that is the table's present game and it has started.
    #[must_use]
    pub fn record(&self, _game: GameId) -> Option<Record> {
        unimplemented!()
    }

    /// Whether `who` may look on: has a seat, or the table is watchable.
    #[must_use]
    pub fn may_watch(&self, _who: PlayerId) -> bool {
        unimplemented!()
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
        unimplemented!()
    }
    /// Where it is in its life.
    #[must_use]
    pub fn phase(&self) -> Phase {
        unimplemented!()
    }
    /// Its present game.
    #[must_use]
    pub fn game_id(&self) -> GameId {
        unimplemented!()
    }
}

/// Fills `deadline_ms` of the newest `turn` of what is about to be sent and clears it in the others.
pub fn stamp(_events: &mut [Event], _left_ms: Option<u64>) {
    unimplemented!()
}
