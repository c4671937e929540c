//! What panicked in a run: a task that does is not missed by anybody, or its table goes on from its journal.

use std::{
    cell::RefCell,
    panic::{set_hook, take_hook},
    sync::Once,
};

thread_local! {
    static HEARD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Hears the panics of this thread from now on.
pub fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            let heard = HEARD.with_borrow_mut(|heard| match heard {
                Some(heard) => {
                    heard.push(panic.to_string());
                    true
                }
                None => false,
            });
            if !heard {
                before(panic);
            }
        }));
    });
    HEARD.set(Some(Vec::new()));
}

/// What was heard; nothing is heard any more.
pub fn heard() -> Vec<String> {
    HEARD.take().unwrap_or_default()
}
