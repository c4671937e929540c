//! Commands: their order of checks, idempotence, taking control back.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, code_of, person, spec, version};
use ludohall_protocol::{
    AnswerCode, ClientMessage, Event, Phase, Ply,
    event::{Awaits, ControlReason, Controller},
};
use ludohall_table::Request;
use serde_json::json;

fn roll(id: &str, ply: u64) -> ClientMessage {
    ClientMessage::Roll {
        id: id.into(),
        ply: Ply(ply),
    }
}

fn other(who: u128) -> u128 {
    3 - who
}

#[test]
fn t02_a_second_click_on_the_dice_rolls_nothing() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    let first = bench.command(who, roll("a", 1));
    assert!(first.ok);
    assert_eq!(
        code_of(&bench.command(who, roll("b", 1))),
        AnswerCode::Stale
    );
}

#[test]
fn t04_the_same_command_again_gets_the_same_answer_and_has_no_second_effect() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    let first = bench.command(who, roll("a", 1));
    let stands = bench.table.snapshot();
    assert_eq!(bench.command(who, roll("a", 1)), first);
    assert_eq!(first.version, bench.table.version());
    bench.crash(1000);
    assert_eq!(
        bench.command(who, roll("a", 1)),
        first,
        "also after a crash"
    );
    let restored = ludohall_table::Table::restore(common::id(), common::code(), &stands).unwrap();
    bench.table = restored;
    assert_eq!(
        bench.command(who, roll("a", 1)),
        first,
        "also from a snapshot"
    );
    assert_eq!(
        code_of(&bench.command(who, roll("a", 2))),
        AnswerCode::BadMessage
    );
}

#[test]
fn ids_are_remembered_by_identity() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    assert!(bench.command(who, roll("a", 1)).ok);
    bench.step_until(|bench| bench.to_act() == Some(other(who)));
    bench.step_until(|bench| bench.view().awaits == Some(Awaits::Roll));
    let (next, ply) = (bench.to_act().unwrap(), bench.table.ply().0);
    if next == other(who) {
        assert!(
            bench.command(next, roll("a", ply)).ok,
            "another person's id is no matter"
        );
    }
}

#[test]
fn refusals_are_not_remembered() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    assert_eq!(
        code_of(&bench.command(who, roll("a", 7))),
        AnswerCode::Stale
    );
    assert!(
        bench.command(who, roll("a", 1)).ok,
        "a refused id is free, with any body"
    );
}

#[test]
fn commands_are_tried_in_the_order_of_the_contract() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    assert_eq!(
        code_of(&bench.command(1, roll("", 1))),
        AnswerCode::BadMessage
    );
    assert_eq!(
        code_of(&bench.command(1, roll(&"x".repeat(65), 1))),
        AnswerCode::BadMessage
    );
    assert_eq!(
        code_of(&bench.command(9, roll("a", 1))),
        AnswerCode::NotSeated
    );
    assert_eq!(
        code_of(&bench.command(1, roll("a", 5))),
        AnswerCode::NotStarted
    );
    bench.ask(2, common::sit()).unwrap();
    bench.ask(1, Request::Start).unwrap();
    let who = bench.to_act().unwrap();
    let refused = bench.command(other(who), roll("a", 5));
    assert_eq!(code_of(&refused), AnswerCode::Stale);
    assert_eq!(
        (refused.ply, refused.version),
        (Some(Ply(1)), bench.table.version())
    );
    assert_eq!(
        code_of(&bench.command(other(who), roll("a", 1))),
        AnswerCode::NotYourTurn
    );
    let wrong = ClientMessage::Decline {
        id: "a".into(),
        ply: Ply(1),
    };
    assert_eq!(code_of(&bench.command(who, wrong)), AnswerCode::IllegalMove);
    bench.step_until(|bench| bench.view().awaits == Some(Awaits::Move));
    let (who, ply) = (bench.to_act().unwrap(), bench.table.ply());
    assert_eq!(
        code_of(&bench.command(who, roll("z", ply.0))),
        AnswerCode::IllegalMove
    );
    let wild = |piece, uses: &[u8], arm| ClientMessage::Move {
        id: "y".into(),
        ply,
        piece,
        uses: uses.to_vec(),
        arm,
    };
    for message in [
        wild(200, &[6], None),
        wild(0, &[7], None),
        wild(0, &[1; 9], None),
        wild(0, &[6], Some(99)),
    ] {
        assert_eq!(
            code_of(&bench.command(who, message)),
            AnswerCode::IllegalMove
        );
    }
    bench.play_to_the_end();
    let ply = bench.table.ply();
    assert_eq!(
        code_of(&bench.command(1, roll("q", ply.0))),
        AnswerCode::Finished
    );
    for message in [
        ClientMessage::Resume { id: "q".into() },
        ClientMessage::Undo { id: "q".into() },
        ClientMessage::Restart { id: "q".into() },
    ] {
        assert_eq!(code_of(&bench.command(1, message)), AnswerCode::Finished);
    }
}

#[test]
fn t01_plies_rise_by_one_with_each_decision_and_late_commands_are_stale() {
    let mut bench = Bench::game("luddo", 3, json!({}));
    let mut ply = bench.table.ply();
    for _ in 0..100 {
        bench.step();
        assert_eq!(bench.table.ply(), ply.next());
        let Some(who) = bench.to_act() else { continue };
        assert_eq!(
            code_of(&bench.command(who, roll("late", ply.0))),
            AnswerCode::Stale
        );
        ply = bench.table.ply();
    }
}

#[test]
fn an_entry_that_awaits_a_decision_ends_with_one_turn() {
    let mut bench = Bench::game("luddo", 4, json!({}));
    bench.play_to_the_end();
    for applied in &bench.told[4..] {
        let turns: Vec<usize> = (0..applied.events.len())
            .filter(|i| matches!(applied.events[*i], Event::Turn { .. }))
            .collect();
        match applied.events.last().unwrap() {
            Event::Finished { .. } => assert!(turns.is_empty()),
            _ => assert_eq!(turns, [applied.events.len() - 1], "{:?}", applied.events),
        }
    }
}

#[test]
fn a_winning_command_makes_one_entry_that_ends_with_the_end() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.play_to_the_end();
    let kinds = bench.kinds();
    assert_eq!(kinds[kinds.len() - 1], "finished");
    assert_eq!(kinds[0], "moved");
    assert!(kinds.contains(&"finished_arm".to_owned()), "{kinds:?}");
    assert_eq!(bench.table.phase(), Phase::Finished);
    let view = bench.view();
    assert_eq!(
        (view.awaits, view.legal.len(), view.deadline_ms),
        (None, 0, None)
    );
    assert_eq!(view.game.places.len(), 2);
}

#[test]
fn a_legal_move_may_be_named_without_its_arm() {
    let mut bench = Bench::solo("ludo", 2);
    bench.step_until(|bench| bench.view().awaits == Some(Awaits::Move) && bench.to_act().is_some());
    let ludohall_protocol::Move::Enter(step) = bench.view().legal[0].clone() else {
        panic!()
    };
    let ply = bench.table.ply();
    let message = ClientMessage::Move {
        id: "m".into(),
        ply,
        piece: step.piece,
        uses: step.uses,
        arm: None,
    };
    assert!(bench.command(1, message).ok);
}

#[test]
fn d01_the_first_valid_command_of_an_owner_takes_control_back_and_acts_in_one_entry() {
    let mut bench = Bench::game("ludo", 2, json!({ "bot_pause_ms": 5000 }));
    let who = bench.to_act().unwrap();
    let arm = bench.turn();
    bench.pass(60_000);
    assert_eq!(bench.seat(arm).controller, Controller::Bot);
    let ply = bench.table.ply();
    assert_eq!(
        code_of(&bench.command(who, roll("old", ply.0 + 1))),
        AnswerCode::Stale
    );
    assert_eq!(
        bench.seat(arm).controller,
        Controller::Bot,
        "a refused command takes nothing"
    );
    assert!(bench.roll(who).ok);
    let control = Event::Control {
        arm,
        controller: Controller::Human,
        reason: ControlReason::Returned,
    };
    assert_eq!(bench.last().events[0], control);
    assert_eq!(bench.kinds()[1], "rolled");
    assert_eq!(bench.seat(arm).controller, Controller::Human);
    assert_eq!(bench.seat(arm).misses, 0);
}

#[test]
fn resume_takes_control_back_in_the_middle_of_a_turn_and_keeps_the_ply() {
    let mut bench = Bench::game(
        "luddo",
        2,
        json!({ "clock": "house", "bot_pause_ms": 1000 }),
    );
    let who = bench.to_act().unwrap();
    let arm = bench.arm_of(who);
    bench.pass(60_000);
    bench.step_until(|bench| bench.view().awaits == Some(Awaits::Move) && bench.turn() == arm);
    assert_eq!(bench.seat(arm).controller, Controller::Bot);
    let (ply, position) = (bench.table.ply(), bench.view().position);
    assert!(bench.resume(who).ok);
    assert_eq!(bench.kinds(), ["control", "turn"]);
    assert_eq!((bench.table.ply(), bench.view().position), (ply, position));
    assert_eq!(
        bench.view().deadline_ms,
        Some(60_000),
        "with a clock of their own"
    );
    let choice = bench.view().legal[0].clone();
    assert!(bench.play(who, &choice).ok);
}

#[test]
fn resume_out_of_turn_tells_no_turn_and_without_need_nothing() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    let version_before = bench.table.version();
    let answer = bench.resume(who);
    assert!(answer.ok);
    assert_eq!(answer.version, version(version_before.0 + 1));
    assert!(bench.last().events.is_empty());
    bench.pass(60_000);
    bench.step_until(|bench| bench.to_act() == Some(other(who)));
    assert!(bench.resume(who).ok);
    assert_eq!(bench.kinds(), ["control"]);
}

#[test]
fn a_watcher_never_acts() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    for message in [
        roll("a", 1),
        ClientMessage::Resume { id: "a".into() },
        ClientMessage::Undo { id: "a".into() },
        ClientMessage::Restart { id: "a".into() },
        ClientMessage::Entropy {
            id: "a".into(),
            hex: "00".into(),
        },
    ] {
        assert_eq!(code_of(&bench.command(9, message)), AnswerCode::NotSeated);
    }
    assert!(bench.table.you(person(9).id).arms.is_empty());
}

#[test]
fn c06_no_message_of_a_client_ends_anothers_time() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    bench.now = bench.now.plus(59_999);
    assert!(!bench.tick(), "a tick before its time does nothing");
    for message in [roll("a", 1), ClientMessage::Resume { id: "b".into() }] {
        bench.command(other(who), message);
    }
    assert_eq!(bench.to_act(), Some(who));
}
