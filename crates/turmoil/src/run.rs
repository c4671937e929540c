//! A run: a hall, people and others around it, weather; then all whole; then everybody gone.

use crate::{
    chance::Chance,
    device::{Device, Person, Place},
    hall, others, player, probe,
    stage::{Act, Stage},
    trace::Digest,
    weather::{Weather, host},
};
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
    time::{Duration, SystemTime},
};
use turmoil::Sim;

/// Links are looked at so often; what takes shorter than this takes this long.
pub(crate) const STEP_MS: u64 = 10;
/// How long all is whole at least.
const WHOLE_MS: u64 = 20_000;
/// When everybody must have acted, once all is whole: to notice a dead connection takes half a minute, a round of four with
/// its pauses about as long.
const ACTED_WITHIN_MS: u64 = 150_000;
/// When somebody must be back and have an answer, once all is whole.
const BACK_WITHIN_MS: u64 = 40_000;
/// How long the hall has to notice that everybody is gone. Silence is noticed after 45 s; who takes nothing meanwhile is
/// waited for 10 s longer, and the farewell takes 10 s.
const LEAVING_MS: u64 = 70_000;
/// How much a link takes that nobody reads from, in segments.
const LINK_SEGMENTS: usize = 32;

/// What came of a run.
#[derive(Debug)]
pub struct Outcome {
    /// What must not have happened; empty, if all is well.
    pub broken: Vec<String>,
    /// The number of its course: the same for each run of a seed.
    pub digest: Digest,
    /// Its course, where it was asked for.
    pub lines: Vec<String>,
    /// Versions that were told.
    pub versions: usize,
    /// Commands that were accepted.
    pub accepted: usize,
    /// The simulated time it took.
    pub simulated: Duration,
}

/// The people of a run: who plays where.
struct Cast {
    devices: Vec<Rc<Device>>,
    players: usize,
}

/// Runs a seed. `lines`: whether its course is to be read.
#[must_use]
pub fn run(seed: u64, lines: bool) -> Outcome {
    let mut chance = Chance::new(seed, 0);
    let plan = Plan::new(&mut chance);
    let probe = plan.devices.len();
    let stage = Rc::new(Stage::new(seed, probe + 1, plan.tables, lines));
    let mut sim = turmoil::Builder::new()
        .rng_seed(seed)
        .epoch(SystemTime::UNIX_EPOCH)
        .tick_duration(Duration::from_millis(STEP_MS))
        .simulation_duration(Duration::from_secs(3_600))
        .tcp_capacity(LINK_SEGMENTS)
        .build();
    let cast = plan.cast(&stage);
    set_up(&mut sim, &stage, &cast, probe);
    let rough_ms = chance.between(30_000, 100_000);
    let done = Director {
        stage: &stage,
        cast: &cast,
        sim,
        now: 0,
    }
    .direct(rough_ms);
    finish(&stage, done)
}

fn set_up(sim: &mut Sim<'_>, stage: &Rc<Stage>, cast: &Cast, probe: usize) {
    let shared = stage.clone();
    sim.host("hall", move || hall::live(shared.clone()));
    for (i, device) in cast.devices.iter().enumerate() {
        let device = device.clone();
        if i < cast.players {
            sim.host(host(i), move || player::live(device.clone()));
        } else {
            sim.host(host(i), move || others::live(device.clone()));
        }
        sim.set_link_latency(host(i), "hall", Duration::from_millis(20));
    }
    let shared = stage.clone();
    sim.host("probe", move || probe::live(shared.clone(), probe));
    sim.set_link_latency("probe", "hall", Duration::from_millis(20));
}

/// Who comes, before anything is there.
struct Plan {
    /// Of each device: whose, whether it leads, where.
    devices: Vec<(usize, bool, Place)>,
    players: usize,
    people: usize,
    tables: usize,
}

impl Plan {
    fn new(chance: &mut Chance) -> Self {
        let mut plan = Self {
            devices: Vec::new(),
            players: 0,
            people: 0,
            tables: 0,
        };
        plan.table(chance, 2 + chance.clone().below(3) as usize);
        if chance.once_in(2) {
            plan.table(chance, 1);
        }
        plan.players = plan.devices.len();
        for _ in 0..chance.between(1, 3) {
            plan.person(Place {
                table: 0,
                spec: None,
                people: 0,
            });
        }
        plan
    }

    /// A table for so many people, the first of whom opens it. One of them may have two devices.
    fn table(&mut self, chance: &mut Chance, people: usize) {
        let mut place = Place {
            table: self.tables,
            spec: Some(spec(chance, people)),
            people,
        };
        self.tables += 1;
        for _ in 0..people {
            self.person(place.clone());
            place.spec = None;
        }
        if chance.once_in(2) {
            self.devices.push((self.people - 1, false, place));
        }
    }

    fn person(&mut self, place: Place) {
        self.devices.push((self.people, true, place));
        self.people += 1;
    }

    fn cast(self, stage: &Rc<Stage>) -> Cast {
        let people: Vec<_> = (0..self.people)
            .map(|_| Rc::new(RefCell::new(Person::default())))
            .collect();
        let devices = self.devices.into_iter().enumerate();
        let devices = devices.map(|(index, (whose, leads, place))| {
            Rc::new(Device {
                index,
                person: people[whose].clone(),
                leads,
                place,
                stage: stage.clone(),
                chance: RefCell::new(Chance::new(stage.seed, index as u64 + 1)),
                back: Cell::new(false),
                acted: Cell::new(false),
                turns: RefCell::new(BTreeMap::from([(0, None)])),
                last: Cell::new(0),
            })
        });
        Cast {
            devices: devices.collect(),
            players: self.players,
        }
    }
}

/// What a table is opened with.
fn spec(chance: &mut Chance, people: usize) -> Value {
    let ruleset = chance.pick(&["ludo", "luddo", "ludo-standard", "parchis"]);
    let clock = match chance.below(4) {
        0 => json!("brisk"),
        1 => json!("house"),
        2 => {
            json!({ "decision_ms": 3_000, "on_expiry": "play_once", "misses": 2, "away_ms": 5_000 })
        }
        _ => json!({ "decision_ms": 5_000, "on_expiry": "bot_takes_seat" }),
    };
    json!({
        "ruleset": ruleset, "seats": 4, "clock": clock, "solo": people == 1, "fill_with_bots": true,
        "bot_level": "easy", "bot_pause_ms": chance.between(50, 1_500), "listed": chance.once_in(2),
    })
}

/// Who makes the time go on.
struct Director<'a> {
    stage: &'a Rc<Stage>,
    cast: &'a Cast,
    sim: Sim<'static>,
    now: u64,
}

impl Director<'_> {
    /// Directs all acts; the time at the end.
    fn direct(mut self, rough_ms: u64) -> u64 {
        if let Err(error) = self.acts(rough_ms) {
            self.stage
                .broken(self.now, &format!("the run ended early: {error}"));
        }
        self.now
    }

    fn acts(&mut self, rough_ms: u64) -> turmoil::Result {
        let mut weather = Weather::new(self.stage.clone(), self.cast.devices.len());
        while self.now < rough_ms {
            weather.blow(&mut self.sim, self.now);
            self.step()?;
        }
        while !weather.clear(&mut self.sim, self.now) {
            self.step()?;
        }
        self.act(Act::Whole);
        let began = self.now;
        while self.now < began + WHOLE_MS || self.idle().is_some() {
            self.step()?;
            if self.now == began + BACK_WITHIN_MS {
                self.are_back();
            }
            if self.now > began + ACTED_WITHIN_MS {
                break;
            }
        }
        if let Some(device) = self.idle() {
            let what = format!("d{} has come back and cannot act", device.index);
            self.stage.broken(self.now, &what);
        }
        self.leave()?;
        self.is_empty();
        self.stage.stop.notify_one();
        let began = self.now;
        while self.sim.is_host_running("hall") && self.now < began + 60_000 {
            self.step()?;
        }
        if self.sim.is_host_running("hall") {
            self.stage.broken(self.now, "the hall does not stop");
        }
        Ok(())
    }

    fn step(&mut self) -> turmoil::Result {
        self.sim.step()?;
        self.now += STEP_MS;
        Ok(())
    }

    fn act(&self, act: Act) {
        self.stage.note(self.now, &format!("{act:?}"));
        self.stage.act.set(act);
    }

    fn players(&self) -> impl Iterator<Item = &Rc<Device>> {
        let players = self.cast.devices[..self.cast.players].iter();
        players.filter(|device| {
            device
                .person
                .borrow()
                .arms
                .as_ref()
                .is_some_and(|arms| !arms.is_empty())
        })
    }

    fn are_back(&self) {
        for device in self.players().filter(|device| !device.back.get()) {
            let what = format!("d{} has not come back to its seat", device.index);
            self.stage.broken(self.now, &what);
        }
    }

    /// A device of somebody who has not acted since all is whole, on whichever of theirs.
    fn idle(&self) -> Option<&Rc<Device>> {
        self.players().find(|device| {
            let mut own = self
                .players()
                .filter(|one| Rc::ptr_eq(&one.person, &device.person));
            !own.any(|device| device.acted.get())
        })
    }

    /// Everybody goes, some without a word.
    fn leave(&mut self) -> turmoil::Result {
        self.act(Act::Leaving);
        for i in 0..self.cast.devices.len() {
            if i % 3 == 1 {
                self.sim.partition(host(i), "hall");
                self.sim.crash(host(i));
            }
        }
        let began = self.now;
        while self.now < began + LEAVING_MS {
            self.step()?;
        }
        Ok(())
    }

    /// Nothing of them is left at the hall.
    fn is_empty(&self) {
        let Some(app) = self.stage.app.borrow().upgrade() else {
            return self.stage.broken(self.now, "the hall is gone");
        };
        let left = [
            ("tasks", app.tasks.len()),
            ("sockets", app.sockets.total()),
            ("sessions", app.sessions.total()),
            (
                "people online",
                usize::try_from(app.hall.lobby().online()).unwrap_or(usize::MAX),
            ),
        ];
        for (what, count) in left.into_iter().filter(|(_, count)| *count > 0) {
            self.stage
                .broken(self.now, &format!("{count} {what} are left over"));
        }
    }
}

fn finish(stage: &Stage, now: u64) -> Outcome {
    let ledger = stage.ledger.borrow();
    for code in ledger.codes() {
        let journal = stage.disk.journal(code);
        stage.note(now, &format!("{code} has {} entries", journal.len()));
        for what in ledger.compare(code, &journal) {
            stage.broken(now, &what);
        }
    }
    let (versions, accepted) = ledger.counts();
    let trace = stage.take_trace();
    Outcome {
        broken: stage.all_broken(),
        digest: trace.digest(),
        lines: trace.into_lines(),
        versions,
        accepted,
        simulated: Duration::from_millis(now),
    }
}
