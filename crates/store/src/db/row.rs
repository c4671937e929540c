//! A row of either database, read by position.

use sqlx::{Row as _, postgres::PgRow, sqlite::SqliteRow};
use std::str::FromStr;

/// A row.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

macro_rules! get {
    ($self:ident, $at:ident) => {
        match $self {
            Row::Sqlite(row) => row.try_get($at),
            Row::Postgres(row) => row.try_get($at),
        }
    };
}

impl Row {
    /// A text; an error where it is null, or is no text.
    pub(crate) fn text(&self, at: usize) -> Result<String, sqlx::Error> {
        get!(self, at)
    }

    /// An integer; an error where it is null, or is no integer.
    pub(crate) fn int(&self, at: usize) -> Result<i64, sqlx::Error> {
        get!(self, at)
    }

    /// An integer or null.
    pub(crate) fn maybe_int(&self, at: usize) -> Result<Option<i64>, sqlx::Error> {
        get!(self, at)
    }

    /// A text in one of our own forms, as an id is.
    pub(crate) fn parse<T>(&self, at: usize) -> Result<T, sqlx::Error>
    where
        T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
    {
        self.text(at)?
            .parse()
            .map_err(|error| sqlx::Error::ColumnDecode {
                index: at.to_string(),
                source: Box::new(error),
            })
    }
}
