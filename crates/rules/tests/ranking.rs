//! The complete ranking of a game, and the order of what is told.
#![allow(clippy::unwrap_used)]

mod common;

use common::{arm, arms, at, choice, game, play, roll};
use ludohall_rules::{Arm, Awaits, BonusReason, Event, ExtraReason, Game, Position};

fn order(game: &Game, position: &Position, left: &[Arm]) -> Vec<(u8, u8, bool)> {
    let places = game.ranking(position, left);
    places
        .iter()
        .map(|p| (p.arm.get(), p.place, p.left))
        .collect()
}

#[test]
fn the_others_rank_by_pieces_home_then_steps_then_seat() {
    let (game, position) = at("ludo A[10] B[56] C[56,56,56,56] D[5,4] turn C over places C");
    let expected = [(2, 1, false), (1, 2, false), (0, 3, false), (3, 4, false)];
    assert_eq!(order(&game, &position, &[]), expected);
}

#[test]
fn who_left_comes_last_and_later_leavers_rank_higher() {
    let game = game("ludo", &[0, 1, 2, 3]);
    let position = game.opening(arm(0)).unwrap();
    let expected = [(0, 1, false), (2, 2, false), (1, 3, true), (3, 4, true)];
    assert_eq!(order(&game, &position, &arms(&[3, 1])), expected);
}

#[test]
fn a_team_shares_its_place() {
    let (game, position) =
        at("parchis-pairs A[71,71,71,71] B[71] C[71,71,71,71] D[] turn A over places A C");
    let expected = [(0, 1, false), (2, 1, false), (1, 2, false), (3, 2, false)];
    assert_eq!(order(&game, &position, &[]), expected);
}

/// A short form of what is told.
fn told(events: &[Event]) -> Vec<String> {
    events.iter().map(short).collect()
}

fn short(event: &Event) -> String {
    match event {
        Event::Rolled { dice, .. } => format!("rolled {dice:?}"),
        Event::Moved {
            from, to, captures, ..
        } => format!("moved {} {} {captures:?}", from.get(), to.get()),
        Event::Bottoms { dice, .. } => format!("bottoms {dice:?}"),
        Event::Declined { .. } => "declined".to_owned(),
        Event::Bonus {
            steps,
            reason: BonusReason::Capture,
            ..
        } => format!("bonus {steps} capture"),
        Event::Bonus {
            steps,
            reason: BonusReason::Home,
            ..
        } => format!("bonus {steps} home"),
        Event::BonusLost { steps, .. } => format!("bonus lost {steps}"),
        Event::ExtraRoll { reason, .. } => format!("extra {reason:?}"),
        Event::RollLost { dice, reason, .. } => format!("lost {dice:?} {reason:?}"),
        Event::StreakPenalty { from, to, .. } => format!("penalty {} {}", from.get(), to.get()),
        Event::FinishedArm { arm, place } => format!("finished {arm} {place}"),
        Event::Turn {
            arm,
            awaits: Awaits::Roll,
        } => format!("turn {arm} roll"),
        Event::Turn {
            arm,
            awaits: Awaits::Move,
        } => format!("turn {arm} move"),
        Event::Finished { places } => format!("over {}", places.len()),
    }
}

#[test]
fn a_six_is_told_with_its_extra_roll() {
    let game = game("ludo", &[0, 2]);
    let mut position = game.opening(arm(0)).unwrap();
    assert_eq!(
        told(&roll(&game, &mut position, &[6])),
        ["rolled [6]", "turn 0 move"]
    );
    let events = play(&game, &mut position, &choice(0, 0, &[6]));
    assert_eq!(told(&events), ["moved -1 0 []", "extra Six", "turn 0 roll"]);
    let events = roll(&game, &mut position, &[2]);
    assert_eq!(told(&events), ["rolled [2]", "turn 0 move"]);
}

#[test]
fn a_dead_die_of_a_queue_takes_the_later_ones_with_it() {
    let (game, mut position) = at("luddo A[46,56,56,56] C[] turn A");
    assert_eq!(
        told(&roll(&game, &mut position, &[6])),
        ["rolled [6]", "extra Six", "turn 0 roll"]
    );
    roll(&game, &mut position, &[6]);
    roll(&game, &mut position, &[4]);
    let events = play(&game, &mut position, &choice(0, 0, &[6]));
    let expected = [
        "moved 46 52 []",
        "lost [6] NoMove",
        "lost [4] QueueDead",
        "turn 2 roll",
    ];
    assert_eq!(told(&events), expected);
}

#[test]
fn an_extra_roll_is_told_with_its_reason_when_it_is_awaited() {
    let (game, mut position) = at("luddo A[50,12] C[] turn A");
    roll(&game, &mut position, &[6]);
    roll(&game, &mut position, &[5]);
    play(&game, &mut position, &choice(0, 0, &[6]));
    assert_eq!(game.raw(&position).extra_by, Some(ExtraReason::Home));
    let events = play(&game, &mut position, &choice(0, 1, &[5]));
    assert_eq!(
        told(&events),
        ["moved 12 17 []", "extra Home", "turn 0 roll"]
    );
}

#[test]
fn a_bonus_is_told_before_its_loss() {
    let (game, mut position) = at("parchis-pairs A[60,63] B[] C[] D[11] turn A");
    roll(&game, &mut position, &[2, 6]);
    let events = play(&game, &mut position, &choice(0, 0, &[2]));
    let expected = [
        "moved 60 62 [(3, 0)]",
        "bonus 20 capture",
        "bonus lost 20",
        "turn 0 move",
    ];
    assert_eq!(told(&events), expected);
}

#[test]
fn a_win_ends_with_the_places_and_no_turn() {
    let (pairs, mut position) = at("parchis-pairs A[71,71,71,71] B[] C[71,71,71,69] D[] turn C");
    roll(&pairs, &mut position, &[2, 4]);
    let events = play(&pairs, &mut position, &choice(2, 3, &[2]));
    let expected = ["moved 69 71 []", "finished 0 1", "finished 2 1", "over 4"];
    assert_eq!(told(&events), expected);
}

#[test]
fn a_third_six_is_told_with_its_penalty() {
    let (game, mut position) = at("parchis A[68,5] C[] turn A streak 2 last_moved A0");
    let expected = [
        "rolled [6]",
        "lost [6] Streak",
        "penalty 68 64",
        "turn 2 roll",
    ];
    assert_eq!(told(&roll(&game, &mut position, &[6])), expected);
}
