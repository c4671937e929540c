//! What can be asked of a table, what else happens to it, and what comes of either.

use crate::{dice::Secret, journal::Entry, refusal::Refusal, time::Millis};
use ludohall_protocol::{
    Answer, ClientMessage, Event, GameId, Player, PlayerId, Record, Version,
    table::{BotLevel, Changes},
};

/// A REST call that changes a table.
#[derive(Clone, Debug)]
pub enum Request {
    /// Sit down; with `name`, a further seat of the same identity.
    Sit {
        /// The arm wished for.
        arm: Option<u8>,
        /// The further seat's name (shared-device tables).
        name: Option<String>,
    },
    /// Leave for good.
    Leave,
    /// Put a bot on a seat.
    PutBot {
        /// The arm wished for.
        arm: Option<u8>,
        /// The level; absent: the table's.
        level: Option<BotLevel>,
    },
    /// Take a bot off its seat.
    RemoveBot {
        /// Where it sits.
        arm: u8,
    },
    /// Start the game.
    Start,
    /// Clear a seat.
    Kick {
        /// Which.
        arm: u8,
    },
    /// Play again.
    Rematch,
    /// Change the table's settings.
    Change(Changes),
}

/// Something that a table decides about.
#[derive(Clone, Debug)]
pub enum Input {
    /// A REST call.
    Request {
        /// Who calls.
        from: Player,
        /// What for. Boxed, as it is large and seldom, and each input has room for it.
        request: Box<Request>,
    },
    /// A message of a table socket, but for `say` and `ping`, which are not journalled.
    Command {
        /// Whose socket.
        from: Player,
        /// The message.
        message: ClientMessage,
    },
    /// What [`crate::Table::deadline`] announced may be due: a clock, a bot's pause, a pause of the game, closing.
    /// Harmless when nothing is.
    Tick,
    /// The hall stood still (down, draining, its store gone) for so long: whoever was thinking gets it back.
    Thawed {
        /// How long.
        frozen_ms: i64,
    },
}

/// What a new game needs and a table may not make itself. Handed in with each input; used rarely.
#[derive(Clone, Copy, Debug)]
pub struct Fresh {
    /// An id never used before.
    pub game: GameId,
    /// A secret never used before.
    pub secret: Secret,
}

/// What comes of an input: an entry to journal and then apply, and what to answer after that.
#[derive(Clone, Debug)]
pub struct Effects {
    /// The entry, if anything happens.
    pub entry: Option<Entry>,
    /// What belongs into the same transaction as the entry.
    pub writes: Writes,
    /// What to answer once the entry stands.
    pub reply: Reply,
}

/// What the store keeps beside the journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Writes {
    /// Who became (`true`) or ceased to be a member: has a seat and has not left.
    pub members: Vec<(PlayerId, bool)>,
    /// Records of games that ended.
    pub records: Vec<Record>,
    /// Whether the table closed.
    pub closed: bool,
}

/// What to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing: nobody asked.
    Nothing,
    /// To a request: the table as it stands then.
    Table,
    /// To a request: no.
    Refused(Refusal),
    /// To a command.
    Answer(Answer),
}

/// What an applied entry means to the outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The entry's version.
    pub version: Version,
    /// Its time.
    pub at: Millis,
    /// What everybody at the table may see, in order. A `turn` carries no `deadline_ms`: see [`crate::table::stamp`].
    pub events: Vec<Event>,
    /// Who must be told their `you` again.
    pub you: Vec<PlayerId>,
    /// Whether the listing, or whether there is one, may have changed.
    pub listing: bool,
    /// Whether who acts for a seat may have changed.
    pub controllers: bool,
    /// The same as in the [`Effects`] that announced the entry.
    pub writes: Writes,
}
