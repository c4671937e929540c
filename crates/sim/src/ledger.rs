//! What the journal of one table says, read row by row from the disk and folded by the sim itself: who has which seat, who
//! acts, which decision is awaited since when. Each row is judged as it is read.
//!
//! Beside it the table's own fold of the same rows, to compare what clients are told with.

use crate::{account::Account, commands::Commands};
pub(crate) use game::Replay;
use ludohall_protocol::{
    Code, Event, GameId, PlayerId, ServerMessage, TableId, Version,
    event::Controller,
    table::{Clock, ClockName, Settings},
};
use ludohall_table::{Body, Entry, Millis, Table, store::StoredEntry};
use raw::Row;
use std::{collections::BTreeMap, sync::Arc};

mod fold;
mod game;
mod raw;

/// A broken promise: which one, and how.
pub(crate) type Broken = (&'static str, String);

/// A seat as the rows leave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chair {
    pub(crate) arm: u8,
    pub(crate) owner: Option<PlayerId>,
    pub(crate) left: bool,
    pub(crate) controller: Controller,
    entropy: Option<String>,
}

/// Where the table is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    #[default]
    Waiting,
    Running,
    Paused,
    Over,
    Closed,
}

/// A decision that is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) ply: u64,
    pub(crate) arm: u8,
    pub(crate) controller: Controller,
    /// How long a person may take; `None` without a clock, or where a bot acts.
    pub(crate) limit_ms: Option<i64>,
}

/// One table.
pub(crate) struct Ledger {
    pub(crate) id: TableId,
    pub(crate) code: Code,
    /// Rows read.
    pub(crate) seen: u64,
    pub(crate) last_at: Millis,
    pub(crate) settings: Option<Box<Settings>>,
    pub(crate) stage: Stage,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) ply: u64,
    pub(crate) decision: Option<Decision>,
    /// When it began to be awaited.
    pub(crate) since: Millis,
    pub(crate) replay: Option<Replay>,
    /// Games that have ended and must have a record.
    pub(crate) ended: Vec<GameId>,
    /// The entry of each command.
    pub(crate) commands: BTreeMap<(PlayerId, String), Version>,
    pub(crate) shadow: Option<Table>,
    /// What clients are told of each version, without deadlines.
    told: Vec<(String, Arc<[Event]>)>,
    game: Option<(GameId, String)>,
    solo: bool,
}

impl Ledger {
    pub(crate) fn new(id: TableId, code: Code) -> Self {
        Self {
            id,
            code,
            seen: 0,
            last_at: Millis(0),
            settings: None,
            stage: Stage::Waiting,
            chairs: Vec::new(),
            ply: 0,
            decision: None,
            since: Millis(0),
            replay: None,
            ended: Vec::new(),
            commands: BTreeMap::new(),
            shadow: None,
            told: Vec::new(),
            game: None,
            solo: false,
        }
    }

    /// Reads the rows that are new.
    pub(crate) fn read(
        &mut self,
        rows: &[StoredEntry],
        commands: &Commands,
        account: &Account,
    ) -> Result<(), Broken> {
        let known = usize::try_from(self.seen).unwrap_or(usize::MAX);
        for stored in rows.get(known..).unwrap_or_default() {
            let due = Version(self.seen + 1);
            if stored.seq != due {
                let found = stored.seq.0;
                return Err((
                    "journal-contiguous",
                    format!("{found} follows {}", self.seen),
                ));
            }
            if stored.at < self.last_at {
                return Err((
                    "journal-contiguous",
                    format!("{} is older than what it follows", due.0),
                ));
            }
            self.row(stored, commands, account)
                .map_err(|(name, how)| (name, format!("{} version {}: {how}", self.code, due.0)))?;
            self.follow(stored)?;
        }
        Ok(())
    }

    /// What a client is told of a version, without deadlines.
    pub(crate) fn told(&self, version: Version) -> Option<&(String, Arc<[Event]>)> {
        let i = usize::try_from(version.0).ok()?.checked_sub(1)?;
        self.told.get(i)
    }

    fn row(
        &mut self,
        stored: &StoredEntry,
        commands: &Commands,
        account: &Account,
    ) -> Result<(), Broken> {
        let row: Row = serde_json::from_str(&stored.body)
            .map_err(|error| ("journal-readable", error.to_string()))?;
        let before = self.decision;
        if let Some(command) = &row.command {
            self.command(command, stored.seq, commands)?;
        }
        for op in &row.ops {
            self.op(op, &row, stored)?;
        }
        if row.ops.iter().any(fold::is_expiry) {
            self.had_its_time(before, stored.at, account)?;
        }
        self.seen = stored.seq.0;
        self.last_at = stored.at;
        self.decision = self.awaited();
        if self.decision != before {
            self.since = stored.at;
        }
        Ok(())
    }

    /// Whoever missed a decision must have had its time.
    fn had_its_time(
        &self,
        decision: Option<Decision>,
        at: Millis,
        account: &Account,
    ) -> Result<(), Broken> {
        let Some((decision, limit)) = decision.and_then(|d| Some((d, d.limit_ms?))) else {
            return Err(("deadline", "a clock ran out that nobody had".to_owned()));
        };
        let (had, tolerated) = account.charged(self.since, at);
        if had + tolerated >= limit {
            return Ok(());
        }
        let arm = decision.arm;
        let how = format!(
            "arm {arm} had {had} of {limit} ms (tolerated {tolerated}), from {} to {}",
            self.since.rfc3339(),
            at.rfc3339()
        );
        Err(("time", how))
    }

    fn awaited(&self) -> Option<Decision> {
        if self.stage != Stage::Running {
            return None;
        }
        let (arm, _) = self.replay.as_ref()?.to_act()?;
        let controller = self.chair(arm)?.controller;
        let clock = self
            .settings
            .as_ref()
            .and_then(|settings| limit(&settings.clock));
        let people = self.chairs.iter().filter(|chair| chair.is_owned()).count();
        let timed = controller == Controller::Human && !self.solo && people > 1;
        Some(Decision {
            ply: self.ply,
            arm,
            controller,
            limit_ms: clock.filter(|_| timed),
        })
    }

    pub(crate) fn chair(&self, arm: u8) -> Option<&Chair> {
        self.chairs.iter().find(|chair| chair.arm == arm)
    }

    fn chair_mut(&mut self, arm: u8) -> Result<&mut Chair, Broken> {
        let chair = self.chairs.iter_mut().find(|chair| chair.arm == arm);
        chair.ok_or_else(|| ("seats", format!("nobody plays arm {arm}")))
    }

    /// The table's own fold, and the message that it makes of the entry.
    fn follow(&mut self, stored: &StoredEntry) -> Result<(), Broken> {
        let broken = |error: &dyn std::fmt::Display| ("journal-readable", error.to_string());
        let entry = Entry {
            version: stored.seq,
            at: stored.at,
            body: Body::from_json(stored.seq, &stored.body).map_err(|error| broken(&error))?,
        };
        let applied = if let Some(table) = &mut self.shadow {
            table.apply(&entry).map_err(|error| broken(&error))?
        } else {
            let opened = Table::from_entry(self.id, self.code, &entry);
            let (table, applied) = opened.map_err(|error| broken(&error))?;
            self.shadow = Some(table);
            applied
        };
        let events: Arc<[Event]> = applied.events.clone().into();
        let message = ServerMessage::Event {
            version: applied.version,
            at: applied.at.rfc3339(),
            events: applied.events,
        };
        let text = serde_json::to_string(&message).map_err(|error| broken(&error))?;
        self.told.push((text, events));
        Ok(())
    }
}

impl Chair {
    fn open(arm: u8) -> Self {
        Self {
            arm,
            owner: None,
            left: false,
            controller: Controller::None,
            entropy: None,
        }
    }

    /// Whether somebody has it and has not left.
    pub(crate) fn is_owned(&self) -> bool {
        self.owner.is_some() && !self.left
    }
}

/// The time for a decision.
fn limit(clock: &Clock) -> Option<i64> {
    match clock {
        Clock::Named(ClockName::House) => Some(60_000),
        Clock::Named(ClockName::Brisk) => Some(15_000),
        Clock::Named(ClockName::Party) => Some(30_000),
        Clock::Named(ClockName::Untimed) => None,
        Clock::Free(free) => i64::try_from(free.decision_ms).ok(),
    }
}
