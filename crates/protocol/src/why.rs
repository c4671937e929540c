//! Why a piece cannot move: codes and numbers; the words are the client's.

use crate::{ids::Ply, moves::Step};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A rule that lets only some of the possible moves be played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// A piece must come out.
    Enter,
    /// A block must be broken.
    Break,
    /// The own start square must be cleared while pieces wait.
    ClearStart,
    /// A roll that can capture must.
    Capture,
    /// Bonus steps come before the dice that are left.
    Bonus,
    /// As many dice as possible must be used.
    MostDice,
}

/// What keeps a piece from moving by something. `at` is where, by the piece's own progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum Bar {
    /// It waits in base and comes out by one of these `faces`, or by two dice of this `sum`.
    NeedsFace {
        faces: Vec<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sum: Option<u8>,
    },
    /// It waits in base, and bonus steps bring nothing out.
    NoEntryByBonus,
    /// It is on the board, and the sum of two dice only brings a piece out.
    SumOnlyEnters,
    /// It has arrived.
    Home,
    /// It would come past the end by `by` squares.
    PastEnd { by: i16 },
    /// Counting `by` squares back from the end leads it where it cannot stand.
    CountsBack { by: i16 },
    /// Its player must capture before any piece enters the lane.
    CaptureFirst,
    /// Two or more pieces of the arm `of` stand in its way.
    BlockAhead { at: i16, of: u8 },
    /// Two pieces of different arms stand in its way, on a safe square.
    MixedAhead { at: i16 },
    /// It would jump over an own piece in the lane.
    OwnAhead { at: i16 },
    /// It would land on an own piece, and no two may share that square.
    OwnPiece { at: i16 },
    /// It would land where as many stand as may.
    Full { at: i16 },
    /// It would land on a block of the arm `of`.
    Block { at: i16, of: u8 },
    /// It would land beside a rival's piece on a safe square, where none is shared.
    NotShared { at: i16 },
    /// It would land on a partner's piece.
    Partner { at: i16 },
    /// It would stand again with the piece from which it was parted in this roll.
    PairBroken { at: i16 },
    /// It would pass a piece of the arm `of`, and may not.
    PieceAhead { at: i16, of: u8 },
    /// It climbs the stair by this `face` only.
    StairNeeds { face: u8 },
    /// Another die is used `first`.
    NotYet { first: u8 },
    /// Bonus steps wait until the dice are used.
    DiceFirst,
    /// It could, were it not for this `duty`.
    Duty { duty: Duty },
    /// No reason is known.
    Unexplained,
}

/// One way in which a piece might move: the legal `move`, or the `reason` that bars it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Way {
    /// The owner of the piece.
    pub arm: u8,
    /// The piece.
    pub piece: u8,
    /// The faces (or the bonus) that it would use, ascending.
    pub uses: Vec<u8>,
    /// The legal move.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub legal: Option<Step>,
    /// Why there is none.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub bar: Option<Bar>,
}

/// What forces a choice, and what bars every piece that cannot move by something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Why {
    /// The duty that takes moves away, if one does.
    #[schema(required = true)]
    pub forced: Option<Duty>,
    /// By piece and then by what it would use; empty where nothing is to be chosen.
    pub pieces: Vec<Way>,
}

/// `GET /api/v1/tables/{code}/why`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TableWhy {
    /// The decision that this is about.
    pub ply: Ply,
    /// What forces the choice, and what bars the pieces.
    #[serde(flatten)]
    pub why: Why,
}
