//! A position as it comes from outside, not yet checked.

use crate::event::ExtraReason;
use crate::position::Phase;

/// Two pieces, each as arm and piece.
pub type RawPair = [(u8, u8); 2];

/// The fields of a position on the wire, less those that make the [`crate::Game`] (`ruleset`, `options`, `board`,
/// `arms`). Meaning and absence are those of the engine protocol. [`crate::Game::raw`] gives the optional fields
/// that its rules need, and only them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawPosition {
    /// By arm of the board, `None` where nobody plays: progress of each piece.
    pub pieces: Vec<Option<Vec<i16>>>,
    /// The arm to act; in `Over`, the arm that moved last.
    pub turn: u8,
    /// What is awaited.
    pub phase: Phase,
    /// Faces rolled and not yet used.
    pub dice: Vec<u8>,
    /// Pending bonus steps.
    pub bonus: Vec<u8>,
    /// Sixes or doubles in a row.
    pub streak: u8,
    /// Arms that have finished, in order.
    pub places: Vec<u8>,
    /// When each piece came to its square.
    pub arrived: Option<Vec<Option<Vec<u32>>>>,
    /// The piece last moved in this turn. Outer `None`: the field is absent.
    pub last_moved: Option<Option<(u8, u8)>>,
    /// Pieces moved in this turn, ascending (`streak.effect` `moved_to_base`).
    pub moved: Option<Vec<(u8, u8)>>,
    /// Own blocks of which one must be broken.
    pub duty: Option<Vec<RawPair>>,
    /// Own pairs that may not stand together again in this roll.
    pub split: Option<Vec<RawPair>>,
    /// An extra roll has been earned by this queue.
    pub extra: Option<bool>,
    /// Why; absent: a capture.
    pub extra_by: Option<ExtraReason>,
    /// The one extra roll of this turn has been taken, where there is only one (`again.bonus_chain` off).
    pub extra_used: Option<bool>,
    /// Rolls of this turn that brought no piece out, where there are several (`enter.tries`).
    pub tries: Option<u8>,
    /// Arms that have captured, ascending, where one must (`gate.capture_first`).
    pub captured: Option<Vec<u8>>,
}

impl RawPosition {
    /// A position with these pieces in which `turn` is to roll, all else empty or absent.
    #[must_use]
    pub fn to_roll(pieces: Vec<Option<Vec<i16>>>, turn: u8) -> RawPosition {
        RawPosition {
            pieces,
            turn,
            phase: Phase::Roll,
            dice: Vec::new(),
            bonus: Vec::new(),
            streak: 0,
            places: Vec::new(),
            arrived: None,
            last_moved: None,
            moved: None,
            duty: None,
            split: None,
            extra: None,
            extra_by: None,
            extra_used: None,
            tries: None,
            captured: None,
        }
    }
}
