//! What a player takes note of, and what must not be: gaps, answers that come too early or not at all, ends without a reason.

use super::{End, SILENT_AFTER_MS, Visit};
use crate::stage::Act;
use serde_json::{Value, json};

/// An answer comes within so many milliseconds, once nothing keeps hall and client from talking. A message takes 1.6 s at most.
const ANSWER_WITHIN_MS: u64 = 4_000;
/// The hall restarts.
const RESTART: u64 = 1012;

/// Something said that waits for its answer.
pub(super) struct Pending {
    pub(super) sent: u64,
    pub(super) message: Value,
}

impl Visit<'_> {
    /// Takes a message in.
    pub(super) fn told(&mut self, message: &Value) {
        let kind = message["type"].as_str().unwrap_or_default().to_owned();
        let version = message["version"].as_u64();
        let events = message["events"].as_array().into_iter().flatten();
        let events: Vec<&str> = events.filter_map(|event| event["kind"].as_str()).collect();
        self.device
            .note(&format!("hears {kind} {version:?} {}", events.join(" ")));
        if self.bye.is_some() {
            return self.device.broken(&format!("heard after bye: {message}"));
        }
        let first = matches!(kind.as_str(), "snapshot" | "resumed" | "bye");
        if !self.greeted && !first {
            self.device
                .broken(&format!("heard before all else: {message}"));
        }
        match (kind.as_str(), version) {
            ("snapshot", Some(version)) => self.snapshot(version, message),
            ("resumed", Some(version)) => self.resumed(version, message),
            ("event", Some(version)) => self.event(version, message),
            ("answer", Some(version)) => self.answer(version, message),
            ("you", _) => self.you(&message["you"]),
            ("pong", _) => self.pong(&message["t"]),
            ("bye", _) => self.bye = message["code"].as_u64(),
            ("presence" | "said", _) => {}
            _ => self.device.broken(&format!("no message: {message}")),
        }
        if self.greeted {
            self.remember();
        }
    }

    fn snapshot(&mut self, version: u64, message: &Value) {
        self.greeted = true;
        self.version = version;
        self.you(&message["you"]);
        let table = &message["table"];
        let mut ledger = self.device.stage.ledger.borrow_mut();
        let broken = ledger.state(self.code, version, table);
        drop(ledger);
        self.agree(broken);
        self.set_turn((!table["awaits"].is_null()).then(|| {
            json!({
                "arm": table["position"]["turn"], "awaits": table["awaits"],
                "ply": table["ply"], "legal": table["legal"],
            })
        }));
        self.device.person.borrow_mut().over = table["phase"] == "finished";
    }

    fn resumed(&mut self, version: u64, message: &Value) {
        let asked = self.after.as_ref().and_then(|after| after.parse().ok());
        if self.greeted || asked != Some(version) {
            self.device
                .broken(&format!("resumed at {version}, asked for {asked:?}"));
        }
        self.greeted = true;
        self.version = version;
        self.you(&message["you"]);
        let known = self.device.turns.borrow().get(&version).cloned();
        if known.is_none() {
            // It has asked for the rest of what it never had, and begins again.
            self.leave_at = Some(self.device.now() + 3_000);
        }
        self.set_turn(known.flatten());
    }

    fn remember(&self) {
        self.device.last.set(self.version);
        let mut turns = self.device.turns.borrow_mut();
        turns.insert(self.version, self.turn.clone());
    }

    fn event(&mut self, version: u64, message: &Value) {
        if version != self.version + 1 {
            let last = self.version;
            self.device
                .broken(&format!("version {version} came after {last}"));
        }
        self.version = version;
        let events = &message["events"];
        let broken = self
            .device
            .stage
            .ledger
            .borrow_mut()
            .event(self.code, version, events);
        self.agree(broken);
        let mut lost = false;
        for event in events.as_array().into_iter().flatten() {
            match event["kind"].as_str().unwrap_or_default() {
                "turn" => self.set_turn(Some(event.clone())),
                "control" if event["controller"] == "bot" && self.is_own(&event["arm"]) => {
                    lost = true;
                }
                "control" if self.is_own(&event["arm"]) => {
                    lost = false;
                    self.back_at = None;
                }
                "finished" | "closed" | "paused" => self.set_turn(None),
                _ => {}
            }
            if event["kind"] == "finished" {
                self.device.person.borrow_mut().over = true;
            }
        }
        if lost {
            self.lose_control();
        }
    }

    pub(super) fn is_own(&self, arm: &Value) -> bool {
        arm.as_u64()
            .is_some_and(|arm| self.arms.iter().any(|own| u64::from(*own) == arm))
    }

    fn you(&mut self, you: &Value) {
        self.arms = serde_json::from_value(you["arms"].clone()).unwrap_or_default();
        let mut person = self.device.person.borrow_mut();
        let known = person.arms.get_or_insert_with(|| self.arms.clone());
        if *known != self.arms {
            let what = format!("had the seats {known:?} and has {:?}", self.arms);
            drop(person);
            self.device.broken(&what);
        }
    }

    fn answer(&mut self, version: u64, message: &Value) {
        if version > self.version {
            let known = self.version;
            self.device
                .broken(&format!("an answer of {version} came at {known}"));
        }
        let Some(id) = message["id"].as_str() else {
            return;
        };
        let asked = self.pending.remove(id);
        let said_twice = asked.is_none() && self.twice.remove(id);
        if asked.is_none() && !said_twice {
            self.device
                .broken(&format!("an answer to what was not asked: {message}"));
        }
        let code = message["code"].as_str();
        self.device.note(&format!("answer {id} {code:?}"));
        let whole = self.device.stage.act.get() >= Act::Whole;
        if whole && matches!(code, None | Some("not_started" | "finished")) {
            self.device.back.set(true);
        }
        if message["ok"] != true || id.starts_with("say") {
            return;
        }
        if whole && id.starts_with("act") {
            self.device.acted.set(true);
        }
        let who = self.device.person.borrow().id;
        if let Some(who) = who {
            let mut ledger = self.device.stage.ledger.borrow_mut();
            let broken = ledger.accepted(self.code, who, id, version);
            drop(ledger);
            self.agree(broken);
        }
    }

    fn pong(&mut self, t: &Value) {
        let asked = self.pings.pop_front();
        if asked.is_none_or(|asked| asked.message != *t) {
            self.device
                .broken(&format!("a pong of {t} that was not asked for"));
        }
    }

    fn agree(&self, broken: Option<String>) {
        if let Some(what) = broken {
            self.device.broken(&what);
        }
    }

    /// Whether nothing was lost on this connection, and since when nothing keeps the two from talking.
    fn calm_since(&self, at: u64) -> Option<u64> {
        let stage = &self.device.stage;
        let sound = stage.sound_since(self.device.index, self.opened);
        sound.then(|| stage.calm_since(self.device.index, at))
    }

    /// Looks whether something is overdue.
    pub(super) fn audit(&mut self) -> Result<(), End> {
        let now = self.device.now();
        let commands = self
            .pending
            .iter()
            .map(|(id, pending)| (id.as_str(), pending));
        let pings = self.pings.iter().map(|pending| ("ping", pending));
        let overdue = commands.chain(pings).find(|(_, pending)| {
            self.calm_since(pending.sent)
                .is_some_and(|since| now > since + ANSWER_WITHIN_MS)
        });
        if let Some((id, pending)) = overdue {
            let sent = pending.sent;
            self.device
                .broken(&format!("{id}, sent at {sent}, has no answer"));
            return Err(End::GivenUp);
        }
        if !self.greeted
            && self
                .calm_since(self.opened)
                .is_some_and(|since| now > since + ANSWER_WITHIN_MS)
        {
            self.device.broken("is not greeted");
            return Err(End::GivenUp);
        }
        if now > self.heard + SILENT_AFTER_MS {
            return Err(End::GivenUp);
        }
        Ok(())
    }

    /// Whether an end has its reason.
    pub(super) fn judge(&self, end: End) {
        let code = match end {
            End::Closed(code) => code.map(u64::from),
            End::Gone => None,
            End::Leave(_) | End::GivenUp => return,
        };
        if matches!(end, End::Closed(_)) && code != self.bye {
            let bye = self.bye;
            self.device
                .broken(&format!("bye said {bye:?}, the close {code:?}"));
        }
        let calm = self.calm_since(self.opened) == Some(self.opened);
        if calm && code != Some(RESTART) {
            self.device
                .broken(&format!("the connection ended without a reason: {end:?}"));
        }
    }
}
