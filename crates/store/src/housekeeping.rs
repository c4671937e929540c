//! Heartbeats, and forgetting what nobody can ask for any more.
//!
//! Forgetting goes in small batches, each a write like others, with pauses between them: nobody waits long for a commit
//! because of it. What is to go is looked for by the readers; the writer only takes it out.

mod guests;
mod tables;

use crate::{
    Millis, SESSION_LIFETIME_MS, Store, StoreError,
    db::{Call, Row},
    statements as sql,
};
use guests::Cursor;
use std::time::{Duration, Instant};
use tables::State;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// How long a repeated request finds its answer: longer than anybody's client goes on asking.
pub const REQUEST_KEPT_MS: i64 = DAY_MS;
/// How long the last beat of a run that owns nothing is kept.
pub const BEAT_KEPT_MS: i64 = 7 * DAY_MS;
/// How long a table that closed without a game is kept whole: a day to see what went wrong with it.
pub const UNPLAYED_KEPT_MS: i64 = DAY_MS;
/// How long it is known that a code named a table that has closed: as long as anybody's session lasts who sat there.
pub const CLOSED_KEPT_MS: i64 = SESSION_LIFETIME_MS;
/// A guest without a session is kept so long: its session may be on its way.
pub const GUEST_KEPT_MS: i64 = HOUR_MS;
/// A guest who was never seen after the first hour, has no seat, no game and set nothing up, is kept so long.
pub const UNUSED_GUEST_KEPT_MS: i64 = 30 * DAY_MS;

/// Rows that one batch takes out at most: a few milliseconds of the writer.
pub const ROWS_AT_ONCE: i64 = 250;
/// Batches of one sweep at most; the next sweep goes on. Half an hour of them, and more than a day's tables.
const BATCHES_AT_ONCE: usize = 10_000;
/// The pause between two batches at least.
const PAUSE: Duration = Duration::from_millis(100);
/// How many times as long as a batch the pause after it is: forgetting so has a tenth of the writer's time at most.
const PAUSE_FACTOR: u32 = 9;

/// How long what is kept that a hall may decide about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// The journal of a closed table, in ms; none: for ever. Records of games that were played to their end stay anyhow.
    pub journals_ms: Option<i64>,
}

/// What one batch has taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Of what.
    pub what: &'static str,
    /// How many rows.
    pub rows: i64,
}

/// What is looked through, in this order.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Runs,
    Requests,
    Sessions,
    Tables(State),
    Rows,
    Guests,
}

const STAGES: [Stage; 7] = [
    Stage::Runs,
    Stage::Requests,
    Stage::Sessions,
    Stage::Tables(State::New),
    Stage::Tables(State::Played),
    Stage::Rows,
    Stage::Guests,
];

impl Stage {
    fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Requests => "requests",
            Self::Sessions => "sessions",
            Self::Tables(_) => "journals",
            Self::Rows => "tables",
            Self::Guests => "guests",
        }
    }
}

/// A walk through all that may be forgotten, batch by batch.
pub struct Sweep<'a> {
    store: &'a Store,
    now: Millis,
    retention: Retention,
    stage: usize,
    guests: Cursor,
}

impl Store {
    /// Notes that this run of the server is alive. Meant for every second.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn beat(&self, now: Millis) -> Result<(), StoreError> {
        let call = Call::new(sql::BEAT).bind(self.node).bind(now);
        self.journal.change(vec![call]).await.map(drop)
    }

    /// When a server was last alive on this database, before this run.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn last_beat(&self) -> Result<Option<Millis>, StoreError> {
        let rows = self
            .db
            .read(&Call::new(sql::LAST_BEAT).bind(self.node))
            .await?;
        let at = rows
            .first()
            .map(|row| row.maybe_int(0))
            .transpose()?
            .flatten();
        Ok(at.map(Millis))
    }

    /// Forgets what is due, in small batches with pauses; how many rows that were. What is left after very many is done the
    /// next time.
    ///
    /// # Errors
    /// [`StoreError`]; the next time goes on.
    pub async fn sweep(&self, now: Millis, retention: Retention) -> Result<i64, StoreError> {
        let mut sweep = self.sweep_by_hand(now, retention);
        let mut rows = 0;
        for _ in 0..BATCHES_AT_ONCE {
            let started = Instant::now();
            let Some(swept) = sweep.batch().await? else {
                break;
            };
            metrics::counter!("ludohall_swept_rows_total", "what" => swept.what)
                .increment(swept.rows.unsigned_abs());
            rows += swept.rows;
            tokio::time::sleep(PAUSE.max(started.elapsed() * PAUSE_FACTOR)).await;
        }
        Ok(rows)
    }

    /// The same batch by batch.
    #[must_use]
    pub fn sweep_by_hand(&self, now: Millis, retention: Retention) -> Sweep<'_> {
        Sweep {
            store: self,
            now,
            retention,
            stage: 0,
            guests: Cursor::default(),
        }
    }
}

impl Sweep<'_> {
    /// Forgets the next few rows; none when nothing is left to be forgotten.
    ///
    /// # Errors
    /// [`StoreError`]; asking again goes on.
    pub async fn batch(&mut self) -> Result<Option<Swept>, StoreError> {
        while let Some(stage) = STAGES.get(self.stage).copied() {
            let rows = self.some_of(stage).await?;
            if rows > 0 {
                let what = stage.name();
                return Ok(Some(Swept { what, rows }));
            }
            self.stage += 1;
        }
        Ok(None)
    }

    /// How many rows went; 0 when there are no more.
    async fn some_of(&mut self, stage: Stage) -> Result<i64, StoreError> {
        match stage {
            Stage::Runs => self.runs().await,
            Stage::Requests => self.older(sql::FORGET_REQUESTS, REQUEST_KEPT_MS).await,
            // Their rows say themselves when they are over.
            Stage::Sessions => self.older(sql::FORGET_SESSIONS, 0).await,
            Stage::Tables(state) => self.tables(state).await,
            Stage::Rows => self.older(sql::FORGET_TABLES, CLOSED_KEPT_MS).await,
            Stage::Guests => self.guests().await,
        }
    }

    fn before(&self, kept_ms: i64) -> Millis {
        Millis(self.now.0.saturating_sub(kept_ms))
    }

    /// What a statement takes out by itself: rows from before a time, so many at most.
    async fn older(&self, forget: &'static str, kept_ms: i64) -> Result<i64, StoreError> {
        let call = Call::new(forget)
            .bind(self.before(kept_ms))
            .bind(ROWS_AT_ONCE);
        let answers = self.store.journal.change(vec![call]).await?;
        Ok(count(&answers))
    }

    async fn runs(&self) -> Result<i64, StoreError> {
        let find = Call::new(sql::DEAD_RUNS)
            .bind(self.store.node)
            .bind(self.before(BEAT_KEPT_MS))
            .bind(tables::TABLES_AT_ONCE);
        let dead = self.store.db.read(&find).await?;
        let forget = dead
            .iter()
            .map(|row| Ok(Call::new(sql::FORGET_RUN).bind(row.text(0)?.as_str())));
        let calls: Vec<Call> = forget.collect::<Result<_, sqlx::Error>>()?;
        if calls.is_empty() {
            return Ok(0);
        }
        Ok(count(&self.store.journal.change(calls).await?))
    }
}

fn count(answers: &[Vec<Row>]) -> i64 {
    let rows = answers.iter().map(Vec::len).sum::<usize>();
    i64::try_from(rows).unwrap_or(i64::MAX)
}
