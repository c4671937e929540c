//! Clocks, misses, bots that take seats, pauses, time given back.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, person, spec};
use ludohall_protocol::{
    By, Event, Phase,
    event::{ControlReason, Controller},
};
use ludohall_table::Request;
use serde_json::json;

fn control(arm: u8, reason: ControlReason) -> Event {
    Event::Control {
        arm,
        controller: Controller::Bot,
        reason,
    }
}

fn first_by(bench: &Bench) -> Option<By> {
    bench.last().events.iter().find_map(|event| match event {
        Event::Rolled { by, .. } | Event::Moved { by, .. } => *by,
        _ => None,
    })
}

#[test]
fn r0_12_at_a_house_table_a_bot_takes_the_seat_after_sixty_seconds() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let (arm, ply) = (bench.turn(), bench.table.ply());
    assert_eq!(bench.view().deadline_ms, Some(60_000));
    bench.pass(59_999);
    assert_eq!(
        (bench.seat(arm).controller, bench.view().deadline_ms),
        (Controller::Human, Some(1))
    );
    bench.pass(1);
    assert_eq!(bench.kinds(), ["control", "turn"]);
    assert_eq!(bench.last().events[0], control(arm, ControlReason::Expired));
    assert_eq!(bench.table.ply(), ply, "control keeps the ply");
    assert_eq!(bench.view().deadline_ms, None, "a bot is not waited for");
    bench.pass(100);
    assert_eq!(first_by(&bench), Some(By::Bot));
}

#[test]
fn l4_26_at_a_brisk_table_the_game_plays_what_is_missed() {
    let mut bench = Bench::game("luddo", 2, json!({}));
    let arm = bench.turn();
    bench.pass(15_000);
    assert_eq!(first_by(&bench), Some(By::Clock));
    let seat = bench.seat(arm);
    assert_eq!((seat.controller, seat.misses), (Controller::Human, 1));
}

#[test]
fn l4_27_after_three_misses_in_a_row_a_bot_takes_the_seat() {
    let mut bench = Bench::game("luddo", 2, json!({}));
    let sleeper = bench.to_act().unwrap();
    let arm = bench.arm_of(sleeper);
    for _ in 0..2 {
        bench.step_until(|bench| bench.to_act() == Some(sleeper));
        bench.pass(15_000);
    }
    bench.step_until(|bench| bench.to_act() == Some(sleeper));
    assert_eq!(bench.seat(arm).misses, 2);
    bench.pass(15_000);
    let told = &bench.last().events;
    assert_eq!(told[told.len() - 2], control(arm, ControlReason::Misses));
    assert_eq!(first_by(&bench), Some(By::Clock), "played, then taken");
    assert_eq!(bench.seat(arm).controller, Controller::Bot);
}

#[test]
fn a_decision_made_in_time_sets_the_misses_back() {
    let mut bench = Bench::game("luddo", 2, json!({}));
    let who = bench.to_act().unwrap();
    let arm = bench.arm_of(who);
    bench.pass(15_000);
    bench.step_until(|bench| bench.to_act() == Some(who));
    assert_eq!(bench.seat(arm).misses, 1);
    bench.step();
    assert_eq!(bench.seat(arm).misses, 0);
}

#[test]
fn r4_14_one_miss_is_enough_when_away_for_forty_five_seconds() {
    let clock = json!({ "clock": { "decision_ms": 15_000, "misses": 100 } });
    let mut bench = Bench::game("luddo", 2, clock);
    let who = bench.to_act().unwrap();
    let arm = bench.arm_of(who);
    let gone = bench.now;
    bench.go(who);
    while bench.seat(arm).controller == Controller::Human {
        assert!(bench.now.since(gone) < 45_000, "away for long enough");
        if bench.to_act() == Some(who) {
            bench.pass(15_000);
        } else {
            bench.step();
        }
    }
    assert_eq!(bench.now.since(gone), 45_000);
    let told = &bench.last().events;
    assert_eq!(told[told.len() - 2], control(arm, ControlReason::Away));
}

#[test]
fn being_away_without_missing_a_decision_costs_nothing() {
    let mut bench = Bench::game("luddo", 2, json!({}));
    let who = bench.to_act().unwrap();
    let waiting = 3 - who;
    bench.go(waiting);
    let arm = bench.arm_of(waiting);
    bench.now = bench.now.plus(14_000);
    bench.step();
    assert_eq!(bench.seat(arm).controller, Controller::Human);
}

#[test]
fn c07_a_seat_that_a_bot_holds_is_not_waited_for_again() {
    let mut bench = Bench::game("ludo", 3, json!({}));
    bench.pass(60_000);
    let arm = bench.turn();
    let started = bench.now;
    bench.step_until(|bench| bench.turn() != arm);
    bench.step_until(|bench| bench.turn() == arm);
    let came_round = bench.now;
    bench.step_until(|bench| bench.turn() != arm);
    assert!(bench.now.since(came_round) < 5_000 && came_round.since(started) < 60_000);
}

#[test]
fn a_free_clock_counts_its_own_times() {
    let clock = json!({ "clock": { "decision_ms": 700, "misses": 2, "away_ms": 0 } });
    let mut bench = Bench::game("ludo", 2, clock);
    let who = bench.to_act().unwrap();
    let arm = bench.arm_of(who);
    bench.pass(700);
    assert_eq!(
        bench.seat(arm).controller,
        Controller::Human,
        "here, so not away"
    );
    bench.step_until(|bench| bench.to_act() == Some(who));
    bench.pass(700);
    assert_eq!(bench.seat(arm).controller, Controller::Bot);
}

#[test]
fn an_untimed_table_waits_for_ever() {
    let mut bench = Bench::game("ludo", 2, json!({ "clock": "untimed" }));
    assert_eq!(bench.view().deadline_ms, None);
    bench.pass(365 * 24 * 60 * 60 * 1000);
    assert_eq!(
        (bench.table.phase(), bench.table.ply().0),
        (Phase::Playing, 1)
    );
}

#[test]
fn once_all_others_have_left_there_is_no_clock() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    bench.ask(3 - who, Request::Leave).unwrap();
    assert_eq!(
        bench.kinds().last().unwrap(),
        "turn",
        "the clock of the decision changed"
    );
    assert_eq!(bench.view().deadline_ms, None);
    assert!(!bench.view().solo, "which makes no solo game of it");
}

#[test]
fn c01_c02_after_the_end_no_clock_runs() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.play_to_the_end();
    let version = bench.table.version();
    assert_eq!(bench.table.decision_deadline(), None);
    bench.pass(29 * 60 * 1000);
    assert_eq!(bench.table.version(), version);
    assert!(!bench.tick());
}

/// C04: of two ends only the first is one.
#[test]
fn an_expiry_that_ends_the_game_hands_no_seat_over() {
    let clock = json!({ "clock": { "decision_ms": 500, "misses": 1 } });
    let mut bench = Bench::game("snakes", 2, clock);
    for _ in 0..2000 {
        if bench.table.phase() == Phase::Finished {
            break;
        }
        let Some(who) = bench.to_act() else {
            bench.step();
            continue;
        };
        bench.pass(500);
        bench.resume(who);
    }
    assert_eq!(bench.table.phase(), Phase::Finished);
    let end = bench
        .told
        .iter()
        .find(|told| matches!(told.events.last(), Some(Event::Finished { .. })));
    assert!(
        !end.unwrap()
            .events
            .iter()
            .any(|event| matches!(event, Event::Control { .. }))
    );
}

#[test]
fn b06_after_a_restart_bots_go_on_with_nobody_connected() {
    let mut bench = Bench::solo("ludo", 4);
    bench.step_until(|bench| bench.to_act().is_none());
    let version = bench.table.version();
    bench.crash(60_000);
    bench.settle();
    assert!(bench.table.version() > version);
    assert_eq!(first_by(&bench), Some(By::Bot));
}

#[test]
fn time_that_the_hall_was_down_is_given_back() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.pass(20_000);
    assert_eq!(bench.view().deadline_ms, Some(40_000));
    bench.crash(3_600_000);
    assert_eq!(bench.view().deadline_ms, Some(40_000));
    assert_eq!(bench.kinds(), ["turn"]);
    bench.crash(7_000);
    assert_eq!(bench.view().deadline_ms, Some(40_000), "and once more");
    bench.pass(39_999);
    assert!(bench.to_act().is_some());
    bench.pass(1);
    assert!(bench.to_act().is_none());
}

#[test]
fn nobody_gets_more_than_a_whole_period_back() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.crash(3_600_000);
    assert_eq!(bench.view().deadline_ms, Some(60_000));
    bench.input(&ludohall_table::Input::Thawed { frozen_ms: 5_000 });
    assert_eq!(bench.view().deadline_ms, Some(60_000));
}

#[test]
fn a_game_pauses_when_all_are_away_and_held_by_bots_and_goes_on_when_one_returns() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.go(1);
    bench.go(2);
    assert_eq!(bench.table.phase(), Phase::Playing, "first their time runs");
    bench.pass(10 * 60_000);
    assert_eq!(bench.table.phase(), Phase::Paused);
    assert_eq!(bench.kinds(), ["paused"]);
    let (version, ply) = (bench.table.version(), bench.table.ply());
    bench.pass(24 * 60 * 60_000);
    assert_eq!(
        bench.table.version(),
        version,
        "bots do not play a game out for nobody"
    );
    bench.come(9);
    assert_eq!(bench.table.phase(), Phase::Paused, "a watcher is no reason");
    bench.come(2);
    assert_eq!(bench.kinds(), ["continued", "turn"]);
    assert_eq!(
        (bench.table.phase(), bench.table.ply()),
        (Phase::Playing, ply)
    );
    bench.step();
    assert!(bench.table.ply() > ply);
}

#[test]
fn a_solo_game_that_bots_play_out_pauses_when_the_person_goes() {
    let spec = spec("snakes", json!({ "solo": true, "seats": 4 }));
    let is_home = |bench: &Bench| bench.view().position.unwrap().places.contains(&0);
    let in_time = |seed: u128| {
        let mut bench = Bench::open_seeded(&spec, seed << 64).unwrap();
        bench.come(1);
        bench.step_until(|bench| is_home(bench) || bench.table.phase() == Phase::Finished);
        (bench.table.phase() == Phase::Playing).then_some(bench)
    };
    let mut bench = (1..50).find_map(in_time).unwrap();
    bench.go(1);
    assert_eq!(bench.table.phase(), Phase::Paused);
    bench.come(1);
    bench.play_to_the_end();
}

#[test]
fn t09_bots_alone_do_not_play_on_and_a_late_bot_move_is_dropped() {
    let mut bench = Bench::game("ludo", 2, json!({ "bot_pause_ms": 3000 }));
    let who = bench.to_act().unwrap();
    bench.pass(60_000);
    assert!(bench.roll(who).ok, "the person was faster");
    let version = bench.table.version();
    bench.now = bench.now.plus(3_000);
    assert!(!bench.tick(), "the bot's turn is over");
    assert_eq!(bench.table.version(), version);
}

#[test]
fn after_a_load_people_have_time_to_come_back_before_a_game_pauses() {
    let mut bench = Bench::game("ludo", 2, json!({ "bot_pause_ms": 5000 }));
    bench.pass(60_000);
    bench.step_until(|bench| bench.to_act().is_some());
    bench.pass(60_000);
    assert!(
        bench
            .view()
            .seats
            .iter()
            .all(|seat| seat.controller == Controller::Bot)
    );
    bench.crash(1_000);
    bench.settle();
    assert_eq!(bench.table.phase(), Phase::Playing);
    bench.pass(20_000);
    assert_eq!(bench.table.phase(), Phase::Paused);
}

#[test]
fn a_command_in_a_paused_game_makes_it_go_on() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.go(1);
    bench.go(2);
    bench.pass(10 * 60_000);
    let arm = bench.turn();
    let owner = bench.seat(arm).player.unwrap().id.0.as_u128();
    assert!(bench.resume(owner).ok);
    assert_eq!(bench.kinds(), ["continued", "control", "turn"]);
}

#[test]
fn b01_a_bot_pauses_before_each_decision() {
    let mut bench = Bench::open(&spec(
        "ludo",
        json!({ "solo": true, "seats": 4, "bot_pause_ms": 800 }),
    ));
    bench.step_until(|bench| bench.to_act().is_none());
    let version = bench.table.version();
    bench.pass(799);
    assert_eq!(bench.table.version(), version);
    bench.pass(1);
    assert_eq!(bench.table.version().0, version.0 + 1);
}

#[test]
fn a_waiting_table_closes_after_fifteen_minutes_without_a_socket() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    bench.come(1);
    bench.pass(60 * 60_000);
    assert_eq!(bench.table.phase(), Phase::Waiting);
    bench.go(1);
    bench.pass(15 * 60_000 - 1);
    assert_eq!(bench.table.phase(), Phase::Waiting);
    bench.pass(1);
    assert_eq!(bench.kinds(), ["closed"]);
    assert_eq!(bench.last().writes.members, [(person(1).id, false)]);
    assert_eq!(bench.table.deadline(), None);
}

#[test]
fn a_restart_does_not_close_a_waiting_table() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    bench.crash(24 * 60 * 60_000);
    bench.pass(14 * 60_000);
    assert_eq!(bench.table.phase(), Phase::Waiting);
}

#[test]
fn a_finished_table_closes_after_thirty_minutes() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.play_to_the_end();
    bench.pass(30 * 60_000);
    assert_eq!(bench.table.phase(), Phase::Closed);
    let Some(Event::Closed { secret, .. }) = bench.last().events.last() else {
        panic!()
    };
    assert!(secret.is_none(), "nothing was cut short");
    assert!(bench.last().writes.records.is_empty());
}

#[test]
fn a_game_without_a_clock_is_given_up_after_seven_days_without_a_socket() {
    let week = 7 * 24 * 60 * 60_000;
    let mut bench = Bench::solo("ludo", 2);
    bench.come(1);
    bench.pass(2 * week);
    bench.go(1);
    bench.pass(week - 1);
    assert_eq!(bench.table.phase(), Phase::Playing);
    bench.pass(1);
    assert_eq!(bench.table.phase(), Phase::Closed);
    assert_eq!(bench.last().writes.records.len(), 1);
    assert!(bench.last().writes.records[0].secret.is_some());
}

#[test]
fn t07_play_goes_on_past_arms_that_have_finished_or_left() {
    let mut bench = Bench::game("luddo", 4, json!({}));
    bench.ask(4, Request::Leave).unwrap();
    bench.play_to_the_end();
    let mut places: Vec<u8> = bench
        .view()
        .game
        .places
        .iter()
        .map(|place| place.place)
        .collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3, 4]);
}
