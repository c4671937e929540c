//! The comparison can fail: an oracle with one rule wrong is found out soon.

use crate::agreement::disagreement;
use crate::compare::Count;
use crate::rules::{Made, Partner, Penalty, Rules, Stops};

/// A wrong rule: where, which, and how it is spoiled.
type Mistake = (&'static str, &'static str, fn(&mut Rules));

const MISTAKES: &[Mistake] = &[
    ("ludo", "L0-09: no limit on sixes", |r| r.limit = 0),
    ("ludo", "L0-12: counted back at home", |r| r.bounce = true),
    ("ludo", "L0-14: a star is not safe", |r| {
        r.board.safe.pop();
    }),
    ("ludo", "section 1: lane entered a square late", |r| {
        r.board.track += 1;
    }),
    ("parchis-pairs", "L1-06: entering by choice", |r| {
        r.enter_must = false;
    }),
    ("parchis-pairs", "L1-06: no sum of five", |r| {
        r.enter_sum = None;
    }),
    ("parchis-pairs", "L1-12: no duty to break", |r| {
        r.must_break = false;
    }),
    ("parchis-pairs", "L1-12: a pair may form again", |r| {
        r.reform = true;
    }),
    ("parchis-pairs", "L1-13: mixed pairs bar", |r| {
        r.made = Made::OwnAndMixed;
    }),
    ("parchis-pairs", "L1-14: the partner is spared", |r| {
        r.partner = Partner::Share;
    }),
    ("parchis-pairs", "L1-17: the first arrived goes", |r| {
        r.last_arrived = false;
    }),
    ("parchis-pairs", "R1-16: three on a square", |r| {
        r.capacity = 3;
    }),
    ("parchis-pairs", "section 9, 3: no duty in the lane", |r| {
        r.must_break_in_lane = false;
    }),
    ("parchis", "L2-11: own pieces pass blocks", |r| {
        r.stops = Stops::Rivals;
    }),
    ("parchis", "L2-13: nineteen for a capture", |r| {
        r.capture_steps -= 1;
    }),
    ("parchis", "L2-13: bonuses compulsory", |r| {
        r.bonus_must = true;
    }),
    ("parchis", "L2-17: a six is always six", |r| {
        r.six_with_empty_base = 6;
    }),
    ("parchis", "L2-20: from the lane to base", |r| {
        r.penalty = Penalty::LastToBase;
    }),
    ("ludo-standard", "L3-01: own pieces share", |r| {
        r.own_share = true;
    }),
    ("ludo-standard", "L3-05: a dead six passes", |r| {
        r.dead_rolls_again = false;
    }),
    ("ludo-standard", "L3-15: jumping at home", |r| {
        r.lane_jump = true;
    }),
    ("ludo-standard", "R3-03: safe squares on c52", |r| {
        r.safe_squares = true;
    }),
    ("ludo-blockades", "L3-03: no walls", |r| r.made = Made::None),
    ("ludo-blockades", "L3-07: walls stop their owner", |r| {
        r.stops = Stops::All;
    }),
    ("ludo-blockades", "L3-15: sharing at home", |r| {
        r.lane_share = true;
    }),
    ("luddo", "L4-14: no roll for a capture", |r| {
        r.again_capture = false;
    }),
    ("luddo", "L4-17: over with the first", |r| {
        r.play_on_from = 99;
    }),
    ("luddo", "R4-05: a dead die keeps the bonus", |r| {
        r.dead_die_keeps_bonus = true;
    }),
    ("mobile-master", "4.8: into the lane at once", |r| {
        r.capture_first = false;
    }),
    ("parcheesi", "4.4: entering beside a rival", |r| {
        r.enter_captures_single = false;
    }),
    ("parcheesi", "4.4: dice may be lost", |r| {
        r.maximal_use = false;
    }),
    ("parcheesi", "4.4: no bottoms", |r| {
        r.bottoms = false;
    }),
    ("parcheesi", "4.4: the last moved goes back", |r| {
        r.penalty = Penalty::LastToBase;
    }),
    ("parcheesi", "4.4: sharing a safe square", |r| {
        r.safe_share = true;
    }),
    ("eile-mit-weile", "4.11: a six is six", |r| {
        r.six = 6;
    }),
    ("eile-mit-weile", "4.11: no capture in passing", |r| {
        r.capture_by_passing = false;
    }),
    ("eile-mit-weile", "4.11: pairs are passed", |r| {
        r.made = Made::None;
    }),
    ("snakes", "L4-19: any roll enters", |r| {
        r.enter_on = vec![1, 2, 3, 4, 5, 6];
    }),
    ("snakes", "4.12: a ladder is missing", |r| {
        r.board.jumps.pop();
    }),
];

/// Random positions within which each of them must show.
const ENOUGH: u64 = 20_000;

#[test]
fn every_mistake_of_the_oracle_is_found() {
    for (ruleset, rule, spoil) in MISTAKES {
        let mut count = Count::default();
        let found = disagreement(ruleset, ENOUGH, spoil, &mut count);
        assert!(
            found.is_some(),
            "{ruleset} with {rule}: not found in {count:?}"
        );
        println!("{ruleset} with {rule}: found after {}", count.random);
    }
}
