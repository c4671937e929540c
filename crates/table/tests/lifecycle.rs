//! Rematch, closing, listing, what is told to whom.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, person, sit, spec};
use ludohall_protocol::{Event, Phase, ProblemCode, event::Controller};
use ludohall_table::{Request, Table, table::stamp};
use serde_json::json;

#[test]
fn after_the_end_anyone_seated_may_call_a_rematch_and_bots_seats_are_open() {
    let with = json!({ "seats": 4, "fill_with_bots": true });
    let mut bench = Bench::game("ludo", 3, with);
    assert_eq!(bench.refused(2, Request::Rematch), ProblemCode::Started);
    bench.ask(3, Request::Leave).unwrap();
    bench.play_to_the_end();
    let old = bench.view();
    assert_eq!(bench.refused(3, Request::Rematch), ProblemCode::NotSeated);
    bench.ask(2, Request::Rematch).unwrap();
    assert_eq!(bench.kinds(), ["rematch", "stood_up", "bot_removed"]);
    let new = bench.view();
    assert_eq!(
        (new.phase, new.code, new.position),
        (Phase::Waiting, old.code, None)
    );
    assert_ne!(new.game.id, old.game.id);
    assert_ne!(new.game.commitment, old.game.commitment);
    let controllers: Vec<_> = new.seats.iter().map(|seat| seat.controller).collect();
    let (human, none) = (Controller::Human, Controller::None);
    assert_eq!(controllers, [human, human, none, none]);
    let version = bench.table.version();
    bench.ask(1, Request::Rematch).unwrap();
    assert_eq!(
        bench.table.version(),
        version,
        "it is waiting again already"
    );
    bench.ask(1, Request::Start).unwrap();
    assert_eq!(bench.table.ply(), old.ply.next());
}

#[test]
fn r22_the_second_game_starts_from_nothing() {
    let mut bench = Bench::game("luddo", 2, json!({}));
    bench.play_to_the_end();
    bench.ask(1, Request::Rematch).unwrap();
    bench.ask(1, Request::Start).unwrap();
    let position = bench.view().position.unwrap();
    assert!(position.places.is_empty());
    let pieces = position.pieces.iter().flatten().flatten();
    assert!(pieces.copied().all(|progress| progress == -1));
    assert!(bench.view().seats.iter().all(|seat| seat.misses == 0));
    bench.play_to_the_end();
    let records: Vec<_> = bench
        .told
        .iter()
        .flat_map(|told| &told.writes.records)
        .collect();
    assert_eq!(records.len(), 2);
    assert_ne!(records[0].id, records[1].id);
    for record in records {
        assert_eq!(
            record
                .places
                .iter()
                .filter(|place| place.place == 1)
                .count(),
            1
        );
    }
}

#[test]
fn a_solo_rematch_starts_at_once() {
    let mut bench = Bench::solo("ludo", 3);
    bench.play_to_the_end();
    bench.ask(1, Request::Rematch).unwrap();
    assert_eq!(bench.kinds(), ["rematch", "started", "turn"]);
    let view = bench.view();
    assert!(
        view.solo
            && view
                .seats
                .iter()
                .all(|seat| seat.controller != Controller::None)
    );
    bench.play_to_the_end();
}

#[test]
fn after_the_end_who_leaves_is_gone_and_the_last_one_closes_the_table() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    bench.play_to_the_end();
    let places = bench.view().game.places;
    bench.ask(1, Request::Leave).unwrap();
    assert_eq!(bench.kinds(), ["control", "host_changed"]);
    assert_eq!(bench.view().game.places, places, "the result stands");
    assert_eq!(bench.seat(0).player, Some(person(1)));
    assert_eq!(bench.refused(3, sit()), ProblemCode::Finished);
    bench.ask(2, Request::Leave).unwrap();
    assert_eq!(bench.kinds(), ["control", "closed"]);
}

#[test]
fn d07_membership_goes_by_seat_and_not_by_socket() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    bench.ask(2, sit()).unwrap();
    bench.come(2);
    bench.go(2);
    bench.ask(1, Request::Start).unwrap();
    bench.come(2);
    assert_eq!(bench.view().phase, Phase::Playing);
    assert_eq!(bench.arm_of(2), 2);
    assert!(bench.table.mine(person(2).id).is_some());
}

#[test]
fn d02_presence_is_not_journalled_and_follows_the_last_socket() {
    let mut bench = Bench::open(&spec("ludo", json!({})));
    let version = bench.table.version();
    assert!(!bench.seat(0).connected);
    assert_eq!(bench.table.set_presence(bench.now, person(1).id, true), [0]);
    assert!(
        bench
            .table
            .set_presence(bench.now, person(1).id, true)
            .is_empty()
    );
    assert!(bench.seat(0).connected);
    assert_eq!(
        bench.table.set_presence(bench.now, person(1).id, false),
        [0]
    );
    assert!(
        bench
            .table
            .set_presence(bench.now, person(7).id, true)
            .is_empty(),
        "a watcher has no arm"
    );
    assert_eq!(bench.table.version(), version);
}

#[test]
fn only_a_listed_table_has_a_listing_and_a_closed_one_has_none() {
    let mut hidden = Bench::open(&spec("ludo", json!({})));
    assert!(hidden.table.listing().is_none() && !hidden.last().listing);
    hidden.ask(2, sit()).unwrap();
    assert!(
        !hidden.last().listing,
        "a table that is not listed never appears"
    );
    let mut bench = Bench::open(&spec("luddo", json!({ "listed": true, "title": "Club" })));
    let listing = bench.table.listing().unwrap();
    assert_eq!(
        (listing.title.as_str(), listing.family.as_str()),
        ("Club", "luddo")
    );
    assert_eq!(listing.seats[0].player, Some(person(1)));
    let change = serde_json::from_value(json!({ "listed": false })).unwrap();
    bench.ask(1, Request::Change(change)).unwrap();
    assert!(bench.last().listing && bench.table.listing().is_none());
    let change = serde_json::from_value(json!({ "listed": true })).unwrap();
    bench.ask(1, Request::Change(change)).unwrap();
    bench.ask(1, Request::Leave).unwrap();
    assert!(bench.last().listing && bench.table.listing().is_none());
}

#[test]
fn who_may_look_on_is_the_tables_to_say() {
    let bench = Bench::open(&spec("ludo", json!({ "watchable": false })));
    assert!(bench.table.may_watch(person(1).id));
    assert!(!bench.table.may_watch(person(2).id));
}

#[test]
fn among_ones_tables_it_says_whether_it_is_ones_turn() {
    let bench = Bench::game("ludo", 2, json!({}));
    let who = bench.to_act().unwrap();
    assert!(bench.table.mine(person(who).id).unwrap().your_turn);
    assert!(!bench.table.mine(person(3 - who).id).unwrap().your_turn);
}

#[test]
fn starting_tells_the_opening_position() {
    let bench = Bench::game("ludo", 2, json!({}));
    let Event::Started { position, game, .. } = &bench.last().events[0] else {
        panic!()
    };
    assert_eq!(*position, bench.view().position);
    assert_eq!(game.id, bench.table.game_id());
}

#[test]
fn only_the_newest_turn_of_what_is_sent_has_a_deadline() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    for _ in 0..3 {
        bench.step();
    }
    let mut events: Vec<Event> = bench
        .told
        .iter()
        .flat_map(|told| told.events.clone())
        .collect();
    stamp(&mut events, Some(1234));
    let json = serde_json::to_string(&events).unwrap();
    assert_eq!(json.matches("deadline_ms").count(), 1);
    let Event::Turn { deadline_ms, .. } = events.last().unwrap() else {
        panic!()
    };
    assert_eq!(*deadline_ms, Some(Some(1234)));
}

#[test]
fn an_entry_that_does_not_follow_is_refused_and_not_guessed_at() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    let last = bench.journal.last().unwrap().clone();
    assert!(bench.table.apply(&last).is_err(), "again");
    let (mut table, _) =
        Table::from_entry(common::id(), common::code(), &bench.journal[0]).unwrap();
    assert!(table.apply(&last).is_err(), "a gap");
    assert!(Table::from_entry(common::id(), common::code(), &last).is_err());
    assert!(Table::restore(common::id(), common::code(), "{}").is_err());
}
