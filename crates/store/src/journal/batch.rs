//! One transaction.

use super::{
    create, effects, insert,
    job::{Asked, Job, Pending, Verdict},
};
use crate::{
    StoreError,
    db::{Call, Connection, Row},
    store::Node,
};

/// Why a transaction did not come about.
#[derive(Debug)]
pub(super) enum Fault {
    /// Of an append only a part could be written.
    Torn,
    Store(StoreError),
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Does all of `jobs` and puts it on disk. What came of each is noted in it, and true only where this is `Ok`.
pub(super) async fn transaction(
    node: &Node,
    connection: &mut Connection,
    jobs: &mut [Job],
) -> Result<(), Fault> {
    connection.begin().await?;
    for job in &mut *jobs {
        match job {
            Job::Create(asked) => {
                asked.result = Some(Ok(create::open(connection, node, &asked.work).await?));
            }
            Job::Change(asked) => change(connection, asked).await?,
            Job::Append(_) => {}
        }
    }
    let mut pending: Vec<&mut Pending> = jobs.iter_mut().filter_map(Job::pending).collect();
    insert::entries(connection, &mut pending).await?;
    for done in pending
        .iter()
        .filter(|pending| pending.verdict == Some(Verdict::Written))
    {
        effects::apply(connection, &done.append).await?;
    }
    Ok(connection.commit().await?)
}

async fn change(
    connection: &mut Connection,
    asked: &mut Asked<Vec<Call>, Vec<Vec<Row>>, StoreError>,
) -> Result<(), sqlx::Error> {
    let mut rows = Vec::with_capacity(asked.work.len());
    for call in &asked.work {
        rows.push(connection.run(call).await?);
    }
    asked.result = Some(Ok(rows));
    Ok(())
}
