//! Opening a table: defaults, and what is refused.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Bench, person, spec};
use ludohall_protocol::{
    Event, Phase, ProblemCode,
    event::Controller,
    table::{BotLevel, Chat, Clock, ClockName, StartBy},
};
use ludohall_table::Refusal;
use serde_json::{Value, json};

fn refusal(ruleset: &str, with: Value) -> Refusal {
    Bench::try_open(&spec(ruleset, with)).err().unwrap()
}

fn arms(ruleset: &str, with: Value) -> Vec<u8> {
    Bench::open(&spec(ruleset, with)).view().settings.arms
}

#[test]
fn a_table_has_the_defaults_of_the_contract() {
    let spec = serde_json::from_value(json!({ "ruleset": "ludo" })).unwrap();
    let table = Bench::open(&spec).view();
    let settings = &table.settings;
    assert_eq!(settings.arms, [0, 2]);
    assert_eq!(settings.board, "c52");
    assert_eq!(settings.clock, Clock::Named(ClockName::House));
    assert_eq!(
        (settings.bot_pause_ms, settings.bot_level),
        (800, BotLevel::Normal)
    );
    assert_eq!(
        (settings.chat_policy, settings.start_by),
        (Chat::Phrases, StartBy::HighestRoll)
    );
    assert!(settings.watchable && settings.options.is_empty());
    assert!(!settings.listed && !settings.fill_with_bots && !settings.rated && !settings.late_join);
    assert_eq!(table.phase, Phase::Waiting);
    assert_eq!((table.position, table.awaits, table.ply.0), (None, None, 0));
    assert_eq!((table.host, table.undo), (Some(person(1)), false));
    assert_eq!(table.game.commitment.len(), 64);
}

#[test]
fn the_creator_sits_on_the_lowest_arm() {
    let bench = Bench::open(&spec("ludo", json!({ "arms": [3, 1] })));
    assert_eq!(bench.view().settings.arms, [1, 3]);
    assert_eq!(bench.arm_of(1), 1);
    assert_eq!(
        bench.told[0].events,
        [Event::Seated {
            arm: 1,
            player: person(1)
        }]
    );
    assert_eq!(bench.told[0].writes.members, [(person(1).id, true)]);
}

#[test]
fn two_sit_opposite_each_other_and_more_on_the_first_arms() {
    assert_eq!(arms("ludo", json!({ "seats": 2 })), [0, 2]);
    assert_eq!(arms("ludo", json!({ "seats": 3 })), [0, 1, 2]);
    assert_eq!(arms("luddo", json!({ "seats": 2, "board": "h78" })), [0, 3]);
    assert_eq!(arms("luddo", json!({ "seats": 5 })), [0, 1, 2, 3, 4]);
    assert_eq!(arms("snakes", json!({})), [0, 2]);
}

#[test]
fn the_board_is_the_usual_one_that_has_all_arms() {
    let board = |with| Bench::open(&spec("luddo", with)).view().settings.board;
    assert_eq!(board(json!({ "seats": 4 })), "c52");
    assert_eq!(board(json!({ "seats": 5 })), "h78");
    assert_eq!(board(json!({ "arms": [0, 4] })), "h78");
}

#[test]
fn the_clock_is_the_rulesets() {
    let clock = |ruleset| Bench::open(&spec(ruleset, json!({}))).view().settings.clock;
    assert_eq!(clock("luddo"), Clock::Named(ClockName::Brisk));
    assert_eq!(clock("snakes"), Clock::Named(ClockName::Brisk));
}

#[test]
fn seats_that_do_not_fit_are_refused() {
    for with in [
        json!({ "seats": 1 }),
        json!({ "seats": 5 }),
        json!({ "seats": 0 }),
        json!({ "seats": 255 }),
        json!({ "arms": [0, 1], "seats": 3 }),
        json!({ "arms": [0, 0] }),
        json!({ "arms": [0] }),
        json!({ "arms": [] }),
        json!({ "arms": [0, 4] }),
        json!({ "arms": [0, 200] }),
    ] {
        assert_eq!(
            refusal("ludo", with.clone()).code,
            ProblemCode::BadSeats,
            "{with}"
        );
    }
}

#[test]
fn a_ruleset_or_board_that_does_not_exist_is_a_bad_request_with_its_field() {
    let unknown = refusal("monopoly", json!({}));
    assert_eq!(
        (unknown.code, unknown.field.as_deref()),
        (ProblemCode::BadRequest, Some("ruleset"))
    );
    for with in [
        json!({ "board": "x1" }),
        json!({ "board": "x1", "arms": [0, 2] }),
    ] {
        let unknown = refusal("ludo", with);
        assert_eq!(
            (unknown.code, unknown.field.as_deref()),
            (ProblemCode::BadRequest, Some("board"))
        );
    }
}

#[test]
fn house_rules_that_do_not_fit_name_their_flag_and_the_reason() {
    for options in [
        json!({ "no.such": true }),
        json!({ "finish.play_on": [1] }),
        json!({ "finish.play_on": 7 }),
    ] {
        let flag = options.as_object().unwrap().keys().next().unwrap().clone();
        let refusal = refusal("ludo", json!({ "options": options }));
        assert_eq!(refusal.code, ProblemCode::BadOptions);
        assert_eq!(refusal.flag, Some(flag));
        assert!(refusal.reason.is_some_and(|reason| !reason.is_empty()));
    }
}

#[test]
fn a_private_only_flag_keeps_its_preset_value_at_a_listed_table() {
    let with = |listed: bool| json!({ "listed": listed, "options": { "again.home": false } });
    let refused = refusal("luddo", with(true));
    assert_eq!(
        (refused.code, refused.flag.as_deref()),
        (ProblemCode::BadOptions, Some("again.home"))
    );
    assert_eq!(refused.reason.as_deref(), Some("private_only"));
    assert!(Bench::try_open(&spec("luddo", with(false))).is_ok());
    let preset = json!({ "listed": true, "options": { "again.home": true } });
    let bench = Bench::open(&spec("luddo", preset));
    assert!(
        bench.view().settings.options.is_empty(),
        "only what differs is kept"
    );
}

#[test]
fn clocks_pauses_titles_and_languages_have_bounds() {
    let code = |with| refusal("ludo", with).code;
    assert_eq!(
        code(json!({ "clock": { "decision_ms": 499 } })),
        ProblemCode::BadClock
    );
    assert_eq!(
        code(json!({ "clock": { "decision_ms": u64::MAX } })),
        ProblemCode::BadClock
    );
    assert_eq!(
        code(json!({ "bot_pause_ms": 5001 })),
        ProblemCode::BadRequest
    );
    assert_eq!(
        code(json!({ "title": "x".repeat(61) })),
        ProblemCode::BadName
    );
    for title in ["a\u{202e}b", "a\u{200f}b", "a\u{2028}b", "a\nb"] {
        assert_eq!(code(json!({ "title": title })), ProblemCode::BadName);
    }
    assert_eq!(
        code(json!({ "language": "no tag" })),
        ProblemCode::BadRequest
    );
    assert!(Bench::try_open(&spec("ludo", json!({ "clock": { "decision_ms": 500 } }))).is_ok());
    let bench = Bench::open(&spec(
        "ludo",
        json!({ "title": "  Friday  ", "language": "pt-BR" }),
    ));
    assert_eq!(bench.view().settings.title, "Friday");
}

/// B07: games with bots count for no rating.
#[test]
fn a_rated_table_needs_accounts_and_takes_no_bots() {
    assert_eq!(
        refusal("ludo", json!({ "rated": true })).code,
        ProblemCode::RatedNeedsAccounts
    );
    let untimed = Bench::open(&spec("ludo", json!({ "rated": true, "clock": "untimed" })));
    assert!(
        !untimed.view().settings.rated,
        "a table without a clock is unrated"
    );
}

#[test]
fn a_table_of_one_device_has_no_clock() {
    let bench = Bench::open(&spec("ludo", json!({ "shared_device": true })));
    assert_eq!(
        bench.view().settings.clock,
        Clock::Named(ClockName::Untimed)
    );
    let timed = refusal("ludo", json!({ "shared_device": true, "clock": "house" }));
    assert_eq!(timed.code, ProblemCode::BadClock);
}

#[test]
fn a_solo_table_fills_with_bots_and_starts_in_its_first_entry() {
    let bench = Bench::solo("ludo", 4);
    assert_eq!(
        bench.kinds(),
        [
            "seated",
            "bot_seated",
            "bot_seated",
            "bot_seated",
            "started",
            "turn"
        ]
    );
    let table = bench.view();
    assert_eq!(
        (table.phase, table.solo, table.ply.0),
        (Phase::Playing, true, 1)
    );
    assert_eq!(table.deadline_ms, None, "a solo game has no clock");
    assert_eq!(table.seats[0].controller, Controller::Human);
    assert_eq!(table.seats[1].bot_level, Some(BotLevel::Normal));
}
