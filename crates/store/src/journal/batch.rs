//! One transaction.

use super::{
    create, effects, insert,
    job::{Asked, Job, Pending, Verdict},
};
use crate::{
    StoreError,
    db::{Call, Connection, Row},
    statements::MAX_ROWS,
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
    if jobs.len() <= MAX_ROWS && jobs.iter().all(is_one_entry) {
        let mut pending: Vec<&mut Pending> = jobs.iter_mut().filter_map(Job::pending).collect();
        return insert::alone(connection, &mut pending).await;
    }
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

/// Whether it writes one entry and nothing beside it, as most do.
fn is_one_entry(job: &Job) -> bool {
    let Job::Append(asked) = job else {
        return false;
    };
    let append = &asked.work.append;
    append.events.len() == 1
        && append.members.is_empty()
        && append.games.is_empty()
        && append.snapshot.is_none()
        && append.closed_at.is_none()
        && append.idempotency.is_none()
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
