//! Identifiers and counters. Each is a type of its own, so that one cannot stand for another.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    };
}

id! {
    /// A table, for its whole life (UUIDv7).
    TableId
}
id! {
    /// One game at a table (UUIDv7).
    GameId
}
id! {
    /// A person: guest or account (UUIDv7).
    PlayerId
}

/// The number of an entry in a table's journal, from 1, contiguous; 0 is "before everything".
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(transparent)]
pub struct Version(pub u64);

impl Version {
    /// The version that follows this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// The number of a decision at a table, from 1; it only grows.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(transparent)]
pub struct Ply(pub u64);

impl Ply {
    /// The ply of the next decision.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// The alphabet of table codes (Crockford's base 32).
pub const CODE_ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many characters a code has.
pub const CODE_LENGTH: usize = 6;

/// A table's short code in its canonical form: six characters of [`CODE_ALPHABET`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, example = "K7M2QX")]
pub struct Code([u8; CODE_LENGTH]);

/// A text that is no table code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a table code has six letters or digits")]
pub struct BadCode;

impl Code {
    /// The code whose characters are the six lowest groups of five bits of `bits`.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(std::array::from_fn(|i| {
            CODE_ALPHABET[(bits >> (5 * i) & 31) as usize]
        }))
    }

    /// The canonical text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Code {
    type Err = BadCode;

    /// Reads a code as people type it: any case, spaces and dashes ignored, `O` as `0`, `I` and `L` as `1`.
    fn from_str(text: &str) -> Result<Self, BadCode> {
        let mut code = [0; CODE_LENGTH];
        let mut filled = 0;
        for c in text
            .chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}'))
        {
            let c = match c.to_ascii_uppercase() {
                'O' => b'0',
                'I' | 'L' => b'1',
                c => u8::try_from(c).map_err(|_| BadCode)?,
            };
            if !CODE_ALPHABET.contains(&c) {
                return Err(BadCode);
            }
            *code.get_mut(filled).ok_or(BadCode)? = c;
            filled += 1;
        }
        if filled == CODE_LENGTH {
            Ok(Self(code))
        } else {
            Err(BadCode)
        }
    }
}

impl TryFrom<String> for Code {
    type Error = BadCode;
    fn try_from(text: String) -> Result<Self, BadCode> {
        text.parse()
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.as_str().to_owned()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({})", self.as_str())
    }
}
