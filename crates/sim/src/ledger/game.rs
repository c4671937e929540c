//! A game replayed from its rows by the rules alone: positions, dice, undo.

use ludohall_protocol::{
    GameId, Version,
    convert::{rule_arms, rule_options, wire_moves},
    moves::Move,
    table::Settings,
};
use ludohall_rules::{Arm, Choice, Game, Phase, Piece, Position, Uses};
use ludohall_table::{Secret, dice::Dice};

/// A game that was started.
pub(crate) struct Replay {
    rules: Game,
    dice: Dice,
    pub(crate) position: Position,
    /// The last die drawn.
    n: u32,
    /// Where it stood after each version, first one first.
    past: Vec<(Version, Position, u32)>,
}

impl Replay {
    /// The game that begins here. Where that is not possible, why.
    pub(crate) fn start(
        settings: &Settings,
        (id, secret): (GameId, &str),
        entropy: &[String],
        (arm, rolls): (u8, &[(u8, u8)]),
        version: Version,
    ) -> Result<Self, String> {
        let words = |error: &dyn std::fmt::Display| error.to_string();
        let options = rule_options(&settings.options).map_err(|error| words(&error))?;
        let arms = rule_arms(&settings.arms).map_err(|error| words(&error))?;
        let rules = Game::new(&settings.ruleset, &options, Some(&settings.board), &arms)
            .map_err(|error| words(&error))?;
        let start = Arm::new(arm).ok_or("no such arm")?;
        let position = rules.opening(start).map_err(|error| words(&error))?;
        let secret = Secret::new(bytes(secret).ok_or("the secret is none")?);
        let dice = Dice::new(&secret, id, entropy.iter().map(String::as_str));
        let n = u32::try_from(rolls.len()).unwrap_or(u32::MAX);
        Ok(Self {
            rules,
            dice,
            past: vec![(version, position, n)],
            position,
            n,
        })
    }

    /// The arm to act, and whether it rolls; `None` where the game is over.
    pub(crate) fn to_act(&self) -> Option<(u8, bool)> {
        match self.position.phase() {
            Phase::Over => None,
            phase => Some((self.position.turn().get(), phase == Phase::Roll)),
        }
    }

    /// What may be chosen.
    pub(crate) fn legal(&self) -> Vec<Move> {
        match self.position.phase() {
            Phase::Move => wire_moves(&self.rules.legal(&self.position)),
            _ => Vec::new(),
        }
    }

    /// A roll: the dice must be those that the secret makes.
    pub(crate) fn roll(&mut self, faces: &[u8], version: Version) -> Result<(), String> {
        for face in faces {
            self.n += 1;
            let due = self.dice.face(self.n, self.rules.faces());
            if *face != due {
                return Err(format!("die {} is a {due}, not a {face}", self.n));
            }
        }
        let rolled = self.rules.roll(&mut self.position, faces, &mut ());
        rolled.map_err(|error| error.to_string())?;
        self.note(version);
        Ok(())
    }

    /// A choice: it must be legal.
    pub(crate) fn play(
        &mut self,
        chosen: Option<(u8, u8, &[u8])>,
        version: Version,
    ) -> Result<(), String> {
        let choice = match chosen {
            None => Choice::Decline,
            Some((arm, piece, uses)) => Choice::Move {
                arm: Arm::new(arm).ok_or("no such arm")?,
                piece: Piece::new(piece).ok_or("no such piece")?,
                uses: Uses::of(uses).ok_or("no such dice")?,
            },
        };
        let played = self.rules.play(&mut self.position, &choice, &mut ());
        played.map_err(|error| error.to_string())?;
        self.note(version);
        Ok(())
    }

    /// Back to the state after `to`.
    pub(crate) fn undo(&mut self, to: Version) -> Result<(), String> {
        self.past.retain(|(version, ..)| *version <= to);
        let (_, position, n) = self.past.last().ok_or("nothing is left to go back to")?;
        (self.position, self.n) = (*position, *n);
        Ok(())
    }

    fn note(&mut self, version: Version) {
        self.past.push((version, self.position, self.n));
    }
}

fn bytes(hex: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if hex.len() != 64 {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}
