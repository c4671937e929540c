//! One course of events that is always the same but for the poll at which the process dies.

use crate::{
    plan::{Plan, Temper, Troubles},
    request::What,
    world::World,
};
use ludohall_protocol::{ClientMessage, Code, CreateTable, TableId};
use ludohall_table::{HallConfig, Request};
use serde_json::json;

/// How long each part takes, in ms.
pub(super) const PART_MS: u64 = 120;
/// The parts.
const PARTS: u32 = 24;

/// What a scene needs of a plan.
pub(crate) fn plan() -> Plan {
    Plan {
        config: HallConfig {
            snapshot_every: 7,
            ..HallConfig::default()
        },
        steps: PARTS,
        people: 3,
        tables: 1,
        pause_ms: PART_MS,
        trouble: 0,
        weights: Troubles {
            weather: 0,
            kill: 0,
            drain: 0,
            still: 0,
        },
    }
}

/// People who always answer, and soon.
pub(crate) const TEMPER: Temper = Temper {
    think: (20, 60),
    absent: 0,
    clumsy: 0,
};

impl World {
    /// The part with this number. A fall may have taken what it needs: then it is left out.
    pub(super) fn part(&mut self, part: u32) {
        if part == 1 {
            return self.call(0, What::Create(Box::new(spec())), Some("open".to_owned()));
        }
        let Some((table, code)) = self.the_table() else {
            // Whoever got no answer asks again, with the same key.
            return self.call(0, What::Create(Box::new(spec())), Some("open".to_owned()));
        };
        match part {
            2 | 3 => self.connect(usize::from(part == 3), code, None),
            4 => self.change(
                1,
                code,
                Request::Sit {
                    arm: None,
                    name: None,
                },
            ),
            5 => self.over(0, table, |id| ClientMessage::Entropy {
                id,
                hex: "c0ffee".to_owned(),
            }),
            6 => self.connect(2, code, None),
            7 => self.change(0, code, Request::Start),
            8 => self.over(1, table, |id| ClientMessage::Say {
                id,
                phrase: Some("hello".to_owned()),
                text: None,
            }),
            10 | 15 => self.repeat(0, table),
            12 => self.hang_up_on(1, table),
            19 => self.connect(1, code, Some(ludohall_protocol::Version(3))),
            20 => self.over(1, table, |id| ClientMessage::Resume { id }),
            21 => self.repeat(1, table),
            22 => self.connect(0, code, None),
            23 => self.change(1, code, Request::Leave),
            _ => {}
        }
    }

    fn the_table(&mut self) -> Option<(TableId, Code)> {
        self.tables().first().copied()
    }

    fn change(&mut self, who: usize, code: Code, request: Request) {
        let key = format!("part-{}", self.steps);
        self.call(who, What::Change(code, request), Some(key));
    }

    fn over(&mut self, who: usize, table: TableId, say: impl FnOnce(String) -> ClientMessage) {
        let message = say(self.people[who].id());
        if let Some(conn) = self.line_of(who, table) {
            self.send(conn, message);
        }
    }

    /// Sends the last command again.
    fn repeat(&mut self, who: usize, table: TableId) {
        let last = self.people[who].sent.last().cloned();
        if let (Some((_, message)), Some(conn)) = (last, self.line_of(who, table)) {
            self.send(conn, message);
        }
    }

    fn hang_up_on(&mut self, who: usize, table: TableId) {
        if let Some(conn) = self.line_of(who, table) {
            self.ground.lock().hang_up(conn);
        }
    }
}

fn spec() -> CreateTable {
    let spec = json!({
        "ruleset": "luddo", "seats": 3, "fill_with_bots": true, "bot_pause_ms": 30, "start_by": "first_seat",
        "options": {"pieces.out": 1},
        "clock": {"decision_ms": 600, "on_expiry": "bot_takes_seat"},
    });
    // What is written here is a table.
    serde_json::from_value(spec).unwrap_or_else(|error| unreachable!("{error}"))
}
