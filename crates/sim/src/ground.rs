//! What outlives every process of a world: its time, its disk, and all that was ever told, with the judge of it.

use crate::{
    account::Accounts,
    chance::Chance,
    commands::Commands,
    conn::Conn,
    disk::Disk,
    ledger::{Broken, Ledger},
    line::Weather,
    trace::Trace,
};
use ludohall_protocol::{ClientMessage, Code, PlayerId, ProblemCode, TableId};
use ludohall_table::{
    Millis, Refusal,
    ports::{Clock, RuntimeClock},
};
use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// When each world begins.
pub(crate) const START: Millis = Millis(1_700_000_000_000);

/// What a question to the store is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    Append(TableId),
    Other,
}

/// What came of a question to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// What was asked for.
    Done,
    /// A no: another writer, or an entry that is there.
    Refused,
    /// A failure, or no answer as long as anybody waited.
    Nothing,
}

/// How the hall's process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Process {
    /// It loads its tables.
    Starting,
    /// It could not.
    Failed,
    Up,
    /// It stops in order.
    Draining,
    Drained,
}

/// The world but for its process.
pub(crate) struct Ground {
    state: Mutex<State>,
    time: Mutex<Time>,
    /// Whether the world has something to look at.
    bell: AtomicBool,
}

#[derive(Clone, Copy)]
enum Time {
    /// Of the process that lives.
    Running(RuntimeClock),
    /// Between two processes.
    Standing(Millis),
}

/// What the lock guards.
pub(crate) struct State {
    pub(crate) disk: Disk,
    /// Decides what becomes of each question to the store.
    pub(crate) line: Chance,
    pub(crate) weather: Weather,
    pub(crate) trace: Trace,
    pub(crate) broken: Option<Broken>,
    pub(crate) accounts: Accounts,
    pub(crate) commands: Commands,
    pub(crate) ledgers: BTreeMap<TableId, Ledger>,
    pub(crate) conns: Vec<Conn>,
    /// Connections whose person has got a turn.
    pub(crate) news: Vec<usize>,
    /// Since when all has been well, where it is.
    pub(crate) fair_since: Option<Millis>,
    /// Tables by the key that opened them.
    pub(crate) opened: BTreeMap<(PlayerId, String), Code>,
    /// Commands that have no answer, or one that says nothing: their people send them again.
    pub(crate) unanswered: Vec<(usize, TableId, String)>,
    /// Connections that the hall has closed: their people come back.
    pub(crate) hung_up: Vec<usize>,
    /// Whether there is no room for all tables in memory: those that have none wait.
    pub(crate) is_tight: bool,
    /// How the process does.
    pub(crate) process: Process,
    asks: BTreeMap<u64, (Millis, Sent)>,
    numbers: u64,
}

impl Ground {
    pub(crate) fn new(seed: u64, loud: bool) -> Self {
        let state = State {
            disk: Disk::default(),
            line: Chance::new(seed, "line"),
            weather: Weather::Fair,
            trace: Trace::new(START, loud),
            broken: None,
            accounts: Accounts::default(),
            commands: Commands::default(),
            ledgers: BTreeMap::new(),
            conns: Vec::new(),
            news: Vec::new(),
            fair_since: None,
            opened: BTreeMap::new(),
            unanswered: Vec::new(),
            hung_up: Vec::new(),
            is_tight: false,
            process: Process::Starting,
            asks: BTreeMap::new(),
            numbers: 0,
        };
        Self {
            state: Mutex::new(state),
            time: Mutex::new(Time::Standing(START)),
            bell: AtomicBool::new(false),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A process begins: its time goes on from here. Call it inside its runtime.
    pub(crate) fn begin(&self) {
        let clock = RuntimeClock::starting_at(self.now());
        *self.time.lock().unwrap_or_else(PoisonError::into_inner) = Time::Running(clock);
    }

    /// The process has ended; the next one may begin after `ms`. Call it inside its runtime.
    pub(crate) fn end(&self) {
        let now = self.now();
        *self.time.lock().unwrap_or_else(PoisonError::into_inner) = Time::Standing(now);
    }

    /// Lets time pass while there is no process.
    pub(crate) fn wait(&self, ms: u64) {
        let now = self.now().plus(i64::try_from(ms).unwrap_or(i64::MAX));
        *self.time.lock().unwrap_or_else(PoisonError::into_inner) = Time::Standing(now);
    }

    /// Does on disk what is due.
    pub(crate) fn settle(&self) {
        let now = self.now();
        self.lock().disk.settle(now);
    }

    /// A question to the store is answered, or nobody waits for it any more.
    pub(crate) fn answered(&self, number: u64, came: Came) {
        let now = self.now();
        let mut state = self.lock();
        let Some((at, sent)) = state.asks.remove(&number) else {
            return;
        };
        if came != Came::Done {
            state.fair_since = None;
        }
        if let Sent::Append(table) = sent {
            state.accounts.appended(table, at, now, came);
            let took = now.since(at);
            state.say(now, format_args!("   append {came:?} after {took} ms"));
        }
    }

    /// The process is gone, and nobody waits for an answer any more: in the order of the questions, for the order in which a
    /// runtime drops its tasks is another one each time.
    pub(crate) fn forsake(&self) {
        let numbers: Vec<u64> = self.lock().asks.keys().copied().collect();
        for number in numbers {
            self.answered(number, Came::Nothing);
        }
    }

    /// How the process does from now on.
    pub(crate) fn process(&self, process: Process) {
        let now = self.now();
        let mut state = self.lock();
        state.say(now, format_args!("== {process:?}"));
        state.process = process;
        if process == Process::Up {
            state.accounts.up(now);
        }
        self.ring();
    }

    /// A socket passes a command on.
    pub(crate) fn taken(&self, conn: usize, message: &ClientMessage) {
        let now = self.now();
        let mut state = self.lock();
        state.say(now, format_args!("   c{conn} sends {message:?}"));
        let id = message.id().map(str::to_owned);
        let waiting = &mut state.conns[conn].waiting;
        waiting.extend(id.map(|id| (id, now)));
    }

    /// A connection is refused.
    pub(crate) fn turned_away(&self, conn: usize, refusal: &Refusal) {
        let now = self.now();
        let mut state = self.lock();
        state.say(now, format_args!("   c{conn} refused: {:?}", refusal.code));
        let code = state.conns[conn].code;
        match refusal.code {
            ProblemCode::NoSuchTable if state.is_there(code, now) => {
                state.fail(now, ("lost-table", format!("{code} is on disk")));
            }
            ProblemCode::Internal | ProblemCode::TableDamaged => {
                state.fail(now, ("refusal", format!("{refusal:?}")));
            }
            _ => {}
        }
    }

    /// A connection has ended.
    pub(crate) fn closed(&self, conn: usize) {
        let mut state = self.lock();
        state.hang_up(conn);
        state.hung_up.push(conn);
        drop(state);
        self.ring();
    }

    /// Writes a line of the trace.
    pub(crate) fn say(&self, what: std::fmt::Arguments<'_>) {
        let now = self.now();
        self.lock().say(now, what);
    }

    pub(crate) fn ring(&self) {
        self.bell.store(true, Ordering::Relaxed);
    }

    /// Whether something is to be looked at since the last time.
    pub(crate) fn rang(&self) -> bool {
        self.bell.swap(false, Ordering::Relaxed)
    }
}

impl Clock for Ground {
    fn now(&self) -> Millis {
        match *self.time.lock().unwrap_or_else(PoisonError::into_inner) {
            Time::Running(clock) => clock.now(),
            Time::Standing(now) => now,
        }
    }
}

impl State {
    pub(crate) fn say(&mut self, now: Millis, what: std::fmt::Arguments<'_>) {
        self.trace.line(now, what);
    }

    /// Notes a broken promise; the first one counts.
    pub(crate) fn fail(&mut self, now: Millis, broken: Broken) {
        self.say(now, format_args!("BROKEN {}: {}", broken.0, broken.1));
        self.broken.get_or_insert(broken);
    }

    /// A question goes to the store.
    pub(crate) fn asked(&mut self, now: Millis, sent: Sent) -> u64 {
        self.numbers += 1;
        self.asks.insert(self.numbers, (now, sent));
        self.numbers
    }

    /// Closes a connection; what waits for an answer there gets none.
    pub(crate) fn hang_up(&mut self, conn: usize) {
        let there = &mut self.conns[conn];
        there.line = None;
        let (who, table) = (there.who, there.table);
        let lost = there.waiting.drain(..).map(|(id, _)| (who, table, id));
        self.unanswered.extend(lost);
    }

    /// Whether an open table has this code.
    pub(crate) fn is_there(&mut self, code: Code, now: Millis) -> bool {
        self.disk.settle(now);
        self.disk.open(code).is_some()
    }

    /// Whether an append of this table is under way.
    pub(crate) fn is_writing(&self, table: TableId) -> bool {
        self.asks
            .values()
            .any(|(_, sent)| *sent == Sent::Append(table))
    }

    /// Reads what is new on disk, and judges it.
    pub(crate) fn read_all(&mut self, now: Millis) {
        self.disk.settle(now);
        let tables: Vec<TableId> = self.disk.written.tables().keys().copied().collect();
        for table in tables {
            self.read(table, now);
        }
        if let Some(offence) = self.disk.offences.pop() {
            self.fail(now, ("store", offence));
        }
    }

    /// The same for one table.
    pub(crate) fn read(&mut self, table: TableId, now: Millis) {
        self.disk.settle(now);
        let Some(rows) = self.disk.written.tables().get(&table) else {
            return;
        };
        let new = || Ledger::new(table, rows.code);
        let ledger = self.ledgers.entry(table).or_insert_with(new);
        let account = self.accounts.of(table);
        let from = usize::try_from(ledger.seen).unwrap_or(usize::MAX);
        for row in rows.entries.get(from..).unwrap_or_default() {
            let (seq, ago) = (row.seq.0, now.since(row.at));
            let body: String = row.body.chars().take(200).collect();
            let what = format_args!("   {} row {seq}, decided {ago} ms ago: {body}", rows.code);
            self.trace.line(now, what);
        }
        if let Err(broken) = ledger.read(&rows.entries, &self.commands, account) {
            self.fail(now, broken);
        }
    }
}
