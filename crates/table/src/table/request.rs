//! REST calls that change a table.

use super::{Table, start};
use crate::{
    fault::{self, Fault},
    input::{Fresh, Request},
    journal::Op,
    refusal::Refusal,
    seat::{Holder, Seat},
    settings,
    time::Millis,
};
use ludohall_protocol::{
    Phase, Player, PlayerId, ProblemCode,
    event::{ControlReason, Controller},
    table::{BotLevel, Changes},
};

impl Table {
    /// What a request does; nothing where it is done already.
    pub(super) fn request(
        &self,
        _now: Millis,
        fresh: &Fresh,
        from: &Player,
        request: &Request,
    ) -> Result<Vec<Op>, Refusal> {
        if self.closed {
            return Err(refused(ProblemCode::NoSuchTable, "the table has closed"));
        }
        let ops = self.ops_of(fresh, from, request)?;
        if self.is_long() && !ops.is_empty() && !self.ends_soon(request) {
            let detail = "the table's journal is as long as may be: open another table";
            return Err(refused(ProblemCode::NotAllowed, detail));
        }
        Ok(ops)
    }

    /// Whether a request leads to the table's end and not away from it.
    fn ends_soon(&self, request: &Request) -> bool {
        match request {
            Request::Leave | Request::Start => true,
            Request::Sit { .. } => self.on().is_some(),
            _ => false,
        }
    }

    fn ops_of(&self, fresh: &Fresh, from: &Player, request: &Request) -> Result<Vec<Op>, Refusal> {
        match request {
            Request::Sit { arm, name } => self.sit(from, *arm, name.as_deref()),
            Request::Leave => self.leave(from.id),
            Request::Rematch => self.rematch(fresh, from.id),
            _ => {
                self.as_host(from.id)?;
                self.while_waiting()?;
                match request {
                    Request::PutBot { arm, level } => self.put_bot(*arm, *level),
                    Request::RemoveBot { arm } => self.remove_bot(*arm),
                    Request::Kick { arm } => self.kick(from.id, *arm),
                    Request::Change(wish) => self.change(wish),
                    _ => self.start(),
                }
            }
        }
    }

    fn as_host(&self, who: PlayerId) -> Result<(), Refusal> {
        if self.host == Some(who) {
            Ok(())
        } else {
            Err(refused(ProblemCode::NotHost, "only the host may do this"))
        }
    }

    fn while_waiting(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Waiting => Ok(()),
            Phase::Finished => Err(refused(ProblemCode::Finished, "the game has ended")),
            _ => Err(refused(ProblemCode::Started, "the game has started")),
        }
    }

    /// Sits down. Who has a seat keeps it: joining again is no second joining.
    fn sit(&self, from: &Player, arm: Option<u8>, name: Option<&str>) -> Result<Vec<Op>, Refusal> {
        if name.is_some() {
            let detail = "further seats of one person are not offered at this table";
            return Err(refused(ProblemCode::NotAllowed, detail));
        }
        if self.owns_seat(from.id) {
            return Ok(Vec::new());
        }
        let is_wanted = match self.on() {
            Some(play)
                if self.settings.late_join && !play.facts.solo && !self.has_left(from.id) =>
            {
                |seat: &Seat| seat.bot().is_some()
            }
            _ => {
                self.while_waiting()?;
                Seat::is_open
            }
        };
        let arm = self.find_seat(arm, is_wanted)?;
        if self.settings.rated && from.guest {
            return Err(settings::needs_accounts());
        }
        Ok(vec![Op::Seat {
            arm,
            player: from.clone(),
        }])
    }

    /// The seat wished for, or the first that will do.
    fn find_seat(&self, arm: Option<u8>, will_do: fn(&Seat) -> bool) -> Result<u8, Refusal> {
        let Some(arm) = arm else {
            let first = self
                .seats
                .iter()
                .find(|seat| will_do(seat))
                .map(|seat| seat.arm);
            return first.ok_or_else(|| refused(ProblemCode::Full, "all seats are taken"));
        };
        if will_do(self.seat_named(arm)?) || fault::is(Fault::SeatStolen) {
            Ok(arm)
        } else {
            Err(refused(ProblemCode::SeatTaken, "the seat is taken"))
        }
    }

    fn seat_named(&self, arm: u8) -> Result<&Seat, Refusal> {
        self.seat(arm)
            .ok_or_else(|| settings::bad_request("arm", "no seat of this table plays this arm"))
    }

    fn has_left(&self, who: PlayerId) -> bool {
        self.seats
            .iter()
            .filter_map(Seat::person)
            .any(|person| person.left && person.player.id == who)
    }

    /// Leaves for good. Leaving always works.
    fn leave(&self, who: PlayerId) -> Result<Vec<Op>, Refusal> {
        if !self.owns_seat(who) {
            return Err(refused(ProblemCode::NotSeated, "no seat at this table"));
        }
        let gone: fn(u8) -> Op = match self.phase() {
            Phase::Waiting => |arm| Op::Stand { arm },
            Phase::Finished => |arm| left(arm, Controller::None),
            _ => |arm| left(arm, Controller::Bot),
        };
        let mut ops: Vec<Op> = self.arms_of(who).map(gone).collect();
        ops.extend(self.succession(who));
        Ok(ops)
    }

    /// Who is host after `who` has gone: the first of those who are connected, else the first. Nobody: the table closes.
    fn succession(&self, who: PlayerId) -> Option<Op> {
        let others = || {
            self.people()
                .map(|person| person.player.id)
                .filter(|id| *id != who)
        };
        let next = others()
            .find(|id| self.presence.is_here(*id))
            .or_else(|| others().next());
        match next {
            None => Some(Op::Close),
            Some(_) if self.host == Some(who) => Some(Op::Host { player: next }),
            Some(_) => None,
        }
    }

    fn put_bot(&self, arm: Option<u8>, level: Option<BotLevel>) -> Result<Vec<Op>, Refusal> {
        if self.settings.rated {
            return Err(settings::needs_accounts());
        }
        let level = level.unwrap_or(self.settings.bot_level);
        if let Some(arm) = arm
            && let Some(present) = self.seat_named(arm)?.bot()
        {
            let other = (present != level).then_some(Op::Bot { arm, level });
            return Ok(other.into_iter().collect());
        }
        let arm = self.find_seat(arm, Seat::is_open)?;
        Ok(vec![Op::Bot { arm, level }])
    }

    fn remove_bot(&self, arm: u8) -> Result<Vec<Op>, Refusal> {
        match self.seat_named(arm)?.holder {
            Holder::Bot(_) => Ok(vec![Op::Unbot { arm }]),
            _ => Err(refused(ProblemCode::NotFound, "no bot sits there")),
        }
    }

    fn kick(&self, host: PlayerId, arm: u8) -> Result<Vec<Op>, Refusal> {
        match self.seat_named(arm)?.owner() {
            None => Err(settings::bad_request("arm", "nobody sits there")),
            Some(person) if person.player.id == host => Err(refused(
                ProblemCode::NotAllowed,
                "the host leaves by leaving",
            )),
            Some(_) => Ok(vec![Op::Stand { arm }]),
        }
    }

    /// Starts the game: all seats taken, or bots for the open ones from the second person on (R0-13).
    fn start(&self) -> Result<Vec<Op>, Refusal> {
        let has_open = self.seats.iter().any(Seat::is_open);
        let may_fill = self.settings.fill_with_bots && self.people().nth(1).is_some();
        if has_open && !may_fill {
            return Err(refused(ProblemCode::SeatsOpen, "seats are still open"));
        }
        let mut ops: Vec<Op> = start::fill(&self.seats, self.settings.bot_level).collect();
        let contributions = self.people().filter_map(|person| person.entropy.as_deref());
        ops.push(start::draw(
            &self.settings,
            &self.secret,
            self.game,
            contributions,
        ));
        Ok(ops)
    }

    /// Another game at the same table; a solo one starts at once.
    fn rematch(&self, fresh: &Fresh, who: PlayerId) -> Result<Vec<Op>, Refusal> {
        if !self.owns_seat(who) {
            return Err(refused(ProblemCode::NotSeated, "no seat at this table"));
        }
        match self.phase() {
            Phase::Waiting => return Ok(Vec::new()),
            Phase::Finished => {}
            _ => return Err(refused(ProblemCode::Started, "the game is still on")),
        }
        let mut ops = vec![Op::Rematch {
            game: fresh.game,
            secret: fresh.secret,
        }];
        if self.play.as_ref().is_some_and(|play| play.facts.solo) {
            ops.push(start::draw(&self.settings, &fresh.secret, fresh.game, []));
            return Ok(ops);
        }
        ops.extend(self.seats.iter().filter_map(|seat| match &seat.holder {
            Holder::Bot(_) => Some(Op::Unbot { arm: seat.arm }),
            Holder::Person(person) if person.left => Some(Op::Stand { arm: seat.arm }),
            _ => None,
        }));
        Ok(ops)
    }

    /// Other settings. Who sits on an arm that is no longer played moves to a free one.
    fn change(&self, wish: &Changes) -> Result<Vec<Op>, Refusal> {
        let (settings, _, changes) = settings::change(&self.settings, wish)?;
        if changes == Changes::default() {
            return Ok(Vec::new());
        }
        let takes_all = |seat: &Seat| match &seat.holder {
            Holder::Open => true,
            Holder::Bot(_) => false,
            Holder::Person(person) => !person.player.guest,
        };
        let is_fit = !settings.fill_with_bots && self.seats.iter().all(takes_all);
        if settings.rated && !is_fit {
            return Err(settings::needs_accounts());
        }
        let (off, on) = self.moves_to(&settings.arms)?;
        let change = Op::Change {
            changes: Box::new(changes),
            settings: Box::new(settings),
        };
        Ok(off.into_iter().chain([change]).chain(on).collect())
    }

    /// Who has to stand up before only `arms` are played, and who sits down after that.
    fn moves_to(&self, arms: &[u8]) -> Result<(Vec<Op>, Vec<Op>), Refusal> {
        let is_free = |arm: &u8| self.seat(*arm).is_none_or(|seat| seat.owner().is_none());
        let mut free = arms.iter().copied().filter(is_free);
        let (mut off, mut on) = (Vec::new(), Vec::new());
        for seat in self.seats.iter().filter(|seat| !arms.contains(&seat.arm)) {
            match &seat.holder {
                Holder::Open => {}
                Holder::Bot(_) => off.push(Op::Unbot { arm: seat.arm }),
                Holder::Person(person) => {
                    let arm = free
                        .next()
                        .ok_or_else(|| settings::bad_seats("more people sit here than that"))?;
                    off.push(Op::Stand { arm: seat.arm });
                    if self.seat(arm).is_some_and(|seat| seat.bot().is_some()) {
                        off.push(Op::Unbot { arm });
                    }
                    on.push(Op::Seat {
                        arm,
                        player: person.player.clone(),
                    });
                }
            }
        }
        Ok((off, on))
    }
}

fn left(arm: u8, to: Controller) -> Op {
    Op::Control {
        arm,
        to,
        why: ControlReason::Left,
    }
}

fn refused(code: ProblemCode, detail: &str) -> Refusal {
    Refusal::new(code, detail)
}
