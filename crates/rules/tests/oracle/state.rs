//! A position as plain lists, read from the fields of the engine protocol.

use crate::board::BASE;
use crate::duty::own_blocks;
use crate::rules::{Again, Rules};
use ludohall_rules::{ExtraReason, Phase, RawPair, RawPosition};

/// A piece: its arm and its number.
pub type Id = (usize, usize);

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    /// By arm; empty where nobody plays.
    pub pieces: Vec<Vec<i32>>,
    pub turn: usize,
    pub phase: Phase,
    pub dice: Vec<i32>,
    pub bonus: Vec<i32>,
    pub streak: i32,
    pub places: Vec<usize>,
    pub arrived: Vec<Vec<u32>>,
    pub last_moved: Option<Id>,
    /// The pieces moved in this turn.
    pub moved: Vec<Id>,
    pub duty: Vec<[Id; 2]>,
    pub split: Vec<[Id; 2]>,
    pub extra: Option<ExtraReason>,
    pub extra_used: bool,
    pub tries: i32,
    pub captured: Vec<usize>,
}

impl State {
    /// The opening: `out` pieces on the start square, the others in base.
    pub fn opening(rules: &Rules, start: usize) -> State {
        let row = |arm| match rules.arms.contains(&arm) {
            true => (0..rules.each)
                .map(|n| if n < rules.out { 0 } else { BASE })
                .collect(),
            false => Vec::new(),
        };
        let pieces: Vec<Vec<i32>> = (0..rules.board.starts.len()).map(row).collect();
        State {
            arrived: pieces.iter().map(|row| vec![0; row.len()]).collect(),
            pieces,
            turn: start,
            phase: Phase::Roll,
            dice: Vec::new(),
            bonus: Vec::new(),
            streak: 0,
            places: Vec::new(),
            last_moved: None,
            moved: Vec::new(),
            duty: Vec::new(),
            split: Vec::new(),
            extra: None,
            extra_used: false,
            tries: 0,
            captured: Vec::new(),
        }
    }

    /// A position from outside; what is absent is read as the engine protocol says.
    pub fn read(rules: &Rules, raw: &RawPosition) -> State {
        let numbers = |row: &Option<Vec<i16>>| row.iter().flatten().map(|p| (*p).into()).collect();
        let pieces: Vec<Vec<i32>> = raw.pieces.iter().map(numbers).collect();
        let arrived = raw.arrived.as_ref();
        let mut state = State {
            turn: raw.turn.into(),
            phase: raw.phase,
            dice: raw.dice.iter().map(|die| (*die).into()).collect(),
            bonus: raw.bonus.iter().map(|steps| (*steps).into()).collect(),
            streak: raw.streak.into(),
            places: raw.places.iter().map(|arm| (*arm).into()).collect(),
            arrived: match arrived {
                Some(rows) => rows
                    .iter()
                    .map(|row| row.clone().unwrap_or_default())
                    .collect(),
                None => pieces.iter().map(|row| vec![0; row.len()]).collect(),
            },
            pieces,
            last_moved: raw.last_moved.flatten().map(id),
            moved: raw.moved.iter().flatten().map(|piece| id(*piece)).collect(),
            duty: Vec::new(),
            split: pairs(raw.split.as_ref()),
            extra: raw
                .extra
                .unwrap_or(false)
                .then(|| raw.extra_by.unwrap_or(ExtraReason::Capture)),
            extra_used: raw.extra_used.unwrap_or(false),
            tries: raw.tries.unwrap_or(0).into(),
            captured: raw
                .captured
                .iter()
                .flatten()
                .map(|arm| (*arm).into())
                .collect(),
        };
        state.duty = match &raw.duty {
            _ if !rules.must_break => Vec::new(),
            Some(duty) => pairs(Some(duty)),
            None if untouched(rules, &state) => own_blocks(rules, &state),
            None => Vec::new(),
        };
        state
    }

    /// All pieces with their progress.
    pub fn all(&self) -> impl Iterator<Item = (Id, i32)> {
        self.pieces.iter().enumerate().flat_map(|(arm, row)| {
            row.iter()
                .enumerate()
                .map(move |(n, progress)| ((arm, n), *progress))
        })
    }

    /// How far a piece has come.
    pub fn progress(&self, (arm, piece): Id) -> i32 {
        self.pieces[arm][piece]
    }

    /// Whether an arm has a piece in base.
    pub fn waits(&self, arm: usize) -> bool {
        self.pieces[arm].contains(&BASE)
    }

    /// Later than every arrival so far.
    pub fn now(&self) -> u32 {
        1 + self.arrived.iter().flatten().max().copied().unwrap_or(0)
    }
}

/// Whether no die of a six or double has been used.
fn untouched(rules: &Rules, state: &State) -> bool {
    let fresh = state.phase == Phase::Move && state.dice.len() == rules.dice;
    fresh
        && match rules.again {
            Again::Six => state.dice == [6],
            Again::Double => state.dice[0] == state.dice[1],
        }
}

fn id((arm, piece): (u8, u8)) -> Id {
    (arm.into(), piece.into())
}

fn pairs(raw: Option<&Vec<RawPair>>) -> Vec<[Id; 2]> {
    raw.into_iter().flatten().map(|pair| pair.map(id)).collect()
}
