//! What happened, in order, as rolls and moves are applied.

use crate::arm::{ARMS, Arm, Piece, Progress};
use crate::few::Few;
use crate::moves::{Captures, Uses};
use crate::position::Dice;

/// Why steps are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BonusReason {
    /// A capture.
    Capture,
    /// A piece got home.
    Home,
}

/// Why an arm rolls again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExtraReason {
    /// A six.
    Six,
    /// A double.
    Double,
    /// A capture.
    Capture,
    /// A piece got home.
    Home,
}

/// Why dice come to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LostReason {
    /// No piece can move by them.
    NoMove,
    /// An earlier die of the queue could not be used.
    QueueDead,
    /// Too many sixes or doubles in a row.
    Streak,
}

/// What a turn waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Awaits {
    /// A roll.
    Roll,
    /// A choice.
    Move,
}

/// A final place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Whose.
    pub arm: Arm,
    /// From 1; partners share a place.
    pub place: u8,
    /// Whether its player had left the game before finishing.
    pub left: bool,
}

/// Places, first one first.
pub type Places = Few<Place, ARMS>;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the fields are those of the protocol's events of the same name"
)]
pub enum Event {
    /// Dice were rolled.
    Rolled { arm: Arm, dice: Dice },
    /// A double also gives the faces below the dice; they are not thrown.
    Bottoms { arm: Arm, dice: Dice },
    /// A piece moved to `to`. `via` is the square counted to: on a grid board always, elsewhere where the piece did not stay
    /// on it.
    Moved {
        arm: Arm,
        piece: Piece,
        from: Progress,
        via: Option<Progress>,
        to: Progress,
        uses: Uses,
        captures: Captures,
    },
    /// A bonus was refused.
    Declined { arm: Arm },
    /// Steps were earned.
    Bonus {
        arm: Arm,
        steps: u8,
        reason: BonusReason,
    },
    /// Earned steps that no piece can make.
    BonusLost { arm: Arm, steps: u8 },
    /// The arm rolls again.
    ExtraRoll { arm: Arm, reason: ExtraReason },
    /// Dice came to nothing.
    RollLost {
        arm: Arm,
        dice: Dice,
        reason: LostReason,
    },
    /// A piece was sent back for too many sixes or doubles.
    StreakPenalty {
        arm: Arm,
        piece: Piece,
        from: Progress,
        to: Progress,
    },
    /// An arm reached its place.
    FinishedArm { arm: Arm, place: u8 },
    /// A decision is awaited. Always the last event, unless the game is over.
    Turn { arm: Arm, awaits: Awaits },
    /// The game ended, as if nobody had left.
    Finished { places: Places },
}

/// Takes events as they happen.
pub trait Sink {
    /// Takes the next one.
    fn event(&mut self, event: Event);
}

impl Sink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}

/// Takes nothing in.
impl Sink for () {
    fn event(&mut self, _event: Event) {}
}
