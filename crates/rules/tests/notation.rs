//! Positions on one line: how they look, what comes back, what is refused.
#![allow(clippy::unwrap_used)]

mod common;

use common::{arms, roll};
use ludohall_rules::{Arm, Game, Options, Phase, Position};

/// A line that is written as it was read.
fn holds(line: &str) -> (Game, Position) {
    let (game, position) = Game::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(game.line(&position).to_string(), line);
    (game, position)
}

fn refusal(line: &str) -> String {
    Game::read(line).unwrap_err().to_string()
}

#[test]
fn an_opening_is_a_short_line() {
    let game = Game::new("ludo", &Options::new(), None, &arms(&[0, 2])).unwrap();
    let opening = game.opening(Arm::new(2).unwrap()).unwrap();
    assert_eq!(game.line(&opening).to_string(), "ludo A[] C[] turn C");
    let (_, read) = holds("parchis-pairs A[0] B[0] C[0] D[0] turn A");
    assert_eq!(read.phase(), Phase::Roll);
}

#[test]
fn every_field_of_a_position_has_its_place() {
    let (_, position) = holds(
        "parchis-pairs A[10,10,30] B[] C[] D[] turn A move 4 4 streak 1 arrived A[2,5] B[] C[] D[] last_moved A1",
    );
    assert!(position.must_break(Arm::default(), Default::default()));
    for line in [
        "parchis A[10,20,71,30] B[1] turn A move bonus 20 10 streak 1",
        "parchis-pairs A[10,14,30] B[] C[] D[] turn A move 4 streak 1 split A0+A1",
        "luddo A[] C[] turn A roll 6 6 streak 2",
        "luddo A[56,10] C[] turn A move 3 extra home",
        "luddo A[16] C[] turn A move 3 extra",
        "luddo {again.bonus_chain=false} A[16] C[] turn A extra_used",
        "luddo {gate.capture_first=true} A[16] B[] C[] turn A captured A C",
        "luddo h78 A[76] C[] turn A",
        "ludo {finish.play_on=true} A[56,56,56,56] B[3] C[7] turn B places A",
        "ludo A[56,56,56,56] C[] turn A over places A",
        "ludo-standard {enter.tries=3} A[] C[] turn A tries 2",
        "snakes A[97] B[] turn A",
        "aeroplane A[23,51] B[] turn A streak 2 moved A0 A1",
    ] {
        holds(line);
    }
}

#[test]
fn a_duty_is_told_where_it_is_not_the_usual_one() {
    let (game, mut position) = holds("parchis A[10,10,30] B[] turn A");
    roll(&game, &mut position, &[6]);
    let line = game.line(&position).to_string();
    assert_eq!(line, "parchis A[10,10,30] B[] turn A move 6 streak 1");
    let (_, free) = holds("parchis A[10,10,30] B[] turn A move 6 streak 1 duty");
    assert!(!free.must_break(Arm::default(), Default::default()));
}

#[test]
fn blanks_do_not_matter() {
    let line =
        "\tludo {again.when_dead=reroll  finish.play_on=true}A[ 1, b ] , C[b,b]\n turn  A roll ";
    let (game, position) = Game::read(line).unwrap();
    assert_eq!(
        game.line(&position).to_string(),
        "ludo {again.when_dead=reroll, finish.play_on=true} A[1] C[] turn A"
    );
}

#[test]
fn a_wrong_line_is_refused_with_field_and_reason() {
    for (line, field, reason) in [
        ("", "ruleset", "missing"),
        ("chess A[] B[] turn A", "ruleset", "no such ruleset"),
        ("ludo", "arms", "2 to 4 arms"),
        ("ludo x1 A[] B[] turn A", "board", "not played on x1"),
        ("ludo {nonsense=1} A[] B[] turn A", "options", "nonsense"),
        ("ludo {nonsense} A[] B[] turn A", "options", "flag=value"),
        ("ludo {finish.play_on=true A[] B[]", "options", "flag=value"),
        ("ludo {finish.play_on=true", "options", "`}`"),
        (
            "ludo {finish.play_on=true finish.play_on=true} A[] B[]",
            "options",
            "twice",
        ),
        ("ludo B[] A[] turn A", "arms", "ascend"),
        ("ludo A[] G[] turn A", "arms", "no board"),
        ("ludo A[] I[] turn A", "pieces", "no arm"),
        ("ludo A[1,2,3,4,5] C[] turn A", "pieces", "4 pieces, not 5"),
        ("ludo A[57] C[] turn A", "pieces", "no square 57"),
        ("ludo A[-1] C[] turn A", "pieces", "no arm with its pieces"),
        ("ludo A[1,] C[] turn A", "pieces", "no arm with its pieces"),
        ("ludo A[] C[]", "turn", "missing"),
        ("ludo A[] C[] nonsense", "turn", "nonsense"),
        ("ludo A[] C[] turn", "turn", "0 values"),
        ("ludo A[] C[] turn A turn A", "turn", "twice"),
        ("ludo A[] C[] turn B", "turn", "does not play"),
        ("ludo A[] C[] turn A roll move 6", "phase", "twice"),
        ("ludo A[] C[] turn A move 7 streak 1", "dice", "7"),
        ("ludo A[] C[] turn A move x", "dice", "no number"),
        ("ludo A[] C[] turn A move 6", "streak", "contradict"),
        ("ludo A[] C[] turn A move 4", "phase", "nothing can move"),
        ("ludo A[] C[] turn A places Z", "places", "no arm"),
        (
            "parchis A[] B[] turn A last_moved A9",
            "last_moved",
            "no piece",
        ),
        ("parchis A[] B[] turn A duty A0", "duty", "no pair"),
        (
            "parchis A[] B[] turn A arrived B[1] A[1]",
            "arrived",
            "ascend",
        ),
        ("parchis A[] B[] turn A arrived H[1]", "arrived", "no arm H"),
        ("luddo A[] C[] turn A extra luck", "extra", "extra home"),
        ("luddo A[] C[] turn A extra_used 1", "extra_used", "nothing"),
    ] {
        let error = refusal(line);
        assert!(
            error.starts_with(&format!("{field}: ")) && error.contains(reason),
            "{line}: {error}"
        );
    }
}
