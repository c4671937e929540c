//! Checking a game's record: its commitment, every die, and that every move was legal.
//!
//! Follows section 6 of the protocol. Needs nothing but the record: who has it can check the game without the hall.

mod dice;
mod replay;

use ludohall_protocol::{
    GameId, Record, Version,
    notation::{TextError, is_game_text, read_game},
};
use ludohall_rules::{Arm, Game, Options, SetupError};
use std::fmt;

/// The longest record that is read, in bytes. One of the longest game that a table keeps, with every undo, has some two million.
pub const MAX_RECORD_BYTES: u64 = 16 << 20;

/// A record that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The game.
    pub game: GameId,
    /// Dice that were checked, start rolls included.
    pub dice: u32,
    /// Choices that were checked.
    pub choices: u32,
    /// Times that something was taken back.
    pub undone: u32,
    /// The seats that contributed to the dice.
    pub contributions: usize,
    /// Whether the game was played to its end.
    pub finished: bool,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}: everything holds", self.game)?;
        writeln!(f, "commitment: the secret is the one committed to")?;
        writeln!(
            f,
            "dice: {} recomputed, with {} contributions",
            self.dice, self.contributions
        )?;
        write!(
            f,
            "choices: {} legal, {} times undone",
            self.choices, self.undone
        )?;
        if self.finished {
            write!(f, "\nplaces: as the rules have them")
        } else {
            write!(f, "\nplaces: none, the game was cut short")
        }
    }
}

/// What does not hold.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The text is no record.
    #[error("this is no record: {0}")]
    NotARecord(#[from] serde_json::Error),
    /// The text is meant to be a game in text notation, and is none.
    #[error("this is no game: {0}")]
    NotAGame(#[from] TextError),
    /// The game has not ended, so its secret is not public yet.
    #[error("the record has no secret: the game has not ended")]
    NoSecret,
    /// The secret is not 32 bytes in hex.
    #[error("the secret is not 64 hex digits")]
    BadSecret,
    /// The secret is not the one that was committed to.
    #[error("the commitment is {shown}, but the secret makes {computed}")]
    Commitment {
        /// As recorded.
        shown: String,
        /// As the secret makes it.
        computed: String,
    },
    /// A contribution is no hex text, or of an arm that did not play.
    #[error("the contribution of arm {0} is not 1 to 64 hex digits of a seat")]
    Contribution(u8),
    /// No such game can be set up.
    #[error("such a game cannot be set up: {0}")]
    Setup(#[from] SetupError),
    /// A house rule has no value that a rule can have.
    #[error("the house rule `{0}` is neither text, a number nor yes or no")]
    Option(String),
    /// The start rolls are not what the dice say, or another arm should have begun.
    #[error("the start does not follow from the start rolls")]
    Start,
    /// A recorded die is not the one that the secret makes.
    #[error("version {}: die {n} is recorded as {shown}, but is {computed}", .version.0)]
    Die {
        /// Of the entry.
        version: Version,
        /// The number of the die.
        n: u32,
        /// As recorded.
        shown: u8,
        /// As the secret makes it.
        computed: u8,
    },
    /// An entry does not fit the game as it stood.
    #[error("version {}: {fault}", .version.0)]
    Entry {
        /// Of the entry.
        version: Version,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The places are not those of the rules.
    #[error("the places are not those of the final position")]
    Places,
}

/// What is wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Somebody acted out of turn.
    #[error("another arm was to act")]
    NotItsTurn,
    /// The dice are not numbered on from those before.
    #[error("the dice are not numbered on from those before")]
    Numbering,
    /// Dice fell where none were awaited, or too many or too few.
    #[error("this roll was not awaited")]
    Roll,
    /// The choice was not legal.
    #[error("the choice was not legal")]
    Illegal,
    /// The move led elsewhere than recorded, or captured others.
    #[error("the move has another outcome by the rules")]
    Outcome,
    /// Versions do not grow.
    #[error("it stands out of order")]
    Order,
    /// Something was taken back that may not be.
    #[error("this could not be taken back")]
    Undo,
    /// Something was done after the end.
    #[error("the game was over")]
    Over,
}

/// Checks a record, as JSON or in text notation.
///
/// # Errors
/// The first thing that does not hold.
pub fn verify(text: &str) -> Result<Verified, VerifyError> {
    let record: Record = if is_game_text(text) {
        read_game(text)?
    } else {
        serde_json::from_str(text)?
    };
    let source = dice::Source::of(&record)?;
    let game = game(&record)?;
    replay::replay(&record, &game, &source)
}

fn game(record: &Record) -> Result<Game, VerifyError> {
    let options: Options = ludohall_protocol::convert::rule_options(&record.options)
        .map_err(|bad| VerifyError::Option(bad.flag))?;
    let arms: Vec<Arm> = record.arms.iter().copied().filter_map(Arm::new).collect();
    Ok(Game::new(
        &record.ruleset,
        &options,
        Some(&record.board),
        &arms,
    )?)
}
