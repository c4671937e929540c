//! What followed from the rules, told beside each entry. It helps people, and nothing is read from it.

use crate::{
    Record, RecordEntry, Version,
    convert::{rule_arms, rule_choice, rule_options},
    record::RecordAct,
};
use ludohall_rules::{Arm, Event, Game, LostReason, Piece, Position, Progress};

/// A note for each entry, as far as the rules can follow; most have nothing to say.
pub fn of(record: &Record) -> Vec<String> {
    let mut notes = Vec::new();
    let Some((game, opening)) = opening(record) else {
        return notes;
    };
    let mut stands = vec![(Version(0), opening)];
    for entry in &record.entries {
        let Some((position, events)) = step(&game, &stands, entry) else {
            break;
        };
        stands.push((entry.version, position));
        let told: Vec<String> = events
            .iter()
            .filter_map(|event| tell(&game, event))
            .collect();
        notes.push(told.join(", "));
    }
    notes
}

fn opening(record: &Record) -> Option<(Game, Position)> {
    let options = rule_options(&record.options).ok()?;
    let arms = rule_arms(&record.arms).ok()?;
    let game = Game::new(&record.ruleset, &options, Some(&record.board), &arms).ok()?;
    let opening = game.opening(Arm::new(record.start)?).ok()?;
    Some((game, opening))
}

/// The position after an entry, and what happened.
fn step(
    game: &Game,
    stands: &[(Version, Position)],
    entry: &RecordEntry,
) -> Option<(Position, Vec<Event>)> {
    let mut events = Vec::new();
    let (_, mut position) = *stands.last()?;
    match &entry.act {
        RecordAct::Rolled { dice, .. } => game.roll(&mut position, dice, &mut events).ok()?,
        RecordAct::Moved { choice, .. } => {
            let choice = rule_choice(choice).ok()?;
            game.play(&mut position, &choice, &mut events).ok()?;
        }
        RecordAct::Declined { .. } => {
            let decline = ludohall_rules::Choice::Decline;
            game.play(&mut position, &decline, &mut events).ok()?;
        }
        RecordAct::Undone { to_version, .. } => {
            let mut before = stands.iter().rev();
            (_, position) = *before.find(|(version, _)| version <= to_version)?;
        }
    }
    Some((position, events))
}

/// What no roll or move of the record says itself.
fn tell(game: &Game, event: &Event) -> Option<String> {
    match *event {
        Event::Moved { from, via, to, .. } if game.is_automatic() => {
            let via = via.map_or(String::new(), |via| format!("-{}", via.get()));
            Some(format!("{}{via}-{}", square(from), square(to)))
        }
        Event::Bonus { steps, .. } => Some(format!("+{steps}")),
        Event::BonusLost { steps, .. } => Some(format!("no +{steps}")),
        Event::RollLost { reason, .. } => Some(
            match reason {
                LostReason::NoMove => "no move",
                LostReason::QueueDead => "rest lost",
                LostReason::Streak => "one too many",
            }
            .to_owned(),
        ),
        Event::StreakPenalty {
            arm,
            piece,
            from,
            to,
        } => Some(penalty(arm, piece, from, to)),
        Event::FinishedArm { arm, place } => Some(format!("{} is number {place}", arm.letter())),
        _ => None,
    }
}

fn penalty(arm: Arm, piece: Piece, from: Progress, to: Progress) -> String {
    format!("{}{piece} {}-{}", arm.letter(), square(from), square(to))
}

fn square(progress: Progress) -> String {
    if progress.is_base() {
        "b".to_owned()
    } else {
        progress.get().to_string()
    }
}
