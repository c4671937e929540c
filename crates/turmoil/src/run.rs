//! A run: a hall, people and others around it, weather; then all whole; then everybody gone.

use crate::{
    cast::{Cast, Part, Plan},
    chance::Chance,
    device::Device,
    disk::Disk,
    hall, lobby, others, panics, player, probe,
    stage::{Act, Stage},
    trace::Digest,
    weather::{FAIR, Weather, host},
};
use ludohall_server::fault::{self, Fault};
use std::{
    rc::Rc,
    time::{Duration, SystemTime},
};
use turmoil::Sim;

/// Links are looked at so often; what takes shorter than this takes this long.
pub(crate) const STEP_MS: u64 = 10;
/// How long all is whole at least: long enough for a silence to be noticed, now and then.
const WHOLE_MS: [u64; 3] = [20_000, 20_000, 70_000];
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

/// A run that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Its seed.
    pub seed: u64,
    /// Whether its course is to be read.
    pub lines: bool,
    /// A bug that is planted.
    pub fault: Option<Fault>,
    /// Whether the hall keeps its data in SQLite.
    pub sqlite: bool,
}

impl Run {
    /// That of a seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        Self {
            seed,
            lines: false,
            fault: None,
            sqlite: false,
        }
    }

    /// Makes it. Where the system gives nothing to keep the hall's data in, nothing happens, and that is what is broken.
    #[must_use]
    pub fn make(self) -> Outcome {
        let disk = match self.sqlite {
            true => Disk::sqlite(),
            false => Ok(Disk::memory()),
        };
        match disk {
            Ok(disk) => self.make_on(disk),
            Err(error) => Outcome {
                broken: vec![format!("the system gives no disk: {error}")],
                digest: Digest::default(),
                lines: Vec::new(),
                versions: 0,
                accepted: 0,
                simulated: Duration::ZERO,
            },
        }
    }

    fn make_on(self, disk: Disk) -> Outcome {
        let mut chance = Chance::new(self.seed, 0);
        let plan = Plan::new(&mut chance);
        let probe = plan.devices();
        let stage = Stage::new(self.seed, probe + 1, plan.tables, disk, self.lines);
        let stage = Rc::new(stage);
        let mut network = turmoil::Builder::new();
        if chance.once_in(2) {
            network.enable_random_order();
        }
        let mut sim = network
            .rng_seed(self.seed)
            .epoch(SystemTime::UNIX_EPOCH)
            .tick_duration(Duration::from_millis(STEP_MS))
            .simulation_duration(Duration::from_secs(3_600))
            .tcp_capacity(LINK_SEGMENTS)
            .build();
        let cast = plan.cast(&stage);
        set_up(&mut sim, &stage, &cast, probe);
        let director = Director {
            stage: &stage,
            cast: &cast,
            sim,
            now: 0,
            rough_ms: chance.between(30_000, 100_000),
            whole_ms: chance.pick(&WHOLE_MS),
        };
        panics::listen();
        fault::plant(self.fault);
        let done = director.direct();
        fault::plant(None);
        finish(&stage, done)
    }
}

fn set_up(sim: &mut Sim<'_>, stage: &Rc<Stage>, cast: &Cast, probe: usize) {
    let shared = stage.clone();
    sim.host("hall", move || hall::live(shared.clone()));
    for (part, device) in cast.devices() {
        let (name, device) = (host(device.index), device.clone());
        match part {
            Part::Player => sim.host(name.as_str(), move || player::live(device.clone())),
            Part::Other => sim.host(name.as_str(), move || others::live(device.clone())),
            Part::Lobby => sim.host(name.as_str(), move || lobby::live(device.clone())),
        }
        sim.set_link_latency(name, "hall", FAIR);
    }
    let shared = stage.clone();
    sim.host("probe", move || probe::live(shared.clone(), probe));
    sim.set_link_latency("probe", "hall", FAIR);
}

/// Who makes the time go on.
struct Director<'a> {
    stage: &'a Rc<Stage>,
    cast: &'a Cast,
    sim: Sim<'static>,
    now: u64,
    rough_ms: u64,
    whole_ms: u64,
}

impl Director<'_> {
    /// Directs all acts; the time at the end.
    fn direct(mut self) -> u64 {
        if let Err(error) = self.acts() {
            self.stage
                .broken(self.now, &format!("the run ended early: {error}"));
        }
        self.now
    }

    fn acts(&mut self) -> turmoil::Result {
        let mut weather = Weather::new(self.stage.clone(), self.cast.devices().count());
        while self.now < self.rough_ms {
            weather.blow(&mut self.sim, self.now);
            self.step()?;
        }
        while !weather.clear(&mut self.sim, self.now) {
            self.step()?;
        }
        self.act(Act::Whole);
        let began = self.now;
        while self.now < began + self.whole_ms || self.idle().is_some() {
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
        self.act(Act::Empty);
        while self.sim.is_host_running("probe") {
            self.step()?;
        }
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

    fn are_back(&self) {
        for device in self.cast.players().filter(|device| !device.back.get()) {
            let what = format!("d{} has not come back to its seat", device.index);
            self.stage.broken(self.now, &what);
        }
    }

    /// A device of somebody who has not acted since all is whole, on whichever of theirs.
    fn idle(&self) -> Option<&Rc<Device>> {
        self.cast.players().find(|device| {
            let mut own = self
                .cast
                .players()
                .filter(|one| Rc::ptr_eq(&one.person, &device.person));
            !own.any(|device| device.acted.get())
        })
    }

    /// Everybody goes, some without a word.
    fn leave(&mut self) -> turmoil::Result {
        self.act(Act::Leaving);
        for i in 0..self.cast.devices().count() {
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
    for panic in panics::heard() {
        stage.broken(now, &panic);
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
