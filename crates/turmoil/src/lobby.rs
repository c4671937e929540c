//! Somebody who looks at the lobby, and compares what it is told with what a request is answered.

use crate::{
    device::Device,
    http::Ask,
    run::STEP_MS,
    socket::{Heard, Socket},
};
use serde_json::Value;
use std::{
    collections::{BTreeSet, VecDeque},
    rc::Rc,
    time::Duration,
};
use tokio::time::timeout;

/// How long it tries to get through.
const PATIENCE: Duration = Duration::from_secs(10);
/// It compares so often.
const COMPARE_EVERY_MS: u64 = 10_000;
/// What a request is answered is told within so many milliseconds.
const TOLD_WITHIN_MS: u64 = 3_000;
/// Messages that may come within a second.
const MOST_A_SECOND: usize = 4;

/// Looks on until everybody leaves.
pub async fn live(device: Rc<Device>) -> turmoil::Result {
    while !device.is_leaving() {
        let opened = device.now();
        if let Some(socket) = Socket::open("/api/v1/lobby/socket", None, PATIENCE).await {
            device.note("looks at the lobby");
            let mut look = Look::new(&device, socket, opened);
            look.stay().await;
        }
        device.pause(100, 2_000).await;
    }
    Ok(())
}

struct Look<'a> {
    device: &'a Device,
    socket: Socket,
    opened: u64,
    heard: u64,
    /// The listed tables, once it was told.
    tables: Option<BTreeSet<String>>,
    recent: VecDeque<u64>,
    /// Until when it had no ear for what came: that all comes at once then.
    deaf: u64,
    over: bool,
}

impl<'a> Look<'a> {
    fn new(device: &'a Device, socket: Socket, opened: u64) -> Self {
        Self {
            device,
            socket,
            opened,
            heard: device.now(),
            tables: None,
            recent: VecDeque::new(),
            deaf: 0,
            over: false,
        }
    }

    async fn stay(&mut self) {
        let until = self.opened + self.device.between(5_000, 90_000);
        let mut compare_at = self.opened + COMPARE_EVERY_MS;
        while !self.device.is_leaving() && !self.over {
            let now = self.device.now();
            if now > until || now > self.heard + 60_000 {
                return;
            }
            if now >= compare_at {
                compare_at = now + COMPARE_EVERY_MS;
                self.compare().await;
            }
            self.listen_for(500).await;
        }
    }

    async fn listen_for(&mut self, ms: u64) {
        let until = self.device.now() + ms;
        while let Some(rest) = until
            .checked_sub(self.device.now())
            .filter(|rest| *rest > 0)
            && !self.over
        {
            match timeout(Duration::from_millis(rest), self.socket.hear()).await {
                Ok(Heard::Message(message)) => self.told(&message),
                Ok(Heard::Ping) => self.heard = self.device.now(),
                Ok(end) => self.end(&end),
                Err(_) => return,
            }
        }
    }

    fn end(&mut self, end: &Heard) {
        self.over = true;
        let reason = format!("{end:?}");
        self.device.note(&format!("looks away: {reason}"));
        let restarts = matches!(end, Heard::Closed(Some(1012)));
        if self.is_calm() && !restarts {
            self.device.broken(&format!("the lobby ended: {reason}"));
        }
    }

    /// Whether nothing has stood between it and the hall since it came.
    fn is_calm(&self) -> bool {
        let stage = &self.device.stage;
        stage.sound_since(self.device.index, self.opened)
            && stage.calm_since(self.device.index, self.opened) == self.opened
    }

    fn told(&mut self, message: &Value) {
        let now = self.device.now();
        self.heard = now;
        let kind = message["type"].as_str().unwrap_or_default();
        self.device.note(&format!("lobby {kind}"));
        match (kind, &mut self.tables) {
            ("bye", _) => return,
            ("snapshot", tables) => *tables = Some(codes(&message["tables"])),
            ("upsert", Some(tables)) => {
                tables.extend(message["table"]["code"].as_str().map(str::to_owned));
            }
            ("remove", Some(tables)) => {
                tables.remove(message["code"].as_str().unwrap_or_default());
            }
            ("online", Some(_)) => {}
            _ => self.device.broken(&format!("the lobby said {message}")),
        }
        if now <= self.deaf {
            return self.recent.clear();
        }
        self.recent.push_back(now);
        if self.recent.len() > MOST_A_SECOND
            && let Some(first) = self.recent.pop_front()
            && now + STEP_MS < first + 1_000
            && self.is_calm()
            && self.device.stage.even_since(self.device.index, self.opened)
        {
            self.device.broken(&format!(
                "the lobby said {MOST_A_SECOND} things since {first}, and more"
            ));
        }
    }

    /// What is told agrees with what is answered, unless something changes at the very moment.
    async fn compare(&mut self) {
        let began = self.device.now();
        let Some(answered) = self.ask().await else {
            return;
        };
        self.listen_for(TOLD_WITHIN_MS).await;
        let Some(later) = self.ask().await else {
            return;
        };
        let agree = self.tables.as_ref() == Some(&later);
        let calm = self.device.stage.calm_since(self.device.index, began) == began;
        let sound = self
            .device
            .stage
            .sound_since(self.device.index, self.opened);
        if answered == later && !agree && calm && sound && !self.over {
            let told = &self.tables;
            self.device
                .broken(&format!("the lobby has {later:?} and told of {told:?}"));
        }
    }

    async fn ask(&mut self) -> Option<BTreeSet<String>> {
        let asked = Ask::get("/api/v1/tables").send(PATIENCE).await;
        self.deaf = self.device.now();
        let asked = asked.ok()?;
        (asked.status == 200).then(|| codes(&asked.body["tables"]))
    }
}

fn codes(tables: &Value) -> BTreeSet<String> {
    let tables = tables.as_array().into_iter().flatten();
    tables
        .filter_map(|table| table["code"].as_str().map(str::to_owned))
        .collect()
}
