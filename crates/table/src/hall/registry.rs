//! Which tables are in memory, and when those that are not have something due.

use crate::{live::Live, time::Millis};
use ludohall_protocol::{Code, GameId};
use std::{
    collections::{BTreeSet, HashMap},
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How many codes can be opened or loaded at the same time; two that share a lock wait for each other.
const LOCKS: usize = 256;

/// The tables of a hall.
pub(crate) struct Registry {
    state: Mutex<State>,
    locks: Vec<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct State {
    live: HashMap<Code, Arc<Live>>,
    parked: HashMap<Code, Parked>,
    /// The parked tables in order of when they are due.
    due: BTreeSet<(Millis, Code)>,
    /// The table of each game that has not ended.
    games: HashMap<GameId, Code>,
}

/// An open table that is not in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parked {
    pub(crate) due: Option<Millis>,
    /// Since when it has had no socket.
    pub(crate) idle_since: Millis,
    /// What the hall had lost by itself when it was last in memory.
    pub(crate) lost_ms: i64,
}

impl Registry {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::default(),
            locks: (0..LOCKS).map(|_| tokio::sync::Mutex::new(())).collect(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock panics half-way: single inserts and removals.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps everybody else from opening or loading a table with this code.
    pub(crate) async fn lock(&self, code: Code) -> tokio::sync::MutexGuard<'_, ()> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(code);
        let i = usize::try_from(hash % LOCKS as u64).unwrap_or_default();
        self.locks[i].lock().await
    }

    /// The table, if it is in memory.
    pub(crate) fn get(&self, code: Code) -> Option<Arc<Live>> {
        self.state().live.get(&code).cloned()
    }

    pub(crate) fn loaded(&self) -> usize {
        self.state().live.len()
    }

    /// Puts a table in. The caller holds [`Self::lock`] and has seen that there is none.
    pub(crate) fn insert(&self, live: Arc<Live>, game: GameId) {
        let mut state = self.state();
        state.unpark(live.code);
        state.games.insert(game, live.code);
        state.live.insert(live.code, live);
        state.measure();
    }

    /// What is remembered of a table that was unloaded.
    pub(crate) fn parked(&self, code: Code) -> Option<Parked> {
        self.state().parked.get(&code).copied()
    }

    /// Takes an unloaded table out, remembering when it has something due.
    pub(crate) fn park(&self, live: &Arc<Live>, parked: Parked) {
        let mut state = self.state();
        if state.take(live) {
            state.put_off(live.code, parked);
        }
    }

    /// Looks at a table that is not in memory when it is due.
    pub(crate) fn remind(&self, code: Code, parked: Parked) {
        let mut state = self.state();
        if !state.live.contains_key(&code) {
            state.put_off(code, parked);
        }
    }

    /// Takes a table out that has ended.
    pub(crate) fn close(&self, live: &Arc<Live>, game: GameId) {
        let mut state = self.state();
        if state.take(live) {
            state.games.remove(&game);
        }
    }

    /// The parked tables that have something due, each once; a table that stays unloaded is due again at `again`.
    pub(crate) fn take_due(&self, now: Millis, again: Millis) -> Vec<Code> {
        let mut state = self.state();
        let later = state.due.split_off(&(now.plus(1), Code::from_bits(0)));
        let due = std::mem::replace(&mut state.due, later);
        let codes: Vec<Code> = due.into_iter().map(|(_, code)| code).collect();
        for code in &codes {
            state.due.insert((again, *code));
            if let Some(parked) = state.parked.get_mut(code) {
                parked.due = Some(again);
            }
        }
        codes
    }

    /// The table of a game that has not ended.
    pub(crate) fn table_of(&self, game: GameId) -> Option<Code> {
        self.state().games.get(&game).copied()
    }

    /// Notes that a table has begun another game.
    pub(crate) fn game_changed(&self, old: GameId, new: GameId, code: Code) {
        let mut state = self.state();
        state.games.remove(&old);
        state.games.insert(new, code);
    }

    /// Forgets what was remembered of a table that is no more.
    pub(crate) fn drop_parked(&self, code: Code) {
        self.state().unpark(code);
    }
}

impl State {
    fn take(&mut self, live: &Arc<Live>) -> bool {
        let same = self
            .live
            .get(&live.code)
            .is_some_and(|there| Arc::ptr_eq(there, live));
        if same {
            self.live.remove(&live.code);
            self.measure();
        }
        same
    }

    fn put_off(&mut self, code: Code, parked: Parked) {
        self.unpark(code);
        if let Some(due) = parked.due {
            self.due.insert((due, code));
        }
        self.parked.insert(code, parked);
    }

    fn unpark(&mut self, code: Code) {
        if let Some(due) = self.parked.remove(&code).and_then(|parked| parked.due) {
            self.due.remove(&(due, code));
        }
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "a gauge is a float; tables are few"
    )]
    fn measure(&self) {
        metrics::gauge!("ludohall_tables_loaded").set(self.live.len() as f64);
    }
}
