//! The comparison finds each kind of loss when it is given one.
#![allow(clippy::unwrap_used)]

use super::*;
use ludohall_protocol::{Answer, By, Move, PlayerId, Ply, Version, moves::Step};

const AT: &str = "2026-01-02T03:04:05.678Z";
const AT_MS: i64 = 1_767_323_045_678;

fn code() -> Code {
    "K7M2QX".parse().unwrap()
}

fn who() -> PlayerId {
    "01900000-0000-7000-8000-000000000002".parse().unwrap()
}

fn game() -> GameId {
    "01900000-0000-7000-8000-000000000001".parse().unwrap()
}

/// A table at which a die was rolled and a piece moved, as it was told and as it is kept.
struct Case {
    ledger: Ledger,
    journal: Journal,
    record: Record,
}

impl Case {
    fn sound() -> Self {
        let mut ledger = Ledger::default();
        ledger.snapshot(code(), Version(0), Version(1), game());
        let rolled = Event::Rolled {
            arm: 1,
            dice: vec![6],
            n: Some(9),
            by: Some(By::Human),
        };
        ledger.event(code(), Version(2), AT, &[rolled]);
        let moved = Event::Moved {
            arm: 1,
            piece: 2,
            from: -1,
            via: None,
            to: 0,
            uses: vec![6],
            captures: Vec::new(),
            by: Some(By::Human),
        };
        ledger.event(code(), Version(3), AT, &[moved]);
        for (id, version) in [("a", 2), ("b", 3)] {
            let version = Version(version);
            let answer = Answer {
                id: Some(id.into()),
                ok: true,
                code: None,
                message: None,
                version,
                ply: None,
            };
            ledger.answer(code(), who(), &answer);
        }
        let row = |command: Option<&str>, acts| Row {
            at_ms: AT_MS,
            command: command.map(|id| (who(), id.to_owned())),
            acts,
        };
        let rows = [
            row(None, Vec::new()),
            row(Some("a"), vec![Act::Roll(vec![6])]),
            row(Some("b"), vec![Act::Play(1, 2, vec![6])]),
        ];
        Self {
            ledger,
            journal: (1..).zip(rows).collect(),
            record: record(),
        }
    }

    fn broken(self) -> Vec<Promise> {
        let journal = HashMap::from([(code(), self.journal)]);
        check(
            &self.ledger,
            &journal,
            &HashMap::from([(game(), self.record)]),
        )
    }

    fn row(&mut self, version: u64) -> &mut Row {
        self.journal.get_mut(&version).unwrap()
    }
}

fn record() -> Record {
    let entry = |version, act| RecordEntry {
        version: Version(version),
        at: AT.into(),
        ply: Ply(version),
        arm: 1,
        act,
    };
    let step = Step {
        via: None,
        arm: 1,
        piece: 2,
        uses: vec![6],
        from: -1,
        to: 0,
        captures: Vec::new(),
    };
    let entries = vec![
        entry(
            2,
            RecordAct::Rolled {
                n: 9,
                dice: vec![6],
                by: By::Human,
            },
        ),
        entry(
            3,
            RecordAct::Moved {
                choice: Move::Enter(step),
                by: By::Human,
            },
        ),
    ];
    Record {
        id: game(),
        table: code(),
        ruleset: "ludo".into(),
        options: BTreeMap::new(),
        board: "c52".into(),
        arms: vec![0, 1],
        start: 1,
        start_rolls: Vec::new(),
        seats: Vec::new(),
        commitment: String::new(),
        secret: None,
        entropy: BTreeMap::new(),
        entries,
        places: Vec::new(),
        started_at: AT.into(),
        finished_at: None,
    }
}

#[test]
fn what_is_kept_as_it_was_told_breaks_no_promise() {
    assert_eq!(Case::sound().broken(), []);
}

/// What is done to what is kept, and what is then to be found.
type Mutant = (fn(&mut Case), fn(&Promise) -> bool);

#[test]
fn whatever_is_lost_or_altered_is_found() {
    let mutants: [Mutant; 10] = [
        (
            |case| drop(case.journal.remove(&3)),
            |p| matches!(p, Promise::Lost { version: 3, .. }),
        ),
        (
            |case| drop(case.journal.remove(&2)),
            |p| matches!(p, Promise::Hole { version: 2, .. }),
        ),
        (
            |case| case.journal.clear(),
            |p| matches!(p, Promise::Lost { .. }),
        ),
        (
            |case| case.row(2).acts = vec![Act::Roll(vec![5])],
            |p| matches!(p, Promise::Altered { version: 2, .. }),
        ),
        (
            |case| case.row(3).acts.clear(),
            |p| matches!(p, Promise::Altered { version: 3, .. }),
        ),
        (
            |case| case.row(2).at_ms += 1,
            |p| matches!(p, Promise::Altered { version: 2, .. }),
        ),
        (
            |case| case.row(2).command = None,
            |p| matches!(p, Promise::CommandLost { version: 2, .. }),
        ),
        (
            |case| case.row(3).command = Some((who(), "a".into())),
            |p| matches!(p, Promise::SecondEffect { .. }),
        ),
        (
            |case| drop(case.record.entries.pop()),
            |p| matches!(p, Promise::Altered { version: 3, .. }),
        ),
        (
            |case| {
                case.record.entries[0].act = RecordAct::Rolled {
                    n: 9,
                    dice: vec![1],
                    by: By::Human,
                }
            },
            |p| matches!(p, Promise::Altered { version: 2, .. }),
        ),
    ];
    for (number, (mutate, is_found)) in mutants.into_iter().enumerate() {
        let mut case = Case::sound();
        mutate(&mut case);
        let broken = case.broken();
        assert!(broken.iter().any(is_found), "mutant {number}: {broken:?}");
        let known = |promise: &Promise| Promise::KINDS.iter().any(|(_, kind)| kind(promise));
        assert!(
            broken.iter().all(known),
            "a kind that no row counts: {broken:?}"
        );
    }
}

#[test]
fn an_answer_beyond_the_journal_is_a_loss() {
    let mut case = Case::sound();
    let answer = Answer {
        id: Some("c".into()),
        ok: true,
        code: None,
        message: None,
        version: Version(4),
        ply: None,
    };
    case.ledger.answer(code(), who(), &answer);
    let broken = case.broken();
    assert!(
        broken.contains(&Promise::Lost {
            code: code(),
            version: 4
        }),
        "{broken:?}"
    );
}

#[test]
fn a_move_that_follows_from_its_roll_stands_in_no_journal() {
    let mut case = Case::sound();
    let rolled = Event::Rolled {
        arm: 1,
        dice: vec![3],
        n: Some(10),
        by: Some(By::Human),
    };
    let moved = Event::Moved {
        arm: 1,
        piece: 0,
        from: 4,
        via: Some(7),
        to: 14,
        uses: vec![3],
        captures: Vec::new(),
        by: Some(By::Human),
    };
    case.ledger.event(code(), Version(4), AT, &[rolled, moved]);
    let row = Row {
        at_ms: AT_MS,
        command: None,
        acts: vec![Act::Roll(vec![3])],
    };
    case.journal.insert(4, row);
    let act = RecordAct::Rolled {
        n: 10,
        dice: vec![3],
        by: By::Human,
    };
    let entry = RecordEntry {
        version: Version(4),
        at: AT.into(),
        ply: Ply(4),
        arm: 1,
        act,
    };
    case.record.entries.push(entry);
    assert_eq!(case.broken(), []);
}
