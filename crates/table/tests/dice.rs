//! Dice that can be checked: entropy, the start, records, and that the secret stays one.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, code_of, fresh, person, sit, spec};
use ludohall_protocol::{
    AnswerCode, By, ClientMessage, Event, Phase, Record, Version,
    convert::{rule_arms, rule_choice, rule_options, wire_move},
    record::RecordAct,
};
use ludohall_rules::{Arm, Game};
use ludohall_table::{Input, Millis, Request, Secret, dice::Dice};
use serde_json::json;

fn contribute(bench: &mut Bench, who: u128, hex: &str) -> ludohall_protocol::Answer {
    let id = bench.id();
    bench.command(
        who,
        ClientMessage::Entropy {
            id,
            hex: hex.into(),
        },
    )
}

/// Checks a finished game's record as anybody could: commitment, start, every die, every move.
fn verify(record: &Record) {
    let secret = record.secret.as_ref().unwrap();
    let mut bytes = [0; 32];
    hex::decode_to_slice(secret, &mut bytes).unwrap();
    let secret = Secret::new(bytes);
    assert_eq!(secret.commitment(), record.commitment);
    let dice = Dice::new(
        &secret,
        record.id,
        record.entropy.values().map(String::as_str),
    );
    for (n, (_, die)) in (1..).zip(&record.start_rolls) {
        assert_eq!(dice.face(n, 6), *die);
    }
    let options = rule_options(&record.options).unwrap();
    let arms = rule_arms(&record.arms).unwrap();
    let rules = Game::new(&record.ruleset, &options, Some(&record.board), &arms).unwrap();
    let opening = rules.opening(Arm::new(record.start).unwrap()).unwrap();
    let mut line = vec![(Version(0), opening, record.start_rolls.len() as u32)];
    for entry in &record.entries {
        let (_, mut position, mut last) = *line.last().unwrap();
        let is_undo = matches!(entry.act, RecordAct::Undone { .. });
        assert!(is_undo || position.turn().get() == entry.arm);
        match &entry.act {
            RecordAct::Rolled { n, dice: faces, .. } => {
                assert_eq!(*n, last + 1);
                for (n, face) in (*n..).zip(faces) {
                    assert_eq!(dice.face(n, 6), *face);
                }
                last += faces.len() as u32;
                rules.roll(&mut position, faces, &mut ()).unwrap();
            }
            RecordAct::Moved { choice, .. } => {
                let legal = rules.legal(&position);
                assert!(legal.iter().any(|legal| wire_move(legal) == *choice));
                rules
                    .play(&mut position, &rule_choice(choice).unwrap(), &mut ())
                    .unwrap();
            }
            RecordAct::Declined { .. } => {
                rules
                    .play(&mut position, &ludohall_rules::Choice::Decline, &mut ())
                    .unwrap();
            }
            RecordAct::Undone { to_version, n } => {
                line.retain(|(version, ..)| version <= to_version);
                assert_eq!(line.last().unwrap().2, *n);
                continue;
            }
        }
        line.push((entry.version, position, last));
    }
    if !record.places.is_empty() {
        let (_, position, _) = line.last().unwrap();
        assert_eq!(position.phase(), ludohall_rules::Phase::Over);
    }
}

fn finished_record(bench: &Bench) -> &Record {
    bench
        .told
        .iter()
        .flat_map(|told| &told.writes.records)
        .next_back()
        .unwrap()
}

/// X01: one source for all seats, and anybody can check it.
#[test]
fn every_die_and_move_of_a_record_can_be_checked() {
    for (ruleset, people) in [
        ("ludo", 2),
        ("ludo", 4),
        ("luddo", 3),
        ("luddo", 6),
        ("snakes", 4),
    ] {
        let mut bench = Bench::game(ruleset, people, json!({}));
        bench.play_to_the_end();
        let record = finished_record(&bench);
        verify(record);
        assert_eq!(record.places.len(), usize::from(people));
        assert_eq!(bench.table.record(record.id).as_ref(), Some(record));
    }
}

#[test]
fn a_record_with_undos_can_be_checked() {
    let mut bench = Bench::solo("luddo", 3);
    let mut undos = 0;
    while bench.table.phase() == Phase::Playing {
        bench.step();
        // The same choices meet the same dice: going back for ever would never get anywhere.
        if undos < 12 && bench.table.ply().0.is_multiple_of(9) && bench.view().undo {
            assert!(bench.undo().ok);
            undos += 1;
        }
    }
    assert!(undos > 5);
    verify(finished_record(&bench));
}

#[test]
fn contributions_are_mixed_into_the_dice_in_the_order_of_arms() {
    let mut bench = Bench::open(&spec("ludo", json!({ "seats": 3 })));
    bench.ask(2, sit()).unwrap();
    bench.ask(3, sit()).unwrap();
    assert!(contribute(&mut bench, 3, "ABCD").ok);
    assert_eq!(
        bench.last().events,
        [Event::Entropy {
            arm: 2,
            hex: "abcd".into()
        }]
    );
    assert!(contribute(&mut bench, 1, "00ff").ok);
    assert_eq!(
        code_of(&contribute(&mut bench, 1, "01")),
        AnswerCode::NotAllowed,
        "once a seat"
    );
    bench.ask(1, Request::Start).unwrap();
    assert_eq!(
        code_of(&contribute(&mut bench, 2, "01")),
        AnswerCode::NotAllowed,
        "while waiting"
    );
    bench.play_to_the_end();
    let record = finished_record(&bench);
    let entropy: Vec<_> = record
        .entropy
        .iter()
        .map(|(arm, hex)| (*arm, hex.as_str()))
        .collect();
    assert_eq!(entropy, [(0, "00ff"), (2, "abcd")]);
    verify(record);
}

#[test]
fn a_contribution_that_is_no_hex_is_a_bad_message() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    for hex in ["", "0g", "ж", &"0".repeat(65)] {
        assert_eq!(
            code_of(&contribute(&mut bench, 1, hex)),
            AnswerCode::BadMessage
        );
    }
    assert!(contribute(&mut bench, 1, &"0".repeat(64)).ok);
}

#[test]
fn leaving_a_seat_withdraws_its_contribution() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    bench.ask(2, sit()).unwrap();
    assert!(contribute(&mut bench, 2, "01").ok);
    bench.ask(2, Request::Leave).unwrap();
    bench.ask(2, sit()).unwrap();
    bench.ask(1, Request::Start).unwrap();
    bench.play_to_the_end();
    assert!(finished_record(&bench).entropy.is_empty());
}

fn started(bench: &Bench) -> (u8, Vec<(u8, u8)>) {
    let game = bench.view().game;
    (game.start.unwrap(), game.start_rolls)
}

#[test]
fn x_02_the_highest_roll_starts_and_ties_roll_again() {
    let mut ties = 0;
    for seed in 0..200_u128 {
        let spec = spec("ludo", json!({ "solo": true, "seats": 4 }));
        let bench = Bench::open_seeded(&spec, (seed + 7) << 80).unwrap();
        let (start, rolls) = started(&bench);
        let (mut among, mut at) = (vec![0, 1, 2, 3], 0);
        loop {
            let round = &rolls[at..at + among.len()];
            assert_eq!(round.iter().map(|(arm, _)| *arm).collect::<Vec<_>>(), among);
            at += among.len();
            let best = round.iter().map(|(_, die)| *die).max().unwrap();
            among = round
                .iter()
                .filter(|(_, die)| *die == best)
                .map(|(arm, _)| *arm)
                .collect();
            if among.len() == 1 {
                break;
            }
            ties += 1;
        }
        assert_eq!((at, among), (rolls.len(), vec![start]));
        assert_eq!(bench.turn(), start);
    }
    assert!(ties > 20);
}

#[test]
fn x_02_a_start_by_chance_rolls_one_die_of_as_many_faces_as_seats() {
    let mut begun = [0; 3];
    for seed in 0..90_u128 {
        let spec = spec(
            "ludo",
            json!({ "solo": true, "arms": [0, 2, 3], "start_by": "random" }),
        );
        let mut bench = Bench::open_seeded(&spec, (seed + 7) << 80).unwrap();
        let (start, rolls) = started(&bench);
        let [(arm, face)] = rolls[..] else { panic!() };
        assert_eq!([0, 2, 3][usize::from(face) - 1], arm);
        assert_eq!(arm, start);
        begun[usize::from(face) - 1] += 1;
        bench.step();
        let Event::Rolled { n, .. } = bench.last().events[0] else {
            panic!()
        };
        assert_eq!(n, Some(2));
    }
    assert!(begun.iter().all(|count| *count > 10), "{begun:?}");
}

#[test]
fn the_first_seat_starts_without_a_roll_where_the_table_says_so() {
    let spec = spec(
        "ludo",
        json!({ "solo": true, "arms": [1, 3], "start_by": "first_seat" }),
    );
    let mut bench = Bench::open(&spec);
    assert_eq!(started(&bench), (1, Vec::new()));
    bench.step();
    let Event::Rolled { n, by, .. } = bench.last().events[0] else {
        panic!()
    };
    assert_eq!((n, by), (Some(1), Some(By::Human)));
}

#[test]
fn x04_nothing_that_people_see_holds_the_secret_before_the_end() {
    let mut bench = Bench::open(&spec("ludo", json!({ "listed": true })));
    let secret = fresh(1 << 64).secret.reveal();
    let hidden = |bench: &Bench| {
        let seen = json!({
            "view": bench.view(),
            "events": bench.last().events,
            "you": bench.table.you(person(1).id),
            "listing": bench.table.listing(),
            "record": bench.table.record(bench.table.game_id()),
        });
        assert!(!seen.to_string().contains(&secret));
        assert!(
            !format!("{:?}", bench.table).contains(&secret),
            "nor does a log line"
        );
        assert!(!format!("{:?}", bench.journal).contains(&secret));
    };
    hidden(&bench);
    bench.ask(2, sit()).unwrap();
    bench.ask(1, Request::Start).unwrap();
    while bench.table.phase() == Phase::Playing {
        hidden(&bench);
        bench.step();
    }
    let Some(Event::Finished {
        secret: revealed, ..
    }) = bench.last().events.last()
    else {
        panic!()
    };
    assert_eq!(revealed.as_deref(), Some(secret.as_str()));
    assert_eq!(
        bench.table.record(bench.table.game_id()).unwrap().secret,
        Some(secret)
    );
}

/// X06.
#[test]
fn dice_are_drawn_in_the_journalled_step_and_never_depend_on_when() {
    let bench = Bench::game("ludo", 2, json!({}));
    let roll = |now: i64| {
        let who = bench.to_act().unwrap();
        let message = ClientMessage::Roll {
            id: "a".into(),
            ply: bench.table.ply(),
        };
        let input = Input::Command {
            from: person(who),
            message,
        };
        bench
            .table
            .decide(Millis(now), &fresh(5), &input)
            .entry
            .unwrap()
            .body
    };
    assert_eq!(roll(1), roll(1_000_000));
}
