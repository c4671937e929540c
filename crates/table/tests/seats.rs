//! Sitting down, leaving, bots, the host.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, person, sit, spec};
use ludohall_protocol::{
    Event, Phase, ProblemCode,
    event::{ControlReason, Controller},
    table::{BotLevel, Changes, Role},
};
use ludohall_table::Request;
use serde_json::json;

fn put_bot(arm: Option<u8>) -> Request {
    Request::PutBot { arm, level: None }
}

fn sit_on(arm: u8) -> Request {
    Request::Sit {
        arm: Some(arm),
        name: None,
    }
}

fn four() -> Bench {
    Bench::open(&spec("ludo", json!({ "seats": 4 })))
}

fn change(changes: serde_json::Value) -> Request {
    Request::Change(serde_json::from_value::<Changes>(changes).unwrap())
}

#[test]
fn d14_joining_again_gives_ones_own_seat_in_the_lobby_and_in_the_game() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    bench.ask(2, sit()).unwrap();
    let version = bench.table.version();
    bench.ask(2, sit()).unwrap();
    bench.ask(2, sit_on(0)).unwrap();
    assert_eq!(
        bench.table.version(),
        version,
        "a second joining is no joining"
    );
    bench.ask(1, Request::Start).unwrap();
    bench.ask(2, sit()).unwrap();
    assert_eq!(bench.table.you(person(2).id).arms, [2]);
    assert_eq!(bench.refused(3, sit()), ProblemCode::Started);
}

#[test]
fn a_seat_goes_to_whoever_claims_it_first() {
    let mut bench = four();
    bench.ask(2, sit_on(2)).unwrap();
    assert_eq!(bench.refused(3, sit_on(2)), ProblemCode::SeatTaken);
    assert_eq!(bench.refused(3, sit_on(7)), ProblemCode::BadRequest);
    bench.ask(3, sit()).unwrap();
    assert_eq!(bench.arm_of(3), 1);
    bench.ask(4, sit()).unwrap();
    assert_eq!(bench.refused(5, sit()), ProblemCode::Full);
}

#[test]
fn further_seats_of_one_person_are_refused() {
    let mut bench = four();
    let further = Request::Sit {
        arm: Some(1),
        name: Some("Ana".into()),
    };
    assert_eq!(bench.refused(1, further), ProblemCode::NotAllowed);
}

#[test]
fn t06_a_game_starts_only_when_all_seats_are_taken() {
    let mut bench = four();
    assert_eq!(bench.refused(1, Request::Start), ProblemCode::SeatsOpen);
    bench.ask(2, sit()).unwrap();
    assert_eq!(bench.refused(2, Request::Start), ProblemCode::NotHost);
    assert_eq!(bench.refused(1, Request::Start), ProblemCode::SeatsOpen);
    bench.ask(1, put_bot(None)).unwrap();
    bench.ask(1, put_bot(None)).unwrap();
    assert_eq!(
        bench.table.phase(),
        Phase::Waiting,
        "a full table does not start by itself"
    );
    bench.ask(1, Request::Start).unwrap();
    assert_eq!(bench.kinds(), ["started", "turn"]);
    assert_eq!(bench.refused(1, Request::Start), ProblemCode::Started);
}

#[test]
fn r0_13_with_bots_to_fill_the_host_may_start_from_the_second_person_on() {
    let mut bench = Bench::open(&spec(
        "ludo",
        json!({ "seats": 4, "fill_with_bots": true, "bot_level": "hard" }),
    ));
    assert_eq!(bench.refused(1, Request::Start), ProblemCode::SeatsOpen);
    bench.ask(2, sit_on(2)).unwrap();
    bench.ask(1, Request::Start).unwrap();
    assert_eq!(
        bench.kinds(),
        ["bot_seated", "bot_seated", "started", "turn"]
    );
    assert_eq!(bench.seat(1).bot_level, Some(BotLevel::Hard));
    assert!(!bench.view().solo);
}

#[test]
fn a_person_alone_with_bots_put_by_hand_plays_a_solo_game() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    bench.ask(1, put_bot(Some(2))).unwrap();
    bench.ask(1, Request::Start).unwrap();
    assert!(bench.view().solo);
}

#[test]
fn bots_are_put_and_removed_by_the_host_while_waiting() {
    let mut bench = four();
    assert_eq!(bench.refused(2, put_bot(None)), ProblemCode::NotHost);
    bench.ask(1, put_bot(Some(2))).unwrap();
    assert_eq!(bench.seat(2).controller, Controller::Bot);
    assert_eq!(bench.refused(2, sit_on(2)), ProblemCode::SeatTaken);
    bench
        .ask(
            1,
            Request::PutBot {
                arm: Some(2),
                level: Some(BotLevel::Easy),
            },
        )
        .unwrap();
    assert_eq!(bench.seat(2).bot_level, Some(BotLevel::Easy));
    assert_eq!(bench.refused(1, put_bot(Some(0))), ProblemCode::SeatTaken);
    bench.ask(1, Request::RemoveBot { arm: 2 }).unwrap();
    assert_eq!(bench.kinds(), ["bot_removed"]);
    assert_eq!(
        bench.refused(1, Request::RemoveBot { arm: 2 }),
        ProblemCode::NotFound
    );
}

#[test]
fn d12_a_seat_that_a_bot_had_is_a_persons_once_a_person_sits_there() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    bench.ask(1, put_bot(None)).unwrap();
    bench.ask(1, Request::RemoveBot { arm: 2 }).unwrap();
    bench.ask(2, sit()).unwrap();
    let seat = bench.seat(2);
    assert_eq!((seat.controller, seat.bot_level), (Controller::Human, None));
}

#[test]
fn a_kicked_person_may_come_back() {
    let mut bench = four();
    bench.ask(2, sit()).unwrap();
    assert_eq!(
        bench.refused(2, Request::Kick { arm: 0 }),
        ProblemCode::NotHost
    );
    assert_eq!(
        bench.refused(1, Request::Kick { arm: 0 }),
        ProblemCode::NotAllowed
    );
    assert_eq!(
        bench.refused(1, Request::Kick { arm: 3 }),
        ProblemCode::BadRequest
    );
    bench.ask(1, Request::Kick { arm: 1 }).unwrap();
    assert_eq!(bench.kinds(), ["stood_up"]);
    assert_eq!(bench.last().writes.members, [(person(2).id, false)]);
    assert_eq!(bench.last().you, [person(2).id]);
    bench.ask(2, sit()).unwrap();
}

#[test]
fn l11_leaving_a_waiting_table_always_works_and_frees_the_seat() {
    let mut bench = four();
    bench.ask(2, sit()).unwrap();
    bench.ask(2, Request::Leave).unwrap();
    assert_eq!(bench.kinds(), ["stood_up"]);
    assert_eq!(bench.seat(1).controller, Controller::None);
    assert_eq!(bench.refused(2, Request::Leave), ProblemCode::NotSeated);
    bench.ask(1, Request::Leave).unwrap();
    assert_eq!(bench.kinds(), ["stood_up", "closed"]);
    assert_eq!(bench.table.phase(), Phase::Closed);
    assert!(bench.last().writes.closed);
    assert_eq!(bench.refused(3, sit()), ProblemCode::NoSuchTable);
}

#[test]
fn the_host_is_followed_by_somebody_who_is_there() {
    let mut bench = four();
    bench.ask(2, sit()).unwrap();
    bench.ask(3, sit()).unwrap();
    bench.come(3);
    bench.ask(1, Request::Leave).unwrap();
    assert_eq!(bench.kinds(), ["stood_up", "host_changed"]);
    assert_eq!(bench.view().host, Some(person(3)));
    assert!(bench.last().you.contains(&person(3).id));
    bench.ask(3, Request::Leave).unwrap();
    assert_eq!(bench.view().host, Some(person(2)));
}

#[test]
fn d06_a_host_who_is_only_away_stays_host_whatever_others_are_called() {
    let mut bench = four();
    bench.come(1);
    bench.go(1);
    let mut namesake = person(2);
    namesake.name = person(1).name;
    let input = ludohall_table::Input::Request {
        from: namesake.clone(),
        request: Box::new(sit()),
    };
    bench.input(&input);
    assert!(!bench.table.you(namesake.id).host);
    assert_eq!(bench.refused(2, put_bot(None)), ProblemCode::NotHost);
    assert!(bench.table.you(person(1).id).host);
}

#[test]
fn d04_who_leaves_a_game_keeps_a_name_and_a_bot_plays_on() {
    let mut bench = Bench::game("ludo", 3, json!({}));
    bench.ask(2, Request::Leave).unwrap();
    let control = Event::Control {
        arm: 1,
        controller: Controller::Bot,
        reason: ControlReason::Left,
    };
    assert_eq!(bench.last().events[0], control);
    let seat = bench.seat(1);
    assert_eq!(seat.player, Some(person(2)));
    assert!(seat.left && seat.bot_level.is_some());
    assert_eq!(bench.table.you(person(2).id).role, Role::Watcher);
    assert_eq!(bench.last().writes.members, [(person(2).id, false)]);
    assert_eq!(
        bench.refused(2, sit()),
        ProblemCode::Started,
        "leaving is for good"
    );
    assert_eq!(bench.refused(2, Request::Leave), ProblemCode::NotSeated);
    bench.play_to_the_end();
}

#[test]
fn m07_r21_who_leaves_comes_last_whatever_the_bot_does_and_there_is_one_winner() {
    for ruleset in ["ludo", "luddo", "snakes"] {
        let mut bench = Bench::game(ruleset, 4, json!({}));
        bench.ask(3, Request::Leave).unwrap();
        bench.step();
        bench.ask(2, Request::Leave).unwrap();
        bench.play_to_the_end();
        let places = bench.view().game.places;
        let of = |arm: u8| *places.iter().find(|place| place.arm == arm).unwrap();
        assert_eq!(places.len(), 4);
        assert_eq!(
            (of(1).place, of(2).place),
            (3, 4),
            "who left later ranks higher"
        );
        assert!(of(1).left && of(2).left && !of(0).left && !of(3).left);
        assert_eq!(places.iter().filter(|place| place.place == 1).count(), 1);
        let told = bench.told.iter().flat_map(|told| &told.events);
        for event in told {
            if let Event::FinishedArm { arm, place } = event {
                assert_eq!(of(*arm).place, *place, "a place that was told stands");
            }
        }
    }
}

/// L09: bots alone do not keep a table open.
#[test]
fn the_game_of_the_last_person_who_leaves_ends_without_places() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.ask(1, Request::Leave).unwrap();
    assert_eq!(bench.kinds()[..2], ["control", "host_changed"]);
    bench.ask(2, Request::Leave).unwrap();
    assert_eq!(bench.kinds(), ["control", "closed"]);
    let Some(Event::Closed { places, secret }) = bench.last().events.last() else {
        panic!()
    };
    assert!(places.is_empty() && secret.is_some());
    let record = &bench.last().writes.records[0];
    assert_eq!((&record.secret, record.places.len()), (secret, 0));
    assert!(record.finished_at.is_some());
}

/// D09: who acts for a seat changes nothing in the order of turns.
#[test]
fn a_late_comer_takes_a_bots_seat_only_where_the_table_says_so() {
    let with = |late: bool| json!({ "seats": 4, "fill_with_bots": true, "late_join": late });
    let mut closed = Bench::game("ludo", 2, with(false));
    assert_eq!(closed.refused(3, sit()), ProblemCode::Started);
    let mut bench = Bench::game("ludo", 2, with(true));
    let order = bench.view().position.unwrap();
    bench.ask(3, sit()).unwrap();
    assert_eq!(
        bench.last().events[0],
        Event::Seated {
            arm: 2,
            player: person(3)
        }
    );
    assert_eq!(bench.seat(2).controller, Controller::Human);
    assert_eq!(bench.seat(2).bot_level, None);
    assert_eq!(
        bench.view().position.unwrap(),
        order,
        "d09: nothing but the controller changes"
    );
    assert_eq!(bench.refused(4, sit_on(0)), ProblemCode::SeatTaken);
    bench.ask(4, sit()).unwrap();
    assert_eq!(bench.refused(5, sit()), ProblemCode::Full);
}

#[test]
fn nobody_joins_a_solo_game() {
    let mut bench = Bench::open(&spec("ludo", json!({ "solo": true, "late_join": true })));
    assert_eq!(bench.refused(2, sit()), ProblemCode::Started);
}

#[test]
fn settings_change_while_waiting_and_only_the_difference_is_told() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    assert_eq!(
        bench.refused(2, change(json!({ "title": "x" }))),
        ProblemCode::NotHost
    );
    bench
        .ask(1, change(json!({ "title": "Club", "bot_pause_ms": 100 })))
        .unwrap();
    let told = serde_json::to_value(&bench.last().events[0]).unwrap();
    assert_eq!(told, json!({ "kind": "options_changed", "title": "Club" }));
    let version = bench.table.version();
    bench.ask(1, change(json!({ "title": "Club" }))).unwrap();
    assert_eq!(bench.table.version(), version, "no change, no entry");
    assert_eq!(
        bench.refused(1, change(json!({ "clock": { "decision_ms": 1 } }))),
        ProblemCode::BadClock
    );
    assert_eq!(
        bench.refused(1, change(json!({ "rated": true }))),
        ProblemCode::RatedNeedsAccounts
    );
    bench.ask(2, sit()).unwrap();
    bench.ask(1, Request::Start).unwrap();
    assert_eq!(
        bench.refused(1, change(json!({ "title": "y" }))),
        ProblemCode::Started
    );
}

#[test]
fn who_sits_on_an_arm_that_goes_moves_to_another() {
    let mut bench = four();
    bench.ask(2, sit_on(1)).unwrap();
    bench.ask(1, put_bot(Some(2))).unwrap();
    bench.ask(1, put_bot(Some(3))).unwrap();
    bench.ask(1, change(json!({ "seats": 2 }))).unwrap();
    assert_eq!(bench.view().settings.arms, [0, 2]);
    assert_eq!(bench.arm_of(2), 2);
    assert_eq!(
        bench.kinds(),
        [
            "stood_up",
            "bot_removed",
            "bot_removed",
            "options_changed",
            "seated"
        ]
    );
    assert!(
        bench.last().writes.members.is_empty(),
        "who moves neither comes nor goes"
    );
}

#[test]
fn a_table_does_not_shrink_below_its_people() {
    let mut bench = four();
    bench.ask(2, sit()).unwrap();
    bench.ask(3, sit()).unwrap();
    assert_eq!(
        bench.refused(1, change(json!({ "seats": 2 }))),
        ProblemCode::BadSeats
    );
    assert_eq!(bench.arm_of(3), 2);
}

#[test]
fn changing_seats_finds_the_usual_board_again() {
    let mut bench = Bench::open(&spec("luddo", json!({ "seats": 6 })));
    assert_eq!(bench.view().settings.board, "h78");
    bench.ask(1, change(json!({ "seats": 3 }))).unwrap();
    assert_eq!(bench.view().settings.board, "c52");
    bench.ask(1, change(json!({ "board": "h78" }))).unwrap();
    assert_eq!(
        (
            bench.view().settings.board.as_str(),
            bench.view().settings.arms.len()
        ),
        ("h78", 3)
    );
}

#[test]
fn m06_a_watcher_asks_for_nothing_and_gets_nothing() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    for request in [Request::Leave, Request::Rematch] {
        assert_eq!(bench.refused(9, request), ProblemCode::NotSeated);
    }
    assert_eq!(bench.table.you(person(9).id).role, Role::Watcher);
    assert!(bench.table.mine(person(9).id).is_none());
}
