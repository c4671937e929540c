//! Who comes: people with one device or two, those who disturb, and who looks at the lobby.

use crate::{
    chance::Chance,
    device::{Device, Person, Place},
    stage::Stage,
};
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

/// What a device is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It plays.
    Player,
    /// It disturbs.
    Other,
    /// It looks at the lobby.
    Lobby,
}

/// The devices of a run.
pub struct Cast {
    devices: Vec<(Part, Rc<Device>)>,
}

impl Cast {
    /// All of them.
    pub fn devices(&self) -> impl Iterator<Item = &(Part, Rc<Device>)> {
        self.devices.iter()
    }

    /// Those that play and have a seat.
    pub fn players(&self) -> impl Iterator<Item = &Rc<Device>> {
        let players = self
            .devices
            .iter()
            .filter(|(part, _)| *part == Part::Player);
        let players = players.map(|(_, device)| device);
        players.filter(|device| {
            let person = device.person.borrow();
            person.arms.as_ref().is_some_and(|arms| !arms.is_empty())
        })
    }
}

/// Who comes, before anything is there.
pub struct Plan {
    /// Of each device: what for, whose, whether it leads, where.
    devices: Vec<(Part, usize, bool, Place)>,
    people: usize,
    /// How many tables there are.
    pub tables: usize,
}

impl Plan {
    /// The people of a seed.
    pub fn new(chance: &mut Chance) -> Self {
        let mut plan = Self {
            devices: Vec::new(),
            people: 0,
            tables: 0,
        };
        let people = chance.pick(&[2, 3, 4]);
        plan.table(chance, people);
        if chance.once_in(2) {
            plan.table(chance, 1);
        }
        for _ in 0..chance.between(1, 3) {
            plan.guest(Part::Other);
        }
        if chance.once_in(2) {
            plan.guest(Part::Lobby);
        }
        plan
    }

    /// How many devices there are.
    pub fn devices(&self) -> usize {
        self.devices.len()
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
            self.person(Part::Player, place.clone());
            place.spec = None;
        }
        if chance.once_in(2) {
            let last = self.people - 1;
            self.devices.push((Part::Player, last, false, place));
        }
    }

    /// Somebody without a seat.
    fn guest(&mut self, part: Part) {
        let place = Place {
            table: 0,
            spec: None,
            people: 0,
        };
        self.person(part, place);
    }

    fn person(&mut self, part: Part, place: Place) {
        self.devices.push((part, self.people, true, place));
        self.people += 1;
    }

    /// Lets them come onto the stage.
    pub fn cast(self, stage: &Rc<Stage>) -> Cast {
        let people: Vec<_> = (0..self.people)
            .map(|_| Rc::new(RefCell::new(Person::default())))
            .collect();
        let devices = self.devices.into_iter().enumerate();
        let devices = devices.map(|(index, (part, whose, leads, place))| {
            let device = Device {
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
            };
            (part, Rc::new(device))
        });
        Cast {
            devices: devices.collect(),
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
