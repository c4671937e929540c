//! Finding, claiming and reading tables.

use crate::{
    Epoch, LoadError, Loaded, Millis, Snapshot, Store, StoreError, StoredEvent,
    db::{Call, Row},
    statements as sql,
};
use ludohall_protocol::{Code, PlayerId, TableId, Version};
use serde::de::IgnoredAny;

impl Store {
    /// Claims an open table by its code and reads it: from here on, whoever had it is fenced.
    ///
    /// # Errors
    /// [`LoadError::Damaged`] where its journal cannot be read; other tables are not touched by it.
    pub async fn load(&self, code: Code) -> Result<Option<Loaded>, LoadError> {
        let rows = self
            .db
            .read(&Call::new(sql::OPEN_TABLE).bind(code))
            .await
            .map_err(StoreError::from)?;
        match rows.first() {
            Some(row) => self.load_id(row.parse(0).map_err(StoreError::from)?).await,
            None => Ok(None),
        }
    }

    /// As [`Store::load`], by id. Many at once share a transaction.
    ///
    /// # Errors
    /// As [`Store::load`].
    pub async fn load_id(&self, id: TableId) -> Result<Option<Loaded>, LoadError> {
        let Some((code, epoch, last_alive)) = self.claim(id).await? else {
            return Ok(None);
        };
        let snapshot = self.snapshot(id).await?;
        let from = snapshot
            .as_ref()
            .map_or(Version(1), |snapshot| snapshot.seq);
        let mut events = self.events(id, from).await?;
        if snapshot.is_some() {
            events.remove(0);
        }
        Ok(Some(Loaded {
            id,
            code,
            epoch,
            snapshot,
            events,
            last_alive,
        }))
    }

    /// The entries of a table from `from` on, for who cannot use its snapshot. There is at least that one.
    ///
    /// # Errors
    /// As [`Store::load`].
    pub async fn events(&self, id: TableId, from: Version) -> Result<Vec<StoredEvent>, LoadError> {
        let call = Call::new(sql::EVENTS).bind(id).bind(from);
        let rows = self.db.read(&call).await.map_err(StoreError::from)?;
        let mut reader = Reader {
            next: from,
            epoch: 0,
        };
        let mut events = Vec::with_capacity(rows.len());
        for row in &rows {
            let damaged = LoadError::Damaged {
                table: id,
                seq: reader.next,
            };
            events.push(reader.read(row).ok_or(damaged)?);
        }
        if events.is_empty() {
            return Err(LoadError::Damaged {
                table: id,
                seq: from,
            });
        }
        Ok(events)
    }

    /// All open tables, oldest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open_tables(&self) -> Result<Vec<(TableId, Code)>, StoreError> {
        let rows = self.db.read(&Call::new(sql::OPEN_TABLES)).await?;
        rows.iter()
            .map(|row| Ok((row.parse(0)?, row.parse(1)?)))
            .collect()
    }

    /// Whether a table had this code and has closed. Another one may have it now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn has_closed(&self, code: Code) -> Result<bool, StoreError> {
        let call = Call::new(sql::CLOSED_TABLE).bind(code);
        Ok(!self.db.read(&call).await?.is_empty())
    }

    /// The open tables where somebody sits, oldest first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn tables_of(&self, player: PlayerId) -> Result<Vec<Code>, StoreError> {
        let rows = self
            .db
            .read(&Call::new(sql::TABLES_OF).bind(player))
            .await?;
        rows.iter().map(|row| Ok(row.parse(0)?)).collect()
    }

    async fn claim(
        &self,
        id: TableId,
    ) -> Result<Option<(Code, Epoch, Option<Millis>)>, StoreError> {
        let owner = Call::new(sql::OWNER).bind(id);
        let claim = Call::new(sql::CLAIM).bind(id).bind(self.node);
        let answers = self.journal.change(vec![owner, claim]).await?;
        let [owner, claim] = answers.as_slice() else {
            return Ok(None);
        };
        let (Some(owner), Some(claim)) = (owner.first(), claim.first()) else {
            return Ok(None);
        };
        let last_alive = owner.maybe_int(1)?.map(Millis);
        Ok(Some((owner.parse(0)?, Epoch(claim.int(0)?), last_alive)))
    }

    /// The snapshot; none where it cannot be read, for the journal holds all of it.
    async fn snapshot(&self, id: TableId) -> Result<Option<Snapshot>, StoreError> {
        let rows = self.db.read(&Call::new(sql::SNAPSHOT).bind(id)).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let snapshot = read_snapshot(row);
        if snapshot.is_none() {
            tracing::error!(table = %id, "the snapshot cannot be read; the whole journal is read instead");
        }
        Ok(snapshot)
    }
}

fn read_snapshot(row: &Row) -> Option<Snapshot> {
    let seq = Version(row.int(0).ok()?.try_into().ok().filter(|&seq| seq > 0)?);
    Some(Snapshot {
        seq,
        body: json(row, 1)?,
    })
}

/// Reads a journal in order.
struct Reader {
    next: Version,
    epoch: i64,
}

impl Reader {
    /// The next entry; none where the row is not it, or cannot be read.
    fn read(&mut self, row: &Row) -> Option<StoredEvent> {
        let seq = Version(row.int(0).ok()?.try_into().ok()?);
        let epoch = row.int(1).ok()?;
        if seq != self.next || epoch < self.epoch {
            return None;
        }
        (self.next, self.epoch) = (seq.next(), epoch);
        Some(StoredEvent {
            seq,
            at: Millis(row.int(2).ok()?),
            body: json(row, 3)?,
        })
    }
}

/// A text that is JSON.
fn json(row: &Row, at: usize) -> Option<String> {
    let text = row.text(at).ok()?;
    serde_json::from_str::<IgnoredAny>(&text).ok()?;
    Some(text)
}
