//! A store that keeps everything in memory and does as it is told: for tests.
//!
//! It can be slow, fail, write without its answer arriving, write long after the caller gave up, and lose its line as a
//! process does that is killed.

mod disk;

use crate::{
    store::{
        Append, AppendError, Created, Epoch, IdempotencyKey, LoadError, Loaded, NewTable, Store,
        StoreFuture, StoredEntry, Unavailable,
    },
    time::Millis,
};
pub use disk::{Disk, Rows};
use ludohall_protocol::{Code, GameId, PlayerId, TableId};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// A line to a store in memory. Clones share line and store.
#[derive(Clone, Default)]
pub struct MemoryStore {
    disk: Arc<Mutex<Disk>>,
    line: Arc<Mutex<Line>>,
}

/// How a line behaves.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    down: bool,
    appends_down: bool,
    cut: bool,
    /// Whether what was under way at the cut still gets there.
    spared: bool,
    lost_answers: u32,
    panics: u32,
    delay: Duration,
    append_delay: Duration,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A new, sound line to the same store, as a process has that starts.
    #[must_use]
    pub fn reconnect(&self) -> Self {
        Self {
            disk: self.disk.clone(),
            line: Arc::default(),
        }
    }

    /// From now on nothing goes through and nothing is answered, as when the process is killed.
    pub fn cut(&self) {
        self.line().cut = true;
    }

    /// The same, but what is under way is still written.
    pub fn cut_behind(&self) {
        let mut line = self.line();
        (line.cut, line.spared) = (true, true);
    }

    /// From now on everything fails at once and nothing is written, or (`false`) all goes well again.
    pub fn set_down(&self, down: bool) {
        self.line().down = down;
    }

    /// The same for appends alone: all else goes on.
    pub fn set_appends_down(&self, down: bool) {
        self.line().appends_down = down;
    }

    /// The next `count` appends or creations are written, and their callers told that the store cannot be reached.
    pub fn lose_answers(&self, count: u32) {
        self.line().lost_answers = count;
    }

    /// The next `count` appends panic under the hands of whoever asks for them.
    pub fn panic(&self, count: u32) {
        self.line().panics = count;
    }

    /// From now on everything takes so long. A write takes place even if its caller has given up by then.
    pub fn set_delay(&self, delay: Duration) {
        self.line().delay = delay;
    }

    /// From now on appends take so much longer than all else.
    pub fn set_append_delay(&self, delay: Duration) {
        self.line().append_delay = delay;
    }

    /// The journal of the table that has this code, or had it last.
    #[must_use]
    pub fn journal(&self, code: Code) -> Vec<StoredEntry> {
        let disk = self.disk();
        let table = disk.tables.values().rev().find(|table| table.code == code);
        table.map(|table| table.entries.clone()).unwrap_or_default()
    }

    /// How often the open table with this code has changed hands.
    #[must_use]
    pub fn epoch(&self, code: Code) -> Option<Epoch> {
        self.disk().open(code).map(|(_, table)| table.epoch)
    }

    /// How many appends were written.
    #[must_use]
    pub fn appends(&self) -> u64 {
        self.disk().appends()
    }

    /// Makes the last entry of a journal unreadable.
    pub fn damage(&self, code: Code) {
        let mut disk = self.disk();
        for table in disk.tables.values_mut().filter(|table| table.code == code) {
            table.snapshot = None;
            if let Some(entry) = table.entries.last_mut() {
                entry.body = "{".to_owned();
            }
        }
    }

    /// Makes the snapshot of a table one of which nothing can be made. Whether there was one.
    pub fn spoil_snapshot(&self, code: Code) -> bool {
        let mut disk = self.disk();
        let mut tables = disk.tables.values_mut().filter(|table| table.code == code);
        let snapshot = tables.find_map(|table| table.snapshot.as_mut());
        snapshot
            .map(|snapshot| snapshot.body = "{}".to_owned())
            .is_some()
    }

    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits as long as the line takes; whether anything gets through.
    async fn pass(&self, is_append: bool) -> Result<(), Unavailable> {
        let before = *self.line();
        let delay = before.delay + before.append_delay * u32::from(is_append);
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        let line = *self.line();
        if line.cut && (before.cut || !line.spared) {
            std::future::pending::<()>().await;
        }
        if line.down || (line.appends_down && is_append) {
            return Err(Unavailable("the store is down".to_owned()));
        }
        Ok(())
    }

    async fn read<T>(&self, read: impl FnOnce(&mut Disk) -> T) -> Result<T, Unavailable> {
        self.pass(false).await?;
        let done = read(&mut self.disk());
        Ok(done)
    }

    /// Writes in a task of its own, so that a caller who gives up does not stop it.
    async fn write<T: Send + 'static>(
        &self,
        is_append: bool,
        write: impl FnOnce(&mut Disk) -> T + Send + 'static,
    ) -> Result<T, Unavailable> {
        let store = self.clone();
        let writing = tokio::spawn(async move {
            store.pass(is_append).await?;
            let done = write(&mut store.disk());
            if store.line().cut {
                std::future::pending::<()>().await;
            }
            let mut line = store.line();
            if line.lost_answers > 0 {
                line.lost_answers -= 1;
                return Err(Unavailable("the answer got lost".to_owned()));
            }
            Ok(done)
        });
        writing
            .await
            .unwrap_or_else(|error| Err(Unavailable(error.to_string())))
    }
}

impl Store for MemoryStore {
    fn create(&self, table: NewTable) -> StoreFuture<'_, Result<Created, Unavailable>> {
        Box::pin(self.write(false, |disk| disk.create(table)))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Result<(), AppendError>> {
        let left = self.line().panics.checked_sub(1);
        if let Some(left) = left {
            self.line().panics = left;
            std::panic::panic_any("planted");
        }
        Box::pin(async { self.write(true, |disk| disk.append(append)).await? })
    }

    fn load(&self, code: Code) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        let load = self.read(move |disk| disk.load(|_, table| table.code == code));
        Box::pin(async { Ok(load.await?) })
    }

    fn load_id(&self, id: TableId) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        let load = self.read(move |disk| disk.load(|there, _| there == id));
        Box::pin(async { Ok(load.await?) })
    }

    fn journal(&self, id: TableId) -> StoreFuture<'_, Result<Vec<StoredEntry>, LoadError>> {
        let entries = self.read(move |disk| disk.journal(id));
        Box::pin(async { Ok(entries.await?) })
    }

    fn open_tables(&self) -> StoreFuture<'_, Result<Vec<(TableId, Code)>, Unavailable>> {
        Box::pin(self.read(|disk| {
            let open = disk.open_tables();
            open.map(|(id, table)| (id, table.code)).collect()
        }))
    }

    fn has_closed(&self, code: Code) -> StoreFuture<'_, Result<bool, Unavailable>> {
        Box::pin(self.read(move |disk| disk.has_closed(code)))
    }

    fn tables_of(&self, player: PlayerId) -> StoreFuture<'_, Result<Vec<Code>, Unavailable>> {
        Box::pin(self.read(move |disk| disk.tables_of(player)))
    }

    fn game(&self, id: GameId) -> StoreFuture<'_, Result<Option<String>, Unavailable>> {
        Box::pin(self.read(move |disk| disk.game(id)))
    }

    fn replayed(&self, key: IdempotencyKey) -> StoreFuture<'_, Result<Option<Code>, Unavailable>> {
        Box::pin(self.read(move |disk| disk.replayed(&key)))
    }

    fn beat(&self, now: Millis) -> StoreFuture<'_, Result<(), Unavailable>> {
        Box::pin(self.read(move |disk| disk.beat(now)))
    }

    fn last_beat(&self) -> StoreFuture<'_, Result<Option<Millis>, Unavailable>> {
        Box::pin(self.read(|disk| disk.last_beat()))
    }
}
