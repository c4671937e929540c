//! The hall's port to its journal, over the database. It translates, and decides nothing.

use ludohall_protocol::{Code, GameId, PlayerId, TableId, Version};
use ludohall_store as db;
use ludohall_table::{
    Millis,
    store::{
        Append, AppendError, Created, Epoch, FinishedGame, IdempotencyKey, LoadError, Loaded,
        Membership, NewTable, Snapshot, Store, StoreFuture, StoredEntry, Unavailable,
    },
};
use std::sync::Arc;

/// What keys of requests are kept under: one person's keys are theirs whatever they ask for.
const OPERATION: &str = "table";

/// The database as the hall sees it.
#[derive(Clone)]
pub struct Journal {
    db: Arc<db::Store>,
}

impl Journal {
    /// The hall's view of `db`.
    #[must_use]
    pub fn new(db: Arc<db::Store>) -> Self {
        Self { db }
    }
}

impl Store for Journal {
    fn create(&self, table: NewTable) -> StoreFuture<'_, Result<Created, Unavailable>> {
        Box::pin(async move {
            let created = self.db.create(to_new_table(table)).await;
            Ok(match created.map_err(unavailable)? {
                db::Created::Done(epoch) => Created::Done(Epoch(epoch.0)),
                db::Created::CodeTaken => Created::CodeTaken,
                db::Created::Replayed(code) => Created::Replayed(code),
            })
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Result<(), AppendError>> {
        let appending = self.db.append(to_append(append));
        Box::pin(async move {
            let done = appending.await;
            done.map_err(|error| match error {
                db::AppendError::Fenced => AppendError::Fenced,
                db::AppendError::Taken => AppendError::Taken,
                db::AppendError::Unavailable(error) => unavailable(error).into(),
            })
        })
    }

    fn load(&self, code: Code) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        Box::pin(async move { from_loaded(self.db.load(code).await) })
    }

    fn load_id(&self, id: TableId) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        Box::pin(async move { from_loaded(self.db.load_id(id).await) })
    }

    fn journal(&self, id: TableId) -> StoreFuture<'_, Result<Vec<StoredEntry>, LoadError>> {
        Box::pin(async move {
            let events = self.db.events(id, Version(1)).await.map_err(load_error)?;
            Ok(events.into_iter().map(from_event).collect())
        })
    }

    fn open_tables(&self) -> StoreFuture<'_, Result<Vec<(TableId, Code)>, Unavailable>> {
        Box::pin(async move { self.db.open_tables().await.map_err(unavailable) })
    }

    fn has_closed(&self, code: Code) -> StoreFuture<'_, Result<bool, Unavailable>> {
        Box::pin(async move { self.db.has_closed(code).await.map_err(unavailable) })
    }

    fn tables_of(&self, player: PlayerId) -> StoreFuture<'_, Result<Vec<Code>, Unavailable>> {
        Box::pin(async move { self.db.tables_of(player).await.map_err(unavailable) })
    }

    fn game(&self, id: GameId) -> StoreFuture<'_, Result<Option<String>, Unavailable>> {
        Box::pin(async move { self.db.game(id).await.map_err(unavailable) })
    }

    fn replayed(&self, key: IdempotencyKey) -> StoreFuture<'_, Result<Option<Code>, Unavailable>> {
        Box::pin(async move { self.db.recall(&to_request(key)).await.map_err(unavailable) })
    }

    fn beat(&self, now: Millis) -> StoreFuture<'_, Result<(), Unavailable>> {
        Box::pin(async move { self.db.beat(db::Millis(now.0)).await.map_err(unavailable) })
    }

    fn last_beat(&self) -> StoreFuture<'_, Result<Option<Millis>, Unavailable>> {
        Box::pin(async move {
            let beat = self.db.last_beat().await.map_err(unavailable)?;
            Ok(beat.map(|at| Millis(at.0)))
        })
    }
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "it is what map_err hands over"
)]
fn unavailable(error: db::StoreError) -> Unavailable {
    Unavailable(error.to_string())
}

fn to_new_table(table: NewTable) -> db::NewTable {
    db::NewTable {
        id: table.id,
        code: table.code,
        created_at: table
            .entries
            .first()
            .map_or(db::Millis(0), |entry| db::Millis(entry.at.0)),
        created_by: table.by,
        idempotency: table.idempotency.map(to_request),
        events: table.entries.into_iter().map(to_event).collect(),
        members: to_members(&table.members),
        games: to_games(table.games),
    }
}

/// An append closes its table when its last entry was decided.
fn to_append(append: Append) -> db::Append {
    let closed_at = append.entries.last().filter(|_| append.closed);
    let request = append.idempotency.map(to_request);
    db::Append {
        table: append.table,
        epoch: db::Epoch(append.epoch.0),
        members: to_members(&append.members),
        games: to_games(append.games),
        snapshot: append.snapshot.map(|snapshot| db::Snapshot {
            seq: snapshot.seq,
            body: snapshot.body,
        }),
        closed_at: closed_at.map(|entry| db::Millis(entry.at.0)),
        idempotency: request.map(|request| (request, append.code)),
        events: append.entries.into_iter().map(to_event).collect(),
    }
}

fn to_request(key: IdempotencyKey) -> db::Idempotency {
    db::Idempotency {
        player: key.player,
        operation: OPERATION,
        key: key.key,
    }
}

fn to_event(entry: StoredEntry) -> db::StoredEvent {
    db::StoredEvent {
        seq: entry.seq,
        at: db::Millis(entry.at.0),
        body: entry.body,
    }
}

fn from_event(event: db::StoredEvent) -> StoredEntry {
    StoredEntry {
        seq: event.seq,
        at: Millis(event.at.0),
        body: event.body,
    }
}

fn to_members(members: &[Membership]) -> Vec<db::Membership> {
    let members = members.iter();
    members
        .map(|one| match one.member {
            true => db::Membership::In(one.player),
            false => db::Membership::Out(one.player),
        })
        .collect()
}

fn to_games(games: Vec<FinishedGame>) -> Vec<db::FinishedGame> {
    let games = games.into_iter();
    games
        .map(|game| db::FinishedGame {
            id: game.id,
            record: game.record,
            players: game.players,
            complete: game.complete,
        })
        .collect()
}

fn load_error(error: db::LoadError) -> LoadError {
    match error {
        db::LoadError::Damaged { .. } => LoadError::Damaged(error.to_string()),
        db::LoadError::Unavailable(error) => unavailable(error).into(),
    }
}

fn from_loaded(
    loaded: Result<Option<db::Loaded>, db::LoadError>,
) -> Result<Option<Loaded>, LoadError> {
    let loaded = loaded.map_err(load_error)?;
    Ok(loaded.map(|loaded| Loaded {
        id: loaded.id,
        code: loaded.code,
        epoch: Epoch(loaded.epoch.0),
        snapshot: loaded.snapshot.map(|snapshot| Snapshot {
            seq: snapshot.seq,
            body: snapshot.body,
        }),
        entries: loaded.events.into_iter().map(from_event).collect(),
    }))
}
