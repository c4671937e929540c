//! Snapshots: the whole state but presence, so that a load need not replay the journal from its start.
//!
//! A game is kept as its facts and replayed, so a snapshot holds nothing that the rules could contradict.

use super::{Table, turn::Turn};
use crate::{
    dice::Secret,
    journal::Damaged,
    known::Known,
    play::{Facts, Play},
    presence::Presence,
    seat::Seat,
    settings,
    time::Millis,
};
use ludohall_protocol::{Code, GameId, PlayerId, Ply, TableId, Version, table::Settings};
use serde::{Deserialize, Serialize};

/// The version of the snapshot's format.
const FORMAT: u8 = 1;

#[derive(Serialize, Deserialize)]
struct Saved {
    v: u8,
    version: Version,
    created_at: Millis,
    last_at: Millis,
    settings: Settings,
    host: Option<PlayerId>,
    seats: Vec<Seat>,
    ply: Ply,
    game: GameId,
    #[serde(with = "crate::dice::journal")]
    secret: Secret,
    play: Option<Facts>,
    turn: Option<Turn>,
    known: Known,
    closed: bool,
}

impl Table {
    /// The whole state as JSON, for the store alone: it may hold a secret.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let saved = Saved {
            v: FORMAT,
            version: self.version,
            created_at: self.created_at,
            last_at: self.last_at,
            settings: self.settings.clone(),
            host: self.host,
            seats: self.seats.clone(),
            ply: self.ply,
            game: self.game,
            secret: self.secret,
            play: self.play.as_ref().map(|play| play.facts.clone()),
            turn: self.turn,
            known: self.known.clone(),
            closed: self.closed,
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// The table that a [`snapshot`](Self::snapshot) kept, presence apart. Call [`woken`](Self::woken) when all entries
    /// after it are applied.
    ///
    /// # Errors
    ///
    /// It is no snapshot, or one of a newer format.
    pub fn restore(id: TableId, code: Code, snapshot: &str) -> Result<Self, Damaged> {
        let damaged = |reason: String| Damaged::new(Version(0), reason);
        let saved: Saved =
            serde_json::from_str(snapshot).map_err(|error| damaged(error.to_string()))?;
        if saved.v != FORMAT {
            return Err(damaged(format!(
                "snapshot format {} is not known here",
                saved.v
            )));
        }
        let rules = settings::rules(&saved.settings).map_err(|refusal| damaged(refusal.detail))?;
        let play = saved.play.map(|facts| Play::new(&rules, facts)).transpose();
        Ok(Self {
            id,
            code,
            version: saved.version,
            created_at: saved.created_at,
            last_at: saved.last_at,
            play: play
                .map_err(|misfit| damaged(misfit.to_string()))?
                .map(Box::new),
            settings: saved.settings,
            rules,
            host: saved.host,
            seats: saved.seats,
            ply: saved.ply,
            game: saved.game,
            secret: saved.secret,
            turn: saved.turn,
            known: saved.known,
            closed: saved.closed,
            presence: Presence::none_since(saved.last_at),
        })
    }
}
