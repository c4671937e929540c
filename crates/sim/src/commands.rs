//! The commands that people sent: whatever stands in a journal must be among them.

use ludohall_protocol::{ClientMessage, PlayerId, TableId};
use std::collections::BTreeMap;

/// Commands by who sent them with which id, at which table.
#[derive(Debug, Default)]
pub(crate) struct Commands(BTreeMap<TableId, BTreeMap<(PlayerId, String), ClientMessage>>);

impl Commands {
    pub(crate) fn sent(&mut self, table: TableId, by: PlayerId, message: &ClientMessage) {
        if let Some(id) = message.id() {
            let at_table = self.0.entry(table).or_default();
            at_table.insert((by, id.to_owned()), message.clone());
        }
    }

    pub(crate) fn message(
        &self,
        table: TableId,
        key: &(PlayerId, String),
    ) -> Option<&ClientMessage> {
        self.0.get(&table)?.get(key)
    }
}
