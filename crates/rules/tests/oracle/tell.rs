//! What happened, as lines of text: by the oracle, and by the engine's events.

use crate::legal::Move;
use crate::state::Id;
use ludohall_rules::{Awaits, BonusReason, Captures, Event, ExtraReason, LostReason, Phase};

/// Lines of what happened, in order.
#[derive(Default)]
pub struct Told(pub Vec<String>);

impl Told {
    pub fn rolled(&mut self, arm: usize, dice: &[i32]) {
        self.0.push(format!("rolled {arm} {dice:?}"));
    }

    pub fn moved(&mut self, m: &Move) {
        let id = (m.arm, m.piece);
        let detour = (m.via != m.to).then_some(m.via);
        self.line_of_move(id, m.from, detour, m.to, &m.uses, &m.captures);
    }

    /// A move on a grid.
    pub fn slid(&mut self, arm: usize, from: i32, via: i32, to: i32, face: i32) {
        self.line_of_move((arm, 0), from, Some(via), to, &[face], &[]);
    }

    fn line_of_move(
        &mut self,
        id: Id,
        from: i32,
        via: Option<i32>,
        to: i32,
        uses: &[i32],
        captures: &[Id],
    ) {
        self.0.push(format!(
            "moved {id:?} {from} {via:?} {to} {uses:?} {captures:?}"
        ));
    }

    pub fn declined(&mut self, arm: usize) {
        self.0.push(format!("declined {arm}"));
    }

    pub fn bonus(&mut self, arm: usize, steps: i32, reason: BonusReason) {
        self.0.push(format!("bonus {arm} {steps} {reason:?}"));
    }

    pub fn bonus_lost(&mut self, arm: usize, steps: i32) {
        self.0.push(format!("bonus_lost {arm} {steps}"));
    }

    pub fn extra(&mut self, arm: usize, reason: ExtraReason) {
        self.0.push(format!("extra_roll {arm} {reason:?}"));
    }

    pub fn lost(&mut self, arm: usize, dice: &[i32], reason: LostReason) {
        self.0.push(format!("roll_lost {arm} {dice:?} {reason:?}"));
    }

    pub fn bottoms(&mut self, arm: usize, dice: &[i32]) {
        self.0.push(format!("bottoms {arm} {dice:?}"));
    }

    pub fn penalty(&mut self, id: Id, from: i32, to: i32) {
        self.0.push(format!("streak_penalty {id:?} {from} {to}"));
    }

    pub fn finished_arm(&mut self, arm: usize, place: usize) {
        self.0.push(format!("finished_arm {arm} {place}"));
    }

    pub fn turn(&mut self, arm: usize, phase: Phase) {
        self.0.push(format!("turn {arm} {phase:?}"));
    }

    /// Arms with their places; the order of partners, who share one, means nothing.
    pub fn finished(&mut self, places: &[(usize, usize)]) {
        let mut places = places.to_vec();
        places.sort_by_key(|(arm, place)| (*place, *arm));
        self.0.push(format!("finished {places:?}"));
    }
}

/// The same line for an event of the engine.
pub fn line(event: &Event) -> String {
    let mut told = Told::default();
    match *event {
        Event::Rolled { arm, dice } => told.rolled(arm.index(), &numbers(&dice)),
        Event::Moved {
            arm,
            piece,
            from,
            via,
            to,
            uses,
            captures,
        } => told.line_of_move(
            (arm.index(), piece.index()),
            from.get().into(),
            via.map(|p| p.get().into()),
            to.get().into(),
            &numbers(&uses),
            &ids(captures),
        ),
        Event::Declined { arm } => told.declined(arm.index()),
        Event::Bonus { arm, steps, reason } => told.bonus(arm.index(), steps.into(), reason),
        Event::Bottoms { arm, dice } => told.bottoms(arm.index(), &numbers(&dice)),
        Event::BonusLost { arm, steps } => told.bonus_lost(arm.index(), steps.into()),
        Event::ExtraRoll { arm, reason } => told.extra(arm.index(), reason),
        Event::RollLost { arm, dice, reason } => told.lost(arm.index(), &numbers(&dice), reason),
        Event::StreakPenalty {
            arm,
            piece,
            from,
            to,
        } => told.penalty(
            (arm.index(), piece.index()),
            from.get().into(),
            to.get().into(),
        ),
        Event::FinishedArm { arm, place } => told.finished_arm(arm.index(), place.into()),
        Event::Turn { arm, awaits } => told.turn(arm.index(), phase(awaits)),
        Event::Finished { places } => {
            let places: Vec<_> = places
                .iter()
                .map(|place| (place.arm.index(), usize::from(place.place)))
                .collect();
            told.finished(&places);
        }
    }
    told.0.remove(0)
}

fn phase(awaits: Awaits) -> Phase {
    match awaits {
        Awaits::Roll => Phase::Roll,
        Awaits::Move => Phase::Move,
    }
}

/// Small numbers as the oracle has them.
pub fn numbers(values: &[u8]) -> Vec<i32> {
    values.iter().map(|value| (*value).into()).collect()
}

/// Captured pieces as the oracle has them.
pub fn ids(captures: Captures) -> Vec<Id> {
    let all = captures.iter();
    all.map(|(arm, piece)| (arm.index(), piece.index()))
        .collect()
}
