//! Somebody who plays, or looks on.

use crate::{chance::Chance, conn::Turn, plan::Temper};
use ludohall_protocol::{
    ClientMessage, Player, PlayerId, Ply, TableId,
    event::Awaits,
    moves::{Move, Step},
};
use uuid::Uuid;

/// Commands that somebody may send again later.
const REMEMBERED: usize = 24;

/// A person.
pub(crate) struct Person {
    pub(crate) player: Player,
    pub(crate) temper: Temper,
    ids: u32,
    /// What they sent lately.
    pub(crate) sent: Vec<(TableId, ClientMessage)>,
}

impl Person {
    pub(crate) fn new(number: usize, temper: Temper) -> Self {
        Self {
            player: Player {
                id: PlayerId(Uuid::from_u128(number as u128 + 1)),
                name: format!("P{number}"),
                guest: true,
            },
            temper,
            ids: 0,
            sent: Vec::new(),
        }
    }

    /// An id that they have not used.
    pub(crate) fn id(&mut self) -> String {
        self.ids += 1;
        format!("{}-{}", self.player.name, self.ids)
    }

    pub(crate) fn remember(&mut self, table: TableId, message: ClientMessage) {
        if self.sent.len() == REMEMBERED {
            self.sent.remove(0);
        }
        self.sent.push((table, message));
    }

    /// What was sent with this id.
    pub(crate) fn recall(&self, table: TableId, id: &str) -> Option<ClientMessage> {
        let mut sent = self.sent.iter().filter(|(there, _)| *there == table);
        let found = sent.find(|(_, message)| message.id() == Some(id))?;
        Some(found.1.clone())
    }

    /// The answer to a decision, as it should be.
    pub(crate) fn decide(&mut self, turn: &Turn, chance: &mut Chance) -> ClientMessage {
        let (id, ply) = (self.id(), turn.ply);
        if turn.awaits == Awaits::Roll || turn.legal.is_empty() {
            return ClientMessage::Roll { id, ply };
        }
        match chance.pick(&turn.legal).clone() {
            Move::Decline => ClientMessage::Decline { id, ply },
            Move::Enter(step) | Move::Move(step) | Move::Bonus(step) => {
                moved(id, ply, step, turn.arm)
            }
        }
    }

    /// An answer that is none: too late, of another kind, or no legal one.
    pub(crate) fn blunder(&mut self, turn: &Turn, chance: &mut Chance) -> ClientMessage {
        let id = self.id();
        let old = Ply(turn.ply.0.saturating_sub(chance.between(1, 3)));
        match chance.below(5) {
            0 => ClientMessage::Roll { id, ply: old },
            1 => ClientMessage::Move {
                id,
                ply: turn.ply,
                piece: 3,
                uses: vec![6, 6],
                arm: None,
            },
            2 => ClientMessage::Decline { id, ply: turn.ply },
            3 => ClientMessage::Move {
                id,
                ply: old,
                piece: 0,
                uses: vec![1],
                arm: None,
            },
            _ => ClientMessage::Roll { id, ply: turn.ply },
        }
    }
}

fn moved(id: String, ply: Ply, step: Step, arm: u8) -> ClientMessage {
    ClientMessage::Move {
        id,
        ply,
        piece: step.piece,
        uses: step.uses,
        arm: (step.arm != arm).then_some(step.arm),
    }
}
