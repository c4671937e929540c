//! Folding a journal entry into the state, and what everybody may see of it.

use super::{
    Table,
    decide::deed_of,
    told::{Told, arm_finished, moves_control, public, shows_in_lobby},
};
use crate::{
    fault::{self, Fault},
    input::Applied,
    journal::{Damaged, Entry, Op},
    play::{Facts, Play, Status},
    seat::{Holder, Person, Seat},
    settings,
    tape::{Act, Deed, Tape},
    time::Millis,
};
use ludohall_protocol::{
    By, Event, PlayerId, Version,
    convert::wire_position,
    event::{ControlReason, Controller, GameStub},
};
use ludohall_rules as rules;

impl Table {
    /// Folds the next entry into the state.
    ///
    /// # Errors
    ///
    /// The entry does not follow from the state. The table is of no more use then. Never for an entry that
    /// [`decide`](Self::decide) made of this very state.
    pub fn apply(&mut self, entry: &Entry) -> Result<Applied, Damaged> {
        if entry.version != self.version.next() || self.closed {
            return Err(Damaged::new(entry.version, "the entry does not follow"));
        }
        let listed = self.settings.listed;
        let mut told = Told::new();
        for op in &entry.body.ops {
            self.fold(op, entry, &mut told)
                .ok_or_else(|| Damaged::new(entry.version, format!("{op:?} does not fit")))?;
        }
        self.version = entry.version;
        self.last_at = entry.at;
        if let Some(key) = &entry.body.command {
            self.known.accept(key, entry.version);
        }
        let given_back = entry.body.ops.iter().find_map(|op| match op {
            Op::Shift { ms } => Some(*ms),
            _ => None,
        });
        told.events.extend(self.settle_turn(entry.at, given_back));
        Ok(Applied {
            version: entry.version,
            at: entry.at,
            events: told.events,
            you: told.you,
            listing: told.listing && (listed || self.settings.listed),
            controllers: told.controllers,
            writes: told.writes,
        })
    }

    /// One fact; `None` where it does not fit.
    fn fold(&mut self, op: &Op, entry: &Entry, told: &mut Told) -> Option<()> {
        told.listing |= shows_in_lobby(op);
        told.controllers |= moves_control(op);
        match op {
            Op::Open { .. } => Some(()),
            Op::Seat { arm, player } => {
                self.seated(*arm, Person::new(player.clone()), entry.at, told)
            }
            Op::Stand { arm } => self.stood_up(*arm, told),
            Op::Bot { arm, level } => {
                *self.holder_mut(*arm)? = Holder::Bot(*level);
                told.event(Event::BotSeated {
                    arm: *arm,
                    level: *level,
                })
            }
            Op::Unbot { arm } => {
                *self.holder_mut(*arm)? = Holder::Open;
                told.event(Event::BotRemoved { arm: *arm })
            }
            Op::Host { player } => self.host_changed(*player, told),
            Op::Change { changes, settings } => {
                self.rules = settings::rules(settings).ok()?;
                self.settings = (**settings).clone();
                self.reseat();
                told.event(Event::OptionsChanged((**changes).clone()))
            }
            Op::Entropy { arm, hex } => {
                self.seat_mut(*arm)?.person_mut()?.entropy = Some(hex.clone());
                told.event(Event::Entropy {
                    arm: *arm,
                    hex: hex.clone(),
                })
            }
            Op::Start { arm, rolls } => self.started(*arm, rolls, entry.at, told),
            Op::Roll { .. } | Op::Play { .. } | Op::Decline { .. } => {
                self.acted(deed_of(op)?, entry, told)
            }
            Op::Undo { to } => self.undone(*to, entry, told),
            Op::Control { arm, to, why } => self.controlled(*arm, *to, *why, told),
            Op::Rematch { game, secret } => {
                (self.game, self.secret, self.play) = (*game, *secret, None);
                self.refresh_people();
                told.event(Event::Rematch { game: self.stub() })
            }
            Op::Restart { game, secret } => {
                told.writes.records.extend(self.cut_short(entry.at));
                (self.game, self.secret, self.play) = (*game, *secret, None);
                self.refresh_people();
                Some(())
            }
            Op::Pause => {
                self.play.as_mut()?.facts.status = Status::Paused;
                told.event(Event::Paused)
            }
            Op::Continue => {
                self.play.as_mut()?.facts.status = Status::Running;
                told.event(Event::Continued)
            }
            Op::Shift { .. } => Some(()),
            Op::Close => self.close(entry.at, told),
        }
    }

    fn seated(&mut self, arm: u8, person: Person, at: Millis, told: &mut Told) -> Option<()> {
        let player = person.player.clone();
        self.presence.seated(at, player.id);
        *self.holder_mut(arm)? = Holder::Person(person);
        if self.host.is_none() {
            self.host = Some(player.id);
        }
        told.member(player.id, true);
        told.event(Event::Seated { arm, player })
    }

    /// Clears a seat. Its contribution to the dice goes with it.
    fn stood_up(&mut self, arm: u8, told: &mut Told) -> Option<()> {
        let seat = self.seat_mut(arm)?;
        let person = seat.person()?.clone();
        seat.holder = Holder::Open;
        if !person.left {
            told.member(person.player.id, false);
        }
        told.event(Event::StoodUp { arm })
    }

    fn host_changed(&mut self, host: Option<PlayerId>, told: &mut Told) -> Option<()> {
        told.you.extend(self.host.into_iter().chain(host));
        self.host = host;
        told.event(Event::HostChanged {
            player: self.host_player(),
        })
    }

    /// Seats for the arms that are played now; who sits on one of them stays.
    fn reseat(&mut self) {
        let old = std::mem::take(&mut self.seats);
        let seat = |arm: &u8| old.iter().find(|seat| seat.arm == *arm).cloned();
        self.seats = self
            .settings
            .arms
            .iter()
            .map(|arm| seat(arm).unwrap_or(Seat::open(*arm)))
            .collect();
    }

    fn started(&mut self, arm: u8, rolls: &[(u8, u8)], at: Millis, told: &mut Told) -> Option<()> {
        let entropy = self.seats.iter_mut().filter_map(|seat| {
            let arm = seat.arm;
            Some((arm, seat.person_mut()?.entropy.take()?))
        });
        let facts = Facts {
            start: arm,
            rolls: rolls.to_vec(),
            started_at: at,
            entropy: entropy.collect(),
            solo: self.people().count() == 1,
            tape: Tape::default(),
            leavers: Vec::new(),
            status: Status::Running,
        };
        let play = Play::new(&self.rules, facts).ok()?;
        let position = wire_position(&self.rules, &play.line.position);
        self.play = Some(Box::new(play));
        self.ply = self.ply.next();
        told.event(Event::Started {
            game: self.stub(),
            start: arm,
            start_rolls: rolls.to_vec(),
            position: Some(position),
        })
    }

    /// A roll or a choice of the arm to act.
    fn acted(&mut self, deed: Deed, entry: &Entry, told: &mut Told) -> Option<()> {
        let ply = self.ply;
        let play = self.play.as_mut().filter(|play| play.is_running())?;
        let arm = play.line.position.turn().get();
        let (by, n) = (by_of(&deed), play.line.n + 1);
        let act = Act {
            version: entry.version,
            at: entry.at,
            ply,
            arm,
            deed,
        };
        let mut said = Vec::new();
        play.act(&self.rules, &act, &mut said).ok()?;
        for event in &said {
            match event {
                rules::Event::FinishedArm { arm, .. } => {
                    told.events
                        .extend(arm_finished(play, &self.rules, arm.get()));
                }
                event => told.events.extend(public(event, by, n)),
            }
        }
        let is_over = play.line.position.phase() == rules::Phase::Over;
        if let Some(person) = self.seat_mut(arm).and_then(Seat::person_mut) {
            match by {
                By::Human => person.misses = 0,
                By::Clock => person.misses += 1,
                By::Bot => {}
            }
        }
        if is_over {
            return self.finished(entry.at, told);
        }
        self.ply = self.ply.next();
        Some(())
    }

    fn finished(&mut self, at: Millis, told: &mut Told) -> Option<()> {
        let play = self.play.as_mut()?;
        let places = play.places(&self.rules);
        play.facts.status = Status::Over {
            at,
            places: places.clone(),
        };
        told.listing = true;
        told.writes.records.extend(self.present_record());
        told.event(Event::Finished {
            places,
            secret: Some(self.secret.reveal()),
            awards: Some(Vec::new()),
        })
    }

    /// Back before the last choice of the one person at the table.
    fn undone(&mut self, to: Version, entry: &Entry, told: &mut Told) -> Option<()> {
        let ply = self.ply;
        let person = self.seats.iter().find(|seat| seat.owner().is_some());
        let arm = person?.arm;
        let play = self.play.as_mut().filter(|play| play.is_running())?;
        let n = play.n_at(to);
        let act = Act {
            version: entry.version,
            at: entry.at,
            ply,
            arm,
            deed: Deed::Undo { to, n },
        };
        play.act(&self.rules, &act, &mut ()).ok()?;
        let position = wire_position(&self.rules, &play.line.position);
        self.ply = self.ply.next();
        told.event(Event::Undone {
            to_version: to,
            position,
            n,
        })
    }

    fn controlled(
        &mut self,
        arm: u8,
        to: Controller,
        why: ControlReason,
        told: &mut Told,
    ) -> Option<()> {
        let person = self.seat_mut(arm)?.person_mut()?;
        person.controller = to;
        let who = person.player.id;
        match why {
            ControlReason::Expired => person.misses += 1,
            ControlReason::Returned => person.misses = 0,
            ControlReason::Left => {
                person.left = true;
                told.listing = true;
                if let Some(play) = self.play.as_mut()
                    && play.is_on()
                    && !play.has_finished(arm)
                {
                    play.facts.leavers.push(arm);
                }
                told.member(who, false);
            }
            ControlReason::Misses | ControlReason::Away => {}
        }
        told.event(Event::Control {
            arm,
            controller: to,
            reason: why,
        })
    }

    /// People as they sit down for a new game.
    fn refresh_people(&mut self) {
        for person in self
            .seats
            .iter_mut()
            .filter_map(Seat::person_mut)
            .filter(|p| !p.left)
        {
            *person = Person::new(person.player.clone());
        }
    }

    fn close(&mut self, at: Millis, told: &mut Told) -> Option<()> {
        let record = self.cut_short(at);
        let secret = record.as_ref().and_then(|record| record.secret.clone());
        told.writes.records.extend(record);
        told.writes.closed = true;
        let members: Vec<PlayerId> = self.people().map(|person| person.player.id).collect();
        for who in members {
            told.member(who, false);
        }
        told.you.clear();
        self.closed = true;
        told.event(Event::Closed {
            places: Vec::new(),
            secret,
        })
    }

    /// The record of a game that ends here without places.
    fn cut_short(&mut self, at: Millis) -> Option<ludohall_protocol::Record> {
        let play = self.play.as_mut();
        let play = play.filter(|play| play.is_on() || fault::is(Fault::AwardTwice))?;
        play.facts.status = Status::Over {
            at,
            places: Vec::new(),
        };
        self.present_record()
    }

    /// What may be known of the present game before it starts.
    pub(super) fn stub(&self) -> GameStub {
        GameStub {
            id: self.game,
            commitment: self.secret.commitment(),
        }
    }
}

fn by_of(deed: &Deed) -> By {
    match deed {
        Deed::Roll { by, .. } | Deed::Play { by, .. } | Deed::Decline { by } => *by,
        Deed::Undo { .. } => By::Human,
    }
}
