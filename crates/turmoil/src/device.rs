//! A device of a person: how it comes to its session, its table and its seat, whatever gets lost on the way.

use crate::{
    chance::Chance,
    http::{Ask, Reply},
    stage::{Act, Stage},
};
use ludohall_protocol::{Code, PlayerId};
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    io,
    rc::Rc,
    time::Duration,
};

/// How long a device waits for an answer to a request.
const ANSWER_WITHIN: Duration = Duration::from_secs(12);
/// Commands that somebody asks again about, at most.
const MOST_OWED: usize = 8;
/// How long a host waits for the others before it starts.
const START_AFTER_MS: u64 = 8_000;

/// Somebody, as their devices know them. What they know outlives a device's fall.
#[derive(Debug, Default)]
pub struct Person {
    /// Their session.
    pub token: Option<String>,
    /// Who they are.
    pub id: Option<PlayerId>,
    /// Whether they have asked for a seat and know what came of it.
    pub asked: bool,
    /// The arms that they play.
    pub arms: Option<Vec<u8>>,
    /// Commands made so far.
    pub commands: u64,
    /// Commands without an answer when a connection ended.
    pub unanswered: Vec<Value>,
    /// Whether their game is over, and so is to be begun again.
    pub over: bool,
}

/// What somebody brings to a table.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which table.
    pub table: usize,
    /// What it is opened with, by who opens it.
    pub spec: Option<Value>,
    /// How many people are to sit there.
    pub people: usize,
}

/// A device, and whose it is.
pub struct Device {
    /// Its number.
    pub index: usize,
    /// Whose it is.
    pub person: Rc<RefCell<Person>>,
    /// Whether it asks for session and seat; a second device of somebody waits for that.
    pub leads: bool,
    /// Where it plays.
    pub place: Place,
    /// What all share.
    pub stage: Rc<Stage>,
    /// Its own numbers.
    pub chance: RefCell<Chance>,
    /// Whether it got an answer since all is whole.
    pub back: Cell<bool>,
    /// Whose turn it was at the versions that it has applied.
    pub turns: RefCell<BTreeMap<u64, Option<Value>>>,
    /// The last of them.
    pub last: Cell<u64>,
    /// Whether a decision of it was accepted since all is whole.
    pub acted: Cell<bool>,
}

impl Device {
    /// The time.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.stage.now()
    }

    /// Notes what happened to it.
    pub fn note(&self, what: &str) {
        self.stage
            .note(self.now(), &format!("d{} {what}", self.index));
    }

    /// Notes what must not happen to it.
    pub fn broken(&self, what: &str) {
        self.stage
            .broken(self.now(), &format!("d{} {what}", self.index));
    }

    /// Whether everybody leaves.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.stage.act.get() >= Act::Leaving
    }

    /// Its next number out of these.
    pub fn between(&self, least: u64, most: u64) -> u64 {
        self.chance.borrow_mut().between(least, most)
    }

    /// Yes, once in `n` times.
    pub fn once_in(&self, n: u64) -> bool {
        self.chance.borrow_mut().once_in(n)
    }

    /// Waits for a while between these, in milliseconds.
    pub async fn pause(&self, least: u64, most: u64) {
        tokio::time::sleep(Duration::from_millis(self.between(least, most))).await;
    }

    /// The code of its table.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        self.stage.codes.borrow()[self.place.table]
    }

    /// Its session's token.
    #[must_use]
    pub fn token(&self) -> Option<String> {
        self.person.borrow().token.clone()
    }

    /// Keeps commands that had no answer, the newest of them.
    pub fn owes(&self, commands: impl Iterator<Item = Value>) {
        let mut person = self.person.borrow_mut();
        person.unanswered.extend(commands);
        let excess = person.unanswered.len().saturating_sub(MOST_OWED);
        person.unanswered.drain(..excess);
    }

    /// Gets as far as the table; whether it is there.
    pub async fn arrive(&self) -> bool {
        self.has_session().await
            && self.has_table().await
            && self.has_seat().await
            && self.has_game().await
    }

    /// Becomes somebody.
    pub async fn has_session(&self) -> bool {
        if self.token().is_some() || !self.leads {
            return self.token().is_some();
        }
        let ask = Ask::post("/api/v1/session").json(json!({ "name": format!("P{}", self.index) }));
        let Some(reply) = self.ask(ask, "session", &[201]).await else {
            return false;
        };
        let mut person = self.person.borrow_mut();
        person.token = reply.body["token"].as_str().map(str::to_owned);
        person.id = serde_json::from_value(reply.body["player"]["id"].clone()).ok();
        true
    }

    /// Opens the table, where that is its part. The same key opens one table, however often the answer gets lost.
    async fn has_table(&self) -> bool {
        let (None, Some(spec)) = (self.code(), &self.place.spec) else {
            return self.code().is_some();
        };
        let Some(code) = self.open(spec).await else {
            return false;
        };
        if self.once_in(2)
            && let Some(again) = self.open(spec).await
            && again != code
        {
            self.broken(&format!("one key opened {code} and {again}"));
        }
        self.stage.codes.borrow_mut()[self.place.table] = Some(code);
        self.stage.seated.borrow_mut()[self.place.table] += 1;
        self.person.borrow_mut().asked = true;
        true
    }

    async fn open(&self, spec: &Value) -> Option<Code> {
        let ask = Ask::post("/api/v1/tables")
            .json(spec.clone())
            .key(&format!("open-{}", self.place.table));
        let reply = self.ask(ask, "open", &[201]).await?;
        serde_json::from_value(reply.body["code"].clone()).ok()
    }

    async fn has_seat(&self) -> bool {
        if self.person.borrow().asked || !self.leads {
            return self.person.borrow().asked;
        }
        let ask = self.at_table("/seats").json(json!({}));
        let Some(reply) = self.ask(ask, "sit", &[200, 409]).await else {
            return false;
        };
        self.person.borrow_mut().asked = true;
        if reply.status == 200 {
            self.stage.seated.borrow_mut()[self.place.table] += 1;
        }
        true
    }

    /// Starts the game, or begins again after its end, where that is its part.
    async fn has_game(&self) -> bool {
        let Some(spec) = &self.place.spec else {
            return true;
        };
        let all = self.stage.seated.borrow()[self.place.table] >= self.place.people;
        let is_over = self.person.borrow().over;
        if is_over {
            let again = self.at_table("/rematch");
            if self.ask(again, "rematch", &[200, 409]).await.is_none() {
                return false;
            }
        } else if !all && self.now() < START_AFTER_MS {
            return false;
        }
        if spec["solo"] != true {
            let start = self.at_table("/start");
            if self.ask(start, "start", &[200, 409]).await.is_none() {
                return false;
            }
        }
        self.person.borrow_mut().over = false;
        true
    }

    fn at_table(&self, what: &str) -> Ask {
        let code = self.code().map(|code| code.to_string());
        Ask::post(format!("/api/v1/tables/{}{what}", code.unwrap_or_default()))
    }

    /// Asks; the answer, if it is one of those that may come. The hall may be busy or gone at any time.
    async fn ask(&self, ask: Ask, name: &str, expected: &[u16]) -> Option<Reply> {
        let began = self.now();
        let ask = match self.token() {
            Some(token) => ask.by(&token),
            None => ask,
        };
        match ask.send(ANSWER_WITHIN).await {
            Ok(reply) if expected.contains(&reply.status) => {
                self.note(&format!("{name} {}", reply.status));
                Some(reply)
            }
            Ok(reply) => {
                self.note(&format!("{name} {}", reply.status));
                if !matches!(reply.status, 429 | 503) {
                    self.broken(&format!("{name} was answered {reply:?}"));
                }
                None
            }
            Err(error) => {
                self.unanswered(name, began, &error);
                None
            }
        }
    }

    fn unanswered(&self, name: &str, began: u64, error: &io::Error) {
        self.note(&format!("{name} {:?}", error.kind()));
        let calm = self.stage.calm_since(self.index, began) == began;
        if calm && self.stage.sound_since(self.index, began) {
            self.broken(&format!("{name} was not answered: {error}"));
        }
    }
}
