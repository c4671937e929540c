//! A further ruleset is a row of data: no code asks for a preset by its name.
#![allow(clippy::unwrap_used)]

use ludohall_rules::{Board, presets};
use std::fs;
use std::path::{Path, PathBuf};

const TABLE: &str = "preset/rows";

#[test]
fn no_preset_is_named_outside_the_table_of_presets() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in files(&source) {
        if file.with_extension("").to_string_lossy().contains(TABLE) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        // Unit tests may name what they try.
        let text = text.split("#[cfg(test)]").next().unwrap();
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap();
            for preset in presets() {
                let named = words(code).any(|word| word == preset.id);
                assert!(!named, "{}:{}: {line}", file.display(), n + 1);
            }
        }
    }
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_preset_has_its_boards_and_flags() {
    for preset in presets() {
        assert!(preset.boards().count() > 0, "{}", preset.id);
        for board in preset.boards() {
            assert_eq!(Board::find(board.id).map(|b| b.id), Some(board.id));
        }
        let flags = preset.flags();
        assert!(flags.is_sorted_by(|a, b| a.name < b.name), "{}", preset.id);
        for flag in flags {
            assert!(flag.values.len() > 1, "{}: {}", preset.id, flag.name);
            assert!(
                flag.values.contains(&flag.default),
                "{}: {}",
                preset.id,
                flag.name
            );
        }
    }
}

#[test]
fn ids_are_unique() {
    for (n, preset) in presets().iter().enumerate() {
        assert!(presets()[n + 1..].iter().all(|other| other.id != preset.id));
    }
}
