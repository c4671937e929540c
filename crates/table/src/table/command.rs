//! Commands of a table socket, tried in the order of the protocol's section 4.

use super::{
    Table,
    decide::{Accepted, Declined},
    start,
};
use crate::{
    dice::Dice,
    fault::{self, Fault},
    input::Fresh,
    journal::Op,
    known::{self, Recall},
    play::{self, Play},
};
use ludohall_protocol::{
    AnswerCode, By, ClientMessage, Phase, Player, PlayerId, Ply,
    event::{ControlReason, Controller},
    socket::MAX_COMMAND_ID_CHARS,
};
use ludohall_rules::{Choice, Move, Phase as Awaited};

/// The longest contribution to the dice, in hex digits.
const MAX_ENTROPY_DIGITS: usize = 64;

impl Table {
    /// What a command does, or why it does nothing.
    pub(super) fn command(
        &self,
        fresh: &Fresh,
        from: &Player,
        message: &ClientMessage,
    ) -> Result<Accepted, Declined> {
        if !is_well_formed(message) {
            return Err(AnswerCode::BadMessage.into());
        }
        let key = known::key(from.id, message).ok_or(AnswerCode::BadMessage)?;
        match self.known.recall(&key) {
            Recall::New => {}
            Recall::Accepted(version) => return Err(Declined::Again(key.id, version)),
            Recall::OtherBody => return Err(AnswerCode::BadMessage.into()),
        }
        if !self.owns_seat(from.id) {
            return Err(AnswerCode::NotSeated.into());
        }
        let ops = self.obey(fresh, from.id, message)?;
        if self.is_long() && (ops.is_empty() || begins_anew(message)) {
            return Err(AnswerCode::NotAllowed.into());
        }
        Ok(Accepted { key, ops })
    }

    fn obey(
        &self,
        fresh: &Fresh,
        who: PlayerId,
        message: &ClientMessage,
    ) -> Result<Vec<Op>, AnswerCode> {
        match message {
            ClientMessage::Entropy { hex, .. } => self.entropy(who, hex),
            ClientMessage::Resume { .. } => self.resume(who),
            ClientMessage::Undo { .. } => self.undo(),
            ClientMessage::Restart { .. } => self.restart(fresh),
            ClientMessage::Roll { ply, .. } => self.roll(who, *ply),
            ClientMessage::Move {
                ply,
                piece,
                uses,
                arm,
                ..
            } => self.choose(who, *ply, |own| {
                play::choice(arm.unwrap_or(own), *piece, uses).ok()
            }),
            ClientMessage::Decline { ply, .. } => self.choose(who, *ply, |_| Some(Choice::Decline)),
            ClientMessage::Say { .. } | ClientMessage::Ping { .. } => Err(AnswerCode::BadMessage),
        }
    }

    /// Whether `who` may answer the decision `ply` now, and what taking it up needs first.
    fn take_up(&self, who: PlayerId, ply: Ply) -> Result<(&Play, Vec<Op>), AnswerCode> {
        let play = self.in_game()?;
        if ply != self.ply && !fault::is(Fault::PlyTwice) {
            return Err(AnswerCode::Stale);
        }
        let arm = play.line.position.turn().get();
        let seat = self
            .seat(arm)
            .filter(|seat| seat.is_of(who))
            .ok_or(AnswerCode::NotYourTurn)?;
        let mut ops = self.going_on();
        if seat.controller() == Controller::Bot && !fault::is(Fault::BotAfterReturn) {
            ops.push(returned(arm));
        }
        Ok((play, ops))
    }

    fn roll(&self, who: PlayerId, ply: Ply) -> Result<Vec<Op>, AnswerCode> {
        let (play, mut ops) = self.take_up(who, ply)?;
        if play.line.position.phase() != Awaited::Roll {
            return Err(AnswerCode::IllegalMove);
        }
        ops.push(Op::Roll {
            dice: self.draw(play),
            by: By::Human,
        });
        Ok(ops)
    }

    fn choose(
        &self,
        who: PlayerId,
        ply: Ply,
        wish: impl Fn(u8) -> Option<Choice>,
    ) -> Result<Vec<Op>, AnswerCode> {
        let (play, mut ops) = self.take_up(who, ply)?;
        let own = play.line.position.turn().get();
        let wish = wish(own).ok_or(AnswerCode::IllegalMove)?;
        ops.push(
            self.legal_op(play, &wish, By::Human)
                .ok_or(AnswerCode::IllegalMove)?,
        );
        Ok(ops)
    }

    /// The op of a choice, in the canonical form of the legal move that it is; `None` where it is none.
    pub(super) fn legal_op(&self, play: &Play, wish: &Choice, by: By) -> Option<Op> {
        let position = &play.line.position;
        if position.phase() != Awaited::Move {
            return None;
        }
        let legal = self.rules.legal(position);
        let chosen = legal
            .iter()
            .map(Move::choice)
            .find(|legal| same(legal, wish))?;
        Some(match chosen {
            Choice::Move { arm, piece, uses } => Op::Play {
                arm: arm.get(),
                piece: piece.get(),
                uses: uses.to_vec(),
                by,
            },
            Choice::Decline => Op::Decline { by },
        })
    }

    fn resume(&self, who: PlayerId) -> Result<Vec<Op>, AnswerCode> {
        self.in_game()?;
        let held = |arm: &u8| {
            self.seat(*arm)
                .is_some_and(|seat| seat.controller() == Controller::Bot)
        };
        let mut ops = self.going_on();
        ops.extend(self.arms_of(who).filter(held).map(returned));
        Ok(ops)
    }

    fn undo(&self) -> Result<Vec<Op>, AnswerCode> {
        let play = self.in_game()?;
        if !play.may_undo() {
            return Err(AnswerCode::NotAllowed);
        }
        let to = play.undo_target().ok_or(AnswerCode::NotAllowed)?;
        let mut ops = self.going_on();
        ops.push(Op::Undo { to });
        Ok(ops)
    }

    fn restart(&self, fresh: &Fresh) -> Result<Vec<Op>, AnswerCode> {
        if !self.in_game()?.facts.solo {
            return Err(AnswerCode::NotAllowed);
        }
        Ok(vec![
            Op::Restart {
                game: fresh.game,
                secret: fresh.secret,
            },
            start::draw(&self.settings, &fresh.secret, fresh.game, []),
        ])
    }

    /// Contributes to the dice of the next game, once a seat.
    fn entropy(&self, who: PlayerId, hex: &str) -> Result<Vec<Op>, AnswerCode> {
        let fresh_seat = |seat: &&crate::seat::Seat| {
            seat.is_of(who) && seat.owner().is_some_and(|person| person.entropy.is_none())
        };
        match self.seats.iter().find(fresh_seat) {
            Some(seat) if self.phase() == Phase::Waiting => Ok(vec![Op::Entropy {
                arm: seat.arm,
                hex: hex.to_ascii_lowercase(),
            }]),
            _ => Err(AnswerCode::NotAllowed),
        }
    }

    /// The game that is on, or why none is.
    fn in_game(&self) -> Result<&Play, AnswerCode> {
        self.on().ok_or(match self.phase() {
            Phase::Waiting => AnswerCode::NotStarted,
            _ => AnswerCode::Finished,
        })
    }

    /// A game that stands still goes on when somebody acts.
    fn going_on(&self) -> Vec<Op> {
        match self.phase() {
            Phase::Paused => vec![Op::Continue],
            _ => Vec::new(),
        }
    }

    /// The dice of the next roll.
    pub(super) fn draw(&self, play: &Play) -> Vec<u8> {
        let contributions = play.facts.entropy.iter().map(|(_, hex)| hex.as_str());
        let dice = Dice::new(&self.secret, self.game, contributions);
        let first = play.line.n + 1;
        let count = self.rules.dice_per_roll() as u32;
        (first..first + count)
            .map(|n| dice.face(n, self.rules.faces()))
            .collect()
    }
}

/// Whether a command leads away from the end of the game.
fn begins_anew(message: &ClientMessage) -> bool {
    matches!(
        message,
        ClientMessage::Undo { .. } | ClientMessage::Restart { .. } | ClientMessage::Entropy { .. }
    )
}

fn returned(arm: u8) -> Op {
    Op::Control {
        arm,
        to: Controller::Human,
        why: ControlReason::Returned,
    }
}

/// Whether two choices are the same, whatever the order of what they use.
fn same(a: &Choice, b: &Choice) -> bool {
    match (a, b) {
        (
            Choice::Move { arm, piece, uses },
            Choice::Move {
                arm: other_arm,
                piece: other_piece,
                uses: other_uses,
            },
        ) => {
            let sorted = |uses: &ludohall_rules::Uses| {
                let mut uses = *uses;
                uses.sort();
                uses
            };
            (arm, piece, sorted(uses)) == (other_arm, other_piece, sorted(other_uses))
        }
        (Choice::Decline, Choice::Decline) => true,
        _ => false,
    }
}

fn is_well_formed(message: &ClientMessage) -> bool {
    let id_fits = message
        .id()
        .is_some_and(|id| (1..=MAX_COMMAND_ID_CHARS).contains(&id.chars().count()));
    let hex_fits = match message {
        ClientMessage::Entropy { hex, .. } => {
            (1..=MAX_ENTROPY_DIGITS).contains(&hex.len())
                && hex.bytes().all(|digit| digit.is_ascii_hexdigit())
        }
        _ => true,
    };
    id_fits && hex_fits
}
