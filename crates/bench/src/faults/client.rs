//! Somebody at a table who plays through whatever happens, and keeps everything that is told.

use super::{ledger::may_be_tried_again, stage::Stage};
use crate::{
    api::Api,
    failure::Failure,
    people::Party,
    socket::{Socket, as_text, table_path},
    view::View,
};
use ludohall_protocol::{Answer, ClientMessage, ServerMessage, Version};
use rand::{RngExt, rngs::StdRng};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::AsyncWriteExt,
    time::{Instant, sleep, sleep_until, timeout},
};

/// Before the next try to get in.
const RETRY: Duration = Duration::from_millis(20);
/// Before a command goes again that the hall could not take.
const AGAIN: Duration = Duration::from_millis(50);
/// Before a host looks again whether another game can begin.
const REVIVE: Duration = Duration::from_millis(150);
/// How long the hall may take to greet; it may be frozen meanwhile.
const GREET_WITHIN: Duration = Duration::from_secs(15);
/// How long a command may be without an answer on a connection that stands.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);
/// The longest that somebody thinks, in milliseconds.
const THINK_MS: u64 = 20;
/// One of so many times a command is sent twice, an old one is sent again, a connection asks for everything or for a snapshot.
const SELDOM: u32 = 10;
/// The head of a text frame of 200 bytes, of which only a few follow.
const HALF_A_FRAME: [u8; 12] = [0x81, 0xfe, 0, 200, 1, 2, 3, 4, 5, 6, 7, 8];

/// A command that has no final answer yet.
struct Pending {
    message: ClientMessage,
    /// When it is to go (again).
    at: Instant,
    /// Since when it waits on this connection.
    since: Instant,
}

/// Who plays.
pub struct Client {
    stage: Arc<Stage>,
    party: Party,
    seat: usize,
    number: usize,
    random: StdRng,
    api: Api,
    view: View,
    pending: Option<Pending>,
    /// The command accepted last.
    accepted: Option<ClientMessage>,
    commands: u64,
    act_at: Instant,
    lost_at: Option<Instant>,
}

/// The connection is over.
struct Over;

impl From<Failure> for Over {
    fn from(_: Failure) -> Self {
        Self
    }
}

impl Client {
    /// The owner of a seat.
    pub fn new(
        stage: Arc<Stage>,
        party: Party,
        seat: usize,
        number: usize,
        random: StdRng,
    ) -> Self {
        Self {
            api: Api::new(stage.address),
            stage,
            party,
            seat,
            number,
            random,
            view: View::default(),
            pending: None,
            accepted: None,
            commands: 0,
            act_at: Instant::now(),
            lost_at: None,
        }
    }

    /// Plays until the stage is cleared.
    pub async fn live(mut self) {
        let end = self.stage.end.clone();
        tokio::select! {
            () = end.cancelled() => {}
            () = self.come_back_for_ever() => {}
        }
    }

    async fn come_back_for_ever(&mut self) {
        loop {
            let life = self.stage.life();
            let known = self.stage.ledger().newest(self.party.code);
            let after = self.after();
            let opened = self.connect(after).await;
            // A call that meets what lingers of the last hall's connections is repeated by the system a second later, and may
            // so reach the next hall: of which life it is then nobody knows.
            if let Ok(socket) = opened
                && self.stage.life() == life
            {
                // Why it is over does not matter: what was told counts.
                let _ = self.attend(socket, life, known, after).await;
                self.lost_at.get_or_insert_with(Instant::now);
            }
            sleep(RETRY).await;
        }
    }

    /// From where it wants to be told: what it has, as a rule; everything or a snapshot now and then.
    fn after(&mut self) -> Option<Version> {
        match self.random.random_range(0..SELDOM) {
            0 => None,
            1 => Some(Version(0)),
            _ => (self.view.version > Version(0)).then_some(self.view.version),
        }
    }

    async fn connect(&self, after: Option<Version>) -> Result<Socket, Failure> {
        let path = table_path(self.party.code, after);
        let opening = Socket::open(
            self.stage.address,
            path,
            Some(&self.party.people[self.seat].token),
        );
        crate::failure::in_time("an upgrade", GREET_WITHIN, opening).await
    }

    async fn attend(
        &mut self,
        mut socket: Socket,
        life: usize,
        known: Version,
        after: Option<Version>,
    ) -> Result<(), Over> {
        let first = timeout(GREET_WITHIN, socket.next())
            .await
            .ok()
            .flatten()
            .ok_or(Over)?;
        self.greeted(&first, known, after)?;
        let away = self.lost_at.take().map(|lost| lost.elapsed());
        self.stage.greet(self.number, life, away);
        self.ask_again(&mut socket).await?;
        loop {
            let due = self.due();
            tokio::select! {
                biased;
                text = socket.next() => self.hear(&text.ok_or(Over)?)?,
                () = sleep_until(due) => self.act(&mut socket).await?,
            }
        }
    }

    /// The first message: nothing that was told before may be missing from it.
    fn greeted(&mut self, text: &str, known: Version, after: Option<Version>) -> Result<(), Over> {
        let message = read(text)?;
        match &message {
            ServerMessage::Snapshot { version, table, .. } => {
                self.stage
                    .ledger()
                    .snapshot(self.party.code, known, *version, table.game.id);
            }
            ServerMessage::Resumed { version, .. } if Some(*version) == after => {}
            ServerMessage::Resumed { version, .. } => {
                self.stage
                    .ledger()
                    .gap(self.party.code, after.unwrap_or_default(), *version);
            }
            _ => return Err(Over),
        }
        self.view.hear(&message);
        Ok(())
    }

    /// After a connection was lost: the command in doubt goes again, or sometimes the one accepted last.
    async fn ask_again(&mut self, socket: &mut Socket) -> Result<(), Over> {
        let now = Instant::now();
        if let Some(pending) = &mut self.pending {
            pending.at = now;
            pending.since = now;
        } else if self.random.random_range(0..2) == 0 {
            self.repeat_accepted(socket).await?;
        }
        Ok(())
    }

    async fn repeat_accepted(&mut self, socket: &mut Socket) -> Result<(), Over> {
        if let Some(accepted) = &self.accepted {
            self.stage.lock_notes().duplicates += 1;
            socket.say(accepted).await?;
        }
        Ok(())
    }

    fn hear(&mut self, text: &str) -> Result<(), Over> {
        let message = read(text)?;
        let code = self.party.code;
        match &message {
            ServerMessage::Event {
                version,
                at,
                events,
            } => {
                let expected = self.view.version.next();
                let mut ledger = self.stage.ledger();
                if *version != expected {
                    ledger.gap(code, expected, *version);
                }
                ledger.event(code, *version, at, events);
            }
            ServerMessage::Snapshot { version, table, .. } => {
                self.stage
                    .ledger()
                    .snapshot(code, self.view.version, *version, table.game.id);
            }
            ServerMessage::Answer(answer) => self.answered(answer),
            ServerMessage::Bye { .. } => return Err(Over),
            _ => {}
        }
        let was_mine = self.view.is_mine();
        self.view.hear(&message);
        if self.view.is_mine() && !was_mine {
            self.act_at =
                Instant::now() + Duration::from_millis(self.random.random_range(0..THINK_MS));
        }
        Ok(())
    }

    fn answered(&mut self, answer: &Answer) {
        let who = self.party.people[self.seat].player.id;
        self.stage.ledger().answer(self.party.code, who, answer);
        let pending = self
            .pending
            .take_if(|pending| pending.message.id() == answer.id.as_deref());
        let Some(mut pending) = pending else {
            return;
        };
        if answer.ok {
            self.accepted = Some(pending.message);
        } else if answer.code.is_some_and(may_be_tried_again) {
            pending.at = Instant::now() + AGAIN;
            pending.since = pending.at;
            self.pending = Some(pending);
        }
    }

    /// When there is something to do: a command, the same again, or another game.
    fn due(&self) -> Instant {
        match &self.pending {
            Some(pending) => pending.at,
            None if self.view.is_mine() => self.act_at,
            None if self.is_to_revive() => self.act_at.max(Instant::now() + REVIVE),
            None => Instant::now() + ANSWER_WITHIN,
        }
    }

    fn is_to_revive(&self) -> bool {
        self.seat == 0 && self.view.turn.is_none()
    }

    async fn act(&mut self, socket: &mut Socket) -> Result<(), Over> {
        let now = Instant::now();
        if let Some(pending) = &self.pending {
            if now - pending.since >= ANSWER_WITHIN {
                self.stage
                    .ledger()
                    .unanswered(self.party.code, pending.message.id().unwrap_or_default());
            }
            return self.send_pending(socket).await;
        }
        if self.view.is_mine() {
            return self.decide(socket).await;
        }
        if self.is_to_revive() {
            // What the hall refuses, or could not answer, is tried again later: a game may begin only once.
            let _ = timeout(ANSWER_WITHIN, self.party.rematch(&mut self.api)).await;
        }
        Ok(())
    }

    async fn decide(&mut self, socket: &mut Socket) -> Result<(), Over> {
        self.commands += 1;
        let choice = self.random.random_range(0..64_usize);
        let id = format!("{}-{}", self.number, self.commands);
        let message = self.view.decide(id, choice).ok_or(Over)?;
        let now = Instant::now();
        self.pending = Some(Pending {
            message,
            at: now,
            since: now,
        });
        if self.random.random_range(0..SELDOM) == 0 {
            self.repeat_accepted(socket).await?;
        }
        self.send_pending(socket).await
    }

    /// Sends what is pending: once as a rule, sometimes twice, sometimes with half a frame after it and the end of the connection.
    async fn send_pending(&mut self, socket: &mut Socket) -> Result<(), Over> {
        let Some(pending) = &mut self.pending else {
            return Ok(());
        };
        pending.at = Instant::now() + ANSWER_WITHIN;
        let text = as_text(&pending.message);
        if self.stage.take_break_off(self.number) {
            self.stage.lock_notes().resets += 1;
            socket.send(text).await?;
            return break_off(socket).await;
        }
        if self.random.random_range(0..SELDOM) == 0 {
            self.stage.lock_notes().duplicates += 1;
            socket.send(text.clone()).await?;
        }
        Ok(socket.send(text).await?)
    }
}

/// Half a frame, then a reset.
async fn break_off(socket: &mut Socket) -> Result<(), Over> {
    let connection = socket.connection();
    // Whether it still arrives does not matter: the connection is over either way.
    let _ = connection.write_all(&HALF_A_FRAME).await;
    let _ = connection.set_zero_linger();
    Err(Over)
}

fn read(text: &str) -> Result<ServerMessage, Over> {
    serde_json::from_str(text).map_err(|error| {
        eprintln!("a message that is none: {error}: {text}");
        Over
    })
}
