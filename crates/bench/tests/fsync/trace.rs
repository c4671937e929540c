//! What strace wrote, and the order in it.

use std::collections::HashMap;

/// What is wrong with the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The journal's row was never seen on its way to the file.
    NotWritten,
    /// No sync of the file ended that had begun after that.
    NotSynced,
    /// The answer was never sent.
    NotAnswered,
    /// The answer went out before the sync had ended.
    AnsweredBefore,
    /// Somebody was told before the sync had ended.
    ToldBefore,
}

/// A trace: its lines, and the syncs of the journal in it as the lines where they begin and end.
pub struct Trace<'a> {
    lines: Vec<&'a str>,
    syncs: Vec<(usize, usize)>,
}

impl<'a> Trace<'a> {
    /// Reads it.
    pub fn read(text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let mut begun: HashMap<&str, usize> = HashMap::new();
        let mut syncs = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let process = line.split(' ').next().unwrap_or_default();
            let ended_well = line.trim_end().ends_with("= 0");
            if is_sync(line) && ended_well {
                syncs.push((at, at));
            } else if is_sync(line) {
                begun.insert(process, at);
            } else if line.contains("sync resumed>")
                && let Some(from) = begun.remove(process)
                && ended_well
            {
                syncs.push((from, at));
            }
        }
        Self { lines, syncs }
    }

    /// Whether the command's row was written, then synced, then told as this version, and answered.
    pub fn check(&self, id: &str, version: u64) -> Result<(), Fault> {
        let quoted = format!(r#"\"{id}\""#);
        let written = self
            .find(|line| is_journal(line) && line.contains(&quoted))
            .ok_or(Fault::NotWritten)?;
        let answer = format!(r#"\"answer\",\"id\":{quoted},\"ok\":true"#);
        let answered = self
            .find(|line| line.contains(&answer))
            .ok_or(Fault::NotAnswered)?;
        let event = format!(r#"\"event\",\"version\":{version},"#);
        let told = self
            .find(|line| line.contains(&event))
            .unwrap_or(usize::MAX);
        let synced = self
            .syncs
            .iter()
            .find(|(from, _)| *from > written)
            .ok_or(Fault::NotSynced)?
            .1;
        if answered < synced {
            Err(Fault::AnsweredBefore)
        } else if told < synced {
            Err(Fault::ToldBefore)
        } else {
            Ok(())
        }
    }

    fn find(&self, fits: impl Fn(&str) -> bool) -> Option<usize> {
        self.lines.iter().position(|line| fits(line))
    }
}

fn is_journal(line: &str) -> bool {
    line.contains(" pwrite") && line.contains("-wal>")
}

fn is_sync(line: &str) -> bool {
    (line.contains(" fdatasync(") || line.contains(" fsync(")) && line.contains("-wal>")
}
