//! A row's body as it stands on disk, read without the table's own code.

use ludohall_protocol::{
    By, GameId, Player, PlayerId, Version,
    event::{ControlReason, Controller},
    table::{BotLevel, Settings},
};
use serde::Deserialize;

/// What a row says.
#[derive(Debug, Deserialize)]
pub(crate) struct Row {
    pub(crate) command: Option<Command>,
    pub(crate) ops: Vec<Op>,
}

/// The command that made it.
#[derive(Debug, Deserialize)]
pub(crate) struct Command {
    pub(crate) by: PlayerId,
    pub(crate) id: String,
}

/// One fact.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Op {
    Open {
        settings: Box<Settings>,
        game: GameId,
        secret: String,
    },
    Seat {
        arm: u8,
        player: Player,
    },
    Stand {
        arm: u8,
    },
    Bot {
        arm: u8,
        #[allow(dead_code, reason = "it must be there")]
        level: BotLevel,
    },
    Unbot {
        arm: u8,
    },
    Host {
        player: Option<PlayerId>,
    },
    Change {
        settings: Box<Settings>,
    },
    Entropy {
        arm: u8,
        hex: String,
    },
    Start {
        arm: u8,
        rolls: Vec<(u8, u8)>,
    },
    Roll {
        dice: Vec<u8>,
        by: By,
    },
    Play {
        arm: u8,
        piece: u8,
        uses: Vec<u8>,
        by: By,
    },
    Decline {
        by: By,
    },
    Control {
        arm: u8,
        to: Controller,
        why: ControlReason,
    },
    Undo {
        to: Version,
    },
    Rematch {
        game: GameId,
        secret: String,
    },
    Restart {
        game: GameId,
        secret: String,
    },
    Pause,
    Continue,
    Shift {
        ms: i64,
    },
    Close,
}
