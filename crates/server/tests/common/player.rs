//! Somebody at a table who plays: whatever is legal, the first of it.

use super::Socket;
use serde_json::{Value, json};

/// A player: a socket, and what it has been told.
pub struct Player {
    pub socket: Socket,
    pub arms: Vec<u8>,
    pub version: u64,
    /// The newest `turn`, or the same from a snapshot.
    pub turn: Option<Value>,
    /// All events, in order.
    pub events: Vec<Value>,
    pub over: bool,
    commands: u32,
    name: String,
}

impl Player {
    /// A player over a socket that has just opened.
    pub async fn new(name: &str, mut socket: Socket) -> Self {
        let snapshot = socket.until_type("snapshot").await;
        let table = &snapshot["table"];
        let awaits = !table["awaits"].is_null();
        let turn = awaits.then(|| {
            json!({
                "arm": table["position"]["turn"], "awaits": table["awaits"],
                "ply": table["ply"], "legal": table["legal"],
            })
        });
        Self {
            arms: serde_json::from_value(snapshot["you"]["arms"].clone()).unwrap(),
            version: snapshot["version"].as_u64().unwrap(),
            turn,
            socket,
            events: Vec::new(),
            over: false,
            commands: 0,
            name: name.to_owned(),
        }
    }

    /// Takes in a message. Versions of events are contiguous.
    pub fn hear(&mut self, message: &Value) {
        if message["type"] == "you" {
            self.arms = serde_json::from_value(message["you"]["arms"].clone()).unwrap();
        }
        if message["type"] != "event" {
            return;
        }
        let version = message["version"].as_u64().unwrap();
        assert_eq!(version, self.version + 1, "a gap in the versions");
        self.version = version;
        for event in message["events"].as_array().unwrap() {
            match event["kind"].as_str().unwrap() {
                "turn" => self.turn = Some(event.clone()),
                "finished" | "closed" => {
                    self.turn = None;
                    self.over = true;
                }
                _ => {}
            }
            self.events.push(event.clone());
        }
    }

    /// Reads one message and takes it in.
    pub async fn step(&mut self) -> Value {
        let message = self.socket.next().await;
        self.hear(&message);
        message
    }

    /// Whether this player is to act.
    pub fn is_to_act(&self) -> bool {
        let arm = self.turn.as_ref().map(|turn| turn["arm"].as_u64().unwrap());
        arm.is_some_and(|arm| self.arms.iter().any(|own| u64::from(*own) == arm))
    }

    /// The command that acts now: a roll, or the first legal move.
    pub fn act(&mut self) -> Value {
        self.commands += 1;
        let id = format!("{}-{}", self.name, self.commands);
        let turn = self.turn.as_ref().unwrap();
        let first = &turn["legal"][0];
        match (turn["awaits"].as_str().unwrap(), first["kind"].as_str()) {
            ("roll", _) => json!({ "do": "roll", "id": id, "ply": turn["ply"] }),
            (_, Some("decline")) => json!({ "do": "decline", "id": id, "ply": turn["ply"] }),
            _ => json!({
                "do": "move", "id": id, "ply": turn["ply"],
                "piece": first["piece"], "uses": first["uses"],
            }),
        }
    }

    /// Acts, and takes in all up to the answer, which must be yes.
    pub async fn decide(&mut self) -> Value {
        let command = self.act();
        let (before, answer) = self.socket.command(command.clone()).await;
        assert_eq!(answer["ok"], true, "{command}: {answer}");
        before.iter().for_each(|message| self.hear(message));
        assert!(
            self.version >= answer["version"].as_u64().unwrap(),
            "the answer came early"
        );
        answer
    }

    /// Reads on until this player is to act, or the game is over.
    pub async fn wait(&mut self) {
        while !self.over && !self.is_to_act() {
            self.step().await;
        }
    }

    /// Plays to the end.
    pub async fn play(&mut self) {
        loop {
            self.wait().await;
            if self.over {
                return;
            }
            self.decide().await;
        }
    }

    /// Plays until it has heard of this version. Several players of one table may do so together.
    pub async fn play_until(&mut self, version: u64) {
        while !self.over && self.version < version {
            if self.is_to_act() {
                self.decide().await;
            } else {
                self.step().await;
            }
        }
    }
}
