//! A statement and its arguments.

use super::Row;
use crate::{Epoch, Millis, TokenHash};
use ludohall_protocol::{Code, GameId, PlayerId, TableId, Version};
use sqlx::{PgExecutor, SqlSafeStr, SqlStr, SqliteExecutor};

/// A value for a placeholder.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Text(Option<String>),
    Int(Option<i64>),
}

/// A statement and its arguments, ready to run on either database.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    sql: SqlStr,
    args: Vec<Arg>,
}

/// The query of a call, for whichever database the executor is of.
macro_rules! bound {
    ($call:expr) => {
        $call
            .args
            .iter()
            .fold(sqlx::query($call.sql.clone()), |query, arg| match arg {
                Arg::Text(text) => query.bind(text.as_deref()),
                Arg::Int(int) => query.bind(*int),
            })
    };
}

impl Call {
    pub(crate) fn new(sql: impl SqlSafeStr) -> Self {
        Self::with_args(sql, Vec::new())
    }

    pub(crate) fn with_args(sql: impl SqlSafeStr, args: Vec<Arg>) -> Self {
        Self {
            sql: sql.into_sql_str(),
            args,
        }
    }

    /// Adds the next argument.
    pub(crate) fn bind(mut self, arg: impl Into<Arg>) -> Self {
        self.args.push(arg.into());
        self
    }

    pub(super) async fn on_sqlite(
        &self,
        on: impl SqliteExecutor<'_>,
    ) -> Result<Vec<Row>, sqlx::Error> {
        let rows = bound!(self).fetch_all(on).await?;
        Ok(rows.into_iter().map(Row::Sqlite).collect())
    }

    pub(super) async fn on_postgres(
        &self,
        on: impl PgExecutor<'_>,
    ) -> Result<Vec<Row>, sqlx::Error> {
        let rows = bound!(self).fetch_all(on).await?;
        Ok(rows.into_iter().map(Row::Postgres).collect())
    }

    pub(super) async fn count_on_sqlite(
        &self,
        on: impl SqliteExecutor<'_>,
    ) -> Result<u64, sqlx::Error> {
        Ok(bound!(self).execute(on).await?.rows_affected())
    }

    pub(super) async fn count_on_postgres(
        &self,
        on: impl PgExecutor<'_>,
    ) -> Result<u64, sqlx::Error> {
        Ok(bound!(self).execute(on).await?.rows_affected())
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<Option<String>> for Arg {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Arg {
    fn from(int: i64) -> Self {
        Self::Int(Some(int))
    }
}

impl From<Millis> for Arg {
    fn from(at: Millis) -> Self {
        at.0.into()
    }
}

impl From<Epoch> for Arg {
    fn from(epoch: Epoch) -> Self {
        epoch.0.into()
    }
}

impl From<Version> for Arg {
    /// A version that no journal can reach becomes the last one that it could.
    fn from(version: Version) -> Self {
        i64::try_from(version.0).unwrap_or(i64::MAX).into()
    }
}

macro_rules! text_args {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Arg {
            fn from(value: $kind) -> Self {
                Self::Text(Some(value.to_string()))
            }
        }
    )*};
}

text_args!(
    TableId,
    PlayerId,
    GameId,
    Code,
    TokenHash,
    crate::store::Node
);
