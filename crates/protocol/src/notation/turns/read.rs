//! Reading the turns.

use super::{BAR, UNDO};
use crate::{
    Ply, Record, RecordEntry, Version,
    convert::wire_move,
    event::By,
    notation::{Refused, TextError, arm, at_line, clock, course::Course, number, seats::of_word},
    record::RecordAct,
};
use ludohall_rules::{self as rules, MoveKind, Uses};
use std::str::SplitWhitespace;

/// Reads the turns into a record that has none yet.
pub fn read<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    record: &mut Record,
) -> Result<(), TextError> {
    let mut course = Course::of(record).map_err(|reason| TextError { line: None, reason })?;
    for (turn, (line, text)) in (1..).zip(lines) {
        read_turn(turn, text, &mut course, &mut record.entries).map_err(at_line(line))?;
    }
    Ok(())
}

fn read_turn(
    turn: usize,
    text: &str,
    course: &mut Course,
    entries: &mut Vec<RecordEntry>,
) -> Refused<()> {
    let rest = text
        .strip_prefix(&format!("{turn}. "))
        .ok_or_else(|| format!("a turn begins with its number, here `{turn}. `"))?;
    let (acts, stamps) = rest
        .rsplit_once(BAR)
        .ok_or_else(|| format!("no `{BAR}` stands before the times"))?;
    let acts = without_notes(acts)?;
    let mut words = acts.split_whitespace();
    let arm = arm(words.next().unwrap_or_default())?;
    let mut stamps = stamps.split_whitespace();
    let mut count = 0;
    while let Some(act) = read_act(arm, &mut words, course)? {
        count += 1;
        let Some(stamp) = stamps.next() else {
            return Err(format!(
                "no time stands for what was done as number {count}"
            ));
        };
        let entry = read_stamp(stamp, arm, act, course)?;
        course.pass(&entry)?;
        entries.push(entry);
    }
    match stamps.next() {
        Some(stamp) => Err(format!("the time `{stamp}` is of nothing that was done")),
        None if count == 0 => Err("nothing was done".to_owned()),
        None => Ok(()),
    }
}

/// What the rules add is not read.
fn without_notes(text: &str) -> Refused<String> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, note)) = rest.split_once('{') {
        kept.push_str(before);
        let Some((_, after)) = note.split_once('}') else {
            return Err("a `{` has no `}`".to_owned());
        };
        rest = after;
    }
    Ok(kept + rest)
}

/// The next thing that was done, if there is one.
fn read_act(
    arm: u8,
    words: &mut SplitWhitespace<'_>,
    course: &mut Course,
) -> Refused<Option<RecordAct>> {
    let mut n: Option<u32> = None;
    let mut told = false;
    for word in words.by_ref() {
        if let Some(who) = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'))
        {
            let by: By = of_word(who).ok_or_else(|| format!("`{word}` tells nobody who acts"))?;
            course.take_over(arm, by);
            told = true;
        } else if let Some(first) = word.strip_prefix('#') {
            n = Some(number(first)?);
        } else if let Some(dice) = word.strip_suffix(':') {
            let dice = dice.split('+').map(number).collect::<Refused<_>>()?;
            return Ok(Some(RecordAct::Rolled {
                n: n.unwrap_or(course.n),
                dice,
                by: course.by(arm),
            }));
        } else if let Some(n) = n {
            return Err(format!("`#{n}` numbers no roll"));
        } else if word == UNDO {
            return read_undo(words).map(Some);
        } else {
            return read_move(arm, word, words, course).map(Some);
        }
    }
    if told || n.is_some() {
        return Err("the line ends before something was done".to_owned());
    }
    Ok(None)
}

fn read_undo(words: &mut SplitWhitespace<'_>) -> Refused<RecordAct> {
    let mut told = |sign| words.next().and_then(|word| word.strip_prefix(sign));
    match (told('v'), told('#')) {
        (Some(version), Some(n)) => Ok(RecordAct::Undone {
            to_version: Version(number(version)?),
            n: number(n)?,
        }),
        _ => Err(format!(
            "`{UNDO}` is followed by a version and a die, as in `{UNDO} v12 #9`"
        )),
    }
}

fn read_move(
    arm: u8,
    word: &str,
    words: &mut SplitWhitespace<'_>,
    course: &Course,
) -> Refused<RecordAct> {
    let text = match word.parse::<rules::Move>() {
        Ok(_) => word.to_owned(),
        Err(_) => format!("{word} {}", words.next().unwrap_or_default()),
    };
    let by = course.by(arm);
    let mut made: rules::Move = text
        .trim_end()
        .parse()
        .map_err(|error: rules::NotationError| error.reason)?;
    if made.kind == MoveKind::Decline {
        return Ok(RecordAct::Declined { by });
    }
    if made.uses.is_empty() {
        let die = course
            .die(arm)
            .ok_or_else(|| format!("`{text}` does not say by which die"))?;
        made.uses = Uses::of(&[die]).unwrap_or_default();
    }
    Ok(RecordAct::Moved {
        choice: wire_move(&made),
        by,
    })
}

/// The entry of an act: when it was done, and its version and ply.
fn read_stamp(stamp: &str, arm: u8, act: RecordAct, course: &Course) -> Refused<RecordEntry> {
    let (rest, ply) = match stamp.split_once('p') {
        Some((rest, ply)) => (rest, Ply(number(ply)?)),
        None => (stamp, course.ply),
    };
    let (at, version) = match rest.split_once('v') {
        Some((at, version)) => (at, Version(number(version)?)),
        None => (rest, course.version),
    };
    Ok(RecordEntry {
        version,
        at: clock::read(at, course.at)?,
        ply,
        arm,
        act,
    })
}
