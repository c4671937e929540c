//! The statements are valid on both databases, and all of them are in one list.
#![allow(clippy::unwrap_used)]

mod common;

use common::Database;
use std::{fs, path::Path};

async fn every_statement_is_prepared(database: Database) {
    let store = database.open().await;
    assert!(store.prepare_all().await.unwrap() > 40);
    store.close().await;
}

on_both!(every_statement_is_prepared);

#[test]
fn no_statement_stands_outside_the_list() {
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        if file.ends_with("statements.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for verb in ["SELECT ", "INSERT ", "UPDATE ", "DELETE "] {
            assert!(
                !text.contains(verb),
                "{} has a statement of its own",
                file.display()
            );
        }
    }
}

fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
