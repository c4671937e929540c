//! The bounds and times of a hall. Everything that grows has one.

use std::time::Duration;

/// Bounds and times of a hall; the defaults are those of the product.
#[derive(Clone, Debug)]
pub struct HallConfig {
    /// Open tables of which one person may be a member. More than anybody plays at once; keeps one guest from filling the hall.
    pub tables_per_player: usize,
    /// Tables in memory. At some 8 KiB each without sockets: 160 MiB.
    pub loaded_tables: usize,
    /// Open tables, in memory or not. Of each that is not, some hundred bytes are kept, and a start looks at every one.
    pub open_tables: usize,
    /// Tables the lobby shows; 100 pages.
    pub listed_tables: usize,
    /// Messages that wait for one table. A full table of people sends a few a second and one takes some milliseconds.
    pub mailbox: usize,
    /// Sockets at one table: more than ever watched a game of Ludo, and each hears of every move.
    pub sockets_per_table: usize,
    /// Journal entries that a table keeps for sockets that lack them.
    pub ring_entries: usize,
    /// Bytes of such entries: some 80, several minutes of play. Who lacks more gets a snapshot, which is shorter by far.
    pub ring_bytes: usize,
    /// The same while nobody has been connected for [`Self::trim_after`].
    pub idle_ring_bytes: usize,
    /// When a ring without sockets is cut: after the longest break of a network that is worth a resume.
    pub trim_after: Duration,
    /// Lines of talk that a table keeps: what somebody reads who comes late.
    pub chat_lines: usize,
    /// Commands of one socket that wait for their answers. A client waits for one before it sends the next.
    pub pending_answers: usize,
    /// When a table without a socket and without a request is unloaded: loading it again costs some milliseconds.
    pub unload_after: Duration,
    /// How long an append may take until the store counts as down: ten times a slow disk's worst.
    pub append_timeout: Duration,
    /// The first and the longest pause between two tries to reach the store (or to reload a table that panicked).
    pub retry: (Duration, Duration),
    /// How often the hall says that it lives. This much may be given to a thinking player too much.
    pub heartbeat: Duration,
    /// Entries between two snapshots. Bounds the replay when loading.
    pub snapshot_every: u64,
    /// Codes that are tried for a new table. With a million open tables one in a thousand is taken.
    pub code_tries: usize,
    /// Tables that are loaded at the same time after a start.
    pub parallel_loads: usize,
    /// How long [`crate::hall::Hall::drain`] waits for a store that does not answer.
    pub drain_timeout: Duration,
}

impl Default for HallConfig {
    fn default() -> Self {
        Self {
            tables_per_player: 50,
            loaded_tables: 20_000,
            open_tables: 100_000,
            listed_tables: 10_000,
            mailbox: 128,
            sockets_per_table: 1_000,
            ring_entries: 256,
            ring_bytes: 32 * 1024,
            idle_ring_bytes: 2 * 1024,
            trim_after: Duration::from_secs(120),
            chat_lines: 50,
            pending_answers: 32,
            unload_after: Duration::from_secs(300),
            append_timeout: Duration::from_secs(5),
            retry: (Duration::from_millis(100), Duration::from_secs(5)),
            heartbeat: Duration::from_secs(1),
            snapshot_every: 200,
            code_tries: 8,
            parallel_loads: 64,
            drain_timeout: Duration::from_secs(8),
        }
    }
}
