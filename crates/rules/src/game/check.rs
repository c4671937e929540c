//! The one door for positions from outside: checked whole, or refused with the field and the reason.

mod moved;
mod places;
mod roll;

use super::Game;
use crate::arm::{ARMS, Arm, PIECES, Piece, Progress};
use crate::error::PositionError;
use crate::event::ExtraReason;
use crate::few::Few;
use crate::lanes::Lanes;
use crate::moves::Captures;
use crate::position::{Pairs, Phase, Position};
use crate::raw::{RawPair, RawPosition};
use crate::ruleset::StreakEffect;

/// A refusal.
fn refuse<T>(field: &'static str, reason: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError {
        field,
        reason: reason.into(),
    })
}

impl Game {
    /// The position of these fields, if it can be one of this game.
    ///
    /// # Errors
    ///
    /// Names the first field that shows it to be impossible, and why.
    pub fn check(&self, raw: &RawPosition) -> Result<Position, PositionError> {
        let pieces = self.check_pieces(&raw.pieces)?;
        let turn = self.check_arm("turn", raw.turn)?;
        let Some(dice) = Few::of(&raw.dice) else {
            return refuse("dice", "too many dice");
        };
        let Some(bonus) = Few::of(&raw.bonus) else {
            return refuse("bonus", "too many bonus moves");
        };
        let mut position = Position {
            pieces,
            ring: self.on_ring(&pieces),
            phase: raw.phase,
            turn,
            streak: raw.streak,
            tries: raw.tries.unwrap_or(0),
            extra: self.read_extra(raw),
            extra_used: raw.extra_used.unwrap_or(false) && !self.rules.bonus_roll_chain,
            captured: 0,
            last_moved: None,
            moved: Captures::NONE,
            dice,
            bonus,
            places: self.check_places(&raw.places)?,
            duty: [Pairs::NONE; ARMS],
            split: [Pairs::NONE; ARMS],
            arrived: self.check_arrived(raw)?,
        };
        self.check_squares(&position)?;
        self.check_finished(&position)?;
        self.check_roll(&position)?;
        self.check_turn_fields(raw, &mut position)?;
        if position.phase == Phase::Move && !self.can_move(&position) {
            return refuse("phase", "a choice is awaited, but nothing can move");
        }
        Ok(position)
    }

    fn read_extra(&self, raw: &RawPosition) -> Option<ExtraReason> {
        let earned = raw.extra.unwrap_or(false) && self.rules.keeps_extra();
        earned.then_some(match raw.extra_by {
            Some(ExtraReason::Home) => ExtraReason::Home,
            _ => ExtraReason::Capture,
        })
    }

    /// The arm of this number, if it plays.
    fn check_arm(&self, field: &'static str, number: u8) -> Result<Arm, PositionError> {
        match Arm::new(number).filter(|arm| self.arms.contains(arm)) {
            Some(arm) => Ok(arm),
            None => refuse(field, format!("arm {number} does not play")),
        }
    }

    fn check_piece(
        &self,
        field: &'static str,
        (arm, piece): (u8, u8),
    ) -> Result<(Arm, Piece), PositionError> {
        let arm = self.check_arm(field, arm)?;
        match Piece::new(piece).filter(|piece| piece.get() < self.rules.pieces) {
            Some(piece) => Ok((arm, piece)),
            None => refuse(field, format!("arm {arm} has no piece {piece}")),
        }
    }

    /// The rows of a field that has one entry for each arm of the board: those of the arms that play.
    fn rows<'a, T>(
        &self,
        field: &'static str,
        raw: &'a [Option<Vec<T>>],
    ) -> Result<Vec<(Arm, &'a [T])>, PositionError> {
        if raw.len() != self.board.arms() {
            let arms = self.board.arms();
            return refuse(
                field,
                format!("{arms} entries are needed, one for each arm of the board"),
            );
        }
        let mut rows = Vec::new();
        for (arm, row) in Arm::all().zip(raw) {
            match (self.arms.contains(&arm), row) {
                (false, None) => {}
                (false, Some(_)) => return refuse(field, format!("arm {arm} does not play")),
                (true, None) => return refuse(field, format!("arm {arm} plays and has no entry")),
                (true, Some(row)) if row.len() != usize::from(self.rules.pieces) => {
                    let pieces = self.rules.pieces;
                    return refuse(
                        field,
                        format!("arm {arm} has {pieces} pieces, not {}", row.len()),
                    );
                }
                (true, Some(row)) => rows.push((arm, row.as_slice())),
            }
        }
        Ok(rows)
    }

    fn check_pieces(&self, raw: &[Option<Vec<i16>>]) -> Result<[Lanes; ARMS], PositionError> {
        let mut pieces = [Lanes::BASE; ARMS];
        for (arm, row) in self.rows("pieces", raw)? {
            for (piece, &progress) in Piece::first(PIECES as u8).zip(row) {
                if !self.is_square(progress) {
                    let reason = format!("arm {arm} has no square {progress}");
                    return refuse("pieces", reason);
                }
                pieces[arm.index()].put(piece, Progress(progress));
            }
        }
        Ok(pieces)
    }

    /// Whether a piece can stand there. On a grid nothing stands on 0, nor where a ladder or snake takes it away.
    fn is_square(&self, progress: i16) -> bool {
        let first = if self.board.is_grid() { 1 } else { 0 };
        let mut jumps = self.board.jumps.iter();
        let jump = jumps.any(|&(from, _)| i32::from(from) == i32::from(progress));
        progress == -1 || (first..=self.end).contains(&progress) && !jump
    }

    fn check_arrived(&self, raw: &RawPosition) -> Result<[[u32; PIECES]; ARMS], PositionError> {
        let mut arrived = [[0; PIECES]; ARMS];
        let Some(rows) = &raw.arrived else {
            return Ok(arrived);
        };
        // A ruleset without use for it still refuses a wrong shape.
        for (arm, row) in self.rows("arrived", rows)? {
            if self.rules.keeps_arrivals() {
                arrived[arm.index()][..row.len()].copy_from_slice(row);
            }
        }
        Ok(arrived)
    }

    /// Not more pieces or colours on a square than may stand there.
    fn check_squares(&self, position: &Position) -> Result<(), PositionError> {
        if self.board.is_grid() {
            return Ok(());
        }
        for &arm in &self.arms {
            for piece in Piece::first(self.rules.pieces) {
                let progress = position.piece(arm, piece);
                if progress.0 >= self.lead && (self.slots || progress.0 < self.end) {
                    self.check_square(position, arm, progress)?;
                }
            }
        }
        Ok(())
    }

    fn check_square(
        &self,
        position: &Position,
        arm: Arm,
        progress: Progress,
    ) -> Result<(), PositionError> {
        let at = |arm: Arm, progress: Progress| {
            usize::from(position.pieces[arm.index()].on(progress.0).len())
        };
        let own = at(arm, progress);
        if progress.0 >= self.track {
            if own > self.lane_room(progress) {
                return refuse(
                    "pieces",
                    format!("too many pieces of arm {arm} on its square {progress:?}"),
                );
            }
            return Ok(());
        }
        let safe = self.safe[arm.index()].contains(progress.0);
        let mut total = own;
        for &other in self.arms.iter().filter(|&&other| other != arm) {
            let there = self.seen_by(other, arm, progress);
            let count = there.map_or(0, |there| at(other, there));
            let partners = self.partner(other) == Some(arm) && self.partners_share();
            if count > 0 && !partners && !(safe && self.rules.safe_share) {
                return refuse(
                    "pieces",
                    format!("arms {arm} and {other} cannot share a square"),
                );
            }
            total += count;
        }
        if total > self.rules.cap.into() {
            return refuse(
                "pieces",
                format!(
                    "{total} pieces on the square of arm {arm}'s progress {}",
                    progress.0
                ),
            );
        }
        Ok(())
    }

    /// The first lane square takes pieces that a streak sends back there, whatever stands on it (R2-14).
    fn lane_room(&self, progress: Progress) -> usize {
        let sent_back = self.rules.streak_effect == StreakEffect::LastToBaseOrLaneStart;
        if sent_back && progress.0 == self.track {
            PIECES
        } else {
            self.rules.lane_cap.into()
        }
    }

    /// What is known of this turn only.
    fn check_turn_fields(
        &self,
        raw: &RawPosition,
        position: &mut Position,
    ) -> Result<(), PositionError> {
        if let Some(Some(last)) = raw.last_moved {
            let last = self.check_piece("last_moved", last)?;
            if self.rules.keeps_last_moved() {
                position.last_moved = Some(last);
            }
            if position.last_moved.is_some() && position.phase == Phase::Over {
                return refuse("last_moved", "the game is over");
            }
        }
        self.check_moved(raw, position)?;
        for &number in raw.captured.iter().flatten() {
            let arm = self.check_arm("captured", number)?;
            position.captured |= u8::from(self.rules.capture_first) << arm.index();
        }
        if position.tries >= self.rules.tries.max(1) {
            return refuse("tries", "so many rolls for an entry are not given");
        }
        if position.extra.is_some() && position.phase != Phase::Move {
            return refuse(
                "extra",
                "an extra roll is earned by moves, and spent once it is awaited",
            );
        }
        self.check_pairs(raw, position)
    }

    fn check_pairs(&self, raw: &RawPosition, position: &mut Position) -> Result<(), PositionError> {
        for (field, pairs) in [("duty", &raw.duty), ("split", &raw.split)] {
            self.name_pairs(field, pairs.as_deref().unwrap_or_default())?;
        }
        let duty = raw.duty.as_ref().filter(|_| self.rules.break_must);
        let split = raw.split.as_ref().filter(|_| !self.rules.reform);
        position.duty = match duty {
            Some(pairs) => self.read_pairs("duty", pairs, position)?,
            None if self.is_fresh_run(position) => self.duties(position),
            None => [Pairs::NONE; ARMS],
        };
        if let Some(pairs) = split {
            position.split = self.read_pairs("split", pairs, position)?;
        }
        let standing = self.duties(position);
        for (arm, blocks) in standing.iter().enumerate() {
            let mut duty = position.duty[arm].iter();
            if !duty.all(|(a, b)| blocks.contains(a, b)) {
                return refuse(
                    "duty",
                    format!("no such block of arm {arm} is to be broken"),
                );
            }
            let pieces = position.pieces[arm].all();
            let together = |(a, b): (usize, usize)| {
                pieces[a] == pieces[b] && (0..self.end).contains(&pieces[a].0)
            };
            if position.split[arm].iter().any(together) {
                return refuse("split", format!("a pair of arm {arm} stands together"));
            }
        }
        Ok(())
    }

    fn read_pairs(
        &self,
        field: &'static str,
        raw: &[RawPair],
        position: &Position,
    ) -> Result<[Pairs; ARMS], PositionError> {
        let mut by_arm = [Pairs::NONE; ARMS];
        if !raw.is_empty() && (position.phase != Phase::Move || position.streak == 0) {
            return refuse(field, "no six or double is being played");
        }
        for (arm, first, second) in self.name_pairs(field, raw)? {
            by_arm[arm.index()].insert(first.index(), second.index());
        }
        Ok(by_arm)
    }

    /// Each pair as an arm and two of its pieces.
    fn name_pairs(
        &self,
        field: &'static str,
        raw: &[RawPair],
    ) -> Result<Vec<(Arm, Piece, Piece)>, PositionError> {
        let pairs = raw.iter().map(|&[a, b]| {
            let (arm, first) = self.check_piece(field, a)?;
            let (other_arm, second) = self.check_piece(field, b)?;
            if arm != other_arm || first == second {
                return refuse(field, "a pair is two pieces of one arm");
            }
            Ok((arm, first, second))
        });
        pairs.collect()
    }
}
