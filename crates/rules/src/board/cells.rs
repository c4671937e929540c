//! What a client draws a board from. Coordinates are centres in squares from the top left, y downwards; angles are
//! degrees, clockwise, 0 to the right.

/// A point: x, y.
pub type Point = (f64, f64);

/// The slab that a board is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A square with the arms as a cross.
    Cross,
    /// A regular polygon of as many sides as arms, a side before each.
    Polygon,
    /// A square full of squares.
    Grid,
}

/// How squares are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileShape {
    /// Rectangles of the tile size.
    Rectangle,
    /// Round fields on a line.
    Circle,
}

/// How a safe square is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SafeMark {
    /// By a star.
    Star,
    /// By a circle.
    Circle,
    /// By a globe.
    Globe,
}

/// The shape of a yard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YardShape {
    /// A square with sides along x and y.
    Square,
    /// A circle.
    Circle,
}

/// Where an arm's pieces wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yard {
    /// Its centre.
    pub centre: Point,
    /// Its width, or diameter.
    pub size: f64,
    /// Its shape.
    pub shape: YardShape,
}

/// Everything that is needed to draw a board without knowing it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// Width and height of the whole board.
    pub size: Point,
    /// The slab.
    pub outline: Outline,
    /// Size of a tile before it is turned: across its arm, along it.
    pub tile: Point,
    /// The shape of tiles.
    pub tile_shape: TileShape,
    /// How safe squares are marked.
    pub safe_mark: SafeMark,
    /// Whether ring squares show their numbers.
    pub numbered: bool,
    /// Ring squares, the one with the number `first` first.
    pub ring: Vec<Point>,
    /// By which angle each ring square's tile is turned.
    pub ring_angles: Vec<f64>,
    /// Each arm's squares before the ring, in order; empty where there are none.
    pub leads: Vec<Vec<Point>>,
    /// Each arm's lane, from the turn-off inward.
    pub lanes: Vec<Vec<Point>>,
    /// Which way each arm points from the centre; its lane's tiles are turned by this less 90.
    pub arm_angles: Vec<f64>,
    /// Each arm's yard.
    pub yards: Vec<Yard>,
    /// Each arm's places in base, by piece.
    pub bases: Vec<Vec<Point>>,
    /// Where each arm's pieces rest at the goal, by piece; empty where there are slots.
    pub goal: Vec<Vec<Point>>,
    /// Each arm's part of the centre, a polygon; empty where there is none.
    pub goal_areas: Vec<Vec<Point>>,
}
