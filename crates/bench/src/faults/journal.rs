//! The journal as a hall leaves it behind: read from its database, past everything that the hall itself says.

use super::ledger::CommandKey;
use crate::failure::Failure;
use ludohall_protocol::{Code, Event, Move, PlayerId};
use serde::Deserialize;
use sqlx::{ConnectOptions, Row as _, sqlite::SqliteConnectOptions};
use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

/// The file in the data folder.
const FILE: &str = "ludohall.sqlite";

/// The rows of one table, by version.
pub type Journal = BTreeMap<u64, Row>;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// When it was decided.
    pub at_ms: i64,
    /// The command that it answers.
    pub command: Option<CommandKey>,
    /// What was rolled and chosen, in order.
    pub acts: Vec<Act>,
}

/// What was rolled or chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Dice.
    Roll(Vec<u8>),
    /// A piece of an arm, and what it used.
    Play(u8, u8, Vec<u8>),
    /// A bonus refused.
    Decline,
}

impl Act {
    /// That of an event.
    pub fn told(event: &Event) -> Option<Self> {
        match event {
            Event::Rolled { dice, .. } => Some(Self::Roll(dice.clone())),
            Event::Moved {
                arm, piece, uses, ..
            } => Some(Self::Play(*arm, *piece, uses.clone())),
            Event::Declined { .. } => Some(Self::Decline),
            _ => None,
        }
    }

    /// The events of one entry that are acts, in order. A move told after a roll of the same entry is none: it follows from
    /// the roll by the rules, where nobody has a choice (`snakes`), and neither journal nor record repeats what follows.
    pub fn events(events: &[Event]) -> impl Iterator<Item = &Event> {
        let mut rolled = false;
        events.iter().filter(move |event| {
            rolled |= matches!(event, Event::Rolled { .. });
            let follows = rolled && matches!(event, Event::Moved { .. });
            Self::told(event).is_some() && !follows
        })
    }

    /// That of a choice in a record.
    pub fn chosen(choice: &Move) -> Option<Self> {
        match choice {
            Move::Enter(step) | Move::Move(step) | Move::Bonus(step) => {
                Some(Self::Play(step.arm, step.piece, step.uses.clone()))
            }
            Move::Decline => Some(Self::Decline),
        }
    }
}

/// As much of a row's body as is compared.
#[derive(Deserialize)]
struct Body {
    command: Option<Command>,
    ops: Vec<Op>,
}

#[derive(Deserialize)]
struct Command {
    by: PlayerId,
    id: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Op {
    Roll {
        roll: Roll,
    },
    Play {
        play: Play,
    },
    Decline {
        #[allow(dead_code, reason = "its name says all")]
        decline: serde_json::Value,
    },
    Other(#[allow(dead_code, reason = "whatever it is, it is no act")] serde_json::Value),
}

#[derive(Deserialize)]
struct Roll {
    dice: Vec<u8>,
}

#[derive(Deserialize)]
struct Play {
    arm: u8,
    piece: u8,
    uses: Vec<u8>,
}

/// Reads the journals of a hall that has ended.
///
/// # Errors
/// The database cannot be read, or a row is none.
pub async fn read(data: &Path) -> Result<HashMap<Code, Journal>, Failure> {
    let mut connection = SqliteConnectOptions::new()
        .filename(data.join(FILE))
        .connect()
        .await
        .map_err(Failure::odd("the journal"))?;
    let rows = sqlx::query("SELECT t.code, e.seq, e.at, e.body FROM table_event AS e JOIN tables AS t ON t.id = e.table_id")
        .fetch_all(&mut connection)
        .await
        .map_err(Failure::odd("the journal"))?;
    let mut journals: HashMap<Code, Journal> = HashMap::new();
    for row in rows {
        let (code, version, row) = one(&row)?;
        journals.entry(code).or_default().insert(version, row);
    }
    Ok(journals)
}

fn one(row: &sqlx::sqlite::SqliteRow) -> Result<(Code, u64, Row), Failure> {
    let odd = |error: sqlx::Error| Failure::odd("a row of the journal")(error);
    let code: String = row.try_get(0).map_err(odd)?;
    let version: i64 = row.try_get(1).map_err(odd)?;
    let at_ms = row.try_get(2).map_err(odd)?;
    let body: String = row.try_get(3).map_err(odd)?;
    Ok((
        code.parse().map_err(Failure::odd("a code"))?,
        version.unsigned_abs(),
        read_row(at_ms, &body)?,
    ))
}

fn read_row(at_ms: i64, body: &str) -> Result<Row, Failure> {
    let body: Body = serde_json::from_str(body).map_err(Failure::odd("a row of the journal"))?;
    Ok(Row {
        at_ms,
        command: body.command.map(|command| (command.by, command.id)),
        acts: body.ops.into_iter().filter_map(act).collect(),
    })
}

fn act(op: Op) -> Option<Act> {
    match op {
        Op::Roll { roll } => Some(Act::Roll(roll.dice)),
        Op::Play { play } => Some(Act::Play(play.arm, play.piece, play.uses)),
        Op::Decline { .. } => Some(Act::Decline),
        Op::Other(_) => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn acts_are_read_in_order_and_all_else_is_left_out() {
        let by = "01900000-0000-7000-8000-000000000002";
        let body = format!(
            r#"{{"v":1,"command":{{"by":"{by}","id":"a","digest":5}},"ops":[{{"roll":{{"dice":[6],"by":"human"}}}},"pause",
            {{"play":{{"arm":1,"piece":2,"uses":[6],"by":"human"}}}},{{"decline":{{"by":"human"}}}},{{"seat":{{"arm":1}}}}]}}"#
        );
        let row = read_row(5, &body).unwrap();
        assert_eq!(
            row.acts,
            [Act::Roll(vec![6]), Act::Play(1, 2, vec![6]), Act::Decline]
        );
        assert_eq!(row.command, Some((by.parse().unwrap(), "a".to_owned())));
    }
}
