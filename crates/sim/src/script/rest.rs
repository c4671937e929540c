//! The end of a world: nothing bad happens any more, and all must come right.

use crate::{
    ground::State,
    ledger::{Broken, Stage},
    told::same_view,
    world::{End, World},
};
use ludohall_protocol::{ProblemCode, TableId, event::Controller};
use ludohall_table::{Hall, Millis, ports::Clock};
use std::{collections::BTreeMap, sync::Arc};

/// After so long without anything bad all is as it should be: a load that failed is tried again after a minute.
const SETTLED_MS: i64 = 75_000;
/// How much later than it is due a thing may be done.
const LATE_MS: i64 = 3_000;
/// A command that was sent so long ago has its answer.
const ANSWERED_MS: i64 = 35_000;

impl World {
    /// Comes to rest: all is answered, all goes on, and all is in memory as it is on disk, also after one more kill.
    pub(super) async fn rest(&mut self) -> Result<(), End> {
        self.clear_up();
        self.agenda.clear();
        let again = self.at_rest;
        self.at_rest = true;
        if !again {
            let rested = self.ground.now();
            // Long enough for whatever is looked at again after a minute; a scene has nothing of that kind.
            for _ in 0..if self.is_scene { 8 } else { 28 } {
                self.go_on(5_000).await?;
                self.all_answered(rested);
            }
        }
        self.compare().await?;
        if again {
            return Ok(());
        }
        Err(End::Killed)
    }

    /// Commands have their answers; what the hall did to them before it came to rest does not count.
    fn all_answered(&mut self, rested: Millis) {
        let mut state = self.ground.lock();
        let now = self.ground.now();
        let late = state.conns.iter().position(|conn| {
            conn.is_open()
                && conn
                    .waits_since()
                    .is_some_and(|at| now.since(at.max(rested)) > ANSWERED_MS)
        });
        if let Some(conn) = late {
            let ids = format!("c{conn} waits for {:?}", state.conns[conn].waiting);
            state.fail(now, ("answers", ids));
        }
    }

    /// What the hall shows of each table is what its journal makes.
    async fn compare(&mut self) -> Result<(), End> {
        let Some(hall) = self.hall.clone() else {
            return Ok(());
        };
        let ground = self.ground.clone();
        tokio::spawn(async move {
            look_at_all(hall, &ground).await;
            ground.ring();
        });
        for _ in 0..4 {
            self.pass(50).await?;
        }
        Ok(())
    }
}

async fn look_at_all(hall: Hall, ground: &Arc<crate::ground::Ground>) {
    let tables: BTreeMap<TableId, _> = {
        let state = ground.lock();
        let open = state.disk.written.open_tables();
        open.map(|(id, rows)| (id, (rows.code, rows.members.first().copied())))
            .collect()
    };
    for (id, (code, member)) in tables {
        let view = match hall.table(code).await {
            Ok(table) => table.view(member).await,
            Err(refusal) => Err(refusal),
        };
        let now = ground.now();
        let mut state = ground.lock();
        state.read(id, now);
        let compared = match view {
            Ok(_) if state.is_writing(id) => Ok(()),
            Ok(view) => state
                .ledgers
                .get(&id)
                .map_or(Ok(()), |ledger| same_view(ledger, &view, now)),
            Err(_) if !state.is_there(code, now) => Ok(()),
            Err(refusal) if refusal.code == ProblemCode::TooManyRequests => Ok(()),
            // Nobody may be there to look.
            Err(refusal) if member.is_none() => {
                state.say(now, format_args!("{code}: {refusal:?}"));
                Ok(())
            }
            Err(refusal) => Err(("lost-table", format!("{code}: {refusal:?}"))),
        };
        if let Err(broken) = compared {
            state.fail(now, broken);
        }
    }
}

impl State {
    /// Looks whether anything is overdue though nothing bad has happened for long, and whether each game that has ended
    /// is recorded once.
    pub(crate) fn look_for_the_dead(&mut self, now: Millis) {
        let is_fair = self.weather == crate::line::Weather::Fair
            && self.process == crate::ground::Process::Up;
        if !is_fair {
            self.fair_since = None;
        } else if self.fair_since.is_none() {
            self.fair_since = Some(now);
        }
        let mut found: Option<Broken> = None;
        for ledger in self.ledgers.values() {
            for game in &ledger.ended {
                let records = self.disk.records.get(game).copied().unwrap_or(0);
                if records != 1 {
                    let how = format!("{}: {records} records of game {game}", ledger.code);
                    found = Some(("award", how));
                }
            }
            let Some(fair_since) = self.fair_since else {
                continue;
            };
            let from = ledger.last_at.max(fair_since.plus(SETTLED_MS));
            let Some(decision) = ledger.decision.filter(|_| ledger.stage == Stage::Running) else {
                continue;
            };
            let pause = ledger.settings.as_ref().map_or(0, |s| s.bot_pause_ms);
            let due = match decision.controller {
                Controller::Bot => Some(i64::from(pause)),
                _ => decision.limit_ms,
            };
            if !self.is_tight && due.is_some_and(|due| now.since(from) > due + LATE_MS) {
                let how = format!(
                    "{}: {decision:?} since {}",
                    ledger.code,
                    ledger.last_at.rfc3339()
                );
                found = Some(("overdue", how));
            }
        }
        if let Some(broken) = found {
            self.fail(now, broken);
        }
    }
}
