//! Writing the turns.

use super::{BAR, UNDO};
use crate::{
    Move, Record, RecordEntry,
    convert::rule_move,
    event::By,
    notation::{Refused, clock, course::Course, letter, notes, seats::word_of},
    record::RecordAct,
};
use ludohall_rules::Uses;
use std::fmt::Write;

/// Writes a line for each turn.
pub fn write(text: &mut String, record: &Record) -> Refused<()> {
    let mut course = Course::of(record)?;
    let mut notes = notes::of(record).into_iter();
    let turns = record
        .entries
        .chunk_by(|a, b| a.arm == b.arm && !is_undo(a) && !is_undo(b));
    for (number, turn) in (1..).zip(turns) {
        let (mut acts, mut stamps) = (String::new(), String::new());
        for entry in turn {
            let act = write_act(entry, &mut course)
                .map_err(|reason| format!("version {}: {reason}", entry.version.0))?;
            let _ = write!(acts, " {act}");
            if let Some(note) = notes.next().filter(|note| !note.is_empty()) {
                let _ = write!(acts, " {{{note}}}");
            }
            let _ = write!(stamps, " {}", write_stamp(entry, &course)?);
            course.pass(entry)?;
        }
        let arm = turn.first().map_or(record.start, |entry| entry.arm);
        let _ = writeln!(text, "{number}. {}{acts} {BAR}{stamps}", letter(arm)?);
    }
    Ok(())
}

fn is_undo(entry: &RecordEntry) -> bool {
    matches!(entry.act, RecordAct::Undone { .. })
}

fn write_act(entry: &RecordEntry, course: &mut Course) -> Refused<String> {
    Ok(match &entry.act {
        RecordAct::Rolled { n, dice, by } => {
            let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
            if faces.is_empty() {
                return Err("no die was rolled".to_owned());
            }
            let n = if *n == course.n {
                String::new()
            } else {
                format!("#{n} ")
            };
            format!("{}{n}{}:", write_by(entry, *by, course)?, faces.join("+"))
        }
        RecordAct::Moved { choice, by } => {
            let by = write_by(entry, *by, course)?;
            by + &write_move(entry, choice, course)?
        }
        RecordAct::Declined { by } => {
            let by = write_by(entry, *by, course)?;
            by + &write_move(entry, &Move::Decline, course)?
        }
        RecordAct::Undone { to_version, n } => format!("{UNDO} v{} #{n}", to_version.0),
    })
}

/// Who acted, where it is another than before.
fn write_by(entry: &RecordEntry, by: By, course: &mut Course) -> Refused<String> {
    if course.by(entry.arm) == by {
        return Ok(String::new());
    }
    course.take_over(entry.arm, by);
    Ok(format!("({}) ", word_of(&by)?))
}

fn write_move(entry: &RecordEntry, choice: &Move, course: &Course) -> Refused<String> {
    let mut made = rule_move(choice).map_err(|error| error.to_string())?;
    let expected = course.die(entry.arm).map(|die| [die]);
    let dice = matches!(choice, Move::Enter(_) | Move::Move(_));
    let whole = made.to_string();
    if whole.parse() != Ok(made) || dice && made.uses.is_empty() {
        return Err(format!("`{whole}` does not tell the whole move"));
    }
    if dice && expected.is_some_and(|die| made.uses[..] == die) {
        made.uses = Uses::new();
    }
    Ok(made.to_string())
}

/// When it was done; then version and ply, where they do not follow on those before.
fn write_stamp(entry: &RecordEntry, course: &Course) -> Refused<String> {
    let mut stamp = clock::write(&entry.at, course.at)?;
    if entry.version != course.version {
        let _ = write!(stamp, "v{}", entry.version.0);
    }
    if entry.ply != course.ply {
        let _ = write!(stamp, "p{}", entry.ply.0);
    }
    Ok(stamp)
}
