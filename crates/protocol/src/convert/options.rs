//! House rules.

use crate::position::Options;
use ludohall_rules as rules;
use ludohall_rules::FlagValue;
use serde_json::Value;

/// A house rule with a value that no flag can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("options: {flag}: must be text, an integer, true or false")]
pub struct BadOption {
    /// The flag.
    pub flag: String,
}

/// House rules as the engine takes them. Whether a flag exists is the engine's to say.
///
/// # Errors
/// A value is neither text, an integer nor a boolean.
pub fn rule_options(wire: &Options) -> Result<rules::Options, BadOption> {
    wire.iter()
        .map(|(flag, value)| {
            let value = rule_value(value).ok_or_else(|| BadOption { flag: flag.clone() })?;
            Ok((flag.clone(), value))
        })
        .collect()
}

/// House rules as the wire has them.
#[must_use]
pub fn wire_options(options: &rules::Options) -> Options {
    options
        .iter()
        .map(|(flag, value)| (flag.clone(), wire_value(value)))
        .collect()
}

fn rule_value(value: &Value) -> Option<FlagValue> {
    match value {
        Value::Bool(on) => Some(FlagValue::Bool(*on)),
        Value::Number(number) => number.as_i64().map(FlagValue::Int),
        Value::String(text) => Some(FlagValue::Text(text.clone())),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

pub(super) fn wire_value(value: &FlagValue) -> Value {
    match value {
        FlagValue::Bool(on) => Value::from(*on),
        FlagValue::Int(number) => Value::from(*number),
        FlagValue::Text(text) => Value::from(text.as_str()),
    }
}
