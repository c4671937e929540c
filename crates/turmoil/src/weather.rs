//! What happens to links, devices and hall, and when. Each link has one trouble at a time; so has the hall.

use crate::{chance::Chance, run::STEP_MS, stage::Stage};
use std::{rc::Rc, time::Duration};
use turmoil::Sim;

/// How long a message takes in fair weather.
pub const FAIR: Duration = Duration::from_millis(20);

/// A device's trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    /// What is said on it waits.
    Held,
    /// What is said on it is lost, both ways, or to or from the hall.
    Cut(Way),
    /// The device is off, without a farewell: its link was cut before.
    Vanished,
    /// Its program has died; its system has said so.
    Died,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Both,
    ToHall,
    FromHall,
}

/// The hall's trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HallTrouble {
    /// Its store is slow.
    Slow,
    /// Its store is gone.
    NoStore,
    /// It was killed.
    Killed,
    /// It was told to stop.
    Stopping,
}

struct Spell<T> {
    trouble: T,
    until: u64,
}

/// What is wrong at the moment, and what comes next.
pub struct Weather {
    stage: Rc<Stage>,
    chance: Chance,
    links: Vec<(Option<Spell<Trouble>>, u64)>,
    hall: Option<Spell<HallTrouble>>,
    hall_next: u64,
}

/// The name of a device's host.
#[must_use]
pub fn host(device: usize) -> String {
    format!("d{device}")
}

impl Weather {
    /// The weather of a seed, for so many devices; the first seconds are fair.
    #[must_use]
    pub fn new(stage: Rc<Stage>, devices: usize) -> Self {
        let mut chance = Chance::new(stage.seed, 1 << 32);
        let links = (0..devices).map(|_| (None, chance.between(1_000, 15_000)));
        Self {
            links: links.collect(),
            hall: None,
            hall_next: chance.between(8_000, 40_000),
            chance,
            stage,
        }
    }

    /// Does what is due now.
    pub fn blow(&mut self, sim: &mut Sim<'_>, now: u64) {
        for device in 0..self.links.len() {
            self.blow_on_link(sim, now, device);
        }
        self.blow_on_hall(sim, now);
        self.mark(now);
    }

    /// Ends all trouble; whether that is done.
    pub fn clear(&mut self, sim: &mut Sim<'_>, now: u64) -> bool {
        for device in 0..self.links.len() {
            if let Some(spell) = self.links[device].0.take() {
                self.mend_link(sim, now, device, spell.trouble);
            }
            self.pace(sim, now, device, FAIR, false);
        }
        let stopping = self
            .hall
            .as_ref()
            .is_some_and(|spell| spell.trouble == HallTrouble::Stopping);
        if let Some(spell) = self.hall.take() {
            if stopping && sim.is_host_running("hall") {
                self.hall = Some(spell);
            } else {
                self.mend_hall(sim, now, spell.trouble);
            }
        }
        self.mark(now);
        self.hall.is_none() && self.stage.hall_up.get()
    }

    /// Notes where trouble is, for those who judge.
    fn mark(&self, now: u64) {
        // What begins now lasts for a step at least.
        let now = now + STEP_MS;
        let mut links = self.stage.links.borrow_mut();
        for (link, (spell, _)) in links.iter_mut().zip(&self.links) {
            match spell.as_ref().map(|spell| spell.trouble) {
                Some(Trouble::Held) => link.held = Some(now),
                Some(_) => link.cut = Some(now),
                None => {}
            }
        }
        if self.hall.is_some() || !self.stage.hall_up.get() {
            self.stage.hall_trouble.set(Some(now));
        }
        if !self.stage.hall_up.get() {
            self.stage.hall_down.set(Some(now));
        }
    }

    fn blow_on_link(&mut self, sim: &mut Sim<'_>, now: u64, device: usize) {
        let (spell, next) = &mut self.links[device];
        if spell.as_ref().is_some_and(|spell| spell.until <= now)
            && let Some(spell) = spell.take()
        {
            *next = now + self.chance.between(500, 30_000);
            self.mend_link(sim, now, device, spell.trouble);
        } else if spell.is_none() && *next <= now {
            self.harm_link(sim, now, device);
        }
    }

    fn harm_link(&mut self, sim: &mut Sim<'_>, now: u64, device: usize) {
        let name = host(device);
        let latency = Duration::from_millis(self.chance.pick(&[1, 10, 20, 50, 100, 250, 400, 800]));
        let kind = self.chance.below(10);
        if kind < 3 {
            let uneven = self.chance.once_in(3);
            self.pace(sim, now, device, latency, uneven);
            self.links[device].1 = now + self.chance.between(500, 10_000);
            return self.note(now, &format!("d{device} latency {latency:?}"));
        }
        let trouble = match kind {
            3 | 4 => Trouble::Held,
            5 | 6 => Trouble::Cut(self.chance.pick(&[Way::Both, Way::ToHall, Way::FromHall])),
            7 | 8 => Trouble::Vanished,
            _ => Trouble::Died,
        };
        match trouble {
            Trouble::Held => sim.hold(name, "hall"),
            Trouble::Cut(Way::Both) => sim.partition(name, "hall"),
            Trouble::Cut(Way::ToHall) => sim.partition_oneway(name, "hall"),
            Trouble::Cut(Way::FromHall) => sim.partition_oneway("hall", name),
            Trouble::Vanished => {
                sim.partition(name.as_str(), "hall");
                sim.crash(name);
            }
            Trouble::Died => sim.crash(name),
        }
        let most = self.chance.pick(&[500, 5_000, 20_000, 60_000]);
        let until = now + self.chance.between(50, most);
        self.links[device].0 = Some(Spell { trouble, until });
        self.note(now, &format!("d{device} {trouble:?} until {until}"));
    }

    /// From now on a message takes so long, or (`uneven`) up to twice as long.
    fn pace(&self, sim: &Sim<'_>, now: u64, device: usize, latency: Duration, uneven: bool) {
        sim.set_link_latency(host(device), "hall", latency);
        let last = u64::try_from(latency.as_millis()).unwrap_or_default();
        let mut paced = now + STEP_MS + last;
        if uneven {
            sim.set_link_max_message_latency(host(device), "hall", latency * 2);
            paced = u64::MAX;
        }
        self.stage.links.borrow_mut()[device].paced = Some(paced);
    }

    fn mend_link(&mut self, sim: &mut Sim<'_>, now: u64, device: usize, trouble: Trouble) {
        let name = host(device);
        match trouble {
            Trouble::Held => sim.release(name, "hall"),
            Trouble::Cut(Way::Both) => sim.repair(name, "hall"),
            Trouble::Cut(Way::ToHall) => sim.repair_oneway(name, "hall"),
            Trouble::Cut(Way::FromHall) => sim.repair_oneway("hall", name),
            Trouble::Vanished => {
                sim.repair(name.as_str(), "hall");
                sim.bounce(name);
            }
            Trouble::Died => sim.bounce(name),
        }
        self.note(now, &format!("d{device} {trouble:?} is over"));
    }

    fn blow_on_hall(&mut self, sim: &mut Sim<'_>, now: u64) {
        let over = self.hall.as_ref().is_some_and(|spell| match spell.trouble {
            HallTrouble::Stopping => !sim.is_host_running("hall") && spell.until <= now,
            _ => spell.until <= now,
        });
        if over && let Some(spell) = self.hall.take() {
            self.hall_next = now + self.chance.between(5_000, 60_000);
            self.mend_hall(sim, now, spell.trouble);
        } else if self.hall.is_none() && self.hall_next <= now && self.stage.hall_up.get() {
            self.harm_hall(sim, now);
        }
    }

    fn harm_hall(&mut self, sim: &mut Sim<'_>, now: u64) {
        let trouble = self.chance.pick(&[
            HallTrouble::Slow,
            HallTrouble::NoStore,
            HallTrouble::Killed,
            HallTrouble::Killed,
            HallTrouble::Stopping,
            HallTrouble::Stopping,
        ]);
        let until = now + self.chance.between(200, 8_000);
        self.note(now, &format!("hall {trouble:?} until {until}"));
        let Some(line) = self.stage.line.borrow().clone() else {
            return;
        };
        match trouble {
            HallTrouble::Slow => {
                let delay = Duration::from_millis(self.chance.between(10, 3_000));
                line.slow(delay, self.chance.below(3));
            }
            HallTrouble::NoStore => line.set_down(true),
            HallTrouble::Killed => {
                line.cut();
                self.stage.hall_up.set(false);
                sim.crash("hall");
            }
            HallTrouble::Stopping => self.stage.stop.notify_one(),
        }
        self.hall = Some(Spell { trouble, until });
    }

    fn mend_hall(&mut self, sim: &mut Sim<'_>, now: u64, trouble: HallTrouble) {
        let Some(line) = self.stage.line.borrow().clone() else {
            return;
        };
        match trouble {
            HallTrouble::Slow => line.slow(Duration::ZERO, 0),
            HallTrouble::NoStore => line.set_down(false),
            HallTrouble::Killed | HallTrouble::Stopping => sim.bounce("hall"),
        }
        self.note(now, &format!("hall {trouble:?} is over"));
    }

    fn note(&self, now: u64, what: &str) {
        self.stage.note(now, what);
    }
}
