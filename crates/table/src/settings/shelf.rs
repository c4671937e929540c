//! Rules that are in use: worked out once, however many tables play by them.

use ludohall_protocol::table::Settings;
use ludohall_rules::Game;
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError, Weak},
};

/// So many rules that nobody may use any more are kept before they are looked through.
const UNUSED: usize = 64;

/// Rules by all that makes them. What no table has is dropped, its name a little later.
static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Shelf {
    rules: HashMap<String, Weak<Game>>,
    /// Names when they were last looked through.
    in_use: usize,
}

/// The rules of these settings: those of another table, or what `make` makes.
pub(super) fn take<E>(
    settings: &Settings,
    make: impl FnOnce(&Settings) -> Result<Game, E>,
) -> Result<Arc<Game>, E> {
    let name = name(settings);
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = shelf.rules.get(&name).and_then(Weak::upgrade) {
        return Ok(rules);
    }
    let rules = Arc::new(make(settings)?);
    shelf.rules.insert(name, Arc::downgrade(&rules));
    shelf.tidy_up();
    Ok(rules)
}

/// Everything of the settings that rules are made of.
fn name(settings: &Settings) -> String {
    let Settings {
        ruleset,
        options,
        board,
        arms,
        ..
    } = settings;
    format!("{ruleset} {board} {arms:?} {options:?}")
}

impl Shelf {
    fn tidy_up(&mut self) {
        if self.rules.len() < 2 * self.in_use + UNUSED {
            return;
        }
        self.rules.retain(|_, rules| rules.strong_count() > 0);
        self.in_use = self.rules.len();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{SHELF, UNUSED, take};
    use crate::settings::{make_rules, resolve};
    use ludohall_protocol::table::Settings;
    use serde_json::json;
    use std::sync::Arc;

    fn settings(seats: u8) -> Settings {
        let body = json!({"ruleset": "ludo", "seats": seats});
        resolve(&serde_json::from_value(body).unwrap()).unwrap().0
    }

    #[test]
    fn the_same_rules_are_shared_and_others_are_not() {
        let first = take(&settings(4), make_rules).unwrap();
        let mut titled = settings(4);
        titled.title = "Ours".to_owned();
        let same = take(&titled, make_rules).unwrap();
        assert!(Arc::ptr_eq(&first, &same));
        let other = take(&settings(3), make_rules).unwrap();
        assert!(!Arc::ptr_eq(&first, &other));
        assert_eq!(other.arms().len(), 3);
    }

    #[test]
    fn rules_that_nobody_uses_do_not_gather() {
        for n in 0..10 * UNUSED {
            let mut odd = settings(4);
            odd.board = format!("c{n}");
            let sound = settings(4);
            drop(take(&odd, |_| make_rules(&sound)).unwrap());
        }
        assert!(SHELF.lock().unwrap().rules.len() <= 3 * UNUSED);
    }
}
