//! What happened.

use super::moves::captures;
use crate::event::{Awaits, BonusReason, Event, ExtraReason, LostReason, Placed};
use ludohall_rules as rules;

/// An event as the engine reports it. What only a table knows (`n`, `by`, `ply`, deadlines) is left out.
#[must_use]
pub fn wire_event(of: &rules::Event) -> Event {
    match *of {
        rules::Event::Rolled { arm, dice } => Event::Rolled {
            arm: arm.get(),
            dice: dice.to_vec(),
            n: None,
            by: None,
        },
        rules::Event::Bottoms { arm, dice } => Event::Bottoms {
            arm: arm.get(),
            dice: dice.to_vec(),
        },
        rules::Event::Moved {
            arm,
            piece,
            from,
            via,
            to,
            uses,
            captures: taken,
        } => Event::Moved {
            arm: arm.get(),
            piece: piece.get(),
            from: from.get(),
            via: via.map(rules::Progress::get),
            to: to.get(),
            uses: uses.to_vec(),
            captures: captures(taken),
            by: None,
        },
        rules::Event::Declined { arm } => Event::Declined {
            arm: arm.get(),
            by: None,
        },
        rules::Event::Turn { arm, awaits } => Event::Turn {
            arm: arm.get(),
            awaits: wire_awaits(awaits),
            ply: None,
            legal: None,
            forced: None,
            deadline_ms: None,
        },
        rules::Event::FinishedArm { arm, place } => Event::FinishedArm {
            arm: arm.get(),
            place,
        },
        rules::Event::Finished { places } => Event::Finished {
            places: places.iter().map(wire_place).collect(),
            secret: None,
            awards: None,
        },
        rules::Event::Bonus { arm, steps, reason } => Event::Bonus {
            arm: arm.get(),
            steps,
            reason: wire_bonus(reason),
        },
        rules::Event::BonusLost { arm, steps } => Event::BonusLost {
            arm: arm.get(),
            steps,
        },
        rules::Event::ExtraRoll { arm, reason } => Event::ExtraRoll {
            arm: arm.get(),
            reason: wire_extra(reason),
        },
        rules::Event::RollLost { arm, dice, reason } => Event::RollLost {
            arm: arm.get(),
            dice: dice.to_vec(),
            reason: wire_lost(reason),
        },
        rules::Event::StreakPenalty {
            arm,
            piece,
            from,
            to,
        } => Event::StreakPenalty {
            arm: arm.get(),
            piece: piece.get(),
            from: from.get(),
            to: to.get(),
        },
    }
}

/// A final place.
#[must_use]
pub fn wire_place(of: &rules::Place) -> Placed {
    Placed {
        arm: of.arm.get(),
        place: of.place,
        left: of.left,
    }
}

fn wire_awaits(of: rules::Awaits) -> Awaits {
    match of {
        rules::Awaits::Roll => Awaits::Roll,
        rules::Awaits::Move => Awaits::Move,
    }
}

fn wire_bonus(of: rules::BonusReason) -> BonusReason {
    match of {
        rules::BonusReason::Capture => BonusReason::Capture,
        rules::BonusReason::Home => BonusReason::Home,
    }
}

pub(super) fn wire_extra(of: rules::ExtraReason) -> ExtraReason {
    match of {
        rules::ExtraReason::Six => ExtraReason::Six,
        rules::ExtraReason::Double => ExtraReason::Double,
        rules::ExtraReason::Capture => ExtraReason::Capture,
        rules::ExtraReason::Home => ExtraReason::Home,
    }
}

fn wire_lost(of: rules::LostReason) -> LostReason {
    match of {
        rules::LostReason::NoMove => LostReason::NoMove,
        rules::LostReason::QueueDead => LostReason::QueueDead,
        rules::LostReason::Streak => LostReason::Streak,
    }
}
