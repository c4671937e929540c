//! Messages of the table socket.

use crate::{
    event::Event,
    ids::{Ply, Version},
    rest::Player,
    table::{Seat, Table, You},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The subprotocol that a client may offer.
pub const SUBPROTOCOL: &str = "ludohall.v1";
/// The largest client message, in bytes.
pub const MAX_CLIENT_MESSAGE_BYTES: usize = 4096;
/// The longest id of a command, in characters.
pub const MAX_COMMAND_ID_CHARS: usize = 64;

/// The phrases that can be said, by their keys: each client says them in its reader's language. In the order in which the
/// client offers them.
pub const PHRASES: [&str; 10] = [
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "oops",
    "lucky",
    "close_one",
    "good_game",
    "rematch",
    "bye",
];

/// A client's message, by its field `do`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum ClientMessage {
    /// Roll the dice.
    Roll { id: String, ply: Ply },
    /// Move a piece; `arm` where it is a partner's.
    Move {
        id: String,
        ply: Ply,
        piece: u8,
        uses: Vec<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arm: Option<u8>,
    },
    /// Refuse a bonus.
    Decline { id: String, ply: Ply },
    /// Take control back without acting.
    Resume { id: String },
    /// Undo the last choice (solo games).
    Undo { id: String },
    /// Begin again (solo games).
    Restart { id: String },
    /// Contribute entropy while waiting: 1–64 hex digits.
    Entropy { id: String, hex: String },
    /// Say something.
    Say {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phrase: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Ask for an answer at once.
    Ping { t: serde_json::Value },
}

impl ClientMessage {
    /// The id of a command; `None` for a ping.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Roll { id, .. }
            | Self::Move { id, .. }
            | Self::Decline { id, .. }
            | Self::Resume { id }
            | Self::Undo { id }
            | Self::Restart { id }
            | Self::Entropy { id, .. }
            | Self::Say { id, .. } => Some(id),
            Self::Ping { .. } => None,
        }
    }
}

/// A server's message, by its field `type`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum ServerMessage {
    /// Everything, as it stands.
    Snapshot {
        version: Version,
        you: You,
        table: Box<Table>,
    },
    /// What one has stands; the events after it follow.
    Resumed {
        version: Version,
        you: You,
        seats: Vec<Seat>,
        #[schema(required = true)]
        deadline_ms: Option<u64>,
        chat: Vec<ChatLine>,
    },
    /// What one journal entry did.
    Event {
        version: Version,
        at: String,
        events: Vec<Event>,
    },
    /// One's seat or role changed.
    You { you: You },
    /// Somebody came or went.
    Presence {
        #[schema(required = true)]
        arm: Option<u8>,
        connected: bool,
        watchers: u32,
    },
    /// Somebody said something.
    Said(ChatLine),
    /// The answer to a command.
    Answer(Answer),
    /// The answer to a ping.
    Pong {
        t: serde_json::Value,
        server_time_ms: u64,
    },
    /// The server closes.
    Bye {
        code: u16,
        #[schema(required = true)]
        retry_ms: Option<u64>,
    },
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    /// Who said it.
    pub from: Player,
    /// The key of a phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<String>,
    /// Free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    /// The command's id; `null` where it could not be read.
    #[schema(required = true)]
    pub id: Option<String>,
    /// Whether it was accepted.
    pub ok: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<AnswerCode>,
    /// English, for developers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Accepted: the version of the entry that the command made. Refused: the present version.
    pub version: Version,
    /// Refused: the present ply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<Ply>,
}

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerCode {
    /// The ply is not the present one.
    Stale,
    /// Somebody else is to act.
    NotYourTurn,
    /// Not among the legal moves, or a roll where a move is awaited, or the reverse.
    IllegalMove,
    /// No seat here.
    NotSeated,
    /// No game is on yet.
    NotStarted,
    /// The game has ended.
    Finished,
    /// Too much at once; try again.
    Busy,
    /// This socket sends too fast.
    TooFast,
    /// Not at this table.
    NotAllowed,
    /// Not a message of this protocol.
    BadMessage,
    /// The store cannot be reached; clocks stand still.
    Unavailable,
}

/// WebSocket close codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum CloseCode {
    /// Done.
    Normal = 1000,
    /// Binary frames are not spoken here.
    Binary = 1003,
    /// Policy.
    Policy = 1008,
    /// A message above the limit.
    TooLarge = 1009,
    /// The server restarts: come back after `retry_ms`.
    Restart = 1012,
    /// No session.
    NoSession = 4401,
    /// Not allowed here.
    NotAllowed = 4403,
    /// No such table.
    NoSuchTable = 4404,
    /// Does not drain its messages.
    TooSlow = 4408,
    /// The table has closed.
    Closed = 4410,
    /// Too many sockets.
    TooMany = 4429,
}
