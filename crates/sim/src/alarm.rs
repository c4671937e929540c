//! Panics and logged errors: no sound hall has either, whatever the world does to it.

use std::{cell::RefCell, fmt::Write, sync::Once};
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

thread_local! {
    static ALARM: RefCell<Option<String>> = const { RefCell::new(None) };
    static LISTENING: RefCell<bool> = const { RefCell::new(false) };
}

/// Runs `work`, and has what goes wrong in it on this thread noted for [`take`].
pub(crate) fn listen<R>(work: impl FnOnce() -> R) -> R {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if LISTENING.with_borrow(|listening| *listening) {
                note(&info.to_string());
            } else {
                usual(info);
            }
        }));
    });
    LISTENING.set(true);
    let done = tracing::subscriber::with_default(Errors, work);
    LISTENING.set(false);
    done
}

/// What went wrong since the last time.
pub(crate) fn take() -> Option<String> {
    ALARM.take()
}

fn note(what: &str) {
    ALARM.with_borrow_mut(|alarm| {
        alarm.get_or_insert_with(|| what.to_owned());
    });
}

/// Notes errors and nothing else.
struct Errors;

impl Subscriber for Errors {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn max_level_hint(&self) -> Option<tracing::level_filters::LevelFilter> {
        Some(tracing::level_filters::LevelFilter::ERROR)
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut words = Words(String::new());
        event.record(&mut words);
        note(&words.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        // Writing to a text cannot fail.
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}
