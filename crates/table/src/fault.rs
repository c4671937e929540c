//! The bugs that can be planted in a table and its hall (see [`crate::planted!`]).

crate::planted! {
    /// An entry is told and answered before its append is known to stand: what was announced can be lost.
    AnswerBeforeCommit = "answer-before-commit",
    /// A decision that is over can be answered again: one ply has two effects.
    PlyTwice = "ply-twice",
    /// A writer that was replaced takes its refused appends for written: two halls tell different things.
    LostFence = "lost-fence",
    /// A game that has ended is written as ended again when its table closes: its end counts twice.
    AwardTwice = "award-twice",
    /// Who acts for a seat that a bot holds does not get it back: two act for one seat.
    BotAfterReturn = "bot-after-return",
    /// The clock of the last decision is not put away at a pause or an end: something is due where nobody is to act.
    TimerAfterEnd = "timer-after-end",
    /// A load forgets the ids of accepted commands: the same id again has another answer, or a second effect.
    IdsForgotten = "ids-forgotten",
    /// The time that the hall was down is not given back: somebody loses it.
    DowntimeKept = "downtime-kept",
    /// Who names a seat gets it though somebody has it: a seat changes its owner.
    SeatStolen = "seat-stolen",
    /// A resume leaves out the oldest event that the client lacks: its versions have a gap.
    ResumeSkips = "resume-skips",
    /// A command that the store kept from being carried out is not answered to its socket.
    AnswerLost = "answer-lost",
    /// After an append whose answer got lost, other dice are told than those that stand: told and journal differ.
    RedrawnDice = "redrawn-dice",
    /// A snapshot says to contain the entry that it was written with, and does not: a load can lose it.
    SnapshotStale = "snapshot-stale",
    /// Who gets time back has no deadline any more: nothing is due where a person must act.
    DeadlineLost = "deadline-lost",
    /// The heartbeat does not wait for tables that are owed something: after a fall it counts from too late.
    HeartbeatAhead = "heartbeat-ahead",
    /// Clocks and bots go on at tables that are loaded while others are not: a slow start takes somebody's time.
    StartEarly = "start-early",
    /// What a long commit takes is the next decision's: somebody loses it.
    SlowCommitCharged = "slow-commit-charged",
}
