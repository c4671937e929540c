//! Brings a database up to the schema of this binary.

use crate::OpenError;
use sqlx::migrate::{Migrate, MigrateError, Migrator};

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// Applies what is missing.
pub(super) async fn run(connection: &mut impl Migrate) -> Result<(), OpenError> {
    MIGRATIONS
        .run_direct(None, connection, false)
        .await
        .map_err(explain)
}

/// The newest migration that this binary has.
fn known() -> i64 {
    MIGRATIONS
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0)
}

fn explain(error: MigrateError) -> OpenError {
    match error {
        MigrateError::VersionMissing(found) if found > known() => OpenError::NewerDatabase {
            found,
            known: known(),
        },
        error => OpenError::Migration(error),
    }
}
