//! The judge of what a client is told: it stands in the journal, it is what everybody else is told, it comes in order.

use crate::{
    ground::{Ground, State},
    ledger::{Broken, Ledger, Replay, Stage},
};
use ludohall_protocol::{
    Answer, AnswerCode, ClientMessage, ServerMessage, Table, Version, event::Controller,
};
use ludohall_table::{Millis, ports::Clock};

impl Ground {
    /// A connection's client gets a message.
    pub(crate) fn told(&self, conn: usize, text: &str) {
        let now = self.now();
        let mut state = self.lock();
        if !state.conns[conn].is_open() {
            // Its client has gone.
            return;
        }
        let is_news = state.told(conn, text, now);
        if is_news || state.broken.is_some() {
            self.ring();
        }
    }
}

impl State {
    fn told(&mut self, conn: usize, text: &str, now: Millis) -> bool {
        let table = self.conns[conn].table;
        self.read(table, now);
        let there = &self.conns[conn];
        let before = there.view.turn.as_ref().map(|turn| turn.ply);
        let was_on = there.is_on_turn();
        let judged = match version_of(text) {
            Some(version) => self.event(conn, version, text, now),
            None => self.message(conn, text, now),
        };
        if let Err(broken) = judged {
            let short: String = text.chars().take(600).collect();
            self.fail(now, (broken.0, format!("{} in: {short}", broken.1)));
        }
        let there = &mut self.conns[conn];
        there.greeted = true;
        let ply = there.view.turn.as_ref().map(|turn| turn.ply);
        let is_news = there.is_on_turn() && (ply != before || !was_on);
        if is_news {
            self.news.push(conn);
        }
        is_news
    }

    /// An event: it is compared as text, so it need not be read. What it says is what the journal makes.
    fn event(
        &mut self,
        conn: usize,
        version: Version,
        text: &str,
        now: Millis,
    ) -> Result<(), Broken> {
        self.trace
            .line(now, format_args!("   c{conn} event {}", version.0));
        let there = &mut self.conns[conn];
        let Some(ledger) = self.ledgers.get(&there.table) else {
            return Err(("told", "a table that is not on disk".to_owned()));
        };
        let Some((expected, events)) = ledger.told(version) else {
            return Err(("told", "it is not in the journal".to_owned()));
        };
        let (bare, left) = split(text);
        if bare != *expected {
            return Err(("told", format!("the journal says {expected}")));
        }
        if there.version.map(Version::next) != Some(version) {
            let last = there.version;
            return Err(("order", format!("it follows {last:?}")));
        }
        there.version = Some(version);
        for event in events.iter() {
            there.view.event(event);
        }
        match left {
            Some(left) if version.0 == ledger.seen => time_left(ledger, left),
            _ => Ok(()),
        }
    }

    fn message(&mut self, conn: usize, text: &str, now: Millis) -> Result<(), Broken> {
        self.trace.mix(text.as_bytes());
        let message: ServerMessage =
            serde_json::from_str(text).map_err(|error| ("protocol", error.to_string()))?;
        let judged = self.judge(conn, &message, text, now);
        self.conns[conn].view.learn(&message);
        judged
    }

    fn judge(
        &mut self,
        conn: usize,
        message: &ServerMessage,
        text: &str,
        now: Millis,
    ) -> Result<(), Broken> {
        let table = self.conns[conn].table;
        let writing = self.is_writing(table);
        let Some(ledger) = self.ledgers.get(&table) else {
            return Err(("told", "a table that is not on disk".to_owned()));
        };
        let there = &mut self.conns[conn];
        match message {
            ServerMessage::Snapshot { version, table, .. } => {
                let line = format_args!("   c{conn} snapshot {}", version.0);
                self.trace.line(now, line);
                there.version = Some(*version);
                if version.0 > ledger.seen {
                    return Err(("told", "it is not in the journal".to_owned()));
                }
                if version.0 < ledger.seen {
                    return Ok(());
                }
                same_view(ledger, table, now)?;
                time_left(ledger, table.deadline_ms)
            }
            ServerMessage::Resumed { version, seats, .. } => {
                let line = format_args!("   c{conn} resumed {}", version.0);
                self.trace.line(now, line);
                if there.greeted || Some(*version) != there.after {
                    return Err(("order", format!("it has {:?}", there.after)));
                }
                there.version = Some(*version);
                let shadow = ledger
                    .shadow
                    .as_ref()
                    .map(ludohall_table::Table::wire_seats);
                let mut shadow = shadow.unwrap_or_default();
                for (seat, told) in shadow.iter_mut().zip(seats) {
                    seat.connected = told.connected;
                }
                // Its state is the newest in memory, whatever `version` says; an entry may stand that is not applied yet.
                if !writing && shadow != *seats && !self.accounts.is_troubled(table) {
                    return Err(("told", format!("the seats are {shadow:?}")));
                }
                Ok(())
            }
            ServerMessage::Answer(answer) => {
                let line = format_args!(
                    "   c{conn} answer {:?} {} {:?} {}",
                    answer.id, answer.ok, answer.code, answer.version.0
                );
                self.trace.line(now, line);
                let due = there.waiting.pop_front().map(|(id, _)| id);
                if due.is_none() || answer.id != due {
                    return Err(("answers", format!("{due:?} is to be answered")));
                }
                let (player, version) = (there.player, there.version);
                let key = (player, due.unwrap_or_default());
                let Some(sent) = self.commands.message(table, &key) else {
                    return Err(("answers", "nobody sent that".to_owned()));
                };
                if answer.code == Some(AnswerCode::Unavailable) {
                    self.unanswered.push((there.who, table, key.1.clone()));
                }
                answered(ledger, answer, sent, &key, version)
            }
            ServerMessage::Bye { .. } => {
                self.trace.line(now, format_args!("   c{conn} {text}"));
                Ok(())
            }
            _ if there.version.is_none() => {
                Err(("order", "it comes before the first message".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// The version of an event message, as the protocol writes it; `None` where it is another message.
fn version_of(text: &str) -> Option<Version> {
    let rest = text.strip_prefix("{\"type\":\"event\",\"version\":")?;
    let end = rest.find(',')?;
    rest[..end].parse().ok().map(Version)
}

/// An event message without its deadline, and the deadline.
fn split(text: &str) -> (String, Option<Option<u64>>) {
    const FIELD: &str = ",\"deadline_ms\":";
    let Some(at) = text.find(FIELD) else {
        return (text.to_owned(), None);
    };
    let (head, tail) = text.split_at(at);
    let value = &tail[FIELD.len()..];
    let end = value.find('}').unwrap_or(value.len());
    let (value, rest) = value.split_at(end);
    (format!("{head}{rest}"), Some(value.parse().ok()))
}

/// A deadline exists wherever a person must act in a timed game, and is never longer than the decision's time.
fn time_left(ledger: &Ledger, left: Option<u64>) -> Result<(), Broken> {
    let decision = ledger.decision.filter(|_| ledger.stage == Stage::Running);
    let limit = decision.and_then(|decision| decision.limit_ms);
    match (limit, left) {
        (None, None) => Ok(()),
        (Some(limit), Some(left)) if left <= limit.unsigned_abs() => Ok(()),
        (limit, left) => Err(("deadline", format!("{left:?} ms are left of {limit:?}"))),
    }
}

/// A view must be what the journal makes, but for who is connected.
pub(crate) fn same_view(ledger: &Ledger, told: &Table, now: Millis) -> Result<(), Broken> {
    let Some(shadow) = &ledger.shadow else {
        return Err(("told", "nothing is in the journal".to_owned()));
    };
    let mut due = shadow.view(now);
    due.watchers = told.watchers;
    due.chat.clone_from(&told.chat);
    due.deadline_ms = told.deadline_ms;
    for (seat, told) in due.seats.iter_mut().zip(&told.seats) {
        seat.connected = told.connected;
    }
    if due != *told {
        return Err(("told", format!("the journal makes {due:?}")));
    }
    let replay = ledger.replay.as_ref();
    let legal = replay.map(Replay::legal).unwrap_or_default();
    let is_on = matches!(ledger.stage, Stage::Running | Stage::Paused);
    if is_on && legal != told.legal {
        return Err(("rules", format!("legal is {legal:?}")));
    }
    for seat in &told.seats {
        let chair = ledger.chair(seat.arm);
        let owner = chair.and_then(|chair| chair.owner);
        let controller = chair.map_or(Controller::None, |chair| chair.controller);
        if seat.player.as_ref().map(|player| player.id) != owner || seat.controller != controller {
            return Err(("seats", format!("{seat:?} is {chair:?}")));
        }
    }
    Ok(())
}

/// An answer says what became of the command.
fn answered(
    ledger: &Ledger,
    answer: &Answer,
    sent: &ClientMessage,
    key: &(ludohall_protocol::PlayerId, String),
    version: Option<Version>,
) -> Result<(), Broken> {
    let entry = ledger.commands.get(key).copied();
    if answer.ok {
        if version.is_none_or(|version| version < answer.version) {
            return Err((
                "order",
                format!("it comes before its events, after {version:?}"),
            ));
        }
        return match sent {
            ClientMessage::Say { .. } => Ok(()),
            _ if entry == Some(answer.version) => Ok(()),
            _ => Err(("commands", format!("its entry is {entry:?}"))),
        };
    }
    let unknown = matches!(
        answer.code,
        Some(AnswerCode::Unavailable | AnswerCode::Busy | AnswerCode::TooFast)
    );
    if unknown {
        return Ok(());
    }
    // The same id may act when it comes again: then its entry is newer than this answer.
    if let Some(entry) = entry.filter(|entry| *entry <= answer.version) {
        return Err(("commands", format!("it acted in version {}", entry.0)));
    }
    let ply = match sent {
        ClientMessage::Roll { ply, .. }
        | ClientMessage::Move { ply, .. }
        | ClientMessage::Decline { ply, .. } => Some(*ply),
        _ => None,
    };
    if answer.code == Some(AnswerCode::Stale) && answer.ply == ply {
        return Err(("commands", "it was not stale".to_owned()));
    }
    Ok(())
}
