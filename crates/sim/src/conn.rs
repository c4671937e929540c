//! A connection as its client sees it: what came, what is known of the game, which commands wait for their answers.

use ludohall_protocol::{
    ClientMessage, Code, Event, Phase, PlayerId, Ply, ServerMessage, TableId, Version, You,
    event::Awaits, moves::Move,
};
use ludohall_table::Millis;
use std::collections::VecDeque;
use tokio::sync::mpsc::UnboundedSender;

/// What a socket's task is told to do.
#[derive(Debug)]
pub(crate) enum Order {
    /// Pass a command on.
    Command(ClientMessage),
    /// Read nothing and send nothing for so many ms.
    Stall(u64),
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Conn {
    /// The person, as a number.
    pub(crate) who: usize,
    pub(crate) player: PlayerId,
    pub(crate) table: TableId,
    pub(crate) code: Code,
    /// What it said that it had.
    pub(crate) after: Option<Version>,
    /// What it has.
    pub(crate) version: Option<Version>,
    /// Ids of commands that the hall has taken and not answered, in order, and since when.
    pub(crate) waiting: VecDeque<(String, Millis)>,
    /// Its other end; `None` once it is closed.
    pub(crate) line: Option<UnboundedSender<Order>>,
    /// Whether it has a message.
    pub(crate) greeted: bool,
    pub(crate) view: View,
}

/// What a client knows.
#[derive(Debug, Default)]
pub(crate) struct View {
    pub(crate) you: Option<You>,
    pub(crate) phase: Option<Phase>,
    pub(crate) solo: bool,
    pub(crate) turn: Option<Turn>,
}

/// The decision that is awaited, as told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) arm: u8,
    pub(crate) ply: Ply,
    pub(crate) awaits: Awaits,
    pub(crate) legal: Vec<Move>,
}

impl Conn {
    pub(crate) fn is_open(&self) -> bool {
        self.line.is_some()
    }

    /// Since when a command waits for its answer.
    pub(crate) fn waits_since(&self) -> Option<Millis> {
        self.waiting.front().map(|(_, at)| *at)
    }

    /// Whether its person is to act.
    pub(crate) fn is_on_turn(&self) -> bool {
        let Some((you, turn)) = self.view.you.as_ref().zip(self.view.turn.as_ref()) else {
            return false;
        };
        you.arms.contains(&turn.arm)
    }
}

impl View {
    /// Learns from a message that is no event.
    pub(crate) fn learn(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot { you, table, .. } => {
                self.you = Some(you.clone());
                self.phase = Some(table.phase);
                self.solo = table.solo;
                let turn = table.position.as_ref().map(|position| position.turn);
                self.turn = turn.zip(table.awaits).map(|(arm, awaits)| Turn {
                    arm,
                    ply: table.ply,
                    awaits,
                    legal: table.legal.clone(),
                });
            }
            ServerMessage::Resumed { you, .. } | ServerMessage::You { you } => {
                self.you = Some(you.clone());
            }
            _ => {}
        }
    }

    /// Learns from an event.
    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::Started { .. } | Event::Continued => self.phase = Some(Phase::Playing),
            Event::Paused => self.phase = Some(Phase::Paused),
            Event::Turn {
                arm,
                awaits,
                ply: Some(ply),
                legal,
                ..
            } => {
                self.turn = Some(Turn {
                    arm: *arm,
                    ply: *ply,
                    awaits: *awaits,
                    legal: legal.clone().unwrap_or_default(),
                });
            }
            Event::Finished { .. } => {
                self.phase = Some(Phase::Finished);
                self.turn = None;
            }
            Event::Rematch { .. } => {
                self.phase = Some(Phase::Waiting);
                self.turn = None;
            }
            Event::Closed { .. } => {
                self.phase = Some(Phase::Closed);
                self.turn = None;
            }
            _ => {}
        }
    }
}
