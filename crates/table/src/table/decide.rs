//! What an input means: facts to journal, and an answer.

use super::Table;
use crate::{
    input::{Effects, Fresh, Input, Reply, Writes},
    journal::{Body, CommandKey, Entry, Op},
    play::Play,
    tape::Deed,
    time::Millis,
};
use ludohall_protocol::{Answer, AnswerCode, ClientMessage, Player, Version};

impl Table {
    /// What `input` means now. Changes nothing.
    #[must_use]
    pub fn decide(&self, now: Millis, fresh: &Fresh, input: &Input) -> Effects {
        match input {
            Input::Request { from, request } => match self.request(now, fresh, from, request) {
                Ok(ops) => self.effects(now, ops, None, Reply::Table),
                Err(refusal) => Effects::only(Reply::Refused(refusal)),
            },
            Input::Command { from, message } => self.answer(now, fresh, from, message),
            Input::Tick => self.effects(now, self.tick(now), None, Reply::Nothing),
            Input::Thawed { frozen_ms } => {
                self.effects(now, self.thaw(*frozen_ms), None, Reply::Nothing)
            }
        }
    }

    fn answer(
        &self,
        now: Millis,
        fresh: &Fresh,
        from: &Player,
        message: &ClientMessage,
    ) -> Effects {
        match self.command(fresh, from, message) {
            Ok(accepted) => {
                let answer = accepted_answer(&accepted.key.id, self.version.next());
                self.effects(now, accepted.ops, Some(accepted.key), Reply::Answer(answer))
            }
            Err(Declined::Again(id, version)) => {
                Effects::only(Reply::Answer(accepted_answer(&id, version)))
            }
            Err(Declined::Refused(code)) => {
                let id = message.id().map(str::to_owned);
                Effects::only(Reply::Answer(self.refusal(id, code)))
            }
        }
    }

    /// A refusal as it stands in an answer.
    #[must_use]
    pub fn refusal(&self, id: Option<String>, code: AnswerCode) -> Answer {
        Answer {
            id,
            ok: false,
            code: Some(code),
            message: Some(message_of(code).to_owned()),
            version: self.version,
            ply: Some(self.ply),
        }
    }

    fn effects(
        &self,
        now: Millis,
        ops: Vec<Op>,
        command: Option<CommandKey>,
        reply: Reply,
    ) -> Effects {
        if ops.is_empty() && command.is_none() {
            return Effects::only(reply);
        }
        let entry = Entry {
            version: self.version.next(),
            at: now,
            body: Body::new(ops, command),
        };
        let writes = self.writes(&entry);
        Effects {
            entry: Some(entry),
            writes,
            reply,
        }
    }

    /// What the store keeps beside the entry. Only what changes members, ends a game or closes the table is tried on a
    /// copy; no decision but a game's last one costs that.
    fn writes(&self, entry: &Entry) -> Writes {
        if !entry.body.ops.iter().any(|op| self.is_weighty(op)) {
            return Writes::default();
        }
        self.clone()
            .apply(entry)
            .map(|applied| applied.writes)
            .unwrap_or_default()
    }

    fn is_weighty(&self, op: &Op) -> bool {
        match op {
            Op::Seat { .. } | Op::Stand { .. } | Op::Restart { .. } | Op::Close => true,
            Op::Rematch { .. } => true,
            Op::Control { why, .. } => *why == ludohall_protocol::event::ControlReason::Left,
            Op::Roll { .. } | Op::Play { .. } | Op::Decline { .. } => self.ends(op),
            _ => false,
        }
    }

    /// Whether a roll or a choice would end the game.
    pub(super) fn ends(&self, op: &Op) -> bool {
        let ends = |play: &Play, deed: &Deed| play.ends_with(&self.rules, deed);
        match (self.on(), deed_of(op)) {
            (Some(play), Some(deed)) => ends(play, &deed),
            _ => false,
        }
    }
}

/// The act of a game that an op is.
pub(super) fn deed_of(op: &Op) -> Option<Deed> {
    Some(match op {
        Op::Roll { dice, by } => Deed::Roll {
            dice: dice.clone(),
            by: *by,
        },
        Op::Play {
            arm,
            piece,
            uses,
            by,
        } => Deed::Play {
            arm: *arm,
            piece: *piece,
            uses: uses.clone(),
            by: *by,
        },
        Op::Decline { by } => Deed::Decline { by: *by },
        _ => return None,
    })
}

/// A command that is carried out.
pub(super) struct Accepted {
    pub key: CommandKey,
    pub ops: Vec<Op>,
}

/// A command that is not carried out.
pub(super) enum Declined {
    /// Because it was before, in this entry.
    Again(String, Version),
    /// Because it may not be.
    Refused(AnswerCode),
}

impl From<AnswerCode> for Declined {
    fn from(code: AnswerCode) -> Self {
        Self::Refused(code)
    }
}

impl Effects {
    fn only(reply: Reply) -> Self {
        Self {
            entry: None,
            writes: Writes::default(),
            reply,
        }
    }
}

fn accepted_answer(id: &str, version: Version) -> Answer {
    Answer {
        id: Some(id.to_owned()),
        ok: true,
        code: None,
        message: None,
        version,
        ply: None,
    }
}

fn message_of(code: AnswerCode) -> &'static str {
    match code {
        AnswerCode::Stale => "the ply is not the present one",
        AnswerCode::NotYourTurn => "another seat is to act",
        AnswerCode::IllegalMove => "not among the legal moves, or not what is awaited",
        AnswerCode::NotSeated => "no seat at this table",
        AnswerCode::NotStarted => "no game is on yet",
        AnswerCode::Finished => "the game has ended",
        AnswerCode::Busy => "too much at once, try again",
        AnswerCode::TooFast => "too fast",
        AnswerCode::NotAllowed => "not at this table, or not now",
        AnswerCode::BadMessage => "not a message of this protocol, or the id of another command",
        AnswerCode::Unavailable => "the store cannot be reached, clocks stand still",
    }
}
