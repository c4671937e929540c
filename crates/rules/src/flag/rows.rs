//! The table of flags, by topic.

/// A flag that is one yes or no of the rules.
macro_rules! yes_or_no {
    ($name:literal, $field:ident, $about:literal) => {
        Row {
            name: $name,
            kind: FlagKind::Bool,
            about: $about,
            get: |rules| Value::Bool(rules.$field),
            values: &[
                (Value::Bool(false), |rules| rules.$field = false),
                (Value::Bool(true), |rules| rules.$field = true),
            ],
        }
    };
}

/// A flag that is one number of the rules.
macro_rules! number {
    ($name:literal, $field:ident, [$($value:literal),+], $about:literal) => {
        Row {
            name: $name,
            kind: FlagKind::Int,
            about: $about,
            get: |rules| Value::Int(i64::from(rules.$field)),
            values: &[$((Value::Int($value), |rules| rules.$field = $value)),+],
        }
    };
}

/// A flag whose values are words for values of a field.
macro_rules! words {
    ($name:literal, $field:ident, [$($word:literal => $value:expr),+], $about:literal) => {
        Row {
            name: $name,
            kind: FlagKind::Choice,
            about: $about,
            get: |rules| match rules.$field {
                $(value if value == $value => Value::Word($word),)+
                _ => Value::Word("other"),
            },
            values: &[$((Value::Word($word), |rules| rules.$field = $value)),+],
        }
    };
}

mod bundle;
mod capture;
mod end;
mod entry;
mod squares;
mod turn;

use super::Row;

/// Every flag.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    let topics = [
        bundle::ROWS,
        capture::ROWS,
        end::ROWS,
        entry::ROWS,
        squares::ROWS,
        turn::ROWS,
    ];
    topics.into_iter().flatten()
}
