//! One world: a seed's people and tables, and its hall in one life after the other.

use crate::{
    alarm,
    chance::{Chance, SimRandom},
    ground::{Ground, Process, START},
    ledger::Broken,
    line::Weather,
    pace::{Pace, Woken},
    person::Person,
    plan::{Plan, Temper},
    script::scene,
};
use ludohall_protocol::{ClientMessage, Code, TableId, Version};
use ludohall_table::{Hall, Millis, ports::Clock};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// How a life ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Killed,
    /// It stopped in order, or could not start.
    Stopped,
    /// All steps are done and all was as it must be, or something was not.
    Over,
}

/// Something that somebody has in mind.
#[derive(Clone, Debug)]
pub(crate) enum Intent {
    /// To answer the decision that a connection tells.
    Act(usize),
    /// To send a command over a connection.
    Send(usize, ClientMessage),
    /// To send one over whatever connection there is.
    Retry(usize, TableId, String),
    Connect(usize, Code, Option<Version>),
}

/// A world.
pub(crate) struct World {
    pub(crate) chance: Chance,
    pub(crate) ground: Arc<Ground>,
    pub(crate) plan: Plan,
    pub(crate) people: Vec<Person>,
    pub(crate) agenda: BTreeMap<(Millis, u64), Intent>,
    pub(crate) pace: Pace,
    pub(crate) hall: Option<Hall>,
    /// Steps done.
    pub(crate) steps: u32,
    /// Whether nothing bad is done to the hall any more.
    pub(crate) at_rest: bool,
    /// How long the process is about to stand still.
    pub(crate) still_ms: u64,
    /// Whether it is the one scene instead of what chance picks.
    pub(crate) is_scene: bool,
    /// Polls until it came to rest.
    pub(crate) busy_polls: u64,
    pub(crate) calls: u64,
    pub(crate) used: Vec<crate::request::Call>,
    /// What a death takes along, and how long it lasts.
    fates: Chance,
    random: Arc<SimRandom>,
    intents: u64,
}

/// What came of a world.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The seed.
    pub seed: u64,
    /// The promise that was broken, and how.
    pub broken: Option<Broken>,
    /// Says whether two runs were the same.
    pub hash: u64,
    /// The end of the trace.
    pub trace: Vec<String>,
    /// What happened, for the curious.
    pub counts: Counts,
}

/// How much happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Rows in journals.
    pub entries: u64,
    /// Games that ended.
    pub games: u64,
    /// Processes.
    pub lives: u64,
    /// Polls of their tasks.
    pub polls: u64,
    /// The same until it came to rest.
    pub busy_polls: u64,
    /// Virtual time, in ms.
    pub ms: u64,
}

impl World {
    pub(crate) fn new(seed: u64, loud: bool) -> Self {
        let mut chance = Chance::new(seed, "world");
        let plan = Plan::of(&mut chance);
        let people = (0..plan.people).map(|number| Person::new(number, Temper::of(&mut chance)));
        let people = people.collect();
        let ground = Arc::new(Ground::new(seed, loud));
        ground.lock().is_tight = plan.config.loaded_tables == 1;
        Self {
            people,
            chance,
            ground,
            plan,
            agenda: BTreeMap::new(),
            pace: Pace::default(),
            hall: None,
            steps: 0,
            at_rest: false,
            still_ms: 0,
            is_scene: false,
            busy_polls: 0,
            calls: 0,
            used: Vec::new(),
            fates: Chance::new(seed, "fates"),
            random: Arc::new(SimRandom::new(seed)),
            intents: 0,
        }
    }

    /// The one scene, in which the process dies after so many polls.
    pub(crate) fn scene(kill_after: Option<u64>, loud: bool) -> Self {
        let mut world = Self::new(0, loud);
        world.fates = Chance::new(kill_after.unwrap_or_default(), "fates");
        world.plan = scene::plan();
        let person = |number| Person::new(number, scene::TEMPER);
        world.people = (0..world.plan.people).map(person).collect();
        world.is_scene = true;
        world.pace.fuse = kill_after;
        world
    }

    /// Runs it to its end.
    pub(crate) fn run(mut self, seed: u64) -> Outcome {
        let mut lives = 0;
        alarm::listen(|| {
            loop {
                lives += 1;
                let end = self.one_life();
                if end == End::Over || self.ground.lock().broken.is_some() {
                    return;
                }
                self.between_lives(end);
            }
        });
        let now = self.ground.now();
        let state = self.ground.lock();
        let counts = Counts {
            entries: state.ledgers.values().map(|ledger| ledger.seen).sum(),
            games: state.disk.records.len() as u64,
            lives,
            polls: self.pace.polls,
            busy_polls: self.busy_polls,
            ms: now.since(START).unsigned_abs(),
        };
        Outcome {
            seed,
            broken: state.broken.clone(),
            hash: state.trace.hash(),
            trace: state.trace.last(),
            counts,
        }
    }

    /// One process, from its start to its end.
    fn one_life(&mut self) -> End {
        let runtime = match self.pace.runtime() {
            Ok(runtime) => runtime,
            Err(error) => {
                self.fail(("machine", error.to_string()));
                return End::Over;
            }
        };
        let ground = self.ground.clone();
        let end = runtime.block_on(async {
            self.pace.begin();
            ground.begin();
            let end = self.live().await;
            ground.end();
            end
        });
        self.hall = None;
        self.pace.fuse = None;
        // All tasks of the process go with it, each where it was.
        self.ground.forsake();
        drop(runtime);
        end
    }

    /// What a process that has ended leaves behind, until the next one starts.
    fn between_lives(&mut self, end: End) {
        let now = self.ground.now();
        let longest = if end == End::Killed { 30_000 } else { 5_000 };
        let mut down_ms = self.fates.pause(0, longest);
        if self.fates.percent(5) {
            down_ms *= 100;
        }
        let ground = self.ground.clone();
        let mut state = ground.lock();
        state.say(now, format_args!("== {end:?}, down for {down_ms} ms"));
        state.accounts.down(now);
        state.fair_since = None;
        let fates = &mut self.fates;
        state.disk.crash(|| fates.percent(50));
        if state.process == Process::Failed && fates.percent(30) {
            state.weather = Weather::Fair;
        } else if !self.is_scene && !self.at_rest && fates.percent(15) {
            // A start while the store is slow.
            state.weather = *fates.pick(&[Weather::Slow, Weather::Crawling]);
        }
        let open: Vec<usize> = (0..state.conns.len())
            .filter(|conn| state.conns[*conn].is_open())
            .collect();
        for conn in &open {
            state.hang_up(*conn);
        }
        state.hung_up.extend(open);
        drop(state);
        ground.wait(down_ms);
        ground.settle();
    }

    /// Starts the hall in the runtime that is there.
    pub(crate) fn start(&mut self) {
        let hall = Hall::start(
            self.plan.config.clone(),
            Arc::new(crate::line::SimStore(self.ground.clone())),
            self.ground.clone(),
            self.random.clone(),
        );
        self.hall = Some(hall.clone());
        self.ground.process(Process::Starting);
        let ground = self.ground.clone();
        tokio::spawn(async move {
            match hall.recover().await {
                Ok(_) => ground.process(Process::Up),
                Err(_) => ground.process(Process::Failed),
            }
        });
    }

    /// Lets the world go on for so long, or until somebody has something to look at; the life may end in it.
    pub(crate) async fn pass(&mut self, ms: u64) -> Result<(), End> {
        let ground = self.ground.clone();
        let pause = Duration::from_millis(ms);
        let woken = self.pace.run(pause, || ground.rang()).await;
        if let Some(alarm) = alarm::take() {
            self.fail(("alarm", alarm));
        }
        let (broken, process) = {
            let state = self.ground.lock();
            (state.broken.is_some(), state.process)
        };
        match process {
            _ if broken => Err(End::Over),
            _ if woken == Woken::Killed => Err(End::Killed),
            Process::Failed | Process::Drained => Err(End::Stopped),
            _ => Ok(()),
        }
    }

    /// Has somebody do something in so many ms.
    pub(crate) fn intend(&mut self, ms: u64, intent: Intent) {
        let due = self
            .ground
            .now()
            .plus(i64::try_from(ms).unwrap_or(i64::MAX));
        self.intents += 1;
        self.agenda.insert((due, self.intents), intent);
    }

    pub(crate) fn fail(&self, broken: Broken) {
        let now = self.ground.now();
        self.ground.lock().fail(now, broken);
    }
}
