//! What bots see in `ludo`, position by position.
#![allow(clippy::unwrap_used)]

use ludohall_bots::{Level, choose};
use ludohall_rules::{Arm, Choice, Game, Options, RawPosition};

/// What arm 0 chooses against arm 2 when it has rolled `die`, as the piece. Squares of arm 2 lie 26 further on.
fn piece(level: Level, own: [i16; 4], rival: [i16; 4], die: u8) -> u8 {
    let arms = [0, 2].map(|arm| Arm::new(arm).unwrap());
    let game = Game::new("ludo", &Options::new(), None, &arms).unwrap();
    let pieces = vec![Some(own.to_vec()), None, Some(rival.to_vec()), None];
    let mut position = game.check(&RawPosition::to_roll(pieces, 0)).unwrap();
    game.roll(&mut position, &[die], &mut ()).unwrap();
    match choose(&game, &position, level).unwrap() {
        Choice::Move { piece, .. } => piece.get(),
        Choice::Decline => panic!("nothing can be declined in ludo"),
    }
}

const FAR: [i16; 4] = [-1, -1, -1, -1];

#[test]
fn the_furthest_rival_is_captured_first() {
    // 1 -> 4 takes a piece that has come 30 squares, 11 -> 14 one that has come 40.
    for level in [Level::Normal, Level::Hard] {
        assert_eq!(piece(level, [1, 11, -1, -1], [30, 40, -1, -1], 3), 1);
    }
}

#[test]
fn leaving_base_comes_before_walking_on() {
    for level in [Level::Normal, Level::Hard] {
        assert_eq!(piece(level, [10, -1, -1, -1], FAR, 6), 1);
    }
}

#[test]
fn a_piece_in_danger_near_the_end_is_saved_into_the_lane() {
    // The rival at its 20 stands on square 46, three behind the piece on square 49.
    for level in [Level::Normal, Level::Hard] {
        assert_eq!(piece(level, [30, 49, -1, -1], [20, -1, -1, -1], 3), 1);
    }
}

#[test]
fn normal_moves_the_first_piece_where_no_rule_speaks() {
    assert_eq!(piece(Level::Normal, [10, 20, -1, -1], FAR, 3), 0);
}

#[test]
fn hard_moves_the_furthest_piece_where_nothing_else_speaks() {
    assert_eq!(piece(Level::Hard, [9, 20, -1, -1], FAR, 3), 1);
}

#[test]
fn hard_prefers_a_safe_square() {
    assert_eq!(piece(Level::Hard, [5, 20, -1, -1], FAR, 3), 0);
}

#[test]
fn hard_does_not_land_in_front_of_a_rival() {
    // The rival at its 46 stands on square 20: 19 -> 22 would be in its reach.
    assert_eq!(piece(Level::Hard, [2, 19, -1, -1], [46, -1, -1, -1], 3), 0);
}

#[test]
fn hard_flees_from_a_rival_behind() {
    // Square 20 is two behind the piece on 22; 22 -> 27 is out of its reach.
    assert_eq!(piece(Level::Hard, [22, 33, -1, -1], [46, -1, -1, -1], 5), 0);
}

#[test]
fn easy_is_no_chance() {
    let first = piece(Level::Easy, [10, 20, 30, 40], FAR, 3);
    assert_eq!(piece(Level::Easy, [10, 20, 30, 40], FAR, 3), first);
}
