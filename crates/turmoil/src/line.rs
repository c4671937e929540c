//! The way of one life of the hall to its data: it can be slow, broken, lose answers, and end with the hall.

use ludohall_protocol::{Code, GameId, PlayerId, TableId};
use ludohall_table::{
    Millis, Store,
    store::{
        Append, AppendError, Created, IdempotencyKey, LoadError, Loaded, NewTable, StoreFuture,
        StoredEntry, Unavailable,
    },
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// A way to a store. Clones are the same way.
#[derive(Clone)]
pub struct Line {
    store: Arc<dyn Store>,
    state: Arc<Mutex<State>>,
}

#[derive(Clone, Copy, Default)]
struct State {
    delay: Duration,
    down: bool,
    cut: bool,
    lost_answers: u64,
}

impl Line {
    /// A sound way to this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            state: Arc::default(),
        }
    }

    /// From now on everything takes so long, and so many writes are made without their answers arriving.
    pub fn slow(&self, delay: Duration, lost_answers: u64) {
        let mut state = self.state();
        state.delay = delay;
        state.lost_answers = lost_answers;
    }

    /// From now on nothing is written and everything fails, or (`false`) all goes well again.
    pub fn set_down(&self, down: bool) {
        self.state().down = down;
    }

    /// From now on nothing goes through and nothing is answered: the hall is killed.
    pub fn cut(&self) {
        self.state().cut = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn pass(&self) -> Result<(), Unavailable> {
        let State { delay, .. } = *self.state();
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        let State { cut, down, .. } = *self.state();
        if cut {
            std::future::pending::<()>().await;
        }
        if down {
            return Err(Unavailable("the store is down".to_owned()));
        }
        Ok(())
    }

    /// Writes in a task of its own, so that a caller who gives up does not stop it.
    fn write<T, E>(
        &self,
        write: impl FnOnce(&dyn Store) -> StoreFuture<'_, Result<T, E>> + Send + 'static,
    ) -> StoreFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        let line = self.clone();
        let writing = async move {
            line.pass().await?;
            let done = write(&*line.store).await;
            let mut state = line.state();
            if state.lost_answers > 0 {
                state.lost_answers -= 1;
                return Err(Unavailable("the answer got lost".to_owned()).into());
            }
            done
        };
        Box::pin(async {
            let written = tokio::spawn(writing).await;
            written.unwrap_or_else(|error| Err(Unavailable(error.to_string()).into()))
        })
    }
}

/// Methods that only ask.
macro_rules! asks {
    ($($name:ident($($arg:ident: $kind:ty),*) -> $done:ty, $error:ty;)*) => {$(
        fn $name(&self, $($arg: $kind),*) -> StoreFuture<'_, Result<$done, $error>> {
            Box::pin(async move {
                self.pass().await?;
                self.store.$name($($arg),*).await
            })
        }
    )*};
}

impl Store for Line {
    fn create(&self, table: NewTable) -> StoreFuture<'_, Result<Created, Unavailable>> {
        self.write(|store| store.create(table))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Result<(), AppendError>> {
        self.write(|store| store.append(append))
    }

    asks! {
        load(code: Code) -> Option<Loaded>, LoadError;
        load_id(id: TableId) -> Option<Loaded>, LoadError;
        journal(id: TableId) -> Vec<StoredEntry>, LoadError;
        open_tables() -> Vec<(TableId, Code)>, Unavailable;
        has_closed(code: Code) -> bool, Unavailable;
        tables_of(player: PlayerId) -> Vec<Code>, Unavailable;
        game(id: GameId) -> Option<String>, Unavailable;
        replayed(key: IdempotencyKey) -> Option<Code>, Unavailable;
        beat(now: Millis) -> (), Unavailable;
        last_beat() -> Option<Millis>, Unavailable;
    }
}
