//! A table on a bench: a clock that moves only when told to, and every entry through its JSON and back.

#![allow(dead_code, clippy::unwrap_used, clippy::needless_pass_by_value)]

use ludohall_protocol::{
    Answer, AnswerCode, ClientMessage, Code, CreateTable, Event, GameId, Phase, Player, PlayerId,
    Ply, ProblemCode, TableId, Version,
    event::{Awaits, Controller},
    moves::{Move, Step},
};
use ludohall_table::{
    Applied, Body, Entry, Fresh, Input, Millis, Refusal, Reply, Request, Secret, Table,
};
use uuid::Uuid;

pub const START: Millis = Millis(1_700_000_000_000);

/// The person with this number.
pub fn person(number: u128) -> Player {
    Player {
        id: PlayerId(Uuid::from_u128(number)),
        name: format!("P{number}"),
        guest: true,
    }
}

/// The fields of creation, with what `with` has otherwise.
pub fn spec(ruleset: &str, with: serde_json::Value) -> CreateTable {
    let mut body = serde_json::json!({ "ruleset": ruleset, "bot_pause_ms": 100 });
    for (name, value) in with.as_object().unwrap() {
        body[name] = value.clone();
    }
    serde_json::from_value(body).unwrap()
}

pub fn fresh(number: u128) -> Fresh {
    let mut bytes = [0; 32];
    bytes[..16].copy_from_slice(&number.to_be_bytes());
    Fresh {
        game: GameId(Uuid::from_u128(number)),
        secret: Secret::new(bytes),
    }
}

pub struct Bench {
    pub table: Table,
    pub now: Millis,
    pub journal: Vec<Entry>,
    pub told: Vec<Applied>,
    fresh: u128,
    ids: u32,
}

impl Bench {
    /// A table that person 1 opens.
    pub fn open(spec: &CreateTable) -> Self {
        Self::try_open(spec).unwrap()
    }

    pub fn try_open(spec: &CreateTable) -> Result<Self, Refusal> {
        Self::open_seeded(spec, 1 << 64)
    }

    /// The same with other dice.
    pub fn open_seeded(spec: &CreateTable, seed: u128) -> Result<Self, Refusal> {
        let entry = Table::open(START, &person(1), spec, &fresh(seed))?;
        let entry = through_json(&entry);
        let (table, applied) = Table::from_entry(id(), code(), &entry).unwrap();
        let (journal, told) = (vec![entry], vec![applied]);
        Ok(Self {
            table,
            now: START,
            journal,
            told,
            fresh: seed,
            ids: 0,
        })
    }

    /// A game of person 1, who is connected, against bots.
    pub fn solo(ruleset: &str, seats: u8) -> Self {
        let spec = spec(ruleset, serde_json::json!({ "solo": true, "seats": seats }));
        let mut bench = Self::open(&spec);
        bench.come(1);
        bench
    }

    /// A game of as many people, all connected, that has just started; person k+1 on the k-th seat.
    pub fn game(ruleset: &str, people: u8, with: serde_json::Value) -> Self {
        let mut spec = spec(ruleset, with);
        spec.seats = spec.seats.or(Some(people));
        let mut bench = Self::open(&spec);
        for number in 2..=u128::from(people) {
            bench
                .ask(
                    number,
                    Request::Sit {
                        arm: None,
                        name: None,
                    },
                )
                .unwrap();
        }
        bench.all_here(people);
        bench.ask(1, Request::Start).unwrap();
        bench
    }

    pub fn all_here(&mut self, people: u8) {
        for number in 1..=u128::from(people) {
            self.come(number);
        }
    }

    /// Decides, journals, applies.
    pub fn input(&mut self, input: &Input) -> Reply {
        self.fresh += 1;
        let effects = self.table.decide(self.now, &fresh(self.fresh), input);
        if let Some(entry) = effects.entry {
            let entry = through_json(&entry);
            let applied = self.table.apply(&entry).unwrap();
            assert_eq!(
                applied.writes, effects.writes,
                "announced and done differ: {entry:?}"
            );
            assert_eq!(applied.version, entry.version);
            self.journal.push(entry);
            self.told.push(applied);
        }
        effects.reply
    }

    pub fn ask(&mut self, who: u128, request: Request) -> Result<(), Refusal> {
        match self.input(&Input::Request {
            from: person(who),
            request: Box::new(request),
        }) {
            Reply::Table => Ok(()),
            Reply::Refused(refusal) => Err(refusal),
            other => panic!("{other:?}"),
        }
    }

    pub fn refused(&mut self, who: u128, request: Request) -> ProblemCode {
        self.ask(who, request).unwrap_err().code
    }

    pub fn command(&mut self, who: u128, message: ClientMessage) -> Answer {
        match self.input(&Input::Command {
            from: person(who),
            message,
        }) {
            Reply::Answer(answer) => answer,
            other => panic!("{other:?}"),
        }
    }

    pub fn id(&mut self) -> String {
        self.ids += 1;
        format!("c{}", self.ids)
    }

    pub fn roll(&mut self, who: u128) -> Answer {
        let (id, ply) = (self.id(), self.table.ply());
        self.command(who, ClientMessage::Roll { id, ply })
    }

    pub fn resume(&mut self, who: u128) -> Answer {
        let id = self.id();
        self.command(who, ClientMessage::Resume { id })
    }

    pub fn undo(&mut self) -> Answer {
        let id = self.id();
        self.command(1, ClientMessage::Undo { id })
    }

    pub fn restart(&mut self) -> Answer {
        let id = self.id();
        self.command(1, ClientMessage::Restart { id })
    }

    pub fn play(&mut self, who: u128, choice: &Move) -> Answer {
        let (id, ply) = (self.id(), self.table.ply());
        self.command(who, message_of(id, ply, choice))
    }

    pub fn tick(&mut self) -> bool {
        let before = self.table.version();
        self.input(&Input::Tick);
        self.table.version() != before
    }

    /// Lets time pass; what falls due happens when it does.
    pub fn pass(&mut self, ms: i64) {
        let end = self.now.plus(ms);
        while let Some(due) = self.table.deadline().filter(|due| *due <= end) {
            self.now = self.now.max(due);
            assert!(self.tick(), "a deadline was announced for nothing");
        }
        self.now = end;
    }

    /// Does at once what is due now.
    pub fn settle(&mut self) {
        self.pass(0);
    }

    pub fn come(&mut self, who: u128) {
        self.table.set_presence(self.now, person(who).id, true);
        self.settle();
    }

    pub fn go(&mut self, who: u128) {
        self.table.set_presence(self.now, person(who).id, false);
        self.settle();
    }

    /// The arm to act.
    pub fn turn(&self) -> u8 {
        self.view().position.unwrap().turn
    }

    /// The number of the person whose seat is to act; `None` where it is a bot's.
    pub fn to_act(&self) -> Option<u128> {
        let turn = self.turn();
        let seat = self.seat(turn);
        if seat.controller != Controller::Human {
            return None;
        }
        Some(seat.player.unwrap().id.0.as_u128())
    }

    pub fn view(&self) -> ludohall_protocol::Table {
        self.table.view(self.now)
    }

    pub fn seat(&self, arm: u8) -> ludohall_protocol::Seat {
        self.view()
            .seats
            .into_iter()
            .find(|seat| seat.arm == arm)
            .unwrap()
    }

    pub fn arm_of(&self, who: u128) -> u8 {
        self.table.you(person(who).id).arms[0]
    }

    /// One decision by whoever is to act: people roll and take the first legal move, bots do as bots do.
    pub fn step(&mut self) {
        let before = self.table.version();
        match self.to_act() {
            Some(who) if self.view().awaits == Some(Awaits::Roll) => {
                assert!(self.roll(who).ok);
            }
            Some(who) => {
                let choice = self.view().legal[0].clone();
                assert!(self.play(who, &choice).ok);
            }
            None => {
                let due = self.table.deadline().unwrap();
                self.now = self.now.max(due);
                assert!(self.tick());
            }
        }
        assert_ne!(self.table.version(), before);
    }

    /// Steps until `wanted`, for at most twenty thousand decisions.
    pub fn step_until(&mut self, wanted: impl Fn(&Self) -> bool) {
        for _ in 0..20_000 {
            if wanted(self) {
                return;
            }
            self.step();
        }
        panic!("it did not come to that");
    }

    pub fn play_to_the_end(&mut self) {
        self.step_until(|bench| bench.table.phase() == Phase::Finished);
    }

    pub fn last(&self) -> &Applied {
        self.told.last().unwrap()
    }

    pub fn kinds(&self) -> Vec<String> {
        self.last().events.iter().map(kind).collect()
    }

    /// The table that the journal makes by itself.
    pub fn replayed(&self) -> Table {
        let (mut table, first) = Table::from_entry(id(), code(), &self.journal[0]).unwrap();
        assert_eq!(first, self.told[0]);
        for (entry, told) in self.journal.iter().zip(&self.told).skip(1) {
            assert_eq!(
                table.apply(entry).unwrap(),
                *told,
                "a replay tells something else"
            );
        }
        table
    }

    /// The hall is killed and starts again, `ms` later: the table comes back from its journal.
    pub fn crash(&mut self, ms: i64) {
        let table = self.replayed();
        assert_eq!(table.snapshot(), self.table.snapshot());
        self.table = table;
        self.now = self.now.plus(ms);
        self.table.woken(self.now, self.now);
        self.input(&Input::Thawed { frozen_ms: ms });
    }
}

pub fn id() -> TableId {
    TableId(Uuid::from_u128(99))
}

pub fn code() -> Code {
    "K7M2QX".parse().unwrap()
}

pub fn through_json(entry: &Entry) -> Entry {
    let body = Body::from_json(entry.version, &entry.body.to_json()).unwrap();
    assert_eq!(body, entry.body);
    Entry {
        body,
        ..entry.clone()
    }
}

pub fn kind(event: &Event) -> String {
    serde_json::to_value(event).unwrap()["kind"]
        .as_str()
        .unwrap()
        .to_owned()
}

pub fn message_of(id: String, ply: Ply, choice: &Move) -> ClientMessage {
    match choice {
        Move::Enter(step) | Move::Move(step) | Move::Bonus(step) => {
            let Step {
                arm, piece, uses, ..
            } = step.clone();
            ClientMessage::Move {
                id,
                ply,
                piece,
                uses,
                arm: Some(arm),
            }
        }
        Move::Decline => ClientMessage::Decline { id, ply },
    }
}

pub fn code_of(answer: &Answer) -> AnswerCode {
    assert!(!answer.ok);
    answer.code.unwrap()
}

pub fn sit() -> Request {
    Request::Sit {
        arm: None,
        name: None,
    }
}

pub fn version(number: u64) -> Version {
    Version(number)
}
