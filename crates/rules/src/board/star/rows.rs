//! The boards by their numbers.

use super::{Outline, SafeMark, Star, Step, TileShape, YardShape};
use crate::board::Hop;

/// Five squares in, six out, two over the tip.
const ARM_13: [Step; 13] = [
    (0, 4, -1),
    (0, 3, -1),
    (0, 2, -1),
    (0, 1, -1),
    (0, 0, -1),
    (1, 0, 1),
    (1, 1, 1),
    (1, 2, 1),
    (1, 3, 1),
    (1, 4, 1),
    (1, 5, 1),
    (1, 5, 0),
    (1, 5, -1),
];

/// Five squares in, of which the corner is shared, four out, one over the tip.
const ARM_10: [Step; 10] = [
    (0, 4, -1),
    (0, 3, -1),
    (0, 2, -1),
    (0, 1, -1),
    (0, 0, -1),
    (1, 1, 1),
    (1, 2, 1),
    (1, 3, 1),
    (1, 4, 1),
    (1, 4, 0),
];

/// Eight squares in, eight out, the tip.
const ARM_17: [Step; 17] = [
    (0, 7, 1),
    (0, 6, 1),
    (0, 5, 1),
    (0, 4, 1),
    (0, 3, 1),
    (0, 2, 1),
    (0, 1, 1),
    (0, 0, 1),
    (1, 0, -1),
    (1, 1, -1),
    (1, 2, -1),
    (1, 3, -1),
    (1, 4, -1),
    (1, 5, -1),
    (1, 6, -1),
    (1, 7, -1),
    (1, 7, 0),
];

const C52: Star = Star {
    id: "c52",
    colours: &["red", "green", "yellow", "blue"],
    turn: 1,
    angle: 180.0,
    apothem: 1.5,
    across: 1.0,
    path: &ARM_13,
    first: 0,
    start: 0,
    turn_off: 2,
    lead: 0,
    hops: &[],
    lane: 5,
    goal: true,
    safe: &[0, 8],
    half: 7.5,
    outline: Outline::Cross,
    tile_shape: TileShape::Rectangle,
    safe_mark: SafeMark::Star,
    numbered: false,
    yard: (6.364, 5.4, YardShape::Square),
    nest: 1.05,
    rest: (1.02, 0.44),
};

const H78: Star = Star {
    id: "h78",
    colours: &["red", "green", "yellow", "blue", "orange", "black"],
    angle: 90.0,
    apothem: 2.598,
    half: 9.35,
    outline: Outline::Polygon,
    yard: (6.98, 3.44, YardShape::Circle),
    nest: 0.66,
    rest: (2.12, 0.5),
    ..C52
};

const C40: Star = Star {
    id: "c40",
    apothem: 0.5,
    path: &ARM_10,
    turn_off: 1,
    lane: 4,
    goal: false,
    safe: &[],
    half: 5.5,
    tile_shape: TileShape::Circle,
    yard: (5.162, 3.24, YardShape::Square),
    nest: 0.62,
    ..C52
};

const P68: Star = Star {
    id: "p68",
    colours: &["yellow", "blue", "red", "green"],
    turn: -1,
    angle: 90.0,
    apothem: 3.0,
    across: 2.0,
    path: &ARM_17,
    first: 1,
    start: 4,
    turn_off: 5,
    lead: 0,
    hops: &[],
    lane: 7,
    goal: true,
    safe: &[4, 11, 16],
    half: 11.0,
    outline: Outline::Cross,
    tile_shape: TileShape::Rectangle,
    safe_mark: SafeMark::Circle,
    numbered: true,
    yard: (9.899, 7.2, YardShape::Square),
    nest: 1.15,
    rest: (2.3, 0.8),
};

const P51: Star = Star {
    id: "p51",
    colours: &["yellow", "blue", "red"],
    apothem: 1.732,
    half: 11.0,
    outline: Outline::Polygon,
    yard: (7.2, 6.0, YardShape::Circle),
    rest: (1.3, 0.6),
    ..P68
};

const P102: Star = Star {
    id: "p102",
    colours: &["yellow", "blue", "red", "green", "grey", "fuchsia"],
    apothem: 5.196,
    half: 14.5,
    outline: Outline::Polygon,
    yard: (11.4, 5.2, YardShape::Circle),
    nest: 1.0,
    rest: (4.2, 0.8),
    ..P68
};

const P136: Star = Star {
    id: "p136",
    colours: &[
        "yellow",
        "blue",
        "red",
        "green",
        "grey",
        "fuchsia",
        "orange",
        "turquoise",
    ],
    apothem: 7.243,
    half: 17.0,
    outline: Outline::Polygon,
    yard: (13.8, 4.4, YardShape::Circle),
    nest: 0.85,
    rest: (6.2, 0.8),
    ..P68
};

/// Seven squares in, of which the corner is shared, six out, the tip.
const ARM_14: [Step; 14] = [
    (0, 6, -1),
    (0, 5, -1),
    (0, 4, -1),
    (0, 3, -1),
    (0, 2, -1),
    (0, 1, -1),
    (0, 0, -1),
    (1, 1, 1),
    (1, 2, 1),
    (1, 3, 1),
    (1, 4, 1),
    (1, 5, 1),
    (1, 6, 1),
    (1, 6, 0),
];

/// Half a side of a loop, and half of the next.
const SIDE_7: [Step; 7] = [
    (0, 0, -1),
    (0, 0, -2),
    (0, 0, -3),
    (1, 0, 3),
    (1, 0, 2),
    (1, 0, 1),
    (1, 0, 0),
];

/// A wide arm: its corner, three squares in, the same out, six over the tip.
const WIDE_13: [Step; 13] = [
    (0, 5, -3),
    (0, 4, -3),
    (0, 3, -3),
    (0, 2, -3),
    (1, 2, 3),
    (1, 3, 3),
    (1, 4, 3),
    (1, 5, 3),
    (1, 5, 2),
    (1, 5, 1),
    (1, 5, 0),
    (1, 5, -1),
    (1, 5, -2),
];

/// From star to star, and from the last one to the goal (4.10).
const STAR_HOPS: [Hop; 8] = [
    Hop::jump(4, 11),
    Hop::jump(11, 17),
    Hop::jump(17, 24),
    Hop::jump(24, 30),
    Hop::jump(30, 37),
    Hop::jump(37, 43),
    Hop::jump(43, 50),
    Hop::jump(50, 56),
];

/// From one square of the own colour to the next, but for the shortcut, which crosses the third square of the opposite
/// arm's lane (4.7). The last own square leads on into the lane by steps only.
const COLOUR_HOPS: [Hop; 12] = [
    Hop::jump(2, 6),
    Hop::jump(6, 10),
    Hop::jump(10, 14),
    Hop::jump(14, 18),
    Hop::flight(18, 30, 53),
    Hop::jump(22, 26),
    Hop::jump(26, 30),
    Hop::jump(30, 34),
    Hop::jump(34, 38),
    Hop::jump(38, 42),
    Hop::jump(42, 46),
    Hop::jump(46, 50),
];

/// A square loop with its corners cut, four places inward from the middle of each side, the yards between them (4.9).
const C28: Star = Star {
    id: "c28",
    apothem: 4.7,
    across: 1.4,
    path: &SIDE_7,
    turn_off: 1,
    lane: 4,
    goal: false,
    safe: &[],
    half: 5.9,
    tile_shape: TileShape::Circle,
    yard: (4.0, 2.9, YardShape::Circle),
    nest: 0.62,
    ..C52
};

/// A cross whose ring runs over the corners of the middle; stairs of six steps (4.2).
const PC56: Star = Star {
    id: "pc56",
    apothem: 0.5,
    path: &ARM_14,
    turn_off: 1,
    lane: 6,
    safe: &[],
    yard: (6.364, 5.4, YardShape::Square),
    rest: (0.36, 0.17),
    ..C52
};

const D52: Star = Star {
    id: "d52",
    hops: &STAR_HOPS,
    safe_mark: SafeMark::Globe,
    ..C52
};

/// Wide arms, so that the shortcuts pass over the lanes; the pads stand beside the first squares (4.7).
const A52: Star = Star {
    id: "a52",
    path: &WIDE_13,
    turn_off: 3,
    lead: 1,
    hops: &COLOUR_HOPS,
    safe: &[],
    yard: (7.778, 2.7, YardShape::Circle),
    nest: 0.56,
    ..C52
};

/// The boards of this kind.
pub(in crate::board) const STARS: [Star; 11] =
    [C52, H78, C40, P68, P51, P102, P136, C28, PC56, D52, A52];
