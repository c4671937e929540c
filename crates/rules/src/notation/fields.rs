//! The fields that follow the arms on a line.

use super::{NotationError, refuse};
use std::iter::Peekable;
use std::vec::IntoIter;

/// What may follow the arms, each with its values.
pub(super) const FIELDS: [&str; 16] = [
    "turn",
    "roll",
    "move",
    "over",
    "bonus",
    "streak",
    "places",
    "arrived",
    "last_moved",
    "moved",
    "duty",
    "split",
    "extra",
    "extra_used",
    "tries",
    "captured",
];

/// The words of a line that are still to be read.
pub(super) type Words = Peekable<IntoIter<String>>;

/// The fields after the arms, each with its values.
pub(super) struct Fields(Vec<(&'static str, Vec<String>)>);

impl Fields {
    pub(super) fn gather(words: Words) -> Result<Fields, NotationError> {
        let mut fields: Vec<(&'static str, Vec<String>)> = Vec::new();
        for word in words {
            let Some(field) = FIELDS.into_iter().find(|field| *field == word) else {
                let Some((_, values)) = fields.last_mut() else {
                    return refuse("turn", format!("`{word}` stands in its place"));
                };
                values.push(word);
                continue;
            };
            if fields.iter().any(|(known, _)| *known == field) {
                return refuse(field, "stands there twice");
            }
            fields.push((field, Vec::new()));
        }
        Ok(Fields(fields))
    }

    /// The values of a field, `None` where it is absent.
    pub(super) fn get(&self, name: &str) -> Option<&[String]> {
        let found = self.0.iter().find(|(field, _)| *field == name);
        found.map(|(_, values)| values.as_slice())
    }

    /// Every value of a field, none where it is absent.
    pub(super) fn all<T>(
        &self,
        field: &'static str,
        read: impl Fn(&str) -> Result<T, NotationError>,
    ) -> Result<Vec<T>, NotationError> {
        let values = self.get(field).unwrap_or_default();
        values.iter().map(|value| read(value)).collect()
    }

    /// The only value of a field.
    pub(super) fn one<T>(
        &self,
        field: &'static str,
        read: impl Fn(&str) -> Result<T, NotationError>,
    ) -> Result<Option<T>, NotationError> {
        match self.get(field) {
            None => Ok(None),
            Some([value]) => read(value).map(Some),
            Some(values) => refuse(field, format!("has {} values instead of one", values.len())),
        }
    }
}
