//! What happens at a table, as the table socket tells it and the engine reports it.

use crate::{
    ids::{GameId, Ply, Version},
    moves::Move,
    position::Position,
    rest::Player,
    why::Duty,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who made a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The owner of the seat.
    Human,
    /// A bot that holds the seat.
    Bot,
    /// The game, because the clock ran out.
    Clock,
}

/// What a turn waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Awaits {
    /// A roll.
    Roll,
    /// A choice among the legal moves.
    Move,
}

/// Who acts for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    /// Its owner.
    Human,
    /// A bot.
    Bot,
    /// Nobody: the seat is free.
    None,
}

/// Why control of a seat passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ControlReason {
    /// A decision's time ran out and the clock hands the seat over at once.
    Expired,
    /// Too many decisions in a row were missed.
    Misses,
    /// One decision was missed after being away too long.
    Away,
    /// The owner left for good.
    Left,
    /// The owner is back.
    Returned,
}

/// Why steps are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BonusReason {
    /// A capture.
    Capture,
    /// A piece got home.
    Home,
}

/// Why an arm rolls again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExtraReason {
    /// A six.
    Six,
    /// A double.
    Double,
    /// A capture.
    Capture,
    /// A piece got home.
    Home,
    /// A grace roll.
    Grace,
}

/// Why rolled dice come to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LostReason {
    /// No piece can move by them.
    NoMove,
    /// An earlier die of the queue could not be used.
    QueueDead,
    /// Too many sixes or doubles in a row.
    Streak,
}

/// A final place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Placed {
    /// The arm.
    pub arm: u8,
    /// Its place, from 1; ties share a place.
    pub place: u8,
    /// Whether its owner had left the game for good.
    pub left: bool,
}

/// A game that is about to be played: its dice are committed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameStub {
    /// The game.
    pub id: GameId,
    /// Hex SHA-256 of the secret.
    pub commitment: String,
}

/// One thing that happened. The engine's answers leave out what only a table knows (`n`, `by`, `ply`, deadlines).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the line of each variant says what its fields are"
)]
pub enum Event {
    /// A person sat down.
    Seated { arm: u8, player: Player },
    /// A person left a seat before the start (or a seat was cleared).
    StoodUp { arm: u8 },
    /// A bot was put on a seat.
    BotSeated {
        arm: u8,
        level: crate::table::BotLevel,
    },
    /// A bot was taken off a seat.
    BotRemoved { arm: u8 },
    /// Somebody else is host now; `null` where nobody is left.
    HostChanged {
        #[schema(required = true)]
        player: Option<Player>,
    },
    /// The host changed the table: only the changed fields of creation.
    OptionsChanged(crate::table::Changes),
    /// A seat contributed entropy.
    Entropy { arm: u8, hex: String },
    /// A game began.
    Started {
        game: GameStub,
        start: u8,
        start_rolls: Vec<(u8, u8)>,
        /// The opening position, so that a client needs no rule to show it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<Position>,
    },
    /// The table waits for the next game.
    Rematch { game: GameStub },
    /// A decision is awaited.
    Turn {
        arm: u8,
        awaits: Awaits,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<Ply>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        legal: Option<Vec<Move>>,
        /// The duty that takes away moves which the pieces could make.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        forced: Option<Duty>,
        /// Milliseconds left when sent. Only in the newest `turn` of what is sent; `null` without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "deadline")]
        #[schema(value_type = Option<u64>)]
        deadline_ms: Option<Option<u64>>,
    },
    /// Dice were rolled; `n` is the number of the first die.
    Rolled {
        arm: u8,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        n: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// A double also gives the faces below the dice. They are not thrown, so they have no number.
    Bottoms { arm: u8, dice: Vec<u8> },
    /// A piece moved; `arm` owns it. `via` is the square counted to where a jump followed.
    Moved {
        arm: u8,
        piece: u8,
        from: i16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<i16>,
        to: i16,
        uses: Vec<u8>,
        captures: Vec<(u8, u8)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// A bonus was refused.
    Declined {
        arm: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
    },
    /// Steps were earned.
    Bonus {
        arm: u8,
        steps: u8,
        reason: BonusReason,
    },
    /// Earned steps that no piece can make.
    BonusLost { arm: u8, steps: u8 },
    /// The arm rolls again.
    ExtraRoll { arm: u8, reason: ExtraReason },
    /// Dice came to nothing.
    RollLost {
        arm: u8,
        dice: Vec<u8>,
        reason: LostReason,
    },
    /// A piece was sent back for too many sixes or doubles.
    StreakPenalty {
        arm: u8,
        piece: u8,
        from: i16,
        to: i16,
    },
    /// Control of a seat passed.
    Control {
        arm: u8,
        controller: Controller,
        reason: ControlReason,
    },
    /// The game went back to an earlier state; `n` is the last die that stands.
    Undone {
        to_version: Version,
        position: Position,
        n: u32,
    },
    /// An arm reached its place.
    FinishedArm { arm: u8, place: u8 },
    /// The game ended. From the engine: `places` only.
    Finished {
        places: Vec<Placed>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Vec<Object>>)]
        awards: Option<Vec<serde_json::Value>>,
    },
    /// The game stands still until somebody returns.
    Paused,
    /// The game goes on.
    Continued,
    /// The table closed; with `secret` where a game was cut short.
    Closed {
        places: Vec<Placed>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
}

/// `deadline_ms`: absent, `null`, or a number.
mod deadline {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::option_option, reason = "absent and null differ on this wire")]
    pub fn serialize<S: Serializer>(value: &Option<Option<u64>>, s: S) -> Result<S::Ok, S::Error> {
        value.flatten().serialize(s)
    }

    #[allow(clippy::option_option, reason = "absent and null differ on this wire")]
    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<u64>>, D::Error> {
        Option::deserialize(d).map(Some)
    }
}
