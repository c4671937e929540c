//! What clients were told, and whether it agrees: with one another at once, with the journal in the end.

use ludohall_protocol::{Code, PlayerId, TableId};
use ludohall_table::{Body, Entry, Table, store::StoredEntry};
use serde_json::Value;
use std::collections::BTreeMap;

/// What was told of the tables of a hall.
#[derive(Debug, Default)]
pub struct Ledger {
    tables: BTreeMap<Code, Told>,
}

/// What was told of one table.
#[derive(Debug, Default)]
struct Told {
    /// The events of each version.
    events: BTreeMap<u64, String>,
    /// The table as it stood at a version.
    states: BTreeMap<u64, String>,
    /// The version that each accepted command was answered with.
    accepted: BTreeMap<(PlayerId, String), u64>,
    newest: u64,
}

impl Ledger {
    /// Notes an `event` message. The text of what is broken, if something is.
    pub fn event(&mut self, code: Code, version: u64, events: &Value) -> Option<String> {
        let told = self.tables.entry(code).or_default();
        told.newest = told.newest.max(version);
        let text = timeless(events);
        let known = told.events.entry(version).or_insert_with(|| text.clone());
        differs(code, version, known, &text)
    }

    /// Notes the table of a `snapshot`.
    pub fn state(&mut self, code: Code, version: u64, table: &Value) -> Option<String> {
        let told = self.tables.entry(code).or_default();
        told.newest = told.newest.max(version);
        let text = journalled(table);
        let known = told.states.entry(version).or_insert_with(|| text.clone());
        differs(code, version, known, &text)
    }

    /// Notes that a command was accepted.
    pub fn accepted(
        &mut self,
        code: Code,
        who: PlayerId,
        id: &str,
        version: u64,
    ) -> Option<String> {
        let told = self.tables.entry(code).or_default();
        told.newest = told.newest.max(version);
        let known = told.accepted.entry((who, id.to_owned())).or_insert(version);
        (*known != version).then(|| {
            format!("{code}: command {id} was answered with version {known}, then with {version}")
        })
    }

    /// How many versions and accepted commands were told.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let tables = self.tables.values();
        tables.fold((0, 0), |(events, accepted), told| {
            (events + told.events.len(), accepted + told.accepted.len())
        })
    }

    /// The tables of which something was told.
    pub fn codes(&self) -> impl Iterator<Item = Code> {
        self.tables.keys().copied()
    }

    /// Compares what was told of a table with its journal.
    #[must_use]
    pub fn compare(&self, code: Code, journal: &[StoredEntry]) -> Vec<String> {
        let Some(told) = self.tables.get(&code) else {
            return Vec::new();
        };
        let mut broken = Vec::new();
        if journal.len() < usize::try_from(told.newest).unwrap_or(usize::MAX) {
            let (newest, kept) = (told.newest, journal.len());
            broken.push(format!(
                "{code}: version {newest} was told, {kept} are kept"
            ));
        }
        match replay(code, journal) {
            Ok(kept) => {
                for (version, text) in &told.events {
                    let there = kept.get(version).map(String::as_str);
                    if there != Some(text) {
                        broken.push(format!(
                            "{code}: version {version} was told as {text} and is kept as {there:?}"
                        ));
                    }
                }
            }
            Err(why) => broken.push(format!("{code}: {why}")),
        }
        broken.extend(told.commands(code, journal));
        broken
    }
}

impl Told {
    /// Each accepted command stands once, where its answer said.
    fn commands(&self, code: Code, journal: &[StoredEntry]) -> Vec<String> {
        let mut stand: BTreeMap<(String, String), Vec<u64>> = BTreeMap::new();
        for entry in journal {
            let body: Value = serde_json::from_str(&entry.body).unwrap_or_default();
            let command = &body["command"];
            if let (Some(by), Some(id)) = (command["by"].as_str(), command["id"].as_str()) {
                let key = (by.to_owned(), id.to_owned());
                stand.entry(key).or_default().push(entry.seq.0);
            }
        }
        let twice = stand.iter().filter(|(_, versions)| versions.len() > 1);
        let mut broken: Vec<String> = twice
            .map(|((_, id), versions)| format!("{code}: command {id} has effects at {versions:?}"))
            .collect();
        for ((who, id), version) in &self.accepted {
            let key = (who.to_string(), id.clone());
            if stand.get(&key).is_none_or(|at| !at.contains(version)) {
                broken.push(format!(
                    "{code}: command {id} was accepted with version {version} and does not stand there"
                ));
            }
        }
        broken
    }
}

/// The events of each version of a journal.
fn replay(code: Code, journal: &[StoredEntry]) -> Result<BTreeMap<u64, String>, String> {
    let mut kept = BTreeMap::new();
    let mut table: Option<Table> = None;
    for (i, stored) in journal.iter().enumerate() {
        if stored.seq.0 != i as u64 + 1 {
            return Err(format!(
                "the journal has {} at place {}",
                stored.seq.0,
                i + 1
            ));
        }
        let entry = Entry {
            version: stored.seq,
            at: stored.at,
            body: Body::from_json(stored.seq, &stored.body).map_err(|e| e.to_string())?,
        };
        let applied = match &mut table {
            Some(table) => table.apply(&entry),
            None => Table::from_entry(TableId(uuid::Uuid::nil()), code, &entry).map(
                |(opened, applied)| {
                    table = Some(opened);
                    applied
                },
            ),
        };
        let applied = applied.map_err(|damaged| damaged.to_string())?;
        let events = serde_json::to_value(&applied.events).map_err(|e| e.to_string())?;
        kept.insert(stored.seq.0, timeless(&events));
    }
    Ok(kept)
}

fn differs(code: Code, version: u64, one: &str, other: &str) -> Option<String> {
    (one != other).then(|| format!("{code}: version {version} was told as {one} and as {other}"))
}

/// Events without what depends on when they are sent.
fn timeless(events: &Value) -> String {
    let mut events = events.clone();
    for event in events.as_array_mut().into_iter().flatten() {
        if let Some(event) = event.as_object_mut() {
            event.remove("deadline_ms");
        }
    }
    events.to_string()
}

/// A table without what is not journalled.
fn journalled(table: &Value) -> String {
    let mut table = table.clone();
    if let Some(table) = table.as_object_mut() {
        for field in ["deadline_ms", "chat", "watchers"] {
            table.remove(field);
        }
        let seats = table.get_mut("seats").and_then(Value::as_array_mut);
        for seat in seats.into_iter().flatten() {
            if let Some(seat) = seat.as_object_mut() {
                seat.remove("connected");
            }
        }
    }
    table.to_string()
}
