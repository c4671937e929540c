//! The line between a hall and its disk: slow, broken, silent, or well, as the weather is.
//!
//! What was sent is done when it is due, even if nobody waits for it any more.

use crate::{
    chance::Chance,
    disk::Disk,
    ground::{Came, Ground, Sent},
};
use ludohall_protocol::{Code, GameId, PlayerId, TableId};
use ludohall_table::{
    Millis, Store,
    ports::Clock,
    store::{
        Append, AppendError, Created, IdempotencyKey, LoadError, Loaded, NewTable, StoreFuture,
        StoredEntry, Unavailable,
    },
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// How the line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weather {
    /// As it should be.
    #[default]
    Fair,
    /// Everything takes up to a second.
    Slow,
    /// Everything takes seconds, often longer than anybody waits.
    Crawling,
    /// Everything fails.
    Down,
    /// Nothing is answered; what is written is another question.
    Mute,
    /// Each time something else.
    Rough,
}

/// What becomes of one question to the store.
#[derive(Clone, Copy, Debug)]
struct Fate {
    /// Until it is done.
    before: u64,
    /// From then until the answer.
    after: u64,
    end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Done,
    /// Not done, and the caller learns so.
    Failed,
    /// Done, and the caller is told that it failed.
    Unanswered,
    /// Done, and the caller learns nothing.
    Silent,
    /// Not done, and the caller learns nothing.
    Lost,
}

impl Fate {
    fn of(weather: Weather, chance: &mut Chance) -> Self {
        let (before, after, end) = match weather {
            Weather::Fair => (chance.below(4), chance.below(3), End::Done),
            Weather::Slow => (chance.between(20, 900), chance.below(400), End::Done),
            Weather::Crawling => (chance.between(500, 8_000), chance.below(2_000), End::Done),
            Weather::Down => (chance.below(5), 0, End::Failed),
            Weather::Mute => {
                let end = *chance.pick(&[End::Silent, End::Lost]);
                (chance.pause(0, 9_000), 0, end)
            }
            Weather::Rough => return Self::rough(chance),
        };
        Self { before, after, end }
    }

    fn rough(chance: &mut Chance) -> Self {
        let end = chance.weighted(&[
            (6, End::Done),
            (2, End::Failed),
            (2, End::Unanswered),
            (1, End::Silent),
            (1, End::Lost),
        ]);
        Self {
            before: chance.pause(0, 6_000),
            after: chance.pause(0, 1_500),
            end,
        }
    }
}

/// A line to the disk, as one process has it.
pub(crate) struct SimStore(pub(crate) Arc<Ground>);

/// Says that a question about a table is answered, or that nobody waits for it any more.
struct Asked<'a> {
    ground: &'a Ground,
    number: u64,
    came: Came,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.ground.answered(self.number, self.came);
    }
}

impl SimStore {
    async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Disk) -> T + Send + 'static,
    ) -> Result<T, Unavailable> {
        self.judge(Sent::Other, work, |_| true).await
    }

    /// `is_well` says of an answer whether it is a good one.
    async fn judge<T: Send + 'static>(
        &self,
        sent: Sent,
        work: impl FnOnce(&mut Disk) -> T + Send + 'static,
        is_well: fn(&T) -> bool,
    ) -> Result<T, Unavailable> {
        let ground = &*self.0;
        let slot = Arc::new(Mutex::new(None));
        let (number, fate) = {
            let mut state = ground.lock();
            let weather = state.weather;
            let fate = Fate::of(weather, &mut state.line);
            let now = ground.now();
            let number = state.asked(now, sent);
            if !matches!(fate.end, End::Failed | End::Lost) {
                let slot = slot.clone();
                let due = after(now, fate.before);
                let job = move |disk: &mut Disk| {
                    let done = work(disk);
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
                };
                state.disk.submit(due, Box::new(job));
            }
            (number, fate)
        };
        let mut asked = Asked {
            ground,
            number,
            came: Came::Nothing,
        };
        pause(fate.before).await;
        ground.settle();
        pause(fate.after).await;
        if matches!(fate.end, End::Silent | End::Lost) {
            std::future::pending::<()>().await;
        }
        let done = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        match done {
            Some(done) if fate.end == End::Done => {
                asked.came = if is_well(&done) {
                    Came::Done
                } else {
                    Came::Refused
                };
                Ok(done)
            }
            _ => Err(Unavailable(format!("{:?}", fate.end))),
        }
    }
}

fn after(now: Millis, ms: u64) -> Millis {
    now.plus(i64::try_from(ms).unwrap_or(i64::MAX))
}

async fn pause(ms: u64) {
    if ms > 0 {
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}

impl Store for SimStore {
    fn create(&self, table: NewTable) -> StoreFuture<'_, Result<Created, Unavailable>> {
        Box::pin(self.ask(|disk| disk.create(table)))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Result<(), AppendError>> {
        let sent = Sent::Append(append.table);
        let append = self.judge(sent, |disk| disk.append(append), Result::is_ok);
        Box::pin(async { append.await? })
    }

    fn load(&self, code: Code) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        let load = self.ask(move |disk| disk.written.load(|_, rows| rows.code == code));
        Box::pin(async { Ok(load.await?) })
    }

    fn load_id(&self, id: TableId) -> StoreFuture<'_, Result<Option<Loaded>, LoadError>> {
        let load = self.ask(move |disk| disk.written.load(|there, _| there == id));
        Box::pin(async { Ok(load.await?) })
    }

    fn journal(&self, id: TableId) -> StoreFuture<'_, Result<Vec<StoredEntry>, LoadError>> {
        let entries = self.ask(move |disk| disk.written.journal(id));
        Box::pin(async { Ok(entries.await?) })
    }

    fn open_tables(&self) -> StoreFuture<'_, Result<Vec<(TableId, Code)>, Unavailable>> {
        Box::pin(self.ask(|disk| {
            let open = disk.written.open_tables();
            open.map(|(id, rows)| (id, rows.code)).collect()
        }))
    }

    fn has_closed(&self, code: Code) -> StoreFuture<'_, Result<bool, Unavailable>> {
        Box::pin(self.ask(move |disk| disk.written.has_closed(code)))
    }

    fn tables_of(&self, player: PlayerId) -> StoreFuture<'_, Result<Vec<Code>, Unavailable>> {
        Box::pin(self.ask(move |disk| disk.written.tables_of(player)))
    }

    fn game(&self, id: GameId) -> StoreFuture<'_, Result<Option<String>, Unavailable>> {
        Box::pin(self.ask(move |disk| disk.written.game(id)))
    }

    fn replayed(&self, key: IdempotencyKey) -> StoreFuture<'_, Result<Option<Code>, Unavailable>> {
        Box::pin(self.ask(move |disk| disk.written.replayed(&key)))
    }

    fn beat(&self, now: Millis) -> StoreFuture<'_, Result<(), Unavailable>> {
        Box::pin(self.ask(move |disk| disk.written.beat(now)))
    }

    fn last_beat(&self) -> StoreFuture<'_, Result<Option<Millis>, Unavailable>> {
        Box::pin(self.ask(|disk| disk.written.last_beat()))
    }
}
