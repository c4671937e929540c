//! The boards' numbers (rules.md section 1), and that their drawings agree with them.
#![allow(clippy::unwrap_used)]

mod common;

use common::{arm, game};
use ludohall_rules::{Board, Point, Progress, boards};

fn board(id: &str) -> &'static Board {
    Board::find(id).unwrap()
}

#[test]
fn each_board_has_the_numbers_of_the_rules() {
    let numbers = |id: &str| {
        let b = board(id);
        (b.ring, b.track, b.lane, b.goal, b.safe.len())
    };
    assert_eq!(numbers("c52"), (52, 51, 5, Some(56), 8));
    assert_eq!(numbers("h78"), (78, 77, 5, Some(82), 12));
    assert_eq!(numbers("c40"), (40, 40, 4, None, 0));
    assert_eq!(numbers("p68"), (68, 64, 7, Some(71), 12));
    assert_eq!(numbers("p102"), (102, 98, 7, Some(105), 18));
    assert_eq!(numbers("p136"), (136, 132, 7, Some(139), 24));
    assert_eq!(numbers("p51"), (51, 47, 7, Some(54), 9));
    assert_eq!(numbers("c28"), (28, 28, 4, None, 0));
    assert_eq!(numbers("pc56"), (56, 56, 6, Some(62), 0));
    assert_eq!(numbers("d52"), (52, 51, 5, Some(56), 8));
    // The pad is progress 0, so the first lane square is 51 after 50 squares of the ring (4.7).
    assert_eq!(numbers("a52"), (52, 51, 5, Some(56), 0));
    assert_eq!(board("a52").lead, 1);
    assert_eq!(numbers("s100"), (100, 100, 0, Some(100), 0));
}

#[test]
fn starts_turn_offs_and_safe_squares_are_those_of_the_rules() {
    assert_eq!(board("c52").starts, [0, 13, 26, 39]);
    assert_eq!(board("c52").turn_offs, [50, 11, 24, 37]);
    assert_eq!(board("c52").safe, [0, 8, 13, 21, 26, 34, 39, 47]);
    assert_eq!(board("c40").turn_offs, [39, 9, 19, 29]);
    assert_eq!(board("p68").starts, [5, 22, 39, 56]);
    assert_eq!(board("p68").turn_offs, [68, 17, 34, 51]);
    assert_eq!(
        board("p68").safe,
        [5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68]
    );
    let by_hexagon: Vec<u16> = (0..6).flat_map(|k| [13 * k, 13 * k + 8]).collect();
    assert_eq!(board("h78").safe, by_hexagon);
}

#[test]
fn safe_squares_by_progress_are_those_of_the_rules() {
    let safe = |ruleset: &str, numbers: &[u8]| {
        let game = game(ruleset, numbers);
        let all = (0..game.track()).map(Progress::new);
        all.filter(|&p| game.is_safe(arm(0), p))
            .map(Progress::get)
            .collect::<Vec<_>>()
    };
    assert_eq!(safe("ludo", &[0, 2]), [0, 8, 13, 21, 26, 34, 39, 47]);
    let hexagon = [0, 8, 13, 21, 26, 34, 39, 47, 52, 60, 65, 73];
    assert_eq!(safe("luddo", &[0, 1, 2, 3, 4]), hexagon);
    let parchis = [0, 7, 12, 17, 24, 29, 34, 41, 46, 51, 58, 63];
    assert_eq!(safe("parchis", &[0, 2]), parchis);
    assert!(safe("ludo-standard", &[0, 2]).is_empty());
}

#[test]
fn the_cross_is_drawn_where_the_rules_say() {
    let cells = &board("c52").cells;
    let at = |row: f64, column: f64| (column + 0.5, row + 0.5);
    assert_eq!(cells.ring[0], at(6.0, 1.0));
    assert_eq!(cells.ring[8], at(2.0, 6.0));
    assert_eq!(cells.ring[12], at(0.0, 8.0));
    assert_eq!(cells.ring[13], at(1.0, 8.0));
    assert_eq!(cells.lanes[0][0], at(7.0, 1.0));
    assert_eq!(cells.lanes[0][4], at(7.0, 5.0));
    // The star of the arm at the bottom: the fourth square down in its right-hand column.
    assert_eq!(cells.ring[34], at(12.0, 8.0));
}

#[test]
fn numbers_run_to_and_fro_up_the_grid() {
    let cells = &board("s100").cells;
    let x = |square: usize| cells.ring[square - 1].0;
    let y = |square: usize| cells.ring[square - 1].1;
    assert_eq!(x(10), x(11));
    assert!(y(11) < y(10));
    assert!(x(1) < x(2) && x(11) > x(12) && x(91) > x(92));
    assert_eq!(cells.ring[99], (0.5, 0.5));
}

/// R5-01: distinct ends on 2..99, and no jump ends where another begins. The usual map has two ends beyond, both its own.
#[test]
fn ladders_and_snakes_do_not_meet() {
    for (id, count, inner) in [
        ("s100", 19, 1..=100),
        ("s100-gentle", 16, 2..=99),
        ("s100-wild", 14, 2..=99),
    ] {
        let jumps = &board(id).jumps;
        assert_eq!(jumps.len(), count);
        let mut ends: Vec<u16> = jumps.iter().flat_map(|&(from, to)| [from, to]).collect();
        assert!(ends.iter().all(|end| inner.contains(end)), "{id}");
        let all = ends.len();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), all, "{id}: squares that two jumps share");
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[test]
fn the_way_is_drawn_without_gaps() {
    for board in boards() {
        let cells = &board.cells;
        // Squares two wide meet side by side or over a corner.
        let longest = 2.3 * cells.tile.0;
        for n in 0..cells.ring.len() - usize::from(board.is_grid()) {
            let next = (n + 1) % cells.ring.len();
            let gap = distance(cells.ring[n], cells.ring[next]);
            assert!(gap > 0.7 && gap < longest, "{} {n}: {gap}", board.id);
        }
        for (arm, lane) in cells
            .lanes
            .iter()
            .enumerate()
            .filter(|(_, lane)| !lane.is_empty())
        {
            let turn_off = cells.ring[usize::from(board.turn_offs[arm] - board.first)];
            assert!(
                (distance(turn_off, lane[0]) - 1.0).abs() < 0.01,
                "{} lane {arm}",
                board.id
            );
        }
    }
}

#[test]
fn everything_is_drawn_inside_and_nothing_twice() {
    for board in boards() {
        let cells = &board.cells;
        let squares = cells.ring.iter().chain(cells.lanes.iter().flatten());
        let all: Vec<Point> = squares
            .chain(cells.bases.iter().flatten())
            .copied()
            .collect();
        for (n, &(x, y)) in all.iter().enumerate() {
            assert!(
                x > 0.0 && x < cells.size.0 && y > 0.0 && y < cells.size.1,
                "{}",
                board.id
            );
            for &other in &all[n + 1..] {
                assert!(
                    distance((x, y), other) > 0.9,
                    "{}: {:?} and {other:?}",
                    board.id,
                    (x, y)
                );
            }
        }
        assert_eq!(cells.ring.len(), usize::from(board.ring));
        assert_eq!(cells.ring_angles.len(), cells.ring.len());
        assert_eq!(cells.yards.len(), board.arms());
        assert_eq!(cells.arm_angles.len(), board.arms());
        assert!(
            cells
                .lanes
                .iter()
                .all(|lane| lane.len() == usize::from(board.lane))
        );
    }
}

#[test]
fn a_place_means_the_same_to_all_arms() {
    let game = game("ludo", &[0, 1, 2, 3]);
    assert_eq!(
        game.seen_by(arm(1), arm(0), Progress::new(20)),
        Some(Progress::new(7))
    );
    assert_eq!(game.seen_by(arm(1), arm(0), Progress::new(12)), None);
    assert_eq!(game.seen_by(arm(1), arm(0), Progress::new(52)), None);
    assert_eq!(
        game.seen_by(arm(0), arm(3), Progress::new(13)),
        Some(Progress::new(0))
    );
}
