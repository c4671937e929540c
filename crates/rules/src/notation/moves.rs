//! A move: `A2 3-9xC1/6` is piece 2 of A from 3 to 9 by a six, capturing C's piece 1; `A2 b-0/5` an entry,
//! `A2 15-35+20` a bonus, `A2 3-9-b/6` a move that counts to 9 and goes to base from there, `declines` its refusal.

use super::{NotationError, number, piece_text, progress_text, read_piece, read_progress};
use crate::moves::{Captures, Move, MoveKind, Uses};
use std::fmt;
use std::str::FromStr;

/// A bonus that is refused.
const DECLINE: &str = "declines";

impl fmt::Display for Move {
    /// Writes a move. One that uses nothing, as told by a text that leaves it to be known, shows no faces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind == MoveKind::Decline {
            return write!(f, "{DECLINE}");
        }
        let piece = piece_text(self.arm, self.piece);
        let (from, to) = (progress_text(self.from), progress_text(self.to));
        write!(f, "{piece} {from}-")?;
        if let Some(via) = self.detour() {
            write!(f, "{}-", progress_text(via))?;
        }
        write!(f, "{to}")?;
        for (at, (arm, piece)) in self.captures.iter().enumerate() {
            let sign = if at == 0 { 'x' } else { ',' };
            write!(f, "{sign}{}", piece_text(arm, piece))?;
        }
        for (at, face) in self.uses.iter().enumerate() {
            let first = at == 0 && self.kind != MoveKind::Bonus;
            write!(f, "{}{face}", if first { '/' } else { '+' })?;
        }
        Ok(())
    }
}

impl FromStr for Move {
    type Err = NotationError;

    /// Reads a move. Its faces may be left out: `uses` is then empty, and to be known from elsewhere.
    fn from_str(text: &str) -> Result<Move, NotationError> {
        if text == DECLINE {
            return Ok(Move::decline());
        }
        let refuse = |what| NotationError::new("move", format!("`{text}` {what}"));
        let (piece, path) = text
            .split_once(' ')
            .ok_or_else(|| refuse("is no piece and its way, such as `A2 3-9`"))?;
        let (arm, piece) = read_piece(piece).ok_or_else(|| refuse("names no piece"))?;
        let end = path.find(['x', '/', '+']).unwrap_or(path.len());
        let (way, rest) = path.split_at(end);
        let ends = way.split_once('-');
        let (from, via, to) = ends
            .and_then(|(from, rest)| {
                let (via, to) = rest.split_once('-').unwrap_or((rest, rest));
                Some((
                    read_progress(from)?,
                    read_progress(via)?,
                    read_progress(to)?,
                ))
            })
            .ok_or_else(|| refuse("has no way, such as `3-9` or `b-0`"))?;
        let end = rest.find(['/', '+']).unwrap_or(rest.len());
        let (captures, uses) = rest.split_at(end);
        let kind = match uses.chars().next() {
            Some('+') => MoveKind::Bonus,
            _ if from.is_base() => MoveKind::Enter,
            _ => MoveKind::Move,
        };
        Ok(Move {
            kind,
            arm,
            piece,
            uses: read_uses(uses).ok_or_else(|| refuse("uses no one or two dice"))?,
            from,
            via,
            to,
            captures: read_captures(captures).ok_or_else(|| refuse("names no captured pieces"))?,
        })
    }
}

fn read_captures(text: &str) -> Option<Captures> {
    let mut captures = Captures::NONE;
    if let Some(pieces) = text.strip_prefix('x') {
        for piece in pieces.split(',') {
            let (arm, piece) = read_piece(piece)?;
            captures.insert(arm, piece);
        }
    }
    Some(captures)
}

fn read_uses(text: &str) -> Option<Uses> {
    let Some(faces) = text.get(1..) else {
        return Some(Uses::new());
    };
    let faces: Option<Vec<u8>> = faces.split('+').map(number).collect();
    Uses::of(&faces?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_move_is_read_as_it_was_written() {
        for text in [
            "A2 3-9xC1/6",
            "B0 b-0xA1,C3/2+3",
            "H3 15-35+20",
            "A0 3-b/4",
            "declines",
            "C1 0-2",
        ] {
            let read: Move = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn what_a_move_does_shows_in_its_text() {
        let kind = |text: &str| text.parse::<Move>().unwrap().kind;
        assert_eq!(kind("A0 b-0/5"), MoveKind::Enter);
        assert_eq!(kind("A0 0-5/5"), MoveKind::Move);
        assert_eq!(kind("A0 0-20+20"), MoveKind::Bonus);
        assert_eq!(kind("declines"), MoveKind::Decline);
    }

    #[test]
    fn what_is_no_move_is_refused_with_the_reason() {
        for (text, reason) in [
            ("A2", "piece and its way"),
            ("I0 3-9", "names no piece"),
            ("A4 3-9", "names no piece"),
            ("A0 3+9", "no way"),
            ("A0 -1-9", "no way"),
            ("A0 3-9x", "captured"),
            ("A0 3-9xC1/", "dice"),
            ("A0 3-9/1+2+3", "dice"),
            ("A0 03-9", "no way"),
            ("é", "piece and its way"),
        ] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(error.field, "move");
            assert!(error.reason.contains(reason), "{error}");
        }
    }
}
