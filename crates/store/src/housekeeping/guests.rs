//! Guests who are as good as gone. Never anybody with a seat, a game or a session that is used.

use super::{GUEST_KEPT_MS, ROWS_AT_ONCE, Sweep, UNUSED_GUEST_KEPT_MS, count};
use crate::{StoreError, db::Call, statements as sql};

/// How far the people have been looked through, by id.
#[derive(Default)]
pub(super) struct Cursor(String);

impl Sweep<'_> {
    /// Forgets some guests; how many. The readers look for the first that may go; the writer then judges a few from there on,
    /// so that it never walks through everybody.
    pub(super) async fn guests(&mut self) -> Result<i64, StoreError> {
        let (made, unused) = (
            self.before(GUEST_KEPT_MS),
            self.before(UNUSED_GUEST_KEPT_MS),
        );
        loop {
            let find = Call::new(sql::GONE_GUEST)
                .bind(self.guests.0.as_str())
                .bind(made)
                .bind(unused);
            let found = self.store.db.read(&find).await?;
            let Some(first) = found.first().map(|row| row.text(0)).transpose()? else {
                return Ok(0);
            };
            let window = Call::new(sql::LAST_OF)
                .bind(first.as_str())
                .bind(ROWS_AT_ONCE);
            let last = self.store.db.read(&window).await?;
            let last = last.first().and_then(|row| row.text(0).ok());
            let last = last.unwrap_or_else(|| first.clone());
            let forget = Call::new(sql::FORGET_GUESTS)
                .bind(first.as_str())
                .bind(made)
                .bind(unused)
                .bind(last.as_str());
            let rows = count(&self.store.journal.change(vec![forget]).await?);
            self.guests.0 = last;
            // None where the only one has just come back; there may be others behind.
            if rows > 0 {
                return Ok(rows);
            }
        }
    }
}
