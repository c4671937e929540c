//! The board of 100 numbered squares (rules.md 4.12 and R5-02).

use super::Board;
use super::cells::{Cells, Outline, Point, SafeMark, TileShape, Yard, YardShape};

/// Ladders, by foot and top, and snakes, by head and tail: of the usual map.
const CLASSIC: [(u16, u16); 19] = [
    (1, 38),
    (4, 14),
    (9, 31),
    (16, 6),
    (21, 42),
    (28, 84),
    (36, 44),
    (47, 26),
    (49, 11),
    (51, 67),
    (56, 53),
    (62, 19),
    (64, 60),
    (71, 91),
    (80, 100),
    (87, 24),
    (93, 73),
    (95, 75),
    (98, 78),
];

/// Many ladders, few and short snakes: a short game.
const GENTLE: [(u16, u16); 16] = [
    (3, 22),
    (8, 27),
    (15, 36),
    (21, 41),
    (28, 55),
    (33, 12),
    (39, 60),
    (46, 66),
    (48, 29),
    (52, 74),
    (59, 43),
    (63, 82),
    (71, 92),
    (77, 58),
    (88, 69),
    (97, 84),
];

/// Few ladders, far up, and more snakes, far down.
const WILD: [(u16, u16); 14] = [
    (5, 65),
    (10, 31),
    (20, 80),
    (33, 53),
    (47, 7),
    (49, 12),
    (63, 18),
    (69, 92),
    (75, 26),
    (78, 98),
    (90, 50),
    (93, 54),
    (97, 17),
    (99, 39),
];

/// Squares on a side.
const SIDE: u16 = 10;
/// The strip below the squares where pieces wait.
const STRIP: f64 = 1.4;

/// The boards of snakes and ladders (R5-01).
pub(super) fn maps() -> [Board; 3] {
    [
        hundred("s100", &CLASSIC),
        hundred("s100-gentle", &GENTLE),
        hundred("s100-wild", &WILD),
    ]
}

fn hundred(id: &'static str, jumps: &[(u16, u16)]) -> Board {
    let colours = vec!["red", "green", "yellow", "blue"];
    let squares = SIDE * SIDE;
    Board {
        id,
        ring: squares,
        first: 1,
        starts: Vec::new(),
        turn_offs: Vec::new(),
        lane: 0,
        goal: Some(squares),
        safe: Vec::new(),
        jumps: jumps.to_vec(),
        hops: Vec::new(),
        lead: 0,
        track: squares,
        cells: cells(squares, colours.len()),
        colours,
    }
}

fn cells(squares: u16, arms: usize) -> Cells {
    let yards: Vec<Yard> = (0..arms)
        .map(|arm| Yard {
            centre: (1.0 + arm as f64 * 1.25, f64::from(SIDE) + STRIP / 2.0),
            size: 1.0,
            shape: YardShape::Circle,
        })
        .collect();
    Cells {
        size: (f64::from(SIDE), f64::from(SIDE) + STRIP),
        outline: Outline::Grid,
        tile: (1.0, 1.0),
        tile_shape: TileShape::Rectangle,
        safe_mark: SafeMark::Star,
        numbered: true,
        ring: (0..squares).map(square).collect(),
        ring_angles: vec![0.0; squares.into()],
        leads: Vec::new(),
        lanes: vec![Vec::new(); arms],
        arm_angles: vec![90.0; arms],
        bases: yards.iter().map(|yard| vec![yard.centre]).collect(),
        yards,
        goal: vec![vec![square(squares - 1)]; arms],
        goal_areas: Vec::new(),
    }
}

/// Odd rows run from left to right, even rows back; the first is at the bottom.
fn square(index: u16) -> Point {
    let (row, column) = (index / SIDE, index % SIDE);
    let column = if row % 2 == 1 {
        SIDE - 1 - column
    } else {
        column
    };
    (f64::from(column) + 0.5, f64::from(SIDE - row) - 0.5)
}
