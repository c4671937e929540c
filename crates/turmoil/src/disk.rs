//! What the hall keeps over all its lives: in memory, or in SQLite.
//!
//! SQLite works in threads of its own and in real time. So each call is waited for with the whole simulation: it takes no
//! simulated time, and what comes first is no matter of luck.

use crate::{line::Line, register::MemoryRegister};
use ludohall_protocol::{Code, GameId, Player, PlayerId, TableId};
use ludohall_server::{journal::Journal, ports::Register};
use ludohall_store::{
    Identity, Location, NewGuest, OpenError, Profile, ProfileError, Store as Database, StoreError,
    TokenHash,
};
use ludohall_table::{
    Millis, Store,
    memory::MemoryStore,
    store::{
        Append, AppendError, Created, IdempotencyKey, LoadError, Loaded, NewTable, StoreFuture,
        StoredEntry, Unavailable,
    },
};
use std::{
    cell::RefCell,
    io,
    path::PathBuf,
    sync::{Arc, mpsc},
};
use tempfile::TempDir;
use tokio::runtime::{Handle, Runtime};

/// Why there is no disk.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The system gives no folder, or no threads.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// What the hall keeps.
pub enum Disk {
    /// In memory.
    Memory(MemoryStore, Arc<MemoryRegister>),
    /// In SQLite.
    Sqlite(Box<Sqlite>),
}

/// A database in a folder that goes with the run.
pub struct Sqlite {
    runtime: Runtime,
    folder: TempDir,
    open: RefCell<Option<Arc<Database>>>,
}

/// The data as one life of the hall gets at it.
pub struct Opened {
    /// The way to the journal.
    pub line: Line,
    /// Who people are.
    pub register: Arc<dyn Register>,
}

impl Disk {
    /// An empty one in memory.
    #[must_use]
    pub fn memory() -> Self {
        Self::Memory(MemoryStore::new(), Arc::default())
    }

    /// An empty one in SQLite.
    ///
    /// # Errors
    /// [`DiskError::System`].
    pub fn sqlite() -> Result<Self, DiskError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        Ok(Self::Sqlite(Box::new(Sqlite {
            runtime,
            folder: tempfile::tempdir()?,
            open: RefCell::default(),
        })))
    }

    /// Opens it for another life of the hall; the one before has ended, however it did.
    ///
    /// # Errors
    /// [`DiskError::Open`].
    pub fn open(&self) -> Result<Opened, DiskError> {
        match self {
            Self::Memory(store, register) => Ok(Opened {
                line: Line::new(Arc::new(store.clone())),
                register: register.clone(),
            }),
            Self::Sqlite(sqlite) => sqlite.open(),
        }
    }

    /// The journal of a table.
    #[must_use]
    pub fn journal(&self, code: Code) -> Vec<StoredEntry> {
        match self {
            Self::Memory(store, _) => store.journal(code),
            Self::Sqlite(sqlite) => sqlite.journal(code).unwrap_or_default(),
        }
    }
}

impl Sqlite {
    fn open(&self) -> Result<Opened, DiskError> {
        let handle = self.runtime.handle().clone();
        if let Some(before) = self.open.take() {
            wait(&handle, async move { before.close().await });
        }
        let location = Location::Sqlite(self.file());
        let opened = wait(&handle, async move { Database::open(&location).await });
        let database = Arc::new(opened?);
        self.open.replace(Some(database.clone()));
        let waiting = Arc::new(Waiting {
            journal: Journal::new(database.clone()),
            database,
            handle,
        });
        Ok(Opened {
            line: Line::new(waiting.clone()),
            register: waiting,
        })
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("hall.sqlite")
    }

    fn journal(&self, code: Code) -> Option<Vec<StoredEntry>> {
        let database = self.open.borrow().clone()?;
        let journal = Journal::new(database);
        wait(self.runtime.handle(), async move {
            let loaded = journal.load(code).await.ok()??;
            journal.journal(loaded.id).await.ok()
        })
    }
}

/// A database for whose answers the whole simulation waits.
struct Waiting {
    database: Arc<Database>,
    journal: Journal,
    handle: Handle,
}

/// Waits for `work`, which is done elsewhere.
fn wait<T: Send + 'static>(handle: &Handle, work: impl Future<Output = T> + Send + 'static) -> T {
    let (done, answer) = mpsc::sync_channel(1);
    handle.spawn(async move {
        let _ = done.send(work.await);
    });
    answer
        .recv()
        .expect("the task sends, or has panicked and said why")
}

macro_rules! wait_for {
    ($on:ident: $($name:ident($($arg:ident: $kind:ty),*) -> $done:ty;)*) => {$(
        fn $name(&self, $($arg: $kind),*) -> StoreFuture<'_, $done> {
            Box::pin(async move {
                let $on = self.$on.clone();
                wait(&self.handle, async move { $on.$name($($arg),*).await })
            })
        }
    )*};
}

type Asked<T> = Result<T, Unavailable>;
type Read<T> = Result<T, LoadError>;

impl Waiting {
    /// Writes in a task of its own, as the store in memory does: then a seed takes the same course on both.
    fn write<T, E>(
        &self,
        work: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> StoreFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        let handle = self.handle.clone();
        Box::pin(async {
            let written = tokio::spawn(async move { wait(&handle, work) }).await;
            written.unwrap_or_else(|error| Err(Unavailable(error.to_string()).into()))
        })
    }
}

impl Store for Waiting {
    fn create(&self, table: NewTable) -> StoreFuture<'_, Asked<Created>> {
        let journal = self.journal.clone();
        self.write(async move { journal.create(table).await })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Result<(), AppendError>> {
        let journal = self.journal.clone();
        self.write(async move { journal.append(append).await })
    }

    wait_for! { journal:
        load(code: Code) -> Read<Option<Loaded>>;
        load_id(id: TableId) -> Read<Option<Loaded>>;
        journal(id: TableId) -> Read<Vec<StoredEntry>>;
        open_tables() -> Asked<Vec<(TableId, Code)>>;
        has_closed(code: Code) -> Asked<bool>;
        tables_of(player: PlayerId) -> Asked<Vec<Code>>;
        game(id: GameId) -> Asked<Option<String>>;
        replayed(key: IdempotencyKey) -> Asked<Option<Code>>;
        beat(now: Millis) -> Asked<()>;
        last_beat() -> Asked<Option<Millis>>;
    }
}

impl Register for Waiting {
    fn identity(
        &self,
        token: TokenHash,
        now: Millis,
    ) -> StoreFuture<'_, Result<Option<Identity>, StoreError>> {
        let (database, now) = (self.database.clone(), ludohall_store::Millis(now.0));
        let asked = async move { database.identity(token, now).await };
        Box::pin(async { wait(&self.handle, asked) })
    }

    wait_for! { database:
        create_guest(guest: NewGuest) -> Result<Player, ProfileError>;
        revoke(token: TokenHash) -> Result<bool, StoreError>;
        player(id: PlayerId) -> Result<Option<Identity>, StoreError>;
        set_profile(id: PlayerId, profile: Profile) -> Result<Identity, ProfileError>;
        is_ready() -> bool;
    }
}
