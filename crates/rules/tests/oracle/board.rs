//! The boards by the formulas of rules.md section 1, not by the engine's tables.

/// Progress of a piece in base.
pub const BASE: i32 = -1;

/// A board as section 1 has it.
#[derive(Clone, Debug)]
pub struct Board {
    /// L: squares of the ring; on a grid all squares.
    pub ring: i32,
    /// Each arm's start square.
    pub starts: Vec<i32>,
    /// Number of the first ring square: 0, on P-boards and grids 1.
    pub first: i32,
    /// T: how many ring squares an arm visits.
    pub track: i32,
    /// n: squares of the lane.
    pub lane: i32,
    /// Whether there is a goal behind the lane; otherwise its squares are slots.
    pub goal: bool,
    /// Safe squares (absolute).
    pub safe: Vec<i32>,
    /// Ladders and chutes of a grid.
    pub jumps: Vec<(i32, i32)>,
    /// Squares of its own that a piece stands on before the ring.
    pub lead: i32,
    /// Where a piece goes on.
    pub hops: Vec<Hop>,
}

/// A piece that stops on `from` goes on to `to`, by its own progress; a flight crosses a square of the opposite lane.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    pub from: i32,
    pub to: i32,
    pub flies_over: Option<i32>,
}

impl Board {
    /// The furthest progress: `T+n` with a goal, else the last slot.
    pub fn end(&self) -> i32 {
        self.track + self.lane - i32::from(!self.goal)
    }

    /// The absolute square of a piece, `None` off the ring.
    pub fn square(&self, arm: usize, progress: i32) -> Option<i32> {
        let on_ring = (self.lead..self.track).contains(&progress);
        on_ring.then(|| {
            (self.starts[arm] - self.first + progress - self.lead) % self.ring + self.first
        })
    }

    /// Whether a piece counts as home: on the goal, or in any slot.
    pub fn is_home(&self, progress: i32) -> bool {
        progress >= if self.goal { self.end() } else { self.track }
    }

    /// Whether nobody is captured there.
    pub fn is_safe(&self, square: i32) -> bool {
        self.safe.contains(&square)
    }
}

/// The board with this id.
pub fn board(id: &str) -> Board {
    match id {
        "c52" => cross(4, 13, 51, 5, true, &[0, 8]),
        "h78" => cross(6, 13, 77, 5, true, &[0, 8]),
        "c40" => cross(4, 10, 40, 4, false, &[]),
        "c28" => cross(4, 7, 28, 4, false, &[]),
        "pc56" => cross(4, 14, 56, 6, true, &[]),
        "d52" => danish(),
        "a52" => aeroplane(),
        "p51" => parchis(3),
        "p68" => parchis(4),
        "p102" => parchis(6),
        "p136" => parchis(8),
        "s100" => grid(),
        "s100-gentle" | "s100-wild" => Board {
            jumps: map(id),
            ..grid()
        },
        other => panic!("rules.md section 1 has no board {other}"),
    }
}

/// C and H: squares from 0, arm k starts at `k * per_arm`, safe squares at the same offsets in each arm.
fn cross(arms: i32, per_arm: i32, track: i32, lane: i32, goal: bool, safe: &[i32]) -> Board {
    let starts: Vec<i32> = (0..arms).map(|k| k * per_arm).collect();
    let safe = starts.iter().flat_map(|s| safe.iter().map(move |o| s + o));
    Board {
        ring: arms * per_arm,
        first: 0,
        track,
        lane,
        goal,
        safe: safe.collect(),
        starts: starts.clone(),
        jumps: Vec::new(),
        lead: 0,
        hops: Vec::new(),
    }
}

/// The cross of Danish Ludo (4.10): who lands on a star goes on to the next one, from the last one to the goal.
fn danish() -> Board {
    let stars = [4, 11, 17, 24, 30, 37, 43, 50, 56];
    Board {
        hops: stars.windows(2).map(|two| jump(two[0], two[1])).collect(),
        ..cross(4, 13, 51, 5, true, &[0, 8])
    }
}

/// Aeroplane chess (4.7): a pad before the ring of 52; on it jumps of four from own-colour squares but the last one, and
/// the shortcut over the third square of the opposite lane.
fn aeroplane() -> Board {
    let flight = Hop {
        flies_over: Some(53),
        ..jump(18, 30)
    };
    let jumps = (2..50).step_by(4).map(|from| jump(from, from + 4));
    Board {
        lead: 1,
        hops: std::iter::once(flight).chain(jumps).collect(),
        ..cross(4, 13, 51, 5, true, &[])
    }
}

fn jump(from: i32, to: i32) -> Hop {
    Hop {
        from,
        to,
        flies_over: None,
    }
}

/// A map that rules.md does not list: maps are data (R5-01).
fn map(id: &str) -> Vec<(i32, i32)> {
    let board = ludohall_rules::Board::find(id);
    let jumps = board.into_iter().flat_map(|board| &board.jumps);
    jumps
        .map(|(from, to)| (i32::from(*from), i32::from(*to)))
        .collect()
}

/// P: squares from 1, arms of 17, starts at `5 + 17k`, safe squares at 5, 12, 17 of each arm; four squares before the
/// own start are never visited.
fn parchis(arms: i32) -> Board {
    let ring = 17 * arms;
    Board {
        ring,
        first: 1,
        starts: (0..arms).map(|k| 5 + 17 * k).collect(),
        track: ring - 4,
        lane: 7,
        goal: true,
        safe: (0..arms)
            .flat_map(|k| [5 + 17 * k, 12 + 17 * k, 17 + 17 * k])
            .collect(),
        jumps: Vec::new(),
        lead: 0,
        hops: Vec::new(),
    }
}

/// The hundred squares with the map of section 4.12. All pieces take the same way; progress is the square.
fn grid() -> Board {
    let ladders = [
        (1, 38),
        (4, 14),
        (9, 31),
        (21, 42),
        (28, 84),
        (36, 44),
        (51, 67),
        (71, 91),
        (80, 100),
    ];
    let chutes = [
        (16, 6),
        (47, 26),
        (49, 11),
        (56, 53),
        (62, 19),
        (64, 60),
        (87, 24),
        (93, 73),
        (95, 75),
        (98, 78),
    ];
    Board {
        ring: 100,
        first: 1,
        starts: vec![0; 4],
        track: 100,
        lane: 0,
        goal: true,
        safe: Vec::new(),
        jumps: [&ladders[..], &chutes[..]].concat(),
        lead: 0,
        hops: Vec::new(),
    }
}
