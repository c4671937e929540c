//! Whether the places of a position agree with its pieces and its phase.

use super::refuse;
use crate::Game;
use crate::arm::{ARMS, Arm};
use crate::error::PositionError;
use crate::few::Few;
use crate::position::{Phase, Position};
use crate::ruleset::PartnerPiece;

impl Game {
    pub(super) fn check_places(&self, raw: &[u8]) -> Result<Few<Arm, ARMS>, PositionError> {
        let mut places = Few::new();
        for &number in raw {
            let arm = self.check_arm("places", number)?;
            if places.contains(&arm) {
                return refuse("places", format!("arm {arm} stands there twice"));
            }
            places.push(arm);
        }
        Ok(places)
    }

    /// Who is home is placed, who is placed is home, and the game is over when it is decided, not before.
    pub(super) fn check_finished(&self, position: &Position) -> Result<(), PositionError> {
        if self.rules.teams {
            self.check_teams(position)?;
        } else {
            self.check_arms(position)?;
        }
        let decided = self.is_decided(position.places.len());
        match (position.phase, decided) {
            (Phase::Over, false) => return refuse("phase", "the game is not over"),
            (Phase::Roll | Phase::Move, true) => return refuse("phase", "the game is over"),
            _ => {}
        }
        if position.phase != Phase::Over && position.places.contains(&position.turn) {
            return refuse("turn", format!("arm {} has finished", position.turn));
        }
        Ok(())
    }

    fn check_arms(&self, position: &Position) -> Result<(), PositionError> {
        for arm in &self.arms {
            let home = self.is_finished(position, *arm);
            if home != position.places.contains(arm) {
                let is = if home { "is" } else { "is not" };
                return refuse("places", format!("arm {arm} {is} home"));
            }
        }
        let most = if self.rules.play_on {
            self.arms.len() - 1
        } else {
            1
        };
        if position.places.len() > most {
            return refuse("places", "the game was over before so many had finished");
        }
        Ok(())
    }

    fn check_teams(&self, position: &Position) -> Result<(), PositionError> {
        let won = |arm: Arm| {
            let partner = self.partner(arm).unwrap_or(arm);
            let own = self.is_finished(position, arm);
            let both = own && self.is_finished(position, partner);
            both || self.rules.team_of_one && (own || self.is_finished(position, partner))
        };
        let mut winners = Few::<Arm, ARMS>::new();
        for &arm in &self.arms {
            if won(arm) {
                winners.push(arm);
            }
        }
        if winners.len() > 2 {
            return refuse("pieces", "two teams are home");
        }
        if winners != position.places {
            return refuse(
                "places",
                "they are the arms of the team that is home, ascending",
            );
        }
        Ok(())
    }

    /// Whether partners may stand together on any square.
    pub(super) fn partners_share(&self) -> bool {
        self.rules.teams && self.rules.partner == PartnerPiece::Share
    }
}
