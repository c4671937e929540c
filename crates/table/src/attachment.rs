//! A socket at a table: what it has been told, and what it lacks.
//!
//! Sockets pull. Each knows the version it has sent; nothing is queued for a slow one, it gets more at once or a snapshot.

use crate::{
    actor::Work,
    chat::Say,
    hall::services::Services,
    live::{Bye, Core, Health, Live, Presence},
    lobby::Online,
};
use ludohall_protocol::{
    Answer, AnswerCode, ClientMessage, CloseCode, Player, ServerMessage, Version, You,
    table::{Phase, Role},
};
use serde::Serialize;
use std::{
    collections::VecDeque,
    future::{Future, poll_fn},
    pin::Pin,
    sync::Arc,
    task::Poll,
};
use tokio::sync::{
    mpsc::error::TrySendError,
    oneshot::{self, error::TryRecvError},
    watch,
};

/// A message for the client, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A [`ludohall_protocol::ServerMessage`] (or of the lobby) as JSON.
    Text(Arc<str>),
    /// The last message, a `bye`; then the socket is closed with `code`.
    Bye {
        /// The message as JSON.
        text: Arc<str>,
        /// The close code.
        code: u16,
    },
}

impl Outgoing {
    pub(crate) fn text(message: &impl Serialize) -> Self {
        // Messages are plain data with text keys: they always serialise.
        Self::Text(serde_json::to_string(message).unwrap_or_default().into())
    }

    pub(crate) fn bye(message: &impl Serialize, code: CloseCode) -> Self {
        Self::Bye {
            text: serde_json::to_string(message).unwrap_or_default().into(),
            code: code as u16,
        }
    }
}

/// An answer that is to be sent.
enum Pending {
    Ready(Answer),
    Waiting {
        id: String,
        answer: oneshot::Receiver<Answer>,
    },
    /// The table's task ended without an answer.
    Lost {
        id: String,
    },
}

/// A socket of somebody at a table. Dropping it is leaving: presence is a count of these.
///
/// The socket's task loops over [`Self::changed`] and [`Self::pull`], and passes what the client says to [`Self::command`].
pub struct Attachment {
    who: Player,
    live: Arc<Live>,
    services: Arc<Services>,
    wake: watch::Receiver<u64>,
    pending: VecDeque<Pending>,
    sent: Sent,
    /// Whether the table was broken before the first message could be made.
    blocked: bool,
    ended: bool,
    _online: Online,
}

/// What the client has.
struct Sent {
    /// Up to which entry; `None` needs a snapshot.
    version: Option<Version>,
    /// Whether the first message is out.
    greeted: bool,
    generation: u64,
    roles: u64,
    you: Option<You>,
    presence: Arc<Presence>,
    said: u64,
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
            wake: live.subscribe(),
            pending: VecDeque::new(),
            sent: Sent {
                version: after,
                greeted: false,
                generation: 0,
                roles: 0,
                you: None,
                presence: Arc::default(),
                said: 0,
            },
            blocked: false,
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
        if !self.sent.greeted && !self.blocked {
            return;
        }
        tokio::select! {
            biased;
            // The table lives at least as long as this: the sender cannot be gone.
            _ = self.wake.changed() => {}
            () = front_ready(&mut self.pending) => {}
        }
    }

    /// What the client lacks, in order: first `snapshot` or `resumed`; events; `you`; `presence`; `said`; answers; `bye`.
    pub fn pull(&mut self) -> Vec<Outgoing> {
        if self.ended {
            return Vec::new();
        }
        // The mark first, then the answers, then the state: what is missed here wakes again, and no answer is older than
        // the events that go before it.
        self.wake.mark_unchanged();
        let answers = self.take_answers();
        let mut out = Vec::new();
        let live = self.live.clone();
        let now = self.services.clock.now();
        let bye = live.guarded(now, |core| {
            self.sent.pull(core, &self.who, now, &mut out);
            goodbye(core, &self.who)
        });
        self.blocked = bye.is_err() && !self.sent.greeted;
        if self.blocked {
            // Broken before the first message: answers wait too, so that nothing precedes the snapshot.
            self.pending.extend(answers.into_iter().map(Pending::Ready));
            return out;
        }
        out.extend(
            answers
                .into_iter()
                .map(|answer| Outgoing::text(&ServerMessage::Answer(answer))),
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
        if self.pending.len() >= self.services.config.pending_answers {
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
            self.pending.push_back(Pending::Ready(answer));
            return;
        }
        match enqueue(&self.live, &self.who, message) {
            Ok(answer) => self.pending.push_back(Pending::Waiting { id, answer }),
            Err((code, why)) => self.refuse(Some(id), code, why),
        }
    }

    /// Answers a message that does not get as far as the table (`bad_message`, `too_fast`); comes out of [`Self::pull`].
    pub fn refuse(&mut self, id: Option<String>, code: AnswerCode, message: &str) {
        let answer = self.live.core().refuse(id, code, message);
        self.pending.push_back(Pending::Ready(answer));
    }

    /// The answers that are there, in the order of their commands.
    fn take_answers(&mut self) -> Vec<Answer> {
        let mut answers = Vec::new();
        while let Some(pending) = self.pending.pop_front() {
            match pending {
                Pending::Ready(answer) => answers.push(answer),
                Pending::Lost { id } => answers.push(lost(&self.live, Some(id))),
                Pending::Waiting { id, mut answer } => match answer.try_recv() {
                    Ok(answer) => answers.push(answer),
                    Err(TryRecvError::Closed) => answers.push(lost(&self.live, Some(id))),
                    Err(TryRecvError::Empty) => {
                        self.pending.push_front(Pending::Waiting { id, answer });
                        break;
                    }
                },
            }
        }
        answers
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        self.live.leave(self.who.id, self.services.clock.now());
    }
}

impl Sent {
    fn pull(&mut self, core: &mut Core, who: &Player, now: crate::Millis, out: &mut Vec<Outgoing>) {
        let renewed = self.generation != core.generation && self.greeted;
        self.generation = core.generation;
        let missing = match self.version {
            Some(version) if !renewed => core.since(version, now),
            _ => None,
        };
        match missing {
            None => self.snapshot(core, who, now, out),
            Some(events) => {
                if !self.greeted {
                    self.resumed(core, who, now, out);
                }
                out.extend(events.into_iter().map(Outgoing::Text));
                self.differences(core, who, out);
            }
        }
        self.version = Some(core.table.version());
        self.greeted = true;
    }

    fn snapshot(&mut self, core: &Core, who: &Player, now: crate::Millis, out: &mut Vec<Outgoing>) {
        if self.greeted || self.version.is_some() {
            metrics::counter!("ludohall_resyncs_total").increment(1);
        }
        let you = core.table.you(who.id);
        out.push(Outgoing::text(&ServerMessage::Snapshot {
            version: core.table.version(),
            you: you.clone(),
            table: Box::new(core.view(now)),
        }));
        self.has_all(core, you);
    }

    /// `version` is what the client has: the events after it follow.
    fn resumed(&mut self, core: &Core, who: &Player, now: crate::Millis, out: &mut Vec<Outgoing>) {
        let you = core.table.you(who.id);
        out.push(Outgoing::text(&ServerMessage::Resumed {
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
                out.push(Outgoing::text(&ServerMessage::You { you: you.clone() }));
                self.you = Some(you);
            }
        }
        if !Arc::ptr_eq(&self.presence, &core.presence) {
            presence_changes(&self.presence, &core.presence, out);
            self.presence = core.presence.clone();
        }
        for line in core.chat.since(self.said) {
            out.push(Outgoing::text(&ServerMessage::Said(line.clone())));
        }
        self.said = core.chat.count();
    }
}

fn presence_changes(old: &Presence, new: &Presence, out: &mut Vec<Outgoing>) {
    let before = out.len();
    let mut tell = |arm, connected| {
        out.push(Outgoing::text(&ServerMessage::Presence {
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
        out.push(Outgoing::text(&ServerMessage::Presence {
            arm: None,
            connected: new.watchers > old.watchers,
            watchers: new.watchers,
        }));
    }
}

/// Whether this socket is to be closed.
fn goodbye(core: &Core, who: &Player) -> Option<Bye> {
    if let Health::Ended(bye) = core.health {
        return Some(bye);
    }
    let watcher = core.table.you(who.id).role == Role::Watcher;
    (watcher && core.table.phase() != Phase::Waiting && !core.may_watch(who.id)).then_some(Bye {
        code: CloseCode::NotAllowed,
        retry_ms: None,
    })
}

pub(crate) fn bye_message(bye: Bye) -> ServerMessage {
    ServerMessage::Bye {
        code: bye.code as u16,
        retry_ms: bye.retry_ms,
    }
}

/// Says something at a table.
pub(crate) fn say(live: &Live, services: &Services, from: &Player, say: Say) -> Answer {
    let now = services.clock.now();
    let id = say.id.clone();
    let answer = live.guarded(now, |core| {
        core.used_at = now;
        core.say(from, say, services.config.chat_lines)
    });
    live.bump();
    answer.unwrap_or_else(|_| lost(live, Some(id)))
}

/// Puts a command into the table's mailbox.
pub(crate) fn enqueue(
    live: &Live,
    from: &Player,
    message: ClientMessage,
) -> Result<oneshot::Receiver<Answer>, (AnswerCode, &'static str)> {
    let (reply, answer) = oneshot::channel();
    let work = Work::Command {
        from: from.clone(),
        message,
        reply,
    };
    match live.mailbox.try_send(Box::new(work)) {
        Ok(()) => Ok(answer),
        Err(TrySendError::Full(_)) => {
            metrics::counter!("ludohall_mailbox_full_total").increment(1);
            Err((AnswerCode::Busy, "the table has too much to do"))
        }
        Err(TrySendError::Closed(_)) => Err((AnswerCode::Unavailable, "the table has stopped")),
    }
}

/// The answer to a command that got lost with the table's task: nothing is known of its effect, and the same id asks again.
pub(crate) fn lost(live: &Live, id: Option<String>) -> Answer {
    live.core()
        .refuse(id, AnswerCode::Unavailable, "the table stopped; ask again")
}

/// The id of a command; `None` for a ping.
pub(crate) fn command_id(message: &ClientMessage) -> Option<String> {
    message.id().map(str::to_owned)
}

/// Returns when the oldest command has its answer.
async fn front_ready(pending: &mut VecDeque<Pending>) {
    poll_fn(|cx| {
        let Some(front) = pending.front_mut() else {
            return Poll::Pending;
        };
        let Pending::Waiting { id, answer } = front else {
            return Poll::Ready(());
        };
        let Poll::Ready(answer) = Pin::new(answer).poll(cx) else {
            return Poll::Pending;
        };
        let id = std::mem::take(id);
        *front = answer.map_or(Pending::Lost { id }, Pending::Ready);
        Poll::Ready(())
    })
    .await;
}
