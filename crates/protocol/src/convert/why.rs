//! Why pieces cannot move.

use super::moves::wire_step;
use crate::why::{Bar, Duty, Way, Why};
use ludohall_rules::{self as rules, PieceWhy, Reason};

/// The explanation of a position.
#[must_use]
pub fn wire_why(of: &rules::Why) -> Why {
    Why {
        forced: of.forced.map(wire_duty),
        pieces: of.pieces.iter().map(wire_way).collect(),
    }
}

/// A duty.
#[must_use]
pub fn wire_duty(of: rules::Duty) -> Duty {
    match of {
        rules::Duty::Enter => Duty::Enter,
        rules::Duty::Break => Duty::Break,
        rules::Duty::ClearStart => Duty::ClearStart,
        rules::Duty::Capture => Duty::Capture,
        rules::Duty::Bonus => Duty::Bonus,
        rules::Duty::MostDice => Duty::MostDice,
    }
}

fn wire_way(of: &PieceWhy) -> Way {
    Way {
        arm: of.arm.get(),
        piece: of.piece.get(),
        uses: of.uses.to_vec(),
        legal: of.verdict.as_ref().ok().map(wire_step),
        bar: of.verdict.err().map(wire_bar),
    }
}

fn wire_bar(of: Reason) -> Bar {
    match of {
        Reason::NeedsFace { faces, sum } => Bar::NeedsFace {
            faces: faces.to_vec(),
            sum: (sum > 0).then_some(sum),
        },
        Reason::NoEntryByBonus => Bar::NoEntryByBonus,
        Reason::SumOnlyEnters => Bar::SumOnlyEnters,
        Reason::Home => Bar::Home,
        Reason::PastEnd { by } => Bar::PastEnd { by },
        Reason::CountsBack { by } => Bar::CountsBack { by },
        Reason::CaptureFirst => Bar::CaptureFirst,
        Reason::BlockAhead { at, of } => Bar::BlockAhead {
            at: at.get(),
            of: of.get(),
        },
        Reason::MixedAhead { at } => Bar::MixedAhead { at: at.get() },
        Reason::OwnAhead { at } => Bar::OwnAhead { at: at.get() },
        Reason::OwnPiece { at } => Bar::OwnPiece { at: at.get() },
        Reason::Full { at } => Bar::Full { at: at.get() },
        Reason::Block { at, of } => Bar::Block {
            at: at.get(),
            of: of.get(),
        },
        Reason::NotShared { at } => Bar::NotShared { at: at.get() },
        Reason::Partner { at } => Bar::Partner { at: at.get() },
        Reason::PairBroken { at } => Bar::PairBroken { at: at.get() },
        Reason::PieceAhead { at, of } => Bar::PieceAhead {
            at: at.get(),
            of: of.get(),
        },
        Reason::StairNeeds { face } => Bar::StairNeeds { face },
        Reason::NotYet { first } => Bar::NotYet { first },
        Reason::DiceFirst => Bar::DiceFirst,
        Reason::Duty(duty) => Bar::Duty {
            duty: wire_duty(duty),
        },
        Reason::Unexplained => Bar::Unexplained,
    }
}
