//! A table as a client knows it from what it is told: enough to act.

use ludohall_protocol::{
    ClientMessage, Event, GameId, Move, Phase, Ply, ServerMessage, Table, Version, event::Awaits,
};

/// A decision that is awaited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who is to act.
    pub arm: u8,
    /// What is awaited.
    pub awaits: Awaits,
    /// Its number.
    pub ply: Ply,
    /// The choices.
    pub legal: Vec<Move>,
}

/// What a client knows.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Up to which entry.
    pub version: Version,
    /// One's own arms.
    pub arms: Vec<u8>,
    /// What is awaited, if anything.
    pub turn: Option<Turn>,
    /// The game that is on, or was last.
    pub game: Option<GameId>,
    /// Whether the game has ended.
    pub over: bool,
}

impl View {
    /// Takes a message in.
    pub fn hear(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot {
                version,
                you,
                table,
            } => {
                self.version = *version;
                self.arms.clone_from(&you.arms);
                self.see(table);
            }
            ServerMessage::Resumed { version, you, .. } => {
                self.version = *version;
                self.arms.clone_from(&you.arms);
            }
            ServerMessage::You { you } => self.arms.clone_from(&you.arms),
            ServerMessage::Event {
                version, events, ..
            } => {
                self.version = *version;
                events.iter().for_each(|event| self.follow(event));
            }
            _ => {}
        }
    }

    /// Whether one of these arms is to act.
    #[must_use]
    pub fn is_mine(&self) -> bool {
        self.turn
            .as_ref()
            .is_some_and(|turn| self.arms.contains(&turn.arm))
    }

    /// The command that decides what is awaited, by the choice of this number (any number names one).
    #[must_use]
    pub fn decide(&self, id: String, choice: usize) -> Option<ClientMessage> {
        let turn = self.turn.as_ref()?;
        let ply = turn.ply;
        if turn.awaits == Awaits::Roll {
            return Some(ClientMessage::Roll { id, ply });
        }
        let chosen = turn.legal.get(choice % turn.legal.len().max(1))?;
        Some(match chosen {
            Move::Decline => ClientMessage::Decline { id, ply },
            Move::Enter(step) | Move::Move(step) | Move::Bonus(step) => ClientMessage::Move {
                id,
                ply,
                piece: step.piece,
                uses: step.uses.clone(),
                arm: (step.arm != turn.arm).then_some(step.arm),
            },
        })
    }

    fn see(&mut self, table: &Table) {
        let arm = table.position.as_ref().map(|position| position.turn);
        self.turn = arm.zip(table.awaits).map(|(arm, awaits)| Turn {
            arm,
            awaits,
            ply: table.ply,
            legal: table.legal.clone(),
        });
        self.game = Some(table.game.id);
        self.over = matches!(table.phase, Phase::Finished | Phase::Closed);
    }

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Turn {
                arm,
                awaits,
                ply,
                legal,
                ..
            } => {
                self.turn = ply.map(|ply| Turn {
                    arm: *arm,
                    awaits: *awaits,
                    ply,
                    legal: legal.clone().unwrap_or_default(),
                });
            }
            Event::Started { game, .. } | Event::Rematch { game } => {
                self.game = Some(game.id);
                self.over = false;
            }
            Event::Finished { .. } | Event::Closed { .. } => {
                self.turn = None;
                self.over = true;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use ludohall_protocol::moves::Step;

    fn turn(arm: u8, awaits: Awaits, legal: Vec<Move>) -> ServerMessage {
        ServerMessage::Event {
            version: Version(7),
            at: String::new(),
            events: vec![Event::Turn {
                arm,
                awaits,
                ply: Some(Ply(3)),
                legal: Some(legal),
                forced: None,
                deadline_ms: None,
            }],
        }
    }

    #[test]
    fn a_decision_answers_the_turn_that_was_told() {
        let mut view = View::default();
        view.hear(&turn(1, Awaits::Roll, Vec::new()));
        let roll = ClientMessage::Roll {
            id: "a".into(),
            ply: Ply(3),
        };
        assert_eq!(view.decide("a".into(), 5), Some(roll));
        assert!(!view.is_mine());
        let step = |arm, piece| Step {
            via: None,
            arm,
            piece,
            uses: vec![4],
            from: 1,
            to: 5,
            captures: Vec::new(),
        };
        view.hear(&turn(
            1,
            Awaits::Move,
            vec![Move::Move(step(1, 0)), Move::Move(step(3, 2))],
        ));
        let Some(ClientMessage::Move { piece, arm, .. }) = view.decide("b".into(), 5) else {
            panic!("no move");
        };
        assert_eq!((piece, arm), (2, Some(3)));
    }

    #[test]
    fn nothing_is_decided_after_the_end() {
        let mut view = View::default();
        view.hear(&turn(1, Awaits::Roll, Vec::new()));
        view.hear(&ServerMessage::Event {
            version: Version(8),
            at: String::new(),
            events: vec![Event::Closed {
                places: Vec::new(),
                secret: None,
            }],
        });
        assert!(view.over && view.decide("a".into(), 0).is_none());
    }
}
