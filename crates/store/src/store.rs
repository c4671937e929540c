//! The store as a whole: opened, closed, and asked.

use crate::{
    Append, AppendError, Created, Idempotency, Location, NewTable, OpenError, StoreError,
    db::{Call, Db, Gate, Row},
    journal::{Journal, Stats},
    statements as sql,
};
use ludohall_protocol::{Code, GameId};
use std::fmt;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

/// One run of a server: a new one at each start, so that its last beat tells until when it lived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node(Uuid);

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

/// An open database. Shared in an `Arc`; every method may be called at any time from anywhere.
pub struct Store {
    pub(crate) db: Db,
    pub(crate) journal: Journal,
    pub(crate) node: Node,
    tasks: TaskTracker,
    stop_writer: CancellationToken,
    stop_checkpoints: CancellationToken,
}

impl Store {
    /// Opens a database, makes it where it is missing, and brings it up to this binary's schema.
    ///
    /// # Errors
    /// [`OpenError`] says what to do about it. Nothing is changed in a database that is newer than the binary.
    pub async fn open(location: &Location) -> Result<Self, OpenError> {
        let (tasks, gate) = (TaskTracker::new(), Gate::default());
        let (stop_writer, stop_checkpoints) = (CancellationToken::new(), CancellationToken::new());
        let (db, writer) = Db::open(location, &gate, &tasks, &stop_checkpoints).await?;
        let node = Node(Uuid::now_v7());
        let journal = Journal::start(db.clone(), writer, node, gate, &tasks, stop_writer.clone());
        tasks.close();
        Ok(Self {
            db,
            journal,
            node,
            tasks,
            stop_writer,
            stop_checkpoints,
        })
    }

    /// Writes what was asked for, and closes the database.
    pub async fn close(&self) {
        self.stop_writer.cancel();
        self.stop_checkpoints.cancel();
        self.tasks.wait().await;
        self.db.close().await;
    }

    /// Makes a table with its first entries, and owns it.
    ///
    /// # Errors
    /// [`StoreError`]; the same again is then done at most once.
    pub async fn create(&self, table: NewTable) -> Result<Created, StoreError> {
        self.journal.create(table).await
    }

    /// Appends to a table's journal. `Ok` means on disk, with all that goes with it.
    ///
    /// # Errors
    /// [`AppendError`], of this table alone.
    pub fn append(
        &self,
        append: Append,
    ) -> impl Future<Output = Result<(), AppendError>> + Send + '_ {
        self.journal.append(append)
    }

    /// The code that a request was answered with.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn recall(&self, request: &Idempotency) -> Result<Option<Code>, StoreError> {
        let rows = self.db.read(&request.recall()).await?;
        Ok(rows.first().map(|row| row.parse(0)).transpose()?)
    }

    /// The record of a game: JSON.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn game(&self, game: GameId) -> Result<Option<String>, StoreError> {
        let rows = self.db.read(&Call::new(sql::GAME).bind(game)).await?;
        Ok(rows.first().map(|row| row.text(0)).transpose()?)
    }

    /// What the journal has done since the start.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.journal.stats()
    }

    /// Whether the database answers and the last write to it went well.
    pub async fn is_ready(&self) -> bool {
        let asked: Result<Vec<Row>, _> = self.db.read(&Call::new(sql::ALIVE).bind(self.node)).await;
        asked.is_ok() && !self.journal.is_failing()
    }

    /// Prepares every statement of the store on its database and answers how many there are. For tests.
    ///
    /// # Errors
    /// The name of the first statement that the database does not understand, and why.
    #[doc(hidden)]
    pub async fn prepare_all(&self) -> Result<usize, (String, StoreError)> {
        let opened = self.db.connect().await;
        let mut connection = opened.map_err(|error| ("connect".to_owned(), error.into()))?;
        let mut count = 0;
        for (name, sql) in sql::all(connection.dialect()) {
            connection
                .prepare(sql)
                .await
                .map_err(|error| (name, error.into()))?;
            count += 1;
        }
        connection.close().await;
        Ok(count)
    }

    /// Runs a text on the connection that writes and answers the first value. For tests: they read settings back, and
    /// make a disk full.
    ///
    /// # Errors
    /// [`StoreError`].
    #[doc(hidden)]
    pub async fn ask_writer(&self, sql: &'static str) -> Result<Option<String>, StoreError> {
        let answers = self.journal.change(vec![Call::new(sql)]).await?;
        let row = answers.first().and_then(|rows| rows.first());
        Ok(row.and_then(|row| {
            row.text(0)
                .or_else(|_| row.int(0).map(|int| int.to_string()))
                .ok()
        }))
    }
}

/// A store that nobody has any more stops its work by itself, after what was asked for.
impl Drop for Store {
    fn drop(&mut self) {
        self.stop_writer.cancel();
        self.stop_checkpoints.cancel();
    }
}
