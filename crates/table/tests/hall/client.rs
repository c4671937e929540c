//! The other end of a socket: checks that versions are contiguous and that answers come last.

use ludohall_protocol::{
    Answer, ClientMessage, Event, Ply, ServerMessage, Table, Version, You, moves::Move,
};
use ludohall_table::{Attachment, Outgoing};
use std::collections::VecDeque;

pub struct Client {
    pub attachment: Attachment,
    /// Everything that came, in order.
    pub got: Vec<ServerMessage>,
    /// What came and was not looked at yet.
    inbox: VecDeque<ServerMessage>,
    pub version: Option<Version>,
    pub closed: Option<u16>,
    ids: u32,
}

impl Client {
    pub fn new(attachment: Attachment) -> Self {
        Self {
            attachment,
            got: Vec::new(),
            inbox: VecDeque::new(),
            version: None,
            closed: None,
            ids: 0,
        }
    }

    /// Takes what is there.
    pub fn pull(&mut self) {
        for outgoing in self.attachment.pull() {
            assert_eq!(self.closed, None, "a message after the bye");
            let text = match outgoing {
                Outgoing::Text(text) => text,
                Outgoing::Bye { text, code } => {
                    self.closed = Some(code);
                    text
                }
            };
            let message = serde_json::from_str(&text).unwrap();
            self.check(&message);
            self.got.push(message);
            self.inbox.push_back(self.got.last().unwrap().clone());
        }
    }

    fn check(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot { version, .. } | ServerMessage::Resumed { version, .. } => {
                self.version = Some(*version);
            }
            ServerMessage::Event { version, .. } => {
                let last = self
                    .version
                    .expect("the first message is a snapshot or resumed");
                assert_eq!(*version, last.next(), "versions are contiguous");
                self.version = Some(*version);
            }
            ServerMessage::Answer(answer) if answer.ok => {
                assert!(
                    Some(answer.version) <= self.version,
                    "an answer before its events"
                );
            }
            ServerMessage::Bye { .. } => {}
            _ => assert!(self.version.is_some(), "{message:?} came first"),
        }
    }

    /// The next message.
    pub async fn next(&mut self) -> ServerMessage {
        loop {
            if let Some(message) = self.inbox.pop_front() {
                return message;
            }
            self.attachment.changed().await;
            self.pull();
        }
    }

    /// The first message from here on that `wanted` makes something of.
    pub async fn until<T>(&mut self, wanted: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            if let Some(found) = wanted(&self.next().await) {
                return found;
            }
        }
    }

    pub async fn snapshot(&mut self) -> (Version, You, Table) {
        match self.next().await {
            ServerMessage::Snapshot {
                version,
                you,
                table,
            } => (version, you, *table),
            other => panic!("no snapshot but {other:?}"),
        }
    }

    pub async fn resumed(&mut self) -> Version {
        match self.next().await {
            ServerMessage::Resumed { version, .. } => version,
            other => panic!("not resumed but {other:?}"),
        }
    }

    pub async fn answer(&mut self) -> Answer {
        self.until(|message| match message {
            ServerMessage::Answer(answer) => Some(answer.clone()),
            _ => None,
        })
        .await
    }

    /// The first event from here on that `wanted` makes something of.
    pub async fn event<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        self.until(|message| match message {
            ServerMessage::Event { events, .. } => events.iter().find_map(&wanted),
            _ => None,
        })
        .await
    }

    /// Waits for the socket to be closed, and with which code.
    pub async fn bye(&mut self) -> (u16, Option<u64>) {
        self.until(|message| match message {
            ServerMessage::Bye { code, retry_ms } => Some((*code, *retry_ms)),
            _ => None,
        })
        .await
    }

    /// Sends a command and waits for its answer.
    pub async fn tell(&mut self, message: ClientMessage) -> Answer {
        self.attachment.command(message);
        self.answer().await
    }

    pub fn id(&mut self) -> String {
        self.ids += 1;
        format!("c{}", self.ids)
    }

    /// Does what the table awaits: rolls, or makes the first legal move.
    pub fn decide(&mut self, table: &Table) -> ClientMessage {
        let id = self.id();
        match table.legal.first() {
            None => roll(&id, table.ply),
            Some(Move::Decline) => ClientMessage::Decline { id, ply: table.ply },
            Some(Move::Enter(step) | Move::Move(step) | Move::Bonus(step)) => ClientMessage::Move {
                id,
                ply: table.ply,
                piece: step.piece,
                uses: step.uses.clone(),
                arm: None,
            },
        }
    }
}

pub fn roll(id: &str, ply: Ply) -> ClientMessage {
    ClientMessage::Roll {
        id: id.to_owned(),
        ply,
    }
}
