//! What every client was told, and what contradicts itself already while it is told.

use super::check::Promise;
use ludohall_protocol::{
    Answer, AnswerCode, By, Code, Event, GameId, PlayerId, Version, event::ControlReason,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An entry as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// When it was decided.
    pub at: String,
    /// What it did, without what is computed when it is sent.
    pub events: Vec<Event>,
}

/// Who sent a command, and its id.
pub type CommandKey = (PlayerId, String);

/// What was told at one table.
#[derive(Clone, Debug, Default)]
pub struct TableTold {
    /// By version.
    pub entries: BTreeMap<u64, Told>,
    /// Commands that were answered with yes, and with which version.
    pub accepted: BTreeMap<CommandKey, u64>,
    /// The newest version that anybody was told of, by an event, a snapshot or an answer.
    pub newest: u64,
    games: BTreeSet<GameId>,
}

/// What was told at all of them.
#[derive(Debug, Default)]
pub struct Ledger {
    tables: HashMap<Code, TableTold>,
    broken: Vec<Promise>,
}

impl Ledger {
    /// What was told, by table.
    pub fn tables(&self) -> impl Iterator<Item = (&Code, &TableTold)> {
        self.tables.iter()
    }

    /// What was broken while it was told.
    pub fn broken(&self) -> &[Promise] {
        &self.broken
    }

    /// Games that were told of.
    pub fn games(&self, code: Code) -> Vec<GameId> {
        self.tables
            .get(&code)
            .map(|table| table.games.iter().copied().collect())
            .unwrap_or_default()
    }

    /// How many commands were answered with yes.
    pub fn accepted(&self) -> usize {
        self.tables.values().map(|table| table.accepted.len()).sum()
    }

    /// How many entries were told.
    pub fn entries(&self) -> usize {
        self.tables.values().map(|table| table.entries.len()).sum()
    }

    /// The newest version that anybody was told of.
    pub fn newest(&self, code: Code) -> Version {
        Version(self.tables.get(&code).map_or(0, |table| table.newest))
    }

    /// A snapshot, by somebody who came when `known` had been told already.
    pub fn snapshot(&mut self, code: Code, known: Version, version: Version, game: GameId) {
        if version < known {
            self.broken.push(Promise::Lost {
                code,
                version: known.0,
            });
        }
        let table = self.tables.entry(code).or_default();
        table.newest = table.newest.max(version.0);
        table.games.insert(game);
    }

    /// An entry.
    pub fn event(&mut self, code: Code, version: Version, at: &str, events: &[Event]) {
        let told = Told {
            at: at.to_owned(),
            events: events.iter().map(lasting).collect(),
        };
        self.broken.extend(
            told.events
                .iter()
                .filter(|event| is_taken_over(event))
                .map(|event| Promise::TakenOver {
                    code,
                    version: version.0,
                    event: Box::new(event.clone()),
                }),
        );
        let table = self.tables.entry(code).or_default();
        table.newest = table.newest.max(version.0);
        table.games.extend(told.events.iter().filter_map(game));
        match table.entries.get(&version.0) {
            None => drop(table.entries.insert(version.0, told)),
            Some(known) if *known == told => {}
            Some(known) => {
                let (one, other) = (format!("{known:?}"), format!("{told:?}"));
                self.broken.push(Promise::Contradicted {
                    code,
                    version: version.0,
                    one,
                    other,
                });
            }
        }
    }

    /// A version that does not follow the one before on the same connection.
    pub fn gap(&mut self, code: Code, expected: Version, version: Version) {
        self.broken.push(Promise::Gap {
            code,
            expected: expected.0,
            version: version.0,
        });
    }

    /// A command that had no answer for a long time.
    pub fn unanswered(&mut self, code: Code, id: &str) {
        self.broken.push(Promise::Unanswered {
            code,
            id: id.to_owned(),
        });
    }

    /// An answer to a command of `who`.
    pub fn answer(&mut self, code: Code, who: PlayerId, answer: &Answer) {
        let Some(id) = answer.id.clone() else {
            return;
        };
        let table = self.tables.entry(code).or_default();
        table.newest = table.newest.max(answer.version.0);
        let key = (who, id);
        let before = table.accepted.get(&key).copied();
        let broken = match (before, answer.ok) {
            (None, true) => {
                table.accepted.insert(key, answer.version.0);
                return;
            }
            (None, false) => return,
            (Some(before), true) => before != answer.version.0,
            (Some(_), false) => !answer.code.is_some_and(may_be_tried_again),
        };
        if broken {
            self.broken.push(Promise::AnsweredAnew {
                code,
                id: key.1,
                answer: format!("{answer:?}"),
            });
        }
    }
}

/// Refusals that say nothing of the command.
pub fn may_be_tried_again(code: AnswerCode) -> bool {
    matches!(
        code,
        AnswerCode::Busy | AnswerCode::TooFast | AnswerCode::Unavailable
    )
}

/// An event without the time that was left when it was sent.
fn lasting(event: &Event) -> Event {
    let mut event = event.clone();
    if let Event::Turn { deadline_ms, .. } = &mut event {
        *deadline_ms = None;
    }
    event
}

fn game(event: &Event) -> Option<GameId> {
    match event {
        Event::Started { game, .. } => Some(game.id),
        _ => None,
    }
}

/// Everybody here acts long before the time is over: whoever loses a decision or a seat lost time to the hall.
fn is_taken_over(event: &Event) -> bool {
    match event {
        Event::Control { reason, .. } => *reason != ControlReason::Returned,
        Event::Rolled { by, .. } | Event::Moved { by, .. } | Event::Declined { by, .. } => {
            matches!(by, Some(By::Bot | By::Clock))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use ludohall_protocol::{Ply, event::Awaits};

    fn rolled(face: u8) -> Event {
        Event::Rolled {
            arm: 0,
            dice: vec![face],
            n: Some(1),
            by: Some(By::Human),
        }
    }

    fn turn(left: u64) -> Event {
        let deadline_ms = Some(Some(left));
        Event::Turn {
            arm: 0,
            awaits: Awaits::Roll,
            ply: Some(Ply(1)),
            legal: None,
            forced: None,
            deadline_ms,
        }
    }

    fn code() -> Code {
        "K7M2QX".parse().unwrap()
    }

    fn answer(ok: bool, version: u64, code: Option<AnswerCode>) -> Answer {
        let version = Version(version);
        Answer {
            id: Some("a".into()),
            ok,
            code,
            message: None,
            version,
            ply: None,
        }
    }

    fn broken(tell: impl Fn(&mut Ledger)) -> Vec<Promise> {
        let mut ledger = Ledger::default();
        tell(&mut ledger);
        ledger.broken
    }

    #[test]
    fn two_clients_may_differ_in_the_time_left_alone() {
        let same = broken(|ledger| {
            ledger.event(code(), Version(1), "t", &[rolled(3), turn(100)]);
            ledger.event(code(), Version(1), "t", &[rolled(3), turn(50)]);
        });
        assert!(same.is_empty());
        let other = broken(|ledger| {
            ledger.event(code(), Version(1), "t", &[rolled(3)]);
            ledger.event(code(), Version(1), "t", &[rolled(4)]);
        });
        assert!(matches!(
            other[..],
            [Promise::Contradicted { version: 1, .. }]
        ));
    }

    #[test]
    fn a_snapshot_that_is_older_than_what_was_told_is_a_loss() {
        let game = GameId("01900000-0000-7000-8000-000000000001".parse().unwrap());
        let lost = broken(|ledger| ledger.snapshot(code(), Version(5), Version(4), game));
        assert!(matches!(lost[..], [Promise::Lost { version: 5, .. }]));
        assert!(broken(|ledger| ledger.snapshot(code(), Version(5), Version(5), game)).is_empty());
    }

    #[test]
    fn the_same_command_has_the_same_answer() {
        let who = PlayerId("01900000-0000-7000-8000-000000000002".parse().unwrap());
        let twice = |second: Answer| {
            broken(move |ledger| {
                ledger.answer(code(), who, &answer(true, 7, None));
                ledger.answer(code(), who, &second);
            })
        };
        assert!(twice(answer(true, 7, None)).is_empty());
        assert!(twice(answer(false, 9, Some(AnswerCode::Unavailable))).is_empty());
        assert_eq!(twice(answer(true, 8, None)).len(), 1);
        assert_eq!(twice(answer(false, 9, Some(AnswerCode::Stale))).len(), 1);
    }

    #[test]
    fn a_seat_that_was_taken_over_is_noticed() {
        let reason = ControlReason::Expired;
        let controller = ludohall_protocol::event::Controller::Bot;
        let taken = Event::Control {
            arm: 1,
            controller,
            reason,
        };
        assert_eq!(
            broken(|ledger| ledger.event(code(), Version(1), "t", std::slice::from_ref(&taken)))
                .len(),
            1
        );
    }
}
