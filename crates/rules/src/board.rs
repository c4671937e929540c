//! Boards: the path that the rules follow, and where to draw it. One table of squares feeds both.

mod cells;
mod grid;
mod star;

pub use cells::{Cells, Outline, Point, SafeMark, TileShape, Yard, YardShape};

use crate::arm::Arm;
use std::sync::LazyLock;

/// A board (rules.md section 1). Ring squares go by their numbers there: the first one is [`Board::first`].
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Its id.
    pub id: &'static str,
    /// How many squares the ring has; on a grid, how many there are.
    pub ring: u16,
    /// The number of the first ring square, which is `cells.ring[0]`: 0, or 1 where squares are numbered for people.
    pub first: u16,
    /// Each arm's start square; none on a grid.
    pub starts: Vec<u16>,
    /// Each arm's last ring square before its lane; none on a grid.
    pub turn_offs: Vec<u16>,
    /// How many squares a lane has.
    pub lane: u8,
    /// Progress of the goal, `None` where the lane's squares are slots.
    pub goal: Option<u16>,
    /// Safe squares.
    pub safe: Vec<u16>,
    /// Each arm's colour.
    pub colours: Vec<&'static str>,
    /// Ladders and snakes: from where to where.
    pub jumps: Vec<(u16, u16)>,
    /// Where a piece does not stay that stops there, by an arm's progress.
    pub hops: Vec<Hop>,
    /// How many squares of its own an arm's pieces stand on before the ring: there progress is below this, and the start is
    /// this progress.
    pub lead: u8,
    /// Progress of the first lane square; with no lead, how many ring squares an arm's pieces visit (`T` in rules.md).
    pub track: u16,
    /// Where to draw what.
    pub cells: Cells,
}

/// A piece that stops on `from` goes on to `to`, both by its own progress (rules.md 4.7, 4.10). It makes a jump and a
/// flight in one move, but no two of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Where it stops.
    pub from: u16,
    /// Where it comes to.
    pub to: u16,
    /// A flight: the square of the opposite arm's lane over which it passes, by that arm's progress.
    pub crosses: Option<u16>,
}

impl Hop {
    const fn jump(from: u16, to: u16) -> Hop {
        Hop {
            from,
            to,
            crosses: None,
        }
    }

    const fn flight(from: u16, to: u16, crosses: u16) -> Hop {
        Hop {
            from,
            to,
            crosses: Some(crosses),
        }
    }
}

impl Board {
    /// The board with this id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Board> {
        boards().iter().find(|board| board.id == id)
    }

    /// How many arms it has.
    #[must_use]
    pub fn arms(&self) -> usize {
        self.colours.len()
    }

    /// Whether it has this arm.
    #[must_use]
    pub fn has(&self, arm: Arm) -> bool {
        arm.index() < self.arms()
    }

    /// Whether it is a grid of numbered squares, on which every piece takes the same way.
    #[must_use]
    pub fn is_grid(&self) -> bool {
        self.starts.is_empty()
    }

    /// The furthest progress: the goal, or the last slot.
    #[must_use]
    pub fn end(&self) -> u16 {
        self.goal
            .unwrap_or_else(|| (self.track + u16::from(self.lane)).saturating_sub(1))
    }
}

/// All boards.
#[must_use]
pub fn boards() -> &'static [Board] {
    static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
        let mut boards: Vec<Board> = star::STARS.iter().map(star::Star::board).collect();
        boards.extend(grid::maps());
        boards
    });
    &BOARDS
}
