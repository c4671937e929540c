//! One step: what somebody does without being asked.

use crate::{
    conn::{Conn, Order},
    plan,
    request::What,
    world::{Intent, World},
};
use ludohall_protocol::{ClientMessage, Code, TableId, Version, table::BotLevel};
use ludohall_table::{Request, ports::Clock};

/// What may happen.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Open,
    Sit,
    Start,
    Come,
    Drop,
    Stall,
    Prod,
    Repeat,
    Say,
    Solo,
    Leave,
    Manage,
    Rematch,
    AskAgain,
    Look,
}

impl World {
    /// Something happens.
    pub(super) fn step(&mut self) {
        if self.steps > 8 && self.chance.percent(self.plan.trouble) {
            return self.trouble();
        }
        let open = self.tables();
        if open.is_empty() {
            return self.open();
        }
        let people = u32::try_from(self.people.len()).unwrap_or(1);
        let kind = match self.steps {
            step if step <= people => Kind::Sit,
            step if step <= 2 * people => Kind::Come,
            step if step <= 2 * people + 2 => Kind::Start,
            _ => self.kind(),
        };
        self.happen(kind, &open);
    }

    fn kind(&mut self) -> Kind {
        self.chance.weighted(&[
            (2, Kind::Open),
            (8, Kind::Sit),
            (8, Kind::Start),
            (20, Kind::Come),
            (8, Kind::Drop),
            (3, Kind::Stall),
            (14, Kind::Prod),
            (8, Kind::Repeat),
            (5, Kind::Say),
            (9, Kind::Solo),
            (1, Kind::Leave),
            (4, Kind::Manage),
            (5, Kind::Rematch),
            (4, Kind::AskAgain),
            (3, Kind::Look),
        ])
    }

    pub(super) fn tables(&mut self) -> Vec<(TableId, Code)> {
        let now = self.ground.now();
        let mut state = self.ground.lock();
        state.disk.settle(now);
        let open = state.disk.written.open_tables();
        open.map(|(id, rows)| (id, rows.code)).collect()
    }

    fn happen(&mut self, kind: Kind, open: &[(TableId, Code)]) {
        let (table, code) = *self.chance.pick(open);
        let who = self.somebody();
        match kind {
            Kind::Open if open.len() < self.plan.tables => self.open(),
            Kind::Open | Kind::Come => self.come(who, table, code),
            Kind::Sit => {
                let arm = if self.chance.percent(80) {
                    None
                } else {
                    Some(u8::try_from(self.chance.below(4)).unwrap_or(0))
                };
                self.ask(who, code, Request::Sit { arm, name: None });
            }
            Kind::Start => {
                let host = self.host(table).unwrap_or(who);
                self.ask(host, code, Request::Start);
            }
            Kind::Rematch => self.ask(who, code, Request::Rematch),
            Kind::Leave => self.ask(who, code, Request::Leave),
            Kind::Manage => self.manage(table, code),
            Kind::AskAgain => {
                if !self.used.is_empty() {
                    let call = self.chance.pick(&self.used).clone();
                    self.again(call);
                }
            }
            Kind::Look => {
                let what = *self.chance.pick(&[true, false]);
                let what = if what { What::Look(code) } else { What::Mine };
                self.call(who, what, None);
            }
            Kind::Drop | Kind::Stall | Kind::Prod | Kind::Repeat | Kind::Say | Kind::Solo => {
                if let Some(conn) = self.some_line() {
                    self.over_a_line(kind, conn);
                }
            }
        }
    }

    fn somebody(&mut self) -> usize {
        let n = self.people.len() as u64;
        usize::try_from(self.chance.below(n)).unwrap_or(0)
    }

    fn open(&mut self) {
        let who = self.somebody();
        let people = self.people.len() as u64;
        let spec = plan::spec(&mut self.chance, people);
        let key = self.key(70);
        self.call(who, What::Create(Box::new(spec)), key);
    }

    fn key(&mut self, percent: u64) -> Option<String> {
        let wanted = self.chance.percent(percent);
        wanted.then(|| format!("key-{}", self.calls))
    }

    fn ask(&mut self, who: usize, code: Code, request: Request) {
        let key = self.key(40);
        self.call(who, What::Change(code, request), key);
    }

    fn host(&self, table: TableId) -> Option<usize> {
        let state = self.ground.lock();
        let shadow = state.ledgers.get(&table)?.shadow.as_ref()?;
        let is_host = |person: &crate::person::Person| shadow.you(person.player.id).host;
        self.people.iter().position(is_host)
    }

    /// What the host may do before the start.
    fn manage(&mut self, table: TableId, code: Code) {
        let who = self.host(table).unwrap_or(0);
        let arm = u8::try_from(self.chance.below(4)).unwrap_or(0);
        let request = match self.chance.below(5) {
            0 | 1 => Request::PutBot {
                arm: self.chance.percent(50).then_some(arm),
                level: Some(BotLevel::Easy),
            },
            2 => Request::RemoveBot { arm },
            3 => Request::Kick { arm },
            _ => Request::Change(ludohall_protocol::table::Changes {
                bot_pause_ms: Some(20),
                seats: self.chance.percent(50).then_some(2 + arm % 3),
                ..Default::default()
            }),
        };
        self.ask(who, code, request);
    }

    fn come(&mut self, who: usize, table: TableId, code: Code) {
        let version = {
            let state = self.ground.lock();
            let seen = state.ledgers.get(&table).map(|ledger| ledger.seen);
            let mine = |conn: &&Conn| conn.who == who && conn.table == table;
            let last = state.conns.iter().rfind(mine);
            last.and_then(|conn| conn.version).or(seen.map(Version))
        };
        let after = self.after(version);
        self.connect(who, code, after);
    }

    fn some_line(&mut self) -> Option<usize> {
        let state = self.ground.lock();
        let open = |conn: &usize| state.conns[*conn].is_open() && state.conns[*conn].greeted;
        let open: Vec<usize> = (0..state.conns.len()).filter(open).collect();
        drop(state);
        (!open.is_empty()).then(|| *self.chance.pick(&open))
    }

    fn over_a_line(&mut self, kind: Kind, conn: usize) {
        let (who, turn) = {
            let state = self.ground.lock();
            let there = &state.conns[conn];
            (there.who, there.view.turn.clone())
        };
        match kind {
            Kind::Drop => {
                let mut state = self.ground.lock();
                state.hang_up(conn);
                drop(state);
                self.ground.say(format_args!("c{conn} hangs up"));
            }
            Kind::Stall => {
                let ms = self.chance.pause(100, 20_000);
                self.order(conn, Order::Stall(ms));
            }
            Kind::Prod => {
                if let Some(turn) = turn {
                    let message = if self.chance.percent(50) {
                        self.people[who].decide(&turn, &mut self.chance)
                    } else {
                        self.people[who].blunder(&turn, &mut self.chance)
                    };
                    self.send(conn, message);
                }
            }
            Kind::Repeat => {
                let sent = &self.people[who].sent;
                if !sent.is_empty() {
                    let (table, message) = self.chance.pick(sent).clone();
                    if let Some(conn) = self.line_of(who, table) {
                        self.send(conn, message.clone());
                        let ms = self.chance.pause(0, 5_000);
                        self.intend(ms, Intent::Send(conn, message));
                    }
                }
            }
            Kind::Say => {
                let id = self.people[who].id();
                let phrase = Some("hello".to_owned());
                self.send(
                    conn,
                    ClientMessage::Say {
                        id,
                        phrase,
                        text: None,
                    },
                );
            }
            _ => {
                let id = self.people[who].id();
                let message = match self.chance.below(8) {
                    0..=2 => ClientMessage::Resume { id },
                    3 | 4 => ClientMessage::Undo { id },
                    5 => ClientMessage::Restart { id },
                    _ => ClientMessage::Entropy {
                        id,
                        hex: format!("{:x}", self.chance.next()),
                    },
                };
                self.send(conn, message);
            }
        }
    }

    fn order(&mut self, conn: usize, order: Order) {
        let line = self.ground.lock().conns[conn].line.clone();
        if let Some(line) = line {
            // A task that is gone does not hear it.
            let _ = line.send(order);
        }
    }
}
