//! A socket at a table: what it has been told, and what it lacks.
//!
//! Sockets pull. Each knows the version it has sent; nothing is queued for a slow one, it gets more at once or a snapshot.

use crate::{
    chat::Say,
    hall::services::Services,
    live::{Bye, Core, Health, Live},
    lobby::Online,
    measure,
    wake::Seen,
};
use answers::Answers;
use ludohall_protocol::{
    AnswerCode, ClientMessage, CloseCode, Player, ServerMessage, Version, code_name,
};
use sent::Sent;
use std::sync::Arc;

mod answers;
mod commands;
mod outgoing;
mod sent;

pub(crate) use commands::{command_id, enqueue, lost, say};
pub use outgoing::Outgoing;

/// Refusals that may wait behind an answer that is not there yet: more than a burst that the hall allows, and than what it
/// calls too fast before it closes. Who sends on and on without reading is closed (1008).
pub const MAX_REFUSALS: usize = 1024;

/// A socket of somebody at a table. Dropping it is leaving: presence is a count of these.
///
/// The socket's task loops over [`Self::changed`] and [`Self::pull`], and passes what the client says to [`Self::command`].
pub struct Attachment {
    who: Player,
    live: Arc<Live>,
    services: Arc<Services>,
    seen: Seen,
    answers: Answers,
    sent: Sent,
    /// Whether the table was broken before the first message could be made.
    blocked: bool,
    /// Whether more refusals wait than may.
    flooded: bool,
    ended: bool,
    _online: Online,
}

impl Attachment {
    /// Subscribes first; the caller has entered the crowd. The state is read by the first [`Self::pull`].
    pub(crate) fn new(
        who: Player,
        after: Option<Version>,
        live: Arc<Live>,
        services: Arc<Services>,
    ) -> Self {
        Self {
            _online: services.lobby.enter(who.id),
            seen: live.wake.seen(),
            answers: Answers::default(),
            sent: Sent::up_to(after),
            blocked: false,
            flooded: false,
            ended: false,
            who,
            live,
            services,
        }
    }

    /// Returns when [`Self::pull`] has something. May be dropped and called again; loses nothing.
    pub async fn changed(&mut self) {
        if self.ended {
            return std::future::pending().await;
        }
        if self.flooded || !self.sent.greeted && !self.blocked {
            return;
        }
        tokio::select! {
            biased;
            () = self.live.wake.changed(&mut self.seen) => {}
            () = self.answers.front_ready() => {}
        }
    }

    /// What the client lacks, in order: first `snapshot` or `resumed`; events; `you`; `presence`; `said`; answers; `bye`.
    pub fn pull(&mut self) -> Vec<Outgoing> {
        if self.ended {
            return Vec::new();
        }
        if self.flooded {
            self.ended = true;
            let (code, retry_ms) = (CloseCode::Policy, None);
            let bye = bye_message(Bye { code, retry_ms });
            return vec![Outgoing::bye(&bye, code)];
        }
        // The mark first, then the answers, then the state: what is missed here wakes again, and no answer is older than
        // the events that go before it.
        self.seen = self.live.wake.seen();
        let answers = self.answers.take(&self.live);
        let mut out = Vec::new();
        let live = self.live.clone();
        let now = self.services.clock.now();
        let bye = live.guarded(now, |core| {
            let bye = goodbye(core, &self.who);
            // A stranger whom the start shuts out does not see it; who had a seat sees how they lost it.
            if !bye.is_some_and(|bye| bye.code == CloseCode::NotAllowed) || self.sent.knows_a_seat()
            {
                self.sent.pull(core, &self.who, now, &mut out);
            }
            bye
        });
        self.blocked = bye.is_err() && !self.sent.greeted;
        if self.blocked {
            // Broken before the first message: answers wait too, so that nothing precedes the snapshot.
            self.answers.put_back(answers);
            return out;
        }
        out.extend(
            answers
                .into_iter()
                .map(|answer| Outgoing::new(&ServerMessage::Answer(answer))),
        );
        if let Ok(Some(bye)) = bye {
            out.push(Outgoing::bye(&bye_message(bye), bye.code));
            self.ended = true;
        }
        out
    }

    /// Gives a command to the table (not `ping`). Its answer comes out of [`Self::pull`], after the events it stands on.
    pub fn command(&mut self, message: ClientMessage) {
        let Some(id) = command_id(&message) else {
            return;
        };
        if self.answers.len() >= self.services.config.pending_answers {
            return self.refuse(
                Some(id),
                AnswerCode::Busy,
                "too many commands wait for answers",
            );
        }
        if let ClientMessage::Say { id, phrase, text } = message {
            let answer = say(
                &self.live,
                &self.services,
                &self.who,
                Say { id, phrase, text },
            );
            self.answers.add(answer);
            return;
        }
        match enqueue(&self.live, &self.who, message) {
            Ok(answer) => self.answers.expect(id, answer),
            Err((code, why)) => self.refuse(Some(id), code, why),
        }
    }

    /// Answers a message that does not get as far as the table (`bad_message`, `too_fast`); comes out of [`Self::pull`].
    pub fn refuse(&mut self, id: Option<String>, code: AnswerCode, message: &str) {
        measure::action("command", Some(code_name(&code)));
        if self.answers.len() >= self.services.config.pending_answers + MAX_REFUSALS {
            self.flooded = true;
            return;
        }
        let answer = self.live.core().refuse(id, code, message);
        self.answers.add(answer);
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        self.live.leave(self.who.id, self.services.clock.now());
    }
}

/// Whether this socket is to be closed.
fn goodbye(core: &Core, who: &Player) -> Option<Bye> {
    if let Health::Ended(bye) = core.health {
        return Some(bye);
    }
    (!core.may_watch(who.id)).then_some(Bye {
        code: CloseCode::NotAllowed,
        retry_ms: None,
    })
}

fn bye_message(bye: Bye) -> ServerMessage {
    ServerMessage::Bye {
        code: bye.code as u16,
        retry_ms: bye.retry_ms,
    }
}
