//! Reading a line: from text to a request, or to the refusal that says what is wrong with it.

use super::refusal::Refusal;
use ludohall_protocol::{
    engine::EngineErrorCode as Code,
    position::{Options, Position},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// `perft` refuses to look deeper: the tree grows by a factor of six to twenty a level.
const MAX_PERFT_DEPTH: u32 = 9;

/// What a line asks for.
pub enum Request {
    /// The legal moves of a position.
    Legal(Box<Position>),
    /// A roll or a move in a position.
    Apply(Box<Position>, Action),
    /// What forces the choice in a position, and what bars each piece.
    Why(Box<Position>),
    /// The opening position of a game.
    New(New),
    /// How many paths lead on from a position.
    Perft(Box<Position>, u32),
    /// What a bot would do.
    Best(Box<Position>, ludohall_bots::Level),
    /// Every preset.
    Rulesets,
}

/// The fields of `new`.
#[derive(Deserialize)]
pub struct New {
    /// Preset id.
    pub ruleset: String,
    /// House rules.
    #[serde(default)]
    pub options: Options,
    /// The occupied arms.
    pub arms: Vec<u8>,
    /// The arm that begins; absent: the first.
    pub start: Option<u8>,
    /// Board id; absent: the usual one.
    pub board: Option<String>,
}

/// What is done in a position.
pub enum Action {
    /// Dice fall.
    Roll(Vec<u8>),
    /// Somebody chooses.
    Choose(Wanted),
}

/// A choice as it is asked for: what it leads to is not read.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Wanted {
    /// A piece comes out of base.
    Enter(WantedStep),
    /// A piece moves by a die.
    Move(WantedStep),
    /// A piece moves by a bonus.
    Bonus(WantedStep),
    /// A bonus is refused.
    Decline,
}

/// Which piece, by what.
#[derive(Deserialize)]
pub struct WantedStep {
    /// The owner of the piece.
    pub arm: u8,
    /// The piece.
    pub piece: u8,
    /// The faces (or the bonus) to use, in any order.
    pub uses: Vec<u8>,
}

/// A line with its id, `null` where none could be read.
pub struct Line {
    /// Echoed in the answer.
    pub id: Value,
    /// What it asks for.
    pub request: Result<Request, Refusal>,
}

/// Reads one line.
pub fn read(line: &str) -> Line {
    match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(mut fields)) => Line {
            id: fields.remove("id").unwrap_or_default(),
            request: request(fields),
        },
        Ok(_) => unreadable(Code::BadRequest, "a request is an object"),
        Err(error) => unreadable(Code::BadJson, error.to_string()),
    }
}

/// The answer to a line of which not even the id is known.
pub fn unreadable(code: Code, message: impl Into<String>) -> Line {
    Line {
        id: Value::Null,
        request: Err(Refusal::new(code, message)),
    }
}

fn request(mut fields: Map<String, Value>) -> Result<Request, Refusal> {
    let op = match fields.remove("op") {
        Some(Value::String(op)) => op,
        Some(_) => return Err(Refusal::field("op", "must be text")),
        None => return Err(Refusal::field("op", "is missing")),
    };
    Ok(match op.as_str() {
        "legal" => Request::Legal(position(&mut fields)?),
        "why" => Request::Why(position(&mut fields)?),
        "apply" => Request::Apply(position(&mut fields)?, action(&mut fields)?),
        "new" => Request::New(shaped(Value::Object(fields), Code::BadRequest, "request")?),
        "perft" => Request::Perft(position(&mut fields)?, depth(&fields)?),
        "best" => Request::Best(position(&mut fields)?, level(&fields)?),
        "rulesets" => Request::Rulesets,
        _ => return Err(Refusal::new(Code::UnknownOp, "no such operation")),
    })
}

fn position(fields: &mut Map<String, Value>) -> Result<Box<Position>, Refusal> {
    let value = fields
        .remove("position")
        .ok_or_else(|| Refusal::field("position", "is missing"))?;
    shaped(value, Code::BadPosition, "position").map(Box::new)
}

fn action(fields: &mut Map<String, Value>) -> Result<Action, Refusal> {
    let Some(Value::Object(mut action)) = fields.remove("action") else {
        return Err(Refusal::field("action", "must be an object"));
    };
    match (action.remove("roll"), action.remove("move")) {
        (Some(dice), None) => shaped(dice, Code::BadRoll, "roll").map(Action::Roll),
        (None, Some(choice)) => shaped(choice, Code::BadRequest, "move").map(Action::Choose),
        _ => Err(Refusal::field(
            "action",
            "must hold either `roll` or `move`",
        )),
    }
}

fn depth(fields: &Map<String, Value>) -> Result<u32, Refusal> {
    fields
        .get("depth")
        .and_then(Value::as_u64)
        .and_then(|depth| u32::try_from(depth).ok())
        .filter(|depth| *depth <= MAX_PERFT_DEPTH)
        .ok_or_else(|| Refusal::field("depth", format!("must be 0 to {MAX_PERFT_DEPTH}")))
}

fn level(fields: &Map<String, Value>) -> Result<ludohall_bots::Level, Refusal> {
    let name = fields.get("level").and_then(Value::as_str);
    name.and_then(|name| name.parse().ok())
        .ok_or_else(|| Refusal::field("level", "must be `easy`, `normal` or `hard`"))
}

/// Reads a value as a type; what does not fit is refused with `code`.
fn shaped<T: DeserializeOwned>(value: Value, code: Code, what: &str) -> Result<T, Refusal> {
    serde_json::from_value(value).map_err(|error| Refusal::new(code, format!("{what}: {error}")))
}
