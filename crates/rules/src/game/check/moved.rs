//! Whether the pieces that are said to have moved in this turn can have.

use super::refuse;
use crate::Game;
use crate::error::PositionError;
use crate::position::{Phase, Position};
use crate::raw::RawPosition;

impl Game {
    /// They are on the board and the acting arm's or its partner's, and no more than rolls have been used.
    pub(super) fn check_moved(
        &self,
        raw: &RawPosition,
        position: &mut Position,
    ) -> Result<(), PositionError> {
        for &named in raw.moved.iter().flatten() {
            let (arm, piece) = self.check_piece("moved", named)?;
            if arm != position.turn && self.partner(position.turn) != Some(arm) {
                return refuse("moved", format!("it is not the turn of arm {arm}"));
            }
            if position.piece(arm, piece).is_base() {
                return refuse("moved", format!("piece {piece} of arm {arm} is in base"));
            }
            if self.rules.keeps_moved() {
                position.moved.insert(arm, piece);
            }
        }
        let more = self.rules.keeps_extra() || self.rules.dice > 1;
        let used = match (position.phase, position.streak) {
            // Before a last roll that is no six, at most one less than too many.
            (Phase::Move, 0) => self.rules.streak_limit.saturating_sub(1),
            (Phase::Move, streak) => streak - 1,
            (_, streak) => streak,
        };
        if !more && position.moved.len() > used.into() {
            return refuse("moved", "fewer rolls have been used in this turn");
        }
        Ok(())
    }
}
