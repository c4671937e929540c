//! Flags: the rules that a host can have otherwise, each a row. Parsing, validation, lists and forms derive from them.

mod conflicts;
mod rows;

pub(crate) use conflicts::{Setup, conflict, conflicts};
pub(crate) use rows::rows;

use crate::ruleset::Rules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The value of a flag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FlagValue {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Int(i64),
    /// One of several words.
    Text(String),
}

impl fmt::Display for FlagValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FlagValue::Bool(value) => write!(f, "{value}"),
            FlagValue::Int(value) => write!(f, "{value}"),
            FlagValue::Text(value) => write!(f, "{value}"),
        }
    }
}

/// House rules by flag name: only what differs from the preset.
pub type Options = BTreeMap<String, FlagValue>;

/// The type of a flag's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagKind {
    /// Yes or no.
    Bool,
    /// One of a few numbers.
    Int,
    /// One of a few words.
    Choice,
}

impl FlagKind {
    /// Its name on the wire: `bool`, `int` or `choice`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FlagKind::Bool => "bool",
            FlagKind::Int => "int",
            FlagKind::Choice => "choice",
        }
    }
}

/// A value as a row has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Bool(bool),
    Int(i64),
    Word(&'static str),
}

impl From<Value> for FlagValue {
    fn from(value: Value) -> FlagValue {
        match value {
            Value::Bool(value) => FlagValue::Bool(value),
            Value::Int(value) => FlagValue::Int(value),
            Value::Word(word) => FlagValue::Text(word.to_owned()),
        }
    }
}

/// A value and how it changes the rules.
pub(crate) type Setting = (Value, fn(&mut Rules));

/// A row: a flag, its values, and what they mean to the rules.
pub(crate) struct Row {
    pub name: &'static str,
    pub kind: FlagKind,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The value that rules have.
    pub get: fn(&Rules) -> Value,
    /// Every value.
    pub values: &'static [Setting],
}

impl Row {
    /// The row with this name.
    pub(crate) fn find(name: &str) -> Option<&'static Row> {
        rows::rows().find(|row| row.name == name)
    }
}

/// A flag that a preset leaves to the host.
pub(crate) struct Offer {
    pub flag: &'static str,
    /// The values of the row that make sense here; empty: all of them.
    pub only: &'static [Value],
    /// Whether listed tables keep the preset's value.
    pub private_only: bool,
}

impl Offer {
    /// A flag with all its values.
    pub(crate) const fn all(flag: &'static str) -> Offer {
        Offer {
            flag,
            only: &[],
            private_only: false,
        }
    }

    /// A flag with some of its values.
    pub(crate) const fn some(flag: &'static str, only: &'static [Value]) -> Offer {
        Offer {
            flag,
            only,
            private_only: false,
        }
    }

    fn allows(&self, value: Value) -> bool {
        self.only.is_empty() || self.only.contains(&value)
    }
}

/// A flag of a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub kind: FlagKind,
    /// What the preset has.
    pub default: FlagValue,
    /// What it may be.
    pub values: Vec<FlagValue>,
    /// Whether it keeps its default at listed tables.
    pub private_only: bool,
    /// What it does, in an English sentence for developers and documents.
    pub about: &'static str,
}

/// The flag of an offer, `None` where its row is missing (a test sees to it that none is).
pub(crate) fn describe(offer: &Offer, rules: &Rules) -> Option<Flag> {
    let row = Row::find(offer.flag)?;
    Some(Flag {
        name: row.name,
        kind: row.kind,
        default: (row.get)(rules).into(),
        values: row
            .values
            .iter()
            .filter(|(value, _)| offer.allows(*value))
            .map(|(value, _)| (*value).into())
            .collect(),
        private_only: offer.private_only,
        about: row.about,
    })
}

/// Sets a flag. The error says why it cannot have this value.
pub(crate) fn set(
    rules: &mut Rules,
    offers: &[Offer],
    name: &str,
    value: &FlagValue,
) -> Result<(), String> {
    let offer = offers.iter().find(|offer| offer.flag == name);
    let Some((offer, row)) = offer.and_then(|offer| Some((offer, Row::find(offer.flag)?))) else {
        return Err("not a flag of this ruleset".to_owned());
    };
    let mut allowed = row.values.iter().filter(|(v, _)| offer.allows(*v));
    let Some((_, apply)) = allowed.find(|(v, _)| FlagValue::from(*v) == *value) else {
        let names: Vec<String> = row
            .values
            .iter()
            .filter(|(v, _)| offer.allows(*v))
            .map(|(v, _)| FlagValue::from(*v).to_string())
            .collect();
        return Err(format!("must be one of {}", names.join(", ")));
    };
    apply(rules);
    Ok(())
}
