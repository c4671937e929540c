//! A store that takes everything and keeps nothing, so that only tables are counted; and randomness for a test.

use ludohall_protocol::{Code, GameId, PlayerId, TableId};
use ludohall_table::{
    Millis, Store,
    ports::Random,
    store::{
        Append, AppendError, Created, Epoch, IdempotencyKey, LoadError, Loaded, NewTable,
        StoreFuture, StoredEntry, Unavailable,
    },
};
use std::sync::atomic::{AtomicU64, Ordering};

/// Takes everything and keeps nothing.
pub struct Forgetful;

fn done<T: Send + 'static>(value: T) -> StoreFuture<'static, T> {
    Box::pin(async move {
        // As a real store, it lets others go on meanwhile.
        tokio::task::yield_now().await;
        value
    })
}

impl Store for Forgetful {
    fn create(&self, _: NewTable) -> StoreFuture<'_, Result<Created, Unavailable>> {
        done(Ok(Created::Done(Epoch(1))))
    }

    fn append(&self, _: Append) -> StoreFuture<'_, Result<(), AppendError>> {
        done(Ok(()))
    }

    fn load(&self, _: Code) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        done(Ok(None))
    }

    fn load_id(&self, _: TableId) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        done(Ok(None))
    }

    fn journal(&self, _: TableId) -> StoreFuture<'_, Result<Vec<StoredEntry>, LoadError>> {
        done(Ok(Vec::new()))
    }

    fn open_tables(&self) -> StoreFuture<'_, Result<Vec<(TableId, Code)>, Unavailable>> {
        done(Ok(Vec::new()))
    }

    fn has_closed(&self, _: Code) -> StoreFuture<'_, Result<bool, Unavailable>> {
        done(Ok(false))
    }

    fn tables_of(&self, _: PlayerId) -> StoreFuture<'_, Result<Vec<Code>, Unavailable>> {
        done(Ok(Vec::new()))
    }

    fn game(&self, _: GameId) -> StoreFuture<'_, Result<Option<String>, Unavailable>> {
        done(Ok(None))
    }

    fn replayed(&self, _: IdempotencyKey) -> StoreFuture<'_, Result<Option<Code>, Unavailable>> {
        done(Ok(None))
    }

    fn beat(&self, _: Millis) -> StoreFuture<'_, Result<(), Unavailable>> {
        done(Ok(()))
    }

    fn last_beat(&self) -> StoreFuture<'_, Result<Option<Millis>, Unavailable>> {
        done(Ok(None))
    }
}

/// Bytes that look random and are the same in each run.
#[derive(Default)]
pub struct Noise(AtomicU64);

impl Random for Noise {
    fn fill(&self, bytes: &mut [u8]) {
        for byte in bytes {
            let n = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
            let mixed = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            *byte = (mixed >> 40) as u8;
        }
    }
}
