//! What a table's journal says: facts, one entry for each accepted action.
//!
//! An entry holds what happened (dice drawn, choices made, control passed) and what cannot be derived from it, never what
//! follows from the rules. Its body is JSON with a version of its own, so that older journals stay readable.

use crate::{dice::Secret, time::Millis};
use ludohall_protocol::{
    By, GameId, Player, PlayerId, Version,
    event::{ControlReason, Controller},
    table::{BotLevel, Changes, Settings},
};
use serde::{Deserialize, Serialize};

/// The version of the body's format that this code writes.
const FORMAT: u8 = 1;

/// An entry of a table's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, contiguous from 1.
    pub version: Version,
    /// When it was decided.
    pub at: Millis,
    /// What it says.
    pub body: Body,
}

/// A journal entry or snapshot that cannot be read, or that does not fit what came before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the journal is damaged at version {version:?}: {reason}")]
pub struct Damaged {
    /// Where.
    pub version: Version,
    /// Why, for the log.
    pub reason: String,
}

impl Damaged {
    pub(crate) fn new(version: Version, reason: impl Into<String>) -> Self {
        Self {
            version,
            reason: reason.into(),
        }
    }
}

/// What an [`Entry`] says: who asked for it, and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    v: u8,
    /// The command that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<CommandKey>,
    pub(crate) ops: Vec<Op>,
}

impl Body {
    pub(crate) fn new(ops: Vec<Op>, command: Option<CommandKey>) -> Self {
        Self {
            v: FORMAT,
            command,
            ops,
        }
    }

    /// The body as the journal keeps it. It may hold a secret: for the store alone, never for a client.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a body back.
    ///
    /// # Errors
    ///
    /// It is no body, or one of a newer format.
    pub fn from_json(version: Version, json: &str) -> Result<Self, Damaged> {
        let body: Self =
            serde_json::from_str(json).map_err(|error| Damaged::new(version, error.to_string()))?;
        if body.v == FORMAT {
            Ok(body)
        } else {
            Err(Damaged::new(
                version,
                format!("format {} is not known here", body.v),
            ))
        }
    }
}

impl Body {
    /// Gives time back, too, unless it does already or makes another decision of the present one.
    pub(crate) fn give_back(&mut self, ms: i64) {
        if !self.ops.iter().any(Op::settles) {
            self.ops.push(Op::Shift { ms });
        }
    }

    /// Other dice, for [`crate::fault::Fault::RedrawnDice`].
    pub(crate) fn redraw(&mut self) {
        for op in &mut self.ops {
            if let Op::Roll { dice, .. } = op {
                dice.iter_mut().for_each(|die| *die = 7 - *die);
            }
        }
    }
}

/// Which command an entry answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CommandKey {
    /// Who sent it.
    pub by: PlayerId,
    /// Its id, as sent.
    pub id: String,
    /// A digest of the rest of it.
    pub digest: u32,
}

/// One fact. The order of facts in an entry is the order of their events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Op {
    /// The table opened. First, and only in version 1.
    Open {
        settings: Box<Settings>,
        game: GameId,
        #[serde(with = "crate::dice::journal")]
        secret: Secret,
    },
    /// A person sat down, before the start or (late) in place of a bot.
    Seat { arm: u8, player: Player },
    /// A seat was cleared before the start.
    Stand { arm: u8 },
    /// A bot was put on a seat.
    Bot { arm: u8, level: BotLevel },
    /// A bot was taken off.
    Unbot { arm: u8 },
    /// Somebody else is host.
    Host { player: Option<PlayerId> },
    /// The host changed the settings: what changed, and all of them as they are now.
    Change {
        changes: Box<Changes>,
        settings: Box<Settings>,
    },
    /// A seat contributed to the dice.
    Entropy { arm: u8, hex: String },
    /// A game began.
    Start { arm: u8, rolls: Vec<(u8, u8)> },
    /// Dice were rolled for the arm to act.
    Roll { dice: Vec<u8>, by: By },
    /// The arm to act chose a move; `arm` owns the piece.
    Play {
        arm: u8,
        piece: u8,
        uses: Vec<u8>,
        by: By,
    },
    /// The arm to act refused a bonus.
    Decline { by: By },
    /// Control of a seat passed.
    Control {
        arm: u8,
        to: Controller,
        why: ControlReason,
    },
    /// The game went back to the state after version `to`.
    Undo { to: Version },
    /// The table waits for its next game.
    Rematch {
        game: GameId,
        #[serde(with = "crate::dice::journal")]
        secret: Secret,
    },
    /// The game was given up for a new one, which starts in the same entry.
    Restart {
        game: GameId,
        #[serde(with = "crate::dice::journal")]
        secret: Secret,
    },
    /// The game stands still.
    Pause,
    /// The game goes on.
    Continue,
    /// The hall gave `ms` back to whoever was thinking.
    Shift { ms: i64 },
    /// The table closed.
    Close,
}

impl Op {
    /// Whether nothing is owed any more after it to whoever decided before.
    fn settles(&self) -> bool {
        matches!(
            self,
            Self::Roll { .. }
                | Self::Play { .. }
                | Self::Decline { .. }
                | Self::Undo { .. }
                | Self::Restart { .. }
                | Self::Close
                | Self::Shift { .. }
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Body, Op};
    use ludohall_protocol::{By, Version};

    #[test]
    fn a_body_is_short_and_reads_back() {
        let body = Body::new(
            vec![Op::Roll {
                dice: vec![6],
                by: By::Bot,
            }],
            None,
        );
        let json = body.to_json();
        assert_eq!(json, r#"{"v":1,"ops":[{"roll":{"dice":[6],"by":"bot"}}]}"#);
        assert_eq!(Body::from_json(Version(3), &json).unwrap(), body);
    }

    #[test]
    fn a_newer_format_is_refused_and_not_guessed_at() {
        assert!(Body::from_json(Version(3), r#"{"v":2,"ops":[]}"#).is_err());
        assert!(Body::from_json(Version(3), "{").is_err());
    }
}
