//! One fact of a row: what it changes, and whether it may be there.

use super::{
    Broken, Chair, Ledger, Stage,
    game::Replay,
    raw::{Command, Op, Row},
};
use crate::commands::Commands;
use ludohall_protocol::{
    By, ClientMessage, Version,
    event::{ControlReason, Controller},
};
use ludohall_table::store::StoredEntry;

/// Whether a fact says that somebody's time ran out.
pub(super) fn is_expiry(op: &Op) -> bool {
    match op {
        Op::Roll { by, .. } | Op::Play { by, .. } | Op::Decline { by } => *by == By::Clock,
        Op::Control { why, .. } => matches!(
            why,
            ControlReason::Expired | ControlReason::Misses | ControlReason::Away
        ),
        _ => false,
    }
}

fn seats(how: String) -> Broken {
    ("seats", how)
}

impl Ledger {
    /// A command that made an entry: it was sent, it acts once, and it answers the decision that was awaited.
    pub(super) fn command(
        &mut self,
        command: &Command,
        version: Version,
        commands: &Commands,
    ) -> Result<(), Broken> {
        let key = (command.by, command.id.clone());
        let Some(message) = commands.message(self.id, &key) else {
            return Err(("commands", format!("nobody sent {}", command.id)));
        };
        let ply = match message {
            ClientMessage::Roll { ply, .. }
            | ClientMessage::Move { ply, .. }
            | ClientMessage::Decline { ply, .. } => Some(ply.0),
            _ => None,
        };
        if ply.is_some_and(|ply| ply != self.ply) {
            let how = format!(
                "{} answers {ply:?}, and {} is awaited",
                command.id, self.ply
            );
            return Err(("commands", how));
        }
        if let Some(before) = self.commands.insert(key, version) {
            let how = format!("{} acted in version {} already", command.id, before.0);
            return Err(("commands", how));
        }
        Ok(())
    }

    pub(super) fn op(&mut self, op: &Op, row: &Row, stored: &StoredEntry) -> Result<(), Broken> {
        if self.stage == Stage::Closed {
            return Err(("ends", "the table had closed".to_owned()));
        }
        let version = stored.seq;
        match op {
            Op::Open {
                settings,
                game,
                secret,
            } => {
                self.chairs = settings.arms.iter().map(|arm| Chair::open(*arm)).collect();
                self.settings = Some(settings.clone());
                self.game = Some((*game, secret.clone()));
                Ok(())
            }
            Op::Seat { arm, player } => self.sits(*arm, player.id),
            Op::Stand { arm } => {
                self.must_be(Stage::Waiting, "somebody stands up")?;
                *self.chair_mut(*arm)? = Chair::open(*arm);
                Ok(())
            }
            Op::Bot { arm, .. } => {
                self.must_be(Stage::Waiting, "a bot sits down")?;
                self.bot(*arm, Controller::Bot)
            }
            Op::Unbot { arm } => {
                self.must_be(Stage::Waiting, "a bot stands up")?;
                self.bot(*arm, Controller::None)
            }
            Op::Host { player } => {
                let is_here = |who| self.chairs.iter().any(|chair| chair.owner == Some(who));
                match player {
                    Some(who) if !is_here(*who) => Err(seats("the host has no seat".to_owned())),
                    _ => Ok(()),
                }
            }
            Op::Change { settings } => {
                self.must_be(Stage::Waiting, "the settings change")?;
                let old = std::mem::take(&mut self.chairs);
                let chair = |arm: &u8| old.iter().find(|chair| chair.arm == *arm).cloned();
                let arms = settings.arms.iter();
                self.chairs = arms
                    .map(|arm| chair(arm).unwrap_or(Chair::open(*arm)))
                    .collect();
                self.settings = Some(settings.clone());
                Ok(())
            }
            Op::Entropy { arm, hex } => {
                self.must_be(Stage::Waiting, "a contribution comes")?;
                self.chair_mut(*arm)?.entropy = Some(hex.clone());
                Ok(())
            }
            Op::Start { arm, rolls } => self.starts(*arm, rolls, version),
            Op::Roll { dice, by } => {
                self.acts(*by, row)?;
                self.play(version, |game, version| game.roll(dice, version))
            }
            Op::Play {
                arm,
                piece,
                uses,
                by,
            } => {
                self.acts(*by, row)?;
                let chosen = Some((*arm, *piece, uses.as_slice()));
                self.play(version, |game, version| game.play(chosen, version))
            }
            Op::Decline { by } => {
                self.acts(*by, row)?;
                self.play(version, |game, version| game.play(None, version))
            }
            Op::Control { arm, to, why } => self.control(*arm, *to, *why, row),
            Op::Undo { to } => {
                self.must_be(Stage::Running, "something is undone")?;
                if !self.solo {
                    return Err(("ends", "only a solo game is undone".to_owned()));
                }
                self.ply += 1;
                let game = self.replay.as_mut().ok_or(("ends", String::new()))?;
                game.undo(*to).map_err(|how| ("rules", how))
            }
            Op::Rematch { game, secret } => {
                self.must_be(Stage::Over, "a rematch begins")?;
                self.another(*game, secret);
                Ok(())
            }
            Op::Restart { game, secret } => {
                if !self.solo || !matches!(self.stage, Stage::Running | Stage::Paused) {
                    return Err(("ends", "only a solo game is begun again".to_owned()));
                }
                self.ended.extend(self.game.as_ref().map(|(id, _)| *id));
                self.another(*game, secret);
                Ok(())
            }
            Op::Pause => {
                self.must_be(Stage::Running, "the game pauses")?;
                self.stage = Stage::Paused;
                Ok(())
            }
            Op::Continue => {
                self.must_be(Stage::Paused, "the game goes on")?;
                self.stage = Stage::Running;
                Ok(())
            }
            Op::Shift { ms } if *ms > 0 => Ok(()),
            Op::Shift { ms } => Err(("time", format!("{ms} ms are given back"))),
            Op::Close => {
                if matches!(self.stage, Stage::Running | Stage::Paused) {
                    self.ended.extend(self.game.as_ref().map(|(id, _)| *id));
                }
                self.stage = Stage::Closed;
                Ok(())
            }
        }
    }

    fn must_be(&self, stage: Stage, what: &str) -> Result<(), Broken> {
        if self.stage == stage {
            return Ok(());
        }
        Err(("ends", format!("{what} while it is {:?}", self.stage)))
    }

    fn sits(&mut self, arm: u8, who: ludohall_protocol::PlayerId) -> Result<(), Broken> {
        let late = matches!(self.stage, Stage::Running | Stage::Paused);
        if !late {
            self.must_be(Stage::Waiting, "somebody sits down")?;
        }
        if self
            .chairs
            .iter()
            .any(|chair| chair.is_owned() && chair.owner == Some(who))
        {
            return Err(seats(format!("{who} sits twice")));
        }
        let chair = self.chair_mut(arm)?;
        let free = if late {
            Controller::Bot
        } else {
            Controller::None
        };
        if chair.owner.is_some() || chair.controller != free {
            return Err(seats(format!("arm {arm} was taken: {chair:?}")));
        }
        chair.owner = Some(who);
        chair.controller = Controller::Human;
        Ok(())
    }

    fn bot(&mut self, arm: u8, to: Controller) -> Result<(), Broken> {
        let chair = self.chair_mut(arm)?;
        if chair.owner.is_some() {
            return Err(seats(format!("arm {arm} has an owner")));
        }
        chair.controller = to;
        Ok(())
    }

    fn starts(&mut self, arm: u8, rolls: &[(u8, u8)], version: Version) -> Result<(), Broken> {
        self.must_be(Stage::Waiting, "a game starts")?;
        let open = self
            .chairs
            .iter()
            .find(|chair| chair.controller == Controller::None);
        if let Some(chair) = open {
            return Err(seats(format!("arm {} is free at the start", chair.arm)));
        }
        let entropy: Vec<String> = self
            .chairs
            .iter_mut()
            .filter_map(|chair| chair.entropy.take())
            .collect();
        let (Some(settings), Some((game, secret))) = (&self.settings, &self.game) else {
            return Err(("ends", "no table was opened".to_owned()));
        };
        let replay = Replay::start(settings, (*game, secret), &entropy, (arm, rolls), version);
        self.replay = Some(replay.map_err(|how| ("rules", how))?);
        self.stage = Stage::Running;
        self.solo = self.chairs.iter().filter(|chair| chair.is_owned()).count() == 1;
        self.ply += 1;
        Ok(())
    }

    /// Whether `by` may act for the seat to act.
    fn acts(&self, by: By, row: &Row) -> Result<(), Broken> {
        self.must_be(Stage::Running, "somebody acts")?;
        let game = self.replay.as_ref().ok_or(("ends", "no game".to_owned()))?;
        let (arm, _) = game
            .to_act()
            .ok_or(("ends", "the game is over".to_owned()))?;
        let chair = self
            .chair(arm)
            .ok_or_else(|| seats(format!("no seat {arm}")))?;
        let command_by = row.command.as_ref().map(|command| command.by);
        let may = match by {
            By::Human => {
                chair.controller == Controller::Human
                    && chair.is_owned()
                    && command_by == chair.owner
            }
            By::Bot => chair.controller == Controller::Bot && command_by.is_none(),
            By::Clock => chair.controller == Controller::Human && command_by.is_none(),
        };
        if may {
            return Ok(());
        }
        Err(("controller", format!("{by:?} acts for {chair:?}")))
    }

    fn play(
        &mut self,
        version: Version,
        act: impl FnOnce(&mut Replay, Version) -> Result<(), String>,
    ) -> Result<(), Broken> {
        let game = self.replay.as_mut().ok_or(("ends", String::new()))?;
        act(game, version).map_err(|how| ("rules", how))?;
        if game.to_act().is_none() {
            self.stage = Stage::Over;
            self.ended.extend(self.game.as_ref().map(|(id, _)| *id));
        } else {
            self.ply += 1;
        }
        Ok(())
    }

    fn control(
        &mut self,
        arm: u8,
        to: Controller,
        why: ControlReason,
        row: &Row,
    ) -> Result<(), Broken> {
        let command_by = row.command.as_ref().map(|command| command.by);
        let over = self.stage == Stage::Over;
        let waiting = self.stage == Stage::Waiting;
        let chair = self.chair_mut(arm)?;
        let (from, owner) = (chair.controller, chair.owner);
        let fits = match why {
            ControlReason::Returned => {
                from == Controller::Bot && to == Controller::Human && command_by == owner
            }
            ControlReason::Left => !waiting,
            _ => !over && from == Controller::Human && to == Controller::Bot,
        };
        if !fits || !chair.is_owned() {
            return Err(("controller", format!("{why:?} to {to:?} for {chair:?}")));
        }
        chair.controller = to;
        chair.left = why == ControlReason::Left;
        Ok(())
    }

    /// The table waits for another game.
    fn another(&mut self, game: ludohall_protocol::GameId, secret: &str) {
        self.game = Some((game, secret.to_owned()));
        self.replay = None;
        self.stage = Stage::Waiting;
        for chair in self.chairs.iter_mut().filter(|chair| chair.is_owned()) {
            chair.controller = Controller::Human;
            chair.entropy = None;
        }
    }
}
