//! Whether what is kept is what was told.

use super::{
    journal::{Act, Journal, Row},
    ledger::{Ledger, TableTold, Told},
};
use ludohall_protocol::{Code, Event, GameId, Record, RecordEntry, record::RecordAct};
use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum Promise {
    /// A version was told and is not there.
    Lost { code: Code, version: u64 },
    /// A version is there and says something else than was told.
    Altered {
        code: Code,
        version: u64,
        told: String,
        kept: String,
    },
    /// Two clients were told different things of a version.
    Contradicted {
        code: Code,
        version: u64,
        one: String,
        other: String,
    },
    /// A command was answered in another way the second time.
    AnsweredAnew {
        code: Code,
        id: String,
        answer: String,
    },
    /// A command was accepted and does not stand at the version of its answer.
    CommandLost {
        code: Code,
        id: String,
        version: u64,
    },
    /// A command had more than one effect.
    SecondEffect {
        code: Code,
        id: String,
        versions: Vec<u64>,
    },
    /// On one connection a version did not follow the one before.
    Gap {
        code: Code,
        expected: u64,
        version: u64,
    },
    /// A command was never answered on a connection that stood.
    Unanswered { code: Code, id: String },
    /// A journal has a hole.
    Hole { code: Code, version: u64 },
    /// Somebody lost a decision or the seat, though everybody acts in time.
    TakenOver {
        code: Code,
        version: u64,
        event: Box<Event>,
    },
}

/// A kind of broken promise: its name, and whether one is of it.
type Kind = (&'static str, fn(&Promise) -> bool);

impl Promise {
    /// The kinds, as they are reported.
    pub const KINDS: [Kind; 7] = [
        ("actions lost", |p| {
            matches!(
                p,
                Self::Lost { .. } | Self::CommandLost { .. } | Self::Hole { .. }
            )
        }),
        ("actions altered", |p| matches!(p, Self::Altered { .. })),
        ("clients told differently", |p| {
            matches!(p, Self::Contradicted { .. })
        }),
        ("gaps on a connection", |p| matches!(p, Self::Gap { .. })),
        ("commands without an answer", |p| {
            matches!(p, Self::Unanswered { .. })
        }),
        ("second effects of a command", |p| {
            matches!(p, Self::SecondEffect { .. } | Self::AnsweredAnew { .. })
        }),
        ("seats or decisions taken over", |p| {
            matches!(p, Self::TakenOver { .. })
        }),
    ];
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost { code, version } => {
                write!(f, "{code}: version {version} was told and is lost")
            }
            Self::Altered {
                code,
                version,
                told,
                kept,
            } => {
                write!(
                    f,
                    "{code}: version {version} was told as {told} and is kept as {kept}"
                )
            }
            Self::Contradicted {
                code,
                version,
                one,
                other,
            } => {
                write!(
                    f,
                    "{code}: version {version} was told as {one} and as {other}"
                )
            }
            Self::AnsweredAnew { code, id, answer } => write!(
                f,
                "{code}: command {id} was accepted, then answered {answer}"
            ),
            Self::CommandLost { code, id, version } => {
                write!(
                    f,
                    "{code}: command {id} was accepted with version {version} and does not stand there"
                )
            }
            Self::SecondEffect { code, id, versions } => {
                write!(f, "{code}: command {id} has effects at {versions:?}")
            }
            Self::Gap {
                code,
                expected,
                version,
            } => write!(f, "{code}: version {version} came where {expected} was due"),
            Self::Unanswered { code, id } => write!(f, "{code}: command {id} had no answer"),
            Self::Hole { code, version } => {
                write!(f, "{code}: the journal has no version {version}")
            }
            Self::TakenOver {
                code,
                version,
                event,
            } => write!(
                f,
                "{code}: at version {version} somebody lost time: {event:?}"
            ),
        }
    }
}

/// Everything that was broken: while it was told, and in what is kept.
pub fn check(
    ledger: &Ledger,
    journal: &HashMap<Code, Journal>,
    records: &HashMap<GameId, Record>,
) -> Vec<Promise> {
    let mut broken = ledger.broken().to_vec();
    let empty = Journal::default();
    for (code, told) in ledger.tables() {
        let kept = journal.get(code).unwrap_or(&empty);
        broken.extend(holes(*code, told, kept));
        broken.extend(entries(*code, told, kept));
        broken.extend(commands(*code, told, kept));
        let records = ledger
            .games(*code)
            .into_iter()
            .filter_map(|game| records.get(&game));
        broken.extend(acts(*code, told, records));
    }
    broken
}

/// The journal is contiguous, and reaches as far as anybody was told.
fn holes(code: Code, told: &TableTold, kept: &Journal) -> Vec<Promise> {
    let last = kept.keys().next_back().copied().unwrap_or(0);
    let holes = (1..=last).filter(|version| !kept.contains_key(version));
    let mut broken: Vec<Promise> = holes
        .map(|version| Promise::Hole { code, version })
        .collect();
    if last < told.newest {
        broken.push(Promise::Lost {
            code,
            version: told.newest,
        });
    }
    broken
}

/// Each entry that was told is kept as it was told.
fn entries<'a>(
    code: Code,
    told: &'a TableTold,
    kept: &'a Journal,
) -> impl Iterator<Item = Promise> + 'a {
    told.entries.iter().filter_map(move |(&version, told)| {
        let Some(row) = kept.get(&version) else {
            return Some(Promise::Lost { code, version });
        };
        (!is_same(told, row)).then(|| Promise::Altered {
            code,
            version,
            told: format!("{told:?}"),
            kept: format!("{row:?}"),
        })
    })
}

fn is_same(told: &Told, row: &Row) -> bool {
    let at =
        OffsetDateTime::parse(&told.at, &Rfc3339).map(|at| at.unix_timestamp_nanos() / 1_000_000);
    let acts: Vec<Act> = Act::events(&told.events).filter_map(Act::told).collect();
    at.is_ok_and(|at| at == i128::from(row.at_ms)) && acts == row.acts
}

/// Each accepted command stands where its answer said, and nowhere else.
fn commands(code: Code, told: &TableTold, kept: &Journal) -> Vec<Promise> {
    let mut effects: BTreeMap<&(_, String), Vec<u64>> = BTreeMap::new();
    for (version, row) in kept {
        if let Some(command) = &row.command {
            effects.entry(command).or_default().push(*version);
        }
    }
    let twice = effects.iter().filter(|(_, versions)| versions.len() > 1);
    let mut broken: Vec<Promise> = twice
        .map(|((_, id), versions)| Promise::SecondEffect {
            code,
            id: id.clone(),
            versions: versions.clone(),
        })
        .collect();
    let lost = told.accepted.iter().filter(|(command, version)| {
        !effects
            .get(command)
            .is_some_and(|versions| versions.contains(version))
    });
    broken.extend(lost.map(|((_, id), version)| Promise::CommandLost {
        code,
        id: id.clone(),
        version: *version,
    }));
    broken
}

/// Each die and each choice that was told stands in a record.
fn acts<'a>(
    code: Code,
    told: &TableTold,
    records: impl Iterator<Item = &'a Record>,
) -> Vec<Promise> {
    let mut kept: HashMap<u64, Vec<&RecordEntry>> = HashMap::new();
    for entry in records.flat_map(|record| &record.entries) {
        kept.entry(entry.version.0).or_default().push(entry);
    }
    let mut broken = Vec::new();
    for (&version, told) in &told.entries {
        let kept = kept.get(&version).map_or(&[][..], Vec::as_slice);
        let acts = Act::events(&told.events);
        for event in acts.filter(|event| !kept.iter().any(|entry| says(entry, event))) {
            broken.push(Promise::Altered {
                code,
                version,
                told: format!("{event:?}"),
                kept: format!("in the record as {kept:?}"),
            });
        }
    }
    broken
}

/// Whether an entry of a record says what was told.
fn says(entry: &RecordEntry, event: &Event) -> bool {
    match (&entry.act, event) {
        (
            RecordAct::Rolled { n, dice, .. },
            Event::Rolled {
                arm,
                dice: told,
                n: number,
                ..
            },
        ) => entry.arm == *arm && dice == told && Some(*n) == *number,
        (RecordAct::Moved { choice, .. }, Event::Moved { .. }) => {
            Act::chosen(choice) == Act::told(event)
        }
        (RecordAct::Declined { .. }, Event::Declined { arm, .. }) => entry.arm == *arm,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
