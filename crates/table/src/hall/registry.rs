//! Which tables are in memory, and when those that are not have something due.

use super::{
    opening::SECOND_LOOK_MS,
    room::{For, Place},
};
use crate::{debt::Debt, live::Live, table::Table, time::Millis};
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
    /// Tables on their way into memory.
    coming: usize,
}

/// An open table that is not in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parked {
    pub(crate) due: Option<Millis>,
    /// Since when it has had no socket.
    pub(crate) idle_since: Millis,
    /// Whether it waits for a person whose time is limited.
    pub(crate) timed: bool,
    /// What it is short of.
    pub(crate) debt: Debt,
}

impl Parked {
    /// What is remembered of a table that goes, or does not get in.
    pub(crate) fn of(table: &Table, debt: Debt) -> Self {
        Self {
            due: table.deadline(),
            idle_since: table.idle_since(),
            timed: table.decision_deadline().is_some(),
            debt,
        }
    }

    /// Of a table whose task crashed, or was fenced, `now`.
    pub(crate) fn cut_short(table: &Table, mut debt: Debt, now: Millis) -> Self {
        debt.ask(now);
        Self {
            due: Some(now.plus(SECOND_LOOK_MS)),
            ..Self::of(table, debt)
        }
    }

    /// Of a table of which nobody knows whether it was opened.
    pub(crate) fn unknown(due: Millis, now: Millis, debt: Debt) -> Self {
        Self {
            due: Some(due),
            idle_since: now,
            timed: false,
            debt,
        }
    }
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

    /// Room for one more table, of so many in memory and so many open; `None` where there is none.
    pub(super) fn occupy(&self, what: For, (loaded, open): (usize, usize)) -> Option<Place<'_>> {
        let mut state = self.state();
        let there = state.live.len() + state.coming;
        if there >= loaded || what == For::Opening && there + state.parked.len() >= open {
            return None;
        }
        state.coming += 1;
        Some(Place(self))
    }

    /// Gives back what [`Self::occupy`] gave.
    pub(super) fn vacate(&self) {
        self.state().coming -= 1;
    }

    /// Puts a table in, where it has room. The caller holds [`Self::lock`] and has seen that there is none.
    pub(super) fn insert(&self, live: Arc<Live>, game: GameId, place: Place<'_>) {
        let mut state = self.state();
        state.coming -= 1;
        std::mem::forget(place);
        state.unpark(live.code);
        state.games.insert(game, live.code);
        state.live.insert(live.code, live);
        state.measure();
    }

    /// What is remembered of a table that was unloaded and is to be loaded: from now on it is the store's fault that nobody
    /// gets at it. Unless it gets into memory, it is due `again`.
    pub(crate) fn fetch(
        &self,
        code: Code,
        now: Millis,
        lost_ms: i64,
        again: Millis,
    ) -> Option<Parked> {
        let mut state = self.state();
        let mut parked = *state.parked.get(&code)?;
        parked.debt.notice(lost_ms);
        parked.debt.ask(now);
        parked.due = Some(parked.due.map_or(again, |due| due.min(again)));
        state.put_off(code, parked);
        Some(parked)
    }

    /// The whole hall is back: whoever waited for that is owed what it took.
    pub(crate) fn open(&self, now: Millis, lost_ms: i64) {
        for parked in self.state().parked.values_mut() {
            let ms = parked.debt.asking_since().map_or(0, |at| now.since(at));
            parked.debt.answered();
            parked.debt.skip(lost_ms);
            parked.debt.owe(ms, false);
        }
    }

    /// Makes those due that are owed something: what is only remembered holds the heartbeat back.
    pub(crate) fn hasten(&self, now: Millis, lost_ms: i64) {
        let mut state = self.state();
        let owing = state
            .parked
            .iter()
            .filter(|(_, parked)| parked.timed && parked.debt.settled_until(now, lost_ms) < now);
        let owing: Vec<(Code, Parked)> = owing.map(|(code, parked)| (*code, *parked)).collect();
        for (code, parked) in owing {
            let due = Some(now);
            state.put_off(code, Parked { due, ..parked });
        }
    }

    /// Up to when the journals of all tables have all that time did there, when the hall has lost `lost_ms` so far.
    pub(crate) fn settled_until(&self, now: Millis, lost_ms: i64) -> Millis {
        let (live, parked) = {
            let state = self.state();
            let timed = state.parked.values().filter(|parked| parked.timed);
            let parked = timed.map(|parked| parked.debt.settled_until(now, lost_ms));
            let live: Vec<Arc<Live>> = state.live.values().cloned().collect();
            (live, parked.min())
        };
        let live = live
            .iter()
            .map(|live| live.core().settled_until(now, lost_ms));
        live.chain(parked).fold(now, Millis::min)
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
        let mut state = self.state();
        if state.parked.contains_key(&code) {
            state.unpark(code);
            state.games.retain(|_, there| *there != code);
        }
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
