//! What a player says: moves, mostly; now and then twice, too late, or nonsense.

use super::{End, Visit, audit::Pending};
use crate::stage::Act;
use serde_json::{Value, json};

impl Visit<'_> {
    /// Asks again what had no answer, and takes control back.
    pub(super) async fn begin(&mut self) -> Result<(), End> {
        let unanswered = std::mem::take(&mut self.device.person.borrow_mut().unanswered);
        for message in unanswered {
            self.command(message).await?;
        }
        if self.device.stage.act.get() == Act::Whole || self.device.once_in(3) {
            self.come_back().await?;
        }
        Ok(())
    }

    /// Takes control back.
    pub(super) async fn come_back(&mut self) -> Result<(), End> {
        let id = self.id("back");
        self.command(json!({ "do": "resume", "id": id })).await
    }

    /// Notes whose turn it is.
    pub(super) fn set_turn(&mut self, turn: Option<Value>) {
        self.turn = turn;
        let think = match self.device.between(0, 11) {
            0 if self.device.stage.act.get() == Act::Rough => self.device.between(2_000, 9_000),
            _ => self.device.between(50, 1_200),
        };
        self.act_at = self.is_to_act().then(|| self.device.now() + think);
    }

    /// A bot plays for this one, who wants to play.
    pub(super) fn lose_control(&mut self) {
        self.back_at = Some(self.device.now() + self.device.between(100, 2_000));
    }

    fn is_to_act(&self) -> bool {
        self.turn
            .as_ref()
            .is_some_and(|turn| self.is_own(&turn["arm"]))
    }

    /// Acts; if that was of no use, it looks again later.
    pub(super) async fn act(&mut self) -> Result<(), End> {
        self.act_at = Some(self.device.now() + self.device.between(1_500, 4_000));
        match self.device.between(0, 19) {
            0 => {
                let id = self.id("say");
                self.command(json!({ "do": "say", "id": id, "phrase": "hello" }))
                    .await
            }
            1 => {
                let id = self.id("late");
                self.command(json!({ "do": "roll", "id": id, "ply": 0 }))
                    .await
            }
            2 => self.come_back().await,
            3 => self.send(&json!({ "do": "fly" })).await,
            4..=6 => {
                let deed = self.deed();
                self.command(deed.clone()).await?;
                self.twice
                    .insert(deed["id"].as_str().unwrap_or_default().to_owned());
                self.send(&deed).await
            }
            _ => {
                let deed = self.deed();
                self.command(deed).await
            }
        }
    }

    /// What acts now: a roll, or the first legal move.
    fn deed(&mut self) -> Value {
        let id = self.id("act");
        let turn = self.turn.clone().unwrap_or_default();
        let (ply, first) = (&turn["ply"], &turn["legal"][0]);
        match (turn["awaits"].as_str(), first["kind"].as_str()) {
            (Some("move"), Some("decline")) => json!({ "do": "decline", "id": id, "ply": ply }),
            (Some("move"), _) => json!({
                "do": "move", "id": id, "ply": ply, "piece": first["piece"], "uses": first["uses"],
            }),
            _ => json!({ "do": "roll", "id": id, "ply": ply }),
        }
    }

    async fn command(&mut self, message: Value) -> Result<(), End> {
        let id = message["id"].as_str().unwrap_or_default().to_owned();
        self.device.note(&format!("says {message}"));
        let sent = self.device.now();
        let pending = Pending {
            sent,
            message: message.clone(),
        };
        self.pending.insert(id, pending);
        self.send(&message).await
    }

    fn id(&self, what: &str) -> String {
        let mut person = self.device.person.borrow_mut();
        person.commands += 1;
        format!("{what}-{}-{}", self.device.index, person.commands)
    }
}
