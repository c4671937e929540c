//! Seats: who owns one, who acts for it. Whether the owner is connected is a third thing ([`crate::presence`]).

use ludohall_protocol::{Player, PlayerId, event::Controller, table::BotLevel};
use serde::{Deserialize, Serialize};

/// A seat: an arm of the board and whoever has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seat {
    /// The arm it plays.
    pub arm: u8,
    /// Who has it.
    pub holder: Holder,
}

/// Who has a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Holder {
    /// Nobody.
    #[default]
    Open,
    /// A bot that was put there.
    Bot(BotLevel),
    /// A person.
    Person(Person),
}

/// A person with a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Person {
    /// Who.
    pub player: Player,
    /// Who acts for the seat.
    pub controller: Controller,
    /// Decisions missed in a row.
    pub misses: u32,
    /// Whether they have left for good.
    pub left: bool,
    /// What they contributed to the dice of the next game.
    pub entropy: Option<String>,
}

impl Person {
    /// Somebody who has just sat down.
    pub(crate) fn new(player: Player) -> Self {
        Self {
            player,
            controller: Controller::Human,
            misses: 0,
            left: false,
            entropy: None,
        }
    }
}

impl Seat {
    /// A free seat.
    pub(crate) fn open(arm: u8) -> Self {
        Self {
            arm,
            holder: Holder::Open,
        }
    }

    /// The person whose seat it is, gone or not.
    pub(crate) fn person(&self) -> Option<&Person> {
        match &self.holder {
            Holder::Person(person) => Some(person),
            _ => None,
        }
    }

    pub(crate) fn person_mut(&mut self) -> Option<&mut Person> {
        match &mut self.holder {
            Holder::Person(person) => Some(person),
            _ => None,
        }
    }

    /// The person whose seat it is and who has not left.
    pub(crate) fn owner(&self) -> Option<&Person> {
        self.person().filter(|person| !person.left)
    }

    /// Whether `who` owns it.
    pub(crate) fn is_of(&self, who: PlayerId) -> bool {
        self.owner().is_some_and(|person| person.player.id == who)
    }

    /// Who acts for it.
    pub(crate) fn controller(&self) -> Controller {
        match &self.holder {
            Holder::Open => Controller::None,
            Holder::Bot(_) => Controller::Bot,
            Holder::Person(person) => person.controller,
        }
    }

    /// Whether nobody has it.
    pub(crate) fn is_open(&self) -> bool {
        self.holder == Holder::Open
    }

    /// The level of the bot that was put there.
    pub(crate) fn bot(&self) -> Option<BotLevel> {
        match self.holder {
            Holder::Bot(level) => Some(level),
            _ => None,
        }
    }
}
