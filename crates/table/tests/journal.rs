//! Whatever is thrown at a table: what must hold afterwards, and that its journal makes it again.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, code, id, message_of, person, spec};
use ludohall_protocol::{
    ClientMessage, Event, Phase, Ply,
    event::{Awaits, Controller},
};
use ludohall_table::{Input, Reply, Request, Table};
use proptest::prelude::*;
use serde_json::json;

/// Something that somebody does.
#[derive(Clone, Debug)]
enum Doing {
    /// Whoever is to act does it properly.
    Step,
    Roll(u128, u8),
    Move(u128, u8, u8),
    Resume(u128),
    Undo(u128),
    Restart(u128),
    Entropy(u128),
    Sit(u128, Option<u8>),
    Leave(u128),
    Start,
    Rematch(u128),
    PutBot(Option<u8>),
    RemoveBot(u8),
    Kick(u8),
    Seats(u8),
    Come(u128),
    Go(u128),
    Pass(u32),
    Crash(u32),
    Restore,
    /// The same command, again.
    Again,
}

fn doing() -> impl Strategy<Value = Doing> {
    let who = 1..5_u128;
    let arm = 0..5_u8;
    prop_oneof![
        30 => Just(Doing::Step),
        2 => (who.clone(), 0..3_u8).prop_map(|(who, off)| Doing::Roll(who, off)),
        2 => (who.clone(), 0..3_u8, 0..5_u8).prop_map(|(who, off, piece)| Doing::Move(who, off, piece)),
        2 => who.clone().prop_map(Doing::Resume),
        2 => who.clone().prop_map(Doing::Undo),
        1 => who.clone().prop_map(Doing::Restart),
        2 => who.clone().prop_map(Doing::Entropy),
        4 => (who.clone(), proptest::option::of(arm.clone())).prop_map(|(who, arm)| Doing::Sit(who, arm)),
        1 => who.clone().prop_map(Doing::Leave),
        4 => Just(Doing::Start),
        2 => who.clone().prop_map(Doing::Rematch),
        2 => proptest::option::of(arm.clone()).prop_map(Doing::PutBot),
        1 => arm.clone().prop_map(Doing::RemoveBot),
        1 => arm.prop_map(Doing::Kick),
        1 => (1..6_u8).prop_map(Doing::Seats),
        3 => who.clone().prop_map(Doing::Come),
        2 => who.prop_map(Doing::Go),
        4 => (0..70_000_u32).prop_map(Doing::Pass),
        1 => (0..100_000_u32).prop_map(Doing::Crash),
        1 => Just(Doing::Restore),
        2 => Just(Doing::Again),
    ]
}

fn table() -> impl Strategy<Value = serde_json::Value> {
    let clock = prop_oneof![
        Just(json!("house")),
        Just(json!("brisk")),
        Just(json!("untimed")),
        Just(json!({ "decision_ms": 5000, "misses": 1, "away_ms": 100 })),
        Just(json!({ "decision_ms": 5000, "on_expiry": "bot_takes_seat" })),
    ];
    let ruleset = prop_oneof![Just("ludo"), Just("luddo"), Just("snakes")];
    let start_by = prop_oneof![Just("highest_roll"), Just("random"), Just("first_seat")];
    (ruleset, clock, start_by, 2..5_u8, any::<[bool; 3]>()).prop_map(
        |(ruleset, clock, start_by, seats, [fill_with_bots, late_join, solo])| {
            json!({
                "ruleset": ruleset, "clock": clock, "start_by": start_by, "seats": seats,
                "fill_with_bots": fill_with_bots, "late_join": late_join, "solo": solo, "bot_pause_ms": 50,
            })
        },
    )
}

/// A bench and the last command that was sent to it, with its answer.
struct Play {
    bench: Bench,
    last: Option<(u128, ClientMessage, ludohall_protocol::Answer)>,
}

impl Play {
    fn command(&mut self, who: u128, message: ClientMessage) {
        let answer = self.bench.command(who, message.clone());
        if answer.ok {
            assert_eq!(answer.version, self.bench.table.version());
            self.last = Some((who, message, answer));
        }
    }

    fn request(&mut self, who: u128, request: Request) {
        let before = self.bench.table.snapshot();
        if self.bench.ask(who, request).is_err() {
            assert_eq!(
                self.bench.table.snapshot(),
                before,
                "a refusal changes nothing"
            );
        }
    }

    fn ply(&self, off: u8) -> Ply {
        Ply((self.bench.table.ply().0 + 1).saturating_sub(u64::from(off)))
    }

    fn again(&mut self) {
        let Some((who, message, answer)) = self.last.clone() else {
            return;
        };
        if !self.bench.table.you(person(who).id).arms.is_empty() {
            let version = self.bench.table.version();
            assert_eq!(self.bench.command(who, message), answer);
            assert_eq!(self.bench.table.version(), version, "a command acts once");
        }
    }

    fn act(&mut self, doing: &Doing) {
        let id = self.bench.id();
        match *doing {
            Doing::Step => self.step(id),
            Doing::Roll(who, off) => self.command(
                who,
                ClientMessage::Roll {
                    id,
                    ply: self.ply(off),
                },
            ),
            Doing::Move(who, off, piece) => {
                let ply = self.ply(off);
                self.command(
                    who,
                    ClientMessage::Move {
                        id,
                        ply,
                        piece,
                        uses: vec![6],
                        arm: None,
                    },
                );
            }
            Doing::Resume(who) => self.command(who, ClientMessage::Resume { id }),
            Doing::Undo(who) => self.command(who, ClientMessage::Undo { id }),
            Doing::Restart(who) => self.command(who, ClientMessage::Restart { id }),
            Doing::Entropy(who) => {
                self.command(
                    who,
                    ClientMessage::Entropy {
                        id,
                        hex: format!("{who:04x}"),
                    },
                );
            }
            Doing::Sit(who, arm) => self.request(who, Request::Sit { arm, name: None }),
            Doing::Leave(who) => self.request(who, Request::Leave),
            Doing::Start => self.request(self.host(), Request::Start),
            Doing::Rematch(who) => self.request(who, Request::Rematch),
            Doing::PutBot(arm) => self.request(self.host(), Request::PutBot { arm, level: None }),
            Doing::RemoveBot(arm) => self.request(self.host(), Request::RemoveBot { arm }),
            Doing::Kick(arm) => self.request(self.host(), Request::Kick { arm }),
            Doing::Seats(seats) => {
                let change = serde_json::from_value(json!({ "seats": seats })).unwrap();
                self.request(self.host(), Request::Change(change));
            }
            Doing::Come(who) => self.bench.come(who),
            Doing::Go(who) => self.bench.go(who),
            Doing::Pass(ms) => self.bench.pass(i64::from(ms)),
            Doing::Crash(ms) => self.bench.crash(i64::from(ms)),
            Doing::Restore => self.restore(),
            Doing::Again => self.again(),
        }
    }

    fn host(&self) -> u128 {
        self.bench.view().host.map_or(1, |host| host.id.0.as_u128())
    }

    fn step(&mut self, id: String) {
        if self.bench.table.phase() != Phase::Playing {
            return;
        }
        let (view, ply) = (self.bench.view(), self.bench.table.ply());
        match self.bench.to_act() {
            Some(who) if view.awaits == Some(Awaits::Roll) => {
                self.command(who, ClientMessage::Roll { id, ply });
            }
            Some(who) => self.command(who, message_of(id, ply, &view.legal[0])),
            None => self.bench.pass(50),
        }
    }

    /// Snapshot and back; presence is nobody's, as after any load.
    fn restore(&mut self) {
        let bench = &mut self.bench;
        let snapshot = bench.table.snapshot();
        bench.table = Table::restore(id(), code(), &snapshot).unwrap();
        assert_eq!(bench.table.snapshot(), snapshot);
        bench.table.woken(bench.now, bench.now);
    }

    fn check(&self) {
        let (bench, table) = (&self.bench, &self.bench.table);
        let view = bench.view();
        let events = &bench.last().events;
        let turns = events
            .iter()
            .filter(|event| matches!(event, Event::Turn { .. }))
            .count();
        assert!(turns <= 1);
        if turns == 1 {
            assert!(matches!(events.last(), Some(Event::Turn { .. })));
        }
        assert_eq!(view.legal.is_empty(), view.awaits != Some(Awaits::Move));
        if view.phase == Phase::Playing {
            let seat = bench.seat(view.position.as_ref().unwrap().turn);
            assert_ne!(seat.controller, Controller::None);
            let people = view
                .seats
                .iter()
                .filter(|seat| seat.player.is_some() && !seat.left)
                .count();
            let timed = view.settings.clock != serde_json::from_value(json!("untimed")).unwrap();
            let waits = seat.controller == Controller::Human && timed && people > 1 && !view.solo;
            assert_eq!(
                view.deadline_ms.is_some(),
                waits,
                "a deadline wherever a timed person must act"
            );
            assert!(seat.controller == Controller::Human || table.deadline().is_some());
        } else {
            assert_eq!(view.deadline_ms, None);
        }
        if view.phase != Phase::Closed {
            let host = view.host.expect("a table that is open has a host");
            assert!(table.you(host.id).host);
        }
        for who in 1..5 {
            assert!(
                table.you(person(who).id).arms.len() <= 1,
                "one identity holds one seat"
            );
        }
    }
}

/// No secret of a game that has not ended is in anything that people could see.
fn assert_secrets_kept(bench: &Bench) {
    let mut hidden: Vec<String> = Vec::new();
    for (entry, told) in bench.journal.iter().zip(&bench.told) {
        let body = entry.body.to_json();
        for (_, secret) in secrets(&body) {
            hidden.push(secret);
        }
        for record in &told.writes.records {
            let revealed = record.secret.clone().unwrap();
            hidden.retain(|secret| *secret != revealed);
        }
        let seen = serde_json::to_string(&told.events).unwrap();
        assert!(hidden.iter().all(|secret| !seen.contains(secret)));
    }
    let seen = serde_json::to_string(&(bench.view(), bench.table.record(bench.table.game_id())));
    let seen = seen.unwrap();
    assert!(hidden.iter().all(|secret| !seen.contains(secret)));
}

fn secrets(body: &str) -> Vec<(String, String)> {
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let ops = body["ops"].as_array().unwrap().clone();
    ops.iter()
        .flat_map(|op| {
            op.as_object()
                .into_iter()
                .flatten()
                .map(|(name, op)| (name.clone(), op.clone()))
        })
        .filter_map(|(name, op)| Some((name, op["secret"].as_str()?.to_owned())))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_people_do_the_table_holds_and_its_journal_makes_it_again(
        table in table(),
        seed in any::<u64>(),
        doings in proptest::collection::vec(doing(), 1..250),
    ) {
        let spec = spec(table["ruleset"].as_str().unwrap(), table.clone());
        let bench = Bench::open_seeded(&spec, u128::from(seed) << 64).unwrap();
        let mut play = Play { bench, last: None };
        play.bench.come(1);
        for doing in &doings {
            let ply = play.bench.table.ply();
            play.act(doing);
            play.check();
            prop_assert!(play.bench.table.ply() >= ply, "plies never fall");
            if play.bench.table.phase() == Phase::Closed {
                break;
            }
        }
        let bench = &play.bench;
        for (number, entry) in (1..).zip(&bench.journal) {
            prop_assert_eq!(entry.version.0, number, "versions are contiguous");
        }
        prop_assert_eq!(bench.replayed().snapshot(), bench.table.snapshot());
        assert_secrets_kept(bench);
        let late = Input::Command {
            from: person(1),
            message: ClientMessage::Roll { id: "late".into(), ply: Ply(0) },
        };
        let Reply::Answer(answer) = play.bench.input(&late) else { panic!("every command is answered") };
        prop_assert!(!answer.ok);
    }
}

#[test]
fn a_table_is_small() {
    let mut bench = Bench::solo("ludo", 4);
    bench.play_to_the_end();
    let acts = bench.journal.len();
    let record = serde_json::to_string(&bench.told.last().unwrap().writes.records).unwrap();
    assert!(
        bench.table.snapshot().len() < 1500 + 40 * acts,
        "{} acts",
        acts
    );
    assert!(record.len() > bench.table.snapshot().len());
    assert!(
        std::mem::size_of::<Table>() < 2048,
        "{}",
        std::mem::size_of::<Table>()
    );
}
