//! The record of a game: what was rolled and chosen, and the proof of the dice once it has ended.

use super::Table;
use crate::{
    play::{Line, Play, Status, choice},
    seat::{Holder, Seat},
    tape::{Act, Deed},
};
use ludohall_protocol::{
    GameId, Move, Record, RecordEntry, Version,
    convert::wire_move,
    record::{RecordAct, RecordSeat},
};

impl Table {
    /// The record of `game` as it stands, if that is the table's present game and it has started.
    #[must_use]
    pub fn record(&self, game: GameId) -> Option<Record> {
        self.present_record().filter(|record| record.id == game)
    }

    pub(super) fn present_record(&self) -> Option<Record> {
        let play = self.play.as_ref()?;
        let facts = &play.facts;
        let (finished_at, places) = match &facts.status {
            Status::Over { at, places } => (Some(at.rfc3339()), places.clone()),
            Status::Running | Status::Paused => (None, Vec::new()),
        };
        Some(Record {
            id: self.game,
            table: self.code,
            ruleset: self.settings.ruleset.clone(),
            options: self.settings.options.clone(),
            board: self.settings.board.clone(),
            arms: self.settings.arms.clone(),
            start: facts.start,
            start_rolls: facts.rolls.clone(),
            seats: self
                .seats
                .iter()
                .map(|seat| record_seat(seat, play))
                .collect(),
            commitment: self.secret.commitment(),
            secret: finished_at.is_some().then(|| self.secret.reveal()),
            entropy: facts.entropy.iter().cloned().collect(),
            entries: self.record_entries(play),
            places,
            started_at: facts.started_at.rfc3339(),
            finished_at,
        })
    }

    /// The acts of a game with what the rules add to them, by a replay that goes back wherever undo did.
    fn record_entries(&self, play: &Play) -> Vec<RecordEntry> {
        let Ok(opening) = Line::opening(&self.rules, &play.facts) else {
            return Vec::new();
        };
        let mut line = vec![(Version(0), opening)];
        let mut entries = Vec::new();
        for act in play.facts.tape.acts() {
            if let Deed::Undo { to, .. } = act.deed {
                let keep = line.partition_point(|(version, _)| *version <= to).max(1);
                line.truncate(keep);
            }
            let Some((_, before)) = line.last() else {
                break;
            };
            let Some(deed) = self.record_act(&act, before) else {
                break;
            };
            let after = before.clone().step(&self.rules, &act.deed, &mut ());
            entries.push(RecordEntry {
                version: act.version,
                at: act.at.rfc3339(),
                ply: act.ply,
                arm: act.arm,
                act: deed,
            });
            let Ok(after) = after else { break };
            if !matches!(act.deed, Deed::Undo { .. }) {
                line.push((act.version, after));
            }
        }
        entries
    }

    fn record_act(&self, act: &Act, before: &Line) -> Option<RecordAct> {
        Some(match &act.deed {
            Deed::Roll { dice, by } => RecordAct::Rolled {
                n: before.n + 1,
                dice: dice.clone(),
                by: *by,
            },
            Deed::Play {
                arm,
                piece,
                uses,
                by,
            } => RecordAct::Moved {
                choice: self.made(before, *arm, *piece, uses)?,
                by: *by,
            },
            Deed::Decline { by } => RecordAct::Declined { by: *by },
            Deed::Undo { to, n } => RecordAct::Undone {
                to_version: *to,
                n: *n,
            },
        })
    }

    /// The legal move that a choice was.
    fn made(&self, before: &Line, arm: u8, piece: u8, uses: &[u8]) -> Option<Move> {
        let wanted = choice(arm, piece, uses).ok()?;
        let legal = self.rules.legal(&before.position);
        legal
            .iter()
            .find(|legal| legal.choice() == wanted)
            .map(wire_move)
    }
}

fn record_seat(seat: &Seat, play: &Play) -> RecordSeat {
    let mut wire = RecordSeat {
        arm: seat.arm,
        name: String::new(),
        player_id: None,
        bot_level: seat.bot(),
        left: play.facts.leavers.contains(&seat.arm),
    };
    if let Holder::Person(person) = &seat.holder {
        wire.name.clone_from(&person.player.name);
        wire.player_id = Some(person.player.id);
    }
    wire
}
