//! What happens in a life: steps that chance picks, and between them people who answer what they are told.

use crate::{
    conn::{Conn, Order, View},
    ground::Process,
    request::{self, Call, What},
    socket::{self, Wish},
    world::{End, Intent, World},
};
use ludohall_protocol::{ClientMessage, Code, TableId, Version};
use ludohall_table::ports::Clock;
use std::collections::VecDeque;
use tokio::sync::mpsc::unbounded_channel;

mod rest;
pub(crate) mod scene;
mod steps;
mod troubles;

/// Connections of one person at one table, at most.
const SOCKETS: usize = 3;

impl World {
    /// A life, until it ends one way or another.
    pub(crate) async fn live(&mut self) -> End {
        let lived = self.lively().await;
        let (Ok(end) | Err(end)) = lived;
        end
    }

    async fn lively(&mut self) -> Result<End, End> {
        self.start();
        self.come_up().await?;
        while self.steps < self.plan.steps {
            self.steps += 1;
            if self.is_scene {
                self.part(self.steps);
                self.go_on(scene::PART_MS).await?;
                continue;
            }
            self.step();
            self.stand_still().await;
            let pause = self.chance.pause(0, self.plan.pause_ms);
            let pause = if self.chance.percent(3) {
                pause * 20
            } else {
                pause
            };
            self.go_on(pause).await?;
        }
        if !self.at_rest {
            self.busy_polls = self.pace.polls;
        }
        self.rest().await?;
        Ok(End::Over)
    }

    /// Waits for the hall to have its tables. Only the weather changes meanwhile, and the process may fall again.
    async fn come_up(&mut self) -> Result<(), End> {
        if !self.at_rest && !self.is_scene && self.chance.percent(10) {
            self.burn();
        }
        let mut waited = 0;
        loop {
            self.pass(500).await?;
            self.check();
            if self.ground.lock().process == Process::Up {
                return Ok(());
            }
            waited += 1;
            if waited > 20 {
                self.clear_up();
            }
        }
    }

    /// Lets `ms` go by; people do what they have in mind.
    pub(crate) async fn go_on(&mut self, ms: u64) -> Result<(), End> {
        let end = self
            .ground
            .now()
            .plus(i64::try_from(ms).unwrap_or(i64::MAX));
        loop {
            self.attend();
            let now = self.ground.now();
            let next = self.agenda.first_key_value().map(|((due, _), _)| *due);
            let until = next.map_or(end, |due| due.min(end));
            if let Some(entry) = self.agenda.first_entry()
                && entry.key().0 <= now
            {
                let intent = entry.remove();
                self.do_it(intent);
                continue;
            }
            if now >= end {
                break;
            }
            self.pass(until.since(now).unsigned_abs()).await?;
        }
        self.check();
        // At least one look at what the tasks have done.
        self.pass(0).await
    }

    /// Reads what is on disk, and judges it.
    fn check(&mut self) {
        let now = self.ground.now();
        let mut state = self.ground.lock();
        state.read_all(now);
        state.look_for_the_dead(now);
    }

    /// What people do about what they have just been told.
    fn attend(&mut self) {
        let (news, hung_up, unanswered) = {
            let mut state = self.ground.lock();
            (
                std::mem::take(&mut state.news),
                std::mem::take(&mut state.hung_up),
                std::mem::take(&mut state.unanswered),
            )
        };
        for conn in news {
            let who = self.ground.lock().conns[conn].who;
            let temper = self.people[who].temper;
            if !self.chance.percent(temper.absent) {
                let ms = self.chance.pause(temper.think.0, temper.think.1);
                self.intend(ms, Intent::Act(conn));
            }
        }
        for conn in hung_up {
            let (who, code, version) = {
                let state = self.ground.lock();
                let there = &state.conns[conn];
                (there.who, there.code, there.version)
            };
            if self.chance.percent(85) {
                let ms = self.chance.pause(0, 4_000);
                let after = self.after(version);
                self.intend(ms, Intent::Connect(who, code, after));
            }
        }
        for (who, table, id) in unanswered {
            if self.chance.percent(75) {
                let ms = self.chance.pause(50, 6_000);
                self.intend(ms, Intent::Retry(who, table, id));
            }
        }
    }

    /// What somebody who has `version` says that they have.
    fn after(&mut self, version: Option<Version>) -> Option<Version> {
        let exact = version.unwrap_or_default();
        match self.chance.below(12) {
            0 => None,
            1 => Some(Version(0)),
            2 => Some(Version(exact.0 + self.chance.between(1, 50))),
            3 | 4 => Some(Version(exact.0.saturating_sub(self.chance.below(6)))),
            _ => version,
        }
    }

    fn do_it(&mut self, intent: Intent) {
        match intent {
            Intent::Act(conn) => self.act(conn),
            Intent::Send(conn, message) => self.send(conn, message),
            Intent::Retry(who, table, id) => {
                if let (Some(message), Some(conn)) = (
                    self.people[who].recall(table, &id),
                    self.line_of(who, table),
                ) {
                    self.send(conn, message);
                }
            }
            Intent::Connect(who, code, after) => self.connect(who, code, after),
        }
    }

    fn act(&mut self, conn: usize) {
        let (who, turn) = {
            let state = self.ground.lock();
            let there = &state.conns[conn];
            if !there.is_open() || !there.is_on_turn() {
                return;
            }
            (there.who, there.view.turn.clone())
        };
        let Some(turn) = turn else { return };
        let clumsy = self.people[who].temper.clumsy;
        if self.chance.percent(clumsy / 2) {
            let message = self.people[who].blunder(&turn, &mut self.chance);
            self.send(conn, message);
        }
        let message = self.people[who].decide(&turn, &mut self.chance);
        if self.chance.percent(clumsy) {
            let ms = self.chance.pause(0, 20_000);
            self.intend(ms, Intent::Send(conn, message.clone()));
        }
        self.send(conn, message);
    }

    pub(crate) fn send(&mut self, conn: usize, message: ClientMessage) {
        let mut state = self.ground.lock();
        let there = &state.conns[conn];
        let (who, player, table) = (there.who, there.player, there.table);
        let line = there.line.clone();
        state.commands.sent(table, player, &message);
        drop(state);
        self.people[who].remember(table, message.clone());
        if let Some(line) = line {
            // A task that is gone does not hear it; the connection is closed then.
            let _ = line.send(Order::Command(message));
        }
    }

    /// A connection of somebody that is open.
    pub(crate) fn line_of(&self, who: usize, table: TableId) -> Option<usize> {
        let state = self.ground.lock();
        let mine = |conn: &Conn| conn.who == who && conn.table == table && conn.is_open();
        state.conns.iter().rposition(mine)
    }

    pub(crate) fn connect(&mut self, who: usize, code: Code, after: Option<Version>) {
        let Some(hall) = self.hall.clone() else {
            return;
        };
        let now = self.ground.now();
        let player = self.people[who].player.clone();
        let (line, orders) = unbounded_channel();
        let mut state = self.ground.lock();
        let Some(table) = state.disk.open(code) else {
            return;
        };
        let mine = |conn: &&Conn| conn.who == who && conn.table == table && conn.is_open();
        if state.conns.iter().filter(mine).count() >= SOCKETS {
            return;
        }
        let conn = state.conns.len();
        state.say(
            now,
            format_args!("c{conn} is {who}'s, at {code} after {after:?}"),
        );
        state.conns.push(Conn {
            who,
            player: player.id,
            table,
            code,
            after,
            version: None,
            waiting: VecDeque::new(),
            line: Some(line),
            greeted: false,
            view: View::default(),
        });
        drop(state);
        let wish = Wish {
            conn,
            code,
            player,
            after,
        };
        tokio::spawn(socket::serve(hall, self.ground.clone(), wish, orders));
    }

    /// Makes a call in a task of its own.
    pub(crate) fn call(&mut self, who: usize, what: What, key: Option<String>) {
        self.calls += 1;
        let call = Call {
            number: self.calls,
            from: self.people[who].player.clone(),
            what,
            key,
        };
        self.again(call);
    }

    pub(crate) fn again(&mut self, call: Call) {
        let Some(hall) = self.hall.clone() else {
            return;
        };
        let Call {
            number,
            what,
            key,
            from,
        } = &call;
        let name = &from.name;
        self.ground
            .say(format_args!("r{number} {name} {what:?} {key:?}"));
        if key.is_some() {
            self.used.push(call.clone());
        }
        tokio::spawn(request::make(hall, self.ground.clone(), call));
    }
}
