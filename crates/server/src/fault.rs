//! Planted bugs: mistakes that somebody could make with sockets. A simulation plants one to show that it would be found.
//!
//! Each stands at its place as `if fault::is(Fault::X)`. Without the cargo feature `planted` that is never so, and costs
//! nothing; no product is built with the feature.

/// Makes the faults, a row each: what is broken, and the promise that it breaks.
macro_rules! faults {
    ($($(#[$doc:meta])* $fault:ident,)*) => {
        /// A bug that can be planted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$doc])* $fault,)*
        }

        #[cfg(feature = "planted")]
        impl Fault {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$fault,)*];
        }
    };
}

faults! {
    /// A client that takes nothing is waited for without end.
    SlowReaderKept,
    /// A client that has died without a farewell is pinged without end.
    SilenceBorne,
    /// The place of a client that fell silent is never given back: it counts as connected for ever.
    PlaceLeaked,
    /// A farewell has no end: the task of who does not close is left over.
    FarewellForEver,
    /// Pongs do not count as signs of life: who only looks on is closed.
    PongsUnheard,
    /// Of several messages that wait for a client, the last but one is not sent.
    MessageDropped,
    /// What waits for a client is sent in the wrong order: an answer overtakes its event.
    AnswerOvertakes,
    /// A resume begins one version too late.
    ResumeOffByOne,
    /// A long command gets no answer.
    CommandForgotten,
    /// A flood is answered without end.
    FloodBorne,
    /// Half a request is waited for without end.
    HeadAwaited,
    /// The end of a session is not told to its sockets.
    SessionKept,
}

/// Whether this bug is planted.
#[cfg(not(feature = "planted"))]
pub const fn is(_: Fault) -> bool {
    false
}

#[cfg(feature = "planted")]
mod planted {
    use super::Fault;
    use std::cell::Cell;

    thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// Plants a bug in everything that this thread runs from now on, in the place of the one before; `None` plants none.
    pub fn plant(fault: Option<Fault>) {
        PLANTED.set(fault);
    }

    /// Whether this bug is planted.
    #[must_use]
    pub fn is(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }
}

#[cfg(feature = "planted")]
pub use planted::{is, plant};
