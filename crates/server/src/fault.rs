//! The bugs that can be planted in sockets and requests (see [`ludohall_table::planted!`]).

ludohall_table::planted! {
    /// A client that takes nothing is waited for without end.
    SlowReaderKept = "slow-reader-kept",
    /// A client that has died without a farewell is pinged without end.
    SilenceBorne = "silence-borne",
    /// The place of a client that fell silent is never given back: it counts as connected for ever.
    PlaceLeaked = "place-leaked",
    /// A farewell has no end: the task of who does not close is left over.
    FarewellForEver = "farewell-for-ever",
    /// Pongs do not count as signs of life: who only looks on is closed.
    PongsUnheard = "pongs-unheard",
    /// Of several messages that wait for a client, the last but one is not sent.
    MessageDropped = "message-dropped",
    /// What waits for a client is sent in the wrong order: an answer overtakes its event.
    AnswerOvertakes = "answer-overtakes",
    /// A resume begins one version too late.
    ResumeOffByOne = "resume-off-by-one",
    /// A long command gets no answer.
    CommandForgotten = "command-forgotten",
    /// A flood is answered without end.
    FloodBorne = "flood-borne",
    /// Half a request is waited for without end.
    HeadAwaited = "head-awaited",
    /// The end of a session is not told to its sockets.
    SessionKept = "session-kept",
}
