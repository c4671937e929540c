//! What fuzzing has found, for good; and inputs that it begins with.
#![allow(clippy::unwrap_used)]

#[path = "../../../fuzz/src/lib.rs"]
mod checks;

use std::{fs, path::Path};

/// Calls a check with every file of a folder; gives how many there are.
fn replay(folder: &str, check: fn(&[u8])) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/findings")
        .join(folder);
    let mut count = 0;
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap().path();
        println!("{}", file.display());
        check(&fs::read(&file).unwrap());
        count += 1;
    }
    count
}

#[test]
fn the_engine_answers_every_line_that_once_was_trouble() {
    assert!(replay("engine_line", checks::engine_line) > 0);
}

#[test]
fn positions_on_a_line_that_once_were_trouble_come_back() {
    assert!(replay("position_line", checks::position_line) > 0);
}

#[test]
fn games_in_text_that_once_were_trouble_come_back() {
    assert!(replay("game_text", checks::game_text) > 0);
}
