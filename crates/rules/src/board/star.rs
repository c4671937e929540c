//! Boards whose arms stand round a centre: the crosses, the hexagon and the Parchís boards, each a row of numbers.

mod rows;

use super::cells::{Cells, Outline, Point, SafeMark, TileShape, Yard, YardShape};
use super::{Board, Hop};

pub(super) use rows::STARS;

/// A square of the repeating part of the ring: 0 on this arm or 1 on the next, squares outward from the centre, and
/// the column (-1 and 1 the sides, 0 the middle).
type Step = (u8, i8, i8);

/// A board by its numbers.
pub(super) struct Star {
    id: &'static str,
    colours: &'static [&'static str],
    /// 1 clockwise, -1 counter-clockwise.
    turn: i8,
    /// Where the first arm points.
    angle: f64,
    /// From the centre to the inner edge of an arm.
    apothem: f64,
    /// Width of a column.
    across: f64,
    path: &'static [Step],
    first: u16,
    /// The first arm's start, as an index into `path`.
    start: u16,
    /// The turn-off is this many squares before the start.
    turn_off: u16,
    /// Private squares before the start.
    lead: u8,
    hops: &'static [Hop],
    lane: u8,
    goal: bool,
    /// Safe squares, as indexes into `path`.
    safe: &'static [u16],
    /// Half the size of the whole board.
    half: f64,
    outline: Outline,
    tile_shape: TileShape,
    safe_mark: SafeMark,
    numbered: bool,
    /// Distance from the centre, size, shape.
    yard: (f64, f64, YardShape),
    /// Half the distance between places in base.
    nest: f64,
    /// Distance from the centre and spacing of the places at the goal.
    rest: (f64, f64),
}

impl Star {
    /// The board of this row.
    pub(super) fn board(&self) -> Board {
        let arms = self.colours.len() as u16;
        let per_arm = self.path.len() as u16;
        let ring = arms * per_arm;
        let of_arms = |offset: u16| -> Vec<u16> {
            (0..arms)
                .map(|arm| self.first + (arm * per_arm + offset + ring) % ring)
                .collect()
        };
        let mut safe: Vec<u16> = self.safe.iter().flat_map(|&s| of_arms(s)).collect();
        safe.sort_unstable();
        let lead = u16::from(self.lead);
        let track = lead + ring - self.turn_off + 1;
        Board {
            id: self.id,
            ring,
            first: self.first,
            starts: of_arms(self.start),
            turn_offs: of_arms(ring + self.start - self.turn_off),
            lane: self.lane,
            goal: self.goal.then(|| track + u16::from(self.lane)),
            safe,
            colours: self.colours.to_vec(),
            jumps: Vec::new(),
            hops: self.hops.to_vec(),
            lead: self.lead,
            track,
            cells: self.cells(ring),
        }
    }

    fn cells(&self, ring: u16) -> Cells {
        let arms = self.colours.len();
        let steps: Vec<(usize, i8, i8)> = (0..usize::from(ring))
            .map(|square| {
                let (next, out, column) = self.path[square % self.path.len()];
                let arm = (square / self.path.len() + usize::from(next)) % arms;
                (arm, out, column)
            })
            .collect();
        let each = |draw: &dyn Fn(usize) -> Vec<Point>| (0..arms).map(draw).collect::<Vec<_>>();
        Cells {
            size: (2.0 * self.half, 2.0 * self.half),
            outline: self.outline,
            tile: (self.across, 1.0),
            tile_shape: self.tile_shape,
            safe_mark: self.safe_mark,
            numbered: self.numbered,
            ring: steps
                .iter()
                .map(|&(a, o, c)| self.square(a, o, c))
                .collect(),
            ring_angles: steps.iter().map(|&(a, ..)| self.angle(a) - 90.0).collect(),
            leads: if self.lead > 0 {
                each(&|arm| self.lead_of(arm))
            } else {
                Vec::new()
            },
            lanes: each(&|arm| self.lane_of(arm)),
            arm_angles: (0..arms).map(|arm| self.angle(arm)).collect(),
            yards: (0..arms).map(|arm| self.yard_of(arm)).collect(),
            bases: each(&|arm| self.base_of(arm)),
            goal: if self.goal {
                each(&|arm| self.goal_of(arm))
            } else {
                Vec::new()
            },
            goal_areas: if self.goal {
                each(&|arm| self.area_of(arm))
            } else {
                Vec::new()
            },
        }
    }

    /// Where an arm points, 0 to 359.
    fn angle(&self, arm: usize) -> f64 {
        let step = 360.0 / self.colours.len() as f64;
        (self.angle + f64::from(self.turn) * step * arm as f64).rem_euclid(360.0)
    }

    /// A point by polar coordinates along `angle` and sideways from it.
    fn point(&self, angle: f64, along: f64, side: f64) -> Point {
        let (sin, cos) = angle.to_radians().sin_cos();
        let x = self.half + along * cos + side * sin;
        let y = self.half + along * sin - side * cos;
        (thousandths(x), thousandths(y))
    }

    fn square(&self, arm: usize, out: i8, column: i8) -> Point {
        let along = self.apothem + 0.5 + f64::from(out);
        self.point(self.angle(arm), along, f64::from(column) * self.across)
    }

    /// The places before the start: outward from it, beside the arm.
    fn lead_of(&self, arm: usize) -> Vec<Point> {
        let (_, out, column) = self.path[usize::from(self.start)];
        let beside = |n: i8| self.square(arm, out, column + column.signum() * n);
        (1..=self.lead as i8).rev().map(beside).collect()
    }

    fn lane_of(&self, arm: usize) -> Vec<Point> {
        let outermost = self.path.iter().map(|&(_, out, _)| out).max().unwrap_or(0);
        (1..=self.lane as i8)
            .map(|n| self.square(arm, outermost - n, 0))
            .collect()
    }

    /// Yards lie beyond the side of the arm on which its pieces start.
    fn yard_of(&self, arm: usize) -> Yard {
        let (distance, size, shape) = self.yard;
        let half_step = 180.0 / self.colours.len() as f64;
        let angle = self.angle(arm) + f64::from(self.turn) * half_step;
        Yard {
            centre: self.point(angle, distance, 0.0),
            size,
            shape,
        }
    }

    fn base_of(&self, arm: usize) -> Vec<Point> {
        let (x, y) = self.yard_of(arm).centre;
        [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
            .map(|(dx, dy)| {
                (
                    thousandths(x + dx * self.nest),
                    thousandths(y + dy * self.nest),
                )
            })
            .to_vec()
    }

    fn goal_of(&self, arm: usize) -> Vec<Point> {
        let (distance, spacing) = self.rest;
        [-1.5, -0.5, 0.5, 1.5]
            .map(|n| self.point(self.angle(arm), distance, n * spacing))
            .to_vec()
    }

    /// The triangle between the centre and the inner edge of the arm.
    fn area_of(&self, arm: usize) -> Vec<Point> {
        let half_step = std::f64::consts::PI / self.colours.len() as f64;
        let half_side = self.apothem * half_step.tan();
        let angle = self.angle(arm);
        vec![
            self.point(angle, 0.0, 0.0),
            self.point(angle, self.apothem, -half_side),
            self.point(angle, self.apothem, half_side),
        ]
    }
}

/// Rounded so that all machines print the same numbers.
fn thousandths(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}
