//! About how long games take.

mod common;

use common::{Random, game, game_with};
use serde_json::json;

/// Rolls of a game, and the roll that decides first place, from so many games.
fn measured(game: &ludohall_rules::Game, games: u32) -> (u32, u32) {
    let mut random = Random(1);
    let length = game.length(games, u32::MAX, &mut |bound| random.below(bound));
    length.map_or((0, 0), |length| (length.rolls, length.first))
}

// Section 8: mean rolls under random choices, the roll that decides first place in brackets.
#[test]
fn games_are_as_long_as_was_measured() {
    for (ruleset, arms, rolls, first) in [
        ("ludo", &[0, 2][..], 177, 177),
        ("ludo", &[0, 1, 2, 3], 408, 408),
        ("parchis-pairs", &[0, 1, 2, 3], 190, 190),
        ("ludo-standard", &[0, 1, 2], 251, 251),
        ("luddo", &[0, 1, 2, 3], 493, 397),
        ("snakes", &[0, 1, 2, 3], 157, 92),
    ] {
        let (all, decided) = measured(&game(ruleset, arms), 150);
        let near = |found: u32, known: u32| found.abs_diff(known) * 100 <= known * 12;
        assert!(near(all, rolls), "{ruleset} {arms:?}: {all}, not {rolls}");
        assert!(
            near(decided, first),
            "{ruleset} {arms:?}: {decided}, not {first}"
        );
    }
}

#[test]
fn two_pieces_to_win_and_one_out_make_a_game_shorter() {
    let arms = [0, 1, 2, 3, 4, 5];
    let short = game_with("luddo", json!({"pieces.to_win": 2, "pieces.out": 1}), &arms);
    assert!(measured(&short, 40).0 * 5 < measured(&game("luddo", &arms), 40).0 * 4);
}

#[test]
fn no_more_is_played_than_allowed() {
    let game = game("ludo", &[0, 2]);
    let mut random = Random(1);
    let mut below = |bound| random.below(bound);
    assert_eq!(game.length(10, 20, &mut below), None);
    assert!(
        game.length(1000, 2000, &mut below)
            .is_some_and(|length| length.games < 30)
    );
}
