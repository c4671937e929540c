//! Undo and restart in solo games.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, code_of};
use ludohall_protocol::{AnswerCode, Event, event::Awaits, record::RecordAct};
use ludohall_table::Request;
use serde_json::json;

fn is_own_choice(bench: &Bench) -> bool {
    bench.to_act() == Some(1) && bench.view().awaits == Some(Awaits::Move)
}

/// All dice rolled from an entry on.
fn dice_since(bench: &Bench, entry: usize) -> Vec<(u32, Vec<u8>)> {
    let events = bench.told[entry..].iter().flat_map(|told| &told.events);
    events
        .filter_map(|event| match event {
            Event::Rolled { n, dice, .. } => Some((n.unwrap(), dice.clone())),
            _ => None,
        })
        .collect()
}

#[test]
fn b04_r0_10_undo_goes_back_before_the_last_choice_and_meets_the_same_dice() {
    let mut bench = Bench::solo("ludo", 4);
    bench.step_until(is_own_choice);
    let version = bench.table.version();
    let before = bench.view();
    let mark = bench.told.len();
    for _ in 0..12 {
        bench.step();
        if is_own_choice(&bench) {
            break;
        }
    }
    let seen = dice_since(&bench, mark);
    assert!(!seen.is_empty());
    let ply = bench.table.ply();
    assert!(bench.undo().ok);
    assert_eq!(bench.kinds(), ["undone", "turn"]);
    let Event::Undone {
        to_version,
        position,
        n,
    } = bench.last().events[0].clone()
    else {
        panic!()
    };
    assert_eq!(
        (to_version, Some(&position)),
        (version, before.position.as_ref())
    );
    assert_eq!(
        n + 1,
        seen[0].0,
        "the next die is the one that followed before"
    );
    let after = bench.view();
    assert_eq!(
        (after.position, after.legal),
        (before.position, before.legal)
    );
    assert!(
        bench.table.ply() > ply && bench.table.version() > version,
        "both go on growing"
    );
    let mark = bench.told.len();
    while dice_since(&bench, mark).len() < seen.len().min(3) {
        bench.step();
    }
    let again = dice_since(&bench, mark);
    assert_eq!(again[..], seen[..again.len()], "an undo never re-rolls");
}

#[test]
fn undo_reaches_the_start_and_not_beyond() {
    let mut bench = Bench::solo("ludo", 2);
    assert!(!bench.view().undo);
    assert_eq!(code_of(&bench.undo()), AnswerCode::NotAllowed);
    for _ in 0..120 {
        bench.step();
    }
    let mut choices = 0;
    while bench.view().undo {
        assert!(bench.undo().ok);
        assert!(is_own_choice(&bench));
        choices += 1;
    }
    assert!(choices > 3);
    let pieces = bench.view().position.unwrap().pieces[0].clone().unwrap();
    assert!(
        pieces.iter().all(|progress| *progress == -1),
        "before the first choice all are in base"
    );
    assert_eq!(code_of(&bench.undo()), AnswerCode::NotAllowed);
    bench.crash(1000);
    bench.play_to_the_end();
}

#[test]
fn undo_survives_a_restart_of_the_hall() {
    let mut bench = Bench::solo("luddo", 3);
    for _ in 0..150 {
        bench.step();
    }
    bench.crash(5_000);
    assert!(bench.view().undo);
    assert!(bench.undo().ok);
    assert!(is_own_choice(&bench));
    let restored =
        ludohall_table::Table::restore(common::id(), common::code(), &bench.table.snapshot());
    bench.table = restored.unwrap();
    assert!(bench.undo().ok);
}

#[test]
fn a_bots_move_that_was_due_before_an_undo_is_dropped() {
    let mut bench = Bench::solo("ludo", 2);
    bench.step_until(|bench| bench.to_act().is_none() && bench.view().undo);
    assert!(bench.undo().ok);
    let version = bench.table.version();
    bench.pass(60_000);
    assert_eq!(
        bench.table.version(),
        version,
        "it is the person's choice again"
    );
}

/// X07: among people a roll is final.
#[test]
fn at_a_table_with_other_people_there_is_no_undo_and_no_restart() {
    let mut bench = Bench::game("ludo", 2, json!({}));
    for _ in 0..100 {
        bench.step();
    }
    assert!(!bench.view().undo);
    assert_eq!(code_of(&bench.undo()), AnswerCode::NotAllowed);
    assert_eq!(code_of(&bench.restart()), AnswerCode::NotAllowed);
    bench.ask(2, Request::Leave).unwrap();
    assert_eq!(
        code_of(&bench.undo()),
        AnswerCode::NotAllowed,
        "also once the others have left"
    );
}

#[test]
fn in_snakes_there_is_nothing_to_undo() {
    let mut bench = Bench::solo("snakes", 2);
    for _ in 0..20 {
        bench.step();
    }
    assert!(!bench.view().undo);
    assert_eq!(code_of(&bench.undo()), AnswerCode::NotAllowed);
}

#[test]
fn what_was_taken_back_stays_in_the_record_followed_by_its_undone() {
    let mut bench = Bench::solo("ludo", 2);
    bench.step_until(|bench| is_own_choice(bench) && bench.view().undo);
    bench.step();
    assert!(bench.undo().ok);
    bench.play_to_the_end();
    let record = &bench.last().writes.records[0];
    let undone = record
        .entries
        .iter()
        .position(|entry| matches!(entry.act, RecordAct::Undone { .. }));
    let undone = undone.unwrap();
    let RecordAct::Undone { to_version, n } = record.entries[undone].act else {
        panic!()
    };
    let before = &record.entries[undone - 1];
    assert!(matches!(before.act, RecordAct::Moved { .. }) && before.version > to_version);
    let next = record.entries[undone + 1..]
        .iter()
        .find_map(|entry| match entry.act {
            RecordAct::Rolled { n, .. } => Some(n),
            _ => None,
        });
    assert_eq!(next, Some(n + 1));
}

#[test]
fn a_win_after_undos_is_counted_once_and_then_nothing_is_undone() {
    let mut bench = Bench::solo("ludo", 2);
    for _ in 0..5 {
        bench.step_until(|bench| is_own_choice(bench) && bench.view().undo);
        bench.step();
        assert!(bench.undo().ok);
        bench.step();
    }
    bench.play_to_the_end();
    assert_eq!(code_of(&bench.undo()), AnswerCode::Finished);
    let records: usize = bench
        .told
        .iter()
        .map(|told| told.writes.records.len())
        .sum();
    assert_eq!(records, 1);
}

#[test]
fn restart_is_a_new_game_and_the_old_one_ends_without_places() {
    let mut bench = Bench::solo("ludo", 3);
    for _ in 0..80 {
        bench.step();
    }
    let old = bench.view();
    assert!(bench.restart().ok);
    assert_eq!(bench.kinds(), ["started", "turn"]);
    let record = &bench.last().writes.records[0];
    assert_eq!((record.id, record.places.len()), (old.game.id, 0));
    assert!(record.secret.is_some() && !record.entries.is_empty());
    let new = bench.view();
    assert_ne!(new.game.id, old.game.id);
    assert_ne!(new.game.commitment, old.game.commitment);
    assert_eq!(new.ply, old.ply.next(), "plies continue");
    assert!(new.solo && !new.undo);
    assert_eq!(new.seats.len(), 3);
    bench.play_to_the_end();
}
