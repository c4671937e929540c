//! Writes `tests/js/data/games.json`: what tables tell, entry by entry, with the snapshots a newcomer would get here and
//! there. The client's reducer is held to it. Seeds and times are fixed, so the same tables tell the same.
//!
//! `cargo run -p ludohall-table --example tell_games > tests/js/data/games.json`

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use ludohall_protocol::{
    ClientMessage, Code, CreateTable, Event, GameId, Move, Phase, Player, PlayerId, TableId,
    event::{Awaits, Controller},
    table::BotLevel,
};
use ludohall_table::{Fresh, Input, Millis, Request, Secret, Table, table::stamp};
use serde_json::{Value, json};
use std::str::FromStr;
use uuid::Uuid;

/// After events of these kinds a snapshot is always taken.
const TURNING_POINTS: [&str; 8] = [
    "undone",
    "started",
    "rematch",
    "finished",
    "paused",
    "continued",
    "stood_up",
    "options_changed",
];

/// A table that is played, and what it has told.
struct Told {
    table: Table,
    now: i64,
    /// Makes ids and secrets of further games.
    games: u8,
    commands: u32,
    steps: Vec<Value>,
    /// A snapshot every so many entries.
    every: usize,
    /// Whose eyes these are.
    eyes: PlayerId,
}

impl Told {
    fn open(
        spec: Value,
        eyes: &Player,
        people: &[Player],
        every: usize,
        seed: u8,
    ) -> (Self, Value) {
        let spec: CreateTable = serde_json::from_value(spec).unwrap();
        let now = 1_767_225_600_000;
        let fresh = Fresh {
            game: GameId(id(500)),
            secret: Secret::new([seed; 32]),
        };
        let entry = Table::open(Millis(now), &people[0], &spec, &fresh).unwrap();
        let code = Code::from_str("K7M2QX").unwrap();
        let (mut table, _) = Table::from_entry(TableId(id(1)), code, &entry).unwrap();
        for person in people {
            table.set_presence(Millis(now), person.id, true);
        }
        let told = Self {
            table,
            now,
            games: seed,
            commands: 0,
            steps: Vec::new(),
            every,
            eyes: eyes.id,
        };
        let (you, view) = (told.table.you(eyes.id), told.table.view(Millis(now)));
        let first =
            json!({"type": "snapshot", "version": told.table.version(), "you": you, "table": view});
        (told, first)
    }

    fn input(&mut self, input: &Input) {
        self.games = self.games.wrapping_add(1);
        let game = GameId(id(1000 + u128::from(self.games)));
        let fresh = Fresh {
            game,
            secret: Secret::new([self.games; 32]),
        };
        let Some(entry) = self.table.decide(Millis(self.now), &fresh, input).entry else {
            return;
        };
        let mut applied = self.table.apply(&entry).unwrap();
        stamp(
            applied.events.iter_mut(),
            self.table.left_ms(Millis(self.now)),
        );
        let mut step = json!({
            "event": {"type": "event", "version": applied.version, "at": applied.at.rfc3339(), "events": applied.events},
            "connected": self.table.connected(),
        });
        if applied.you.contains(&self.eyes) {
            step["you"] = json!(self.table.you(self.eyes));
        }
        if self.steps.len().is_multiple_of(self.every)
            || applied.events.iter().any(is_turning_point)
        {
            step["table"] = json!(self.table.view(Millis(self.now)));
        }
        self.steps.push(step);
    }

    fn request(&mut self, from: &Player, request: Request) {
        self.input(&Input::Request {
            from: from.clone(),
            request: Box::new(request),
        });
    }

    fn command(&mut self, from: &Player, message: impl Fn(String) -> ClientMessage) {
        self.commands += 1;
        let message = message(format!("c{}", self.commands));
        self.input(&Input::Command {
            from: from.clone(),
            message,
        });
    }

    fn tick(&mut self) {
        self.now = self
            .table
            .deadline()
            .map_or(self.now, |due| due.0.max(self.now));
        self.input(&Input::Tick);
    }

    /// So many decisions of people, bots going on between them.
    fn play(&mut self, people: &[Player], decisions: usize) {
        for _ in 0..decisions {
            let Some(owner) = self.next_person() else {
                return;
            };
            self.now += 900;
            let person = people
                .iter()
                .find(|person| person.id == owner)
                .unwrap()
                .clone();
            self.act(&person);
        }
    }

    /// Lets bots act until a person is to; `None` where the game is over.
    fn next_person(&mut self) -> Option<PlayerId> {
        loop {
            let view = self.table.view(Millis(self.now));
            let turn = view.position.filter(|_| view.phase == Phase::Playing)?.turn;
            let seat = view.seats.iter().find(|seat| seat.arm == turn)?;
            if seat.controller == Controller::Human {
                return seat.player.as_ref().map(|player| player.id);
            }
            self.tick();
        }
    }

    fn act(&mut self, from: &Player) {
        let view = self.table.view(Millis(self.now));
        let (ply, pick) = (
            view.ply,
            self.commands as usize * 7 % view.legal.len().max(1),
        );
        self.command(from, |id| match (view.awaits, view.legal.get(pick)) {
            (
                Some(Awaits::Move),
                Some(Move::Enter(step) | Move::Move(step) | Move::Bonus(step)),
            ) => ClientMessage::Move {
                id,
                ply,
                piece: step.piece,
                uses: step.uses.clone(),
                arm: Some(step.arm),
            },
            (Some(Awaits::Move), _) => ClientMessage::Decline { id, ply },
            _ => ClientMessage::Roll { id, ply },
        });
    }

    fn named(self, name: &str, first: &Value) -> Value {
        json!({"name": name, "first": first, "steps": self.steps})
    }
}

fn id(n: u128) -> Uuid {
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + n)
}

fn is_turning_point(event: &Event) -> bool {
    let kind = json!(event)["kind"].clone();
    TURNING_POINTS.iter().any(|name| kind == *name)
}

fn person(n: u128, name: &str) -> Player {
    Player {
        id: PlayerId(id(n)),
        name: name.to_owned(),
        guest: true,
    }
}

fn solo(ana: &Player) -> Value {
    let people = [ana.clone()];
    let spec = json!({"ruleset": "ludo", "seats": 3, "solo": true});
    let (mut told, first) = Told::open(spec, ana, &people, 25, 7);
    told.play(&people, 22);
    told.command(ana, |id| ClientMessage::Undo { id });
    told.play(&people, 4);
    told.command(ana, |id| ClientMessage::Undo { id });
    told.command(ana, |id| ClientMessage::Undo { id });
    told.play(&people, 10);
    told.command(ana, |id| ClientMessage::Restart { id });
    told.play(&people, 8);
    told.named("a solo game of ludo with undo and restart", &first)
}

fn luddo(ana: &Player, ben: &Player) -> Value {
    let people = [ana.clone(), ben.clone()];
    let spec = json!({"ruleset": "luddo", "seats": 4, "fill_with_bots": true, "bot_level": "hard"});
    let (mut told, first) = Told::open(spec, ben, &people, 25, 9);
    told.request(
        ben,
        Request::Sit {
            arm: None,
            name: None,
        },
    );
    told.request(
        ana,
        Request::PutBot {
            arm: None,
            level: None,
        },
    );
    told.request(ana, Request::RemoveBot { arm: 2 });
    told.request(
        ana,
        Request::PutBot {
            arm: Some(2),
            level: Some(BotLevel::Easy),
        },
    );
    for changes in [
        json!({"seats": 6, "options": {"pieces.to_win": 2}, "listed": true}),
        json!({"seats": 2, "chat": "text"}),
        json!({"arms": [0, 1, 2, 3], "board": "c52", "options": {}}),
        json!({"title": "Sunday", "clock": "party"}),
    ] {
        told.request(
            ana,
            Request::Change(serde_json::from_value(changes).unwrap()),
        );
    }
    told.request(ana, Request::Start);
    told.play(&people, 25);
    for _ in 0..4 {
        told.next_person();
        told.tick();
    }
    told.command(ana, |id| ClientMessage::Resume { id });
    told.command(ben, |id| ClientMessage::Resume { id });
    told.play(&people, 6);
    told.request(ben, Request::Leave);
    told.play(&people[..1], 3);
    told.named(
        "luddo at four with bots, clocks that run out and a leaver",
        &first,
    )
}

fn snakes(ana: &Player, ben: &Player) -> Value {
    let people = [ana.clone(), ben.clone()];
    let (mut told, first) = Told::open(
        json!({"ruleset": "snakes", "seats": 2}),
        ana,
        &people,
        20,
        12,
    );
    told.request(
        ben,
        Request::Sit {
            arm: None,
            name: None,
        },
    );
    told.request(ana, Request::Start);
    told.play(&people, usize::MAX);
    told.request(ben, Request::Rematch);
    told.request(ana, Request::Start);
    told.play(&people, 12);
    told.named("snakes to the end, a rematch", &first)
}

fn parchis(ana: &Player, ben: &Player, name: &str, spec: Value, seed: u8) -> Value {
    let people = [ana.clone(), ben.clone()];
    let (mut told, first) = Told::open(spec, ana, &people, 20, seed);
    told.request(
        ben,
        Request::Sit {
            arm: None,
            name: None,
        },
    );
    told.request(ana, Request::Start);
    told.play(&people, 36);
    told.named(name, &first)
}

fn main() {
    let (ana, ben) = (person(1, "Ana"), person(2, "Ben"));
    let pairs = json!({"ruleset": "parchis-pairs", "fill_with_bots": true});
    let single = json!({"ruleset": "parchis", "seats": 3, "fill_with_bots": true});
    let games = [
        solo(&ana),
        luddo(&ana, &ben),
        snakes(&ana, &ben),
        parchis(&ana, &ben, "parchis in pairs with two dice", pairs, 21),
        parchis(&ana, &ben, "parchis with bonuses", single, 33),
    ];
    let lines: Vec<String> = games.iter().map(Value::to_string).collect();
    println!("[\n{}\n]", lines.join(",\n"));
}
