//! Somebody who plays: comes, acts, says things twice, leaves, comes back with any `after`, and takes note of all it is told.

use crate::{
    device::Device,
    socket::{Heard, Socket},
    stage::Act,
};
use audit::Pending;
use ludohall_protocol::Code;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    rc::Rc,
    time::Duration,
};
use tokio_tungstenite::tungstenite::Message;

mod audit;
mod deed;

/// How long it tries to get through.
const PATIENCE: Duration = Duration::from_secs(10);
/// It asks so often whether the hall is there.
const PING_EVERY_MS: u64 = 5_000;
/// It gives a connection up on which it has heard nothing for so long.
const SILENT_AFTER_MS: u64 = 30_000;
/// It looks so often whether something is overdue.
const LOOK_EVERY_MS: u64 = 1_000;

/// Why a visit is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It leaves in order, or (`false`) without a word.
    Leave(bool),
    /// The hall closed, with this code.
    Closed(Option<u16>),
    /// The connection is no more.
    Gone,
    /// Nothing was heard, or nothing could be said, for too long.
    GivenUp,
}

/// Plays until everybody leaves.
pub async fn live(device: Rc<Device>) -> turmoil::Result {
    while !device.is_leaving() {
        if device.arrive().await {
            visit(&device).await;
        }
        device.pause(100, 1_500).await;
    }
    Ok(())
}

async fn visit(device: &Device) {
    let (Some(code), Some(token)) = (device.code(), device.token()) else {
        return;
    };
    let after = choose_after(device);
    let query = after
        .as_ref()
        .map_or(String::new(), |after| format!("?after={after}"));
    let path = format!("/api/v1/tables/{code}/socket{query}");
    let opened = device.now();
    let Some(socket) = Socket::open(&path, Some(&token), PATIENCE).await else {
        return device.note("is not let in");
    };
    device.note(&format!("is in, after {after:?}"));
    let mut visit = Visit::new(device, code, socket, opened, after);
    let end = visit.stay().await;
    visit.leave(end).await;
}

/// Any `after` may be asked for.
fn choose_after(device: &Device) -> Option<String> {
    let last = device.last.get();
    let after = match device.between(0, 9) {
        0 | 1 => return None,
        2 => 0,
        3 => device.between(0, last),
        4 => last + device.between(1, 1_000),
        5 => return Some("yesterday".to_owned()),
        _ => last,
    };
    Some(after.to_string())
}

/// A connection to a table, and what was told on it.
pub(crate) struct Visit<'a> {
    device: &'a Device,
    code: Code,
    socket: Socket,
    opened: u64,
    after: Option<String>,
    greeted: bool,
    version: u64,
    arms: Vec<u8>,
    turn: Option<Value>,
    pending: BTreeMap<String, Pending>,
    /// Of what was said twice: that it may be answered once more.
    twice: BTreeSet<String>,
    pings: VecDeque<Pending>,
    bye: Option<u64>,
    heard: u64,
    act_at: Option<u64>,
    /// When it takes its seat back from a bot.
    back_at: Option<u64>,
    ping_at: u64,
    look_at: u64,
    leave_at: Option<u64>,
}

impl<'a> Visit<'a> {
    fn new(
        device: &'a Device,
        code: Code,
        socket: Socket,
        opened: u64,
        after: Option<String>,
    ) -> Self {
        let now = device.now();
        let restless = device.stage.act.get() == Act::Rough;
        Self {
            leave_at: restless.then(|| now + device.between(2_000, 40_000)),
            device,
            code,
            socket,
            opened,
            after,
            greeted: false,
            version: 0,
            arms: Vec::new(),
            turn: None,
            pending: BTreeMap::new(),
            twice: BTreeSet::new(),
            pings: VecDeque::new(),
            bye: None,
            heard: now,
            act_at: None,
            back_at: None,
            ping_at: now + PING_EVERY_MS,
            look_at: now + LOOK_EVERY_MS,
        }
    }

    async fn stay(&mut self) -> End {
        loop {
            let now = self.device.now();
            let next = [
                self.act_at,
                self.back_at,
                Some(self.ping_at),
                Some(self.look_at),
                self.leave_at,
            ];
            let next = next.into_iter().flatten().min().unwrap_or(now);
            let pause = Duration::from_millis(next.saturating_sub(now));
            let step = tokio::select! {
                biased;
                heard = self.socket.hear() => self.take(heard).await,
                () = tokio::time::sleep(pause) => self.do_due().await,
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn do_due(&mut self) -> Result<(), End> {
        let now = self.device.now();
        let begins_anew = self.device.place.spec.is_some() && self.device.person.borrow().over;
        if self.device.is_leaving() || begins_anew || self.leave_at.is_some_and(|at| at <= now) {
            return Err(End::Leave(self.device.once_in(2)));
        }
        if self.look_at <= now {
            self.look_at = now + LOOK_EVERY_MS;
            self.audit()?;
        }
        if self.ping_at <= now {
            self.ping_at = now + PING_EVERY_MS;
            self.ping().await?;
        }
        if self.back_at.is_some_and(|at| at <= now) {
            self.back_at = None;
            self.come_back().await?;
        }
        if self.act_at.is_some_and(|at| at <= now) {
            self.act_at = None;
            self.act().await?;
        }
        Ok(())
    }

    async fn take(&mut self, heard: Heard) -> Result<(), End> {
        self.heard = self.device.now();
        match heard {
            Heard::Ping => Ok(()),
            Heard::Closed(code) => Err(End::Closed(code)),
            Heard::Gone => Err(End::Gone),
            Heard::Message(message) => {
                let first = !self.greeted;
                self.told(&message);
                if first && self.greeted {
                    self.begin().await?;
                }
                Ok(())
            }
        }
    }

    async fn send(&mut self, message: &Value) -> Result<(), End> {
        let sent = self
            .socket
            .say(Message::text(message.to_string()), PATIENCE)
            .await;
        sent.then_some(()).ok_or(End::GivenUp)
    }

    async fn ping(&mut self) -> Result<(), End> {
        let now = self.device.now();
        self.pings.push_back(Pending {
            sent: now,
            message: json!(now),
        });
        self.send(&json!({ "do": "ping", "t": now })).await
    }

    async fn leave(mut self, end: End) {
        self.device
            .note(&format!("is out: {end:?}, bye {:?}", self.bye));
        self.judge(end);
        let unanswered = std::mem::take(&mut self.pending).into_values();
        self.device.owes(unanswered.map(|pending| pending.message));
        if end == End::Leave(true) {
            self.socket.close(Duration::from_secs(1)).await;
        }
    }
}
