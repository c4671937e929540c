//! The document of rulesets tells everything, and the committed one is current.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, seats};
use ludohall_rules::{Game, Options, SetupError, boards, document, presets};
use std::collections::BTreeSet;

#[test]
fn the_committed_document_is_what_the_tables_make() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let committed = std::fs::read_to_string(committed).unwrap();
    assert!(committed == document(), "run `cargo xtask generate`");
}

#[test]
fn every_preset_flag_value_and_board_is_told() {
    let document = document();
    let flags = section(&document, "## Flags");
    for preset in presets() {
        let named = format!("| `{}` | {} |", preset.id, preset.about);
        assert!(document.contains(&named), "{named}");
        let own = section(&document, &format!("### `{}`", preset.id));
        let mut rows = own.lines().filter(|line| line.starts_with("| `"));
        for flag in preset.flags() {
            let values: Vec<String> = flag.values.iter().map(|v| format!("`{v}`")).collect();
            let listed = if flag.private_only {
                "default only"
            } else {
                "any value"
            };
            let (name, default, values) = (flag.name, flag.default, values.join(", "));
            let row = format!("| `{name}` | `{default}` | {values} | {listed} |");
            assert_eq!(rows.next(), Some(row.as_str()), "{}", preset.id);
            let meant = |line: &str| {
                line.starts_with(&format!("| `{name}` | `{}` |", flag.kind.name()))
                    && line.contains(&format!("| {} |", flag.about))
            };
            assert!(flags.lines().any(meant), "{name}");
        }
        assert_eq!(rows.next(), None, "{}", preset.id);
    }
    for board in boards() {
        let row = format!("| `{}` |", board.id);
        assert!(section(&document, "## Boards").contains(&row), "{row}");
    }
    assert!(!document.contains("|  |  |"), "an empty row");
}

#[test]
fn every_impossible_combination_is_told_with_its_reason() {
    let document = document();
    let rows = section(&document, "## Impossible combinations").lines();
    let told: BTreeSet<String> = rows
        .filter(|line| line.starts_with("| `"))
        .map(str::to_owned)
        .collect();
    assert_eq!(told, refusals());
}

/// The rows of all refusals that options at random meet with.
fn refusals() -> BTreeSet<String> {
    let mut random = Random(1);
    let mut rows = BTreeSet::new();
    for preset in presets() {
        let boards: Vec<_> = preset.boards().collect();
        for _ in 0..4000 {
            let board = boards[random.below(boards.len())];
            let count = 2 + random.below(board.arms() - 1);
            let mut options = Options::new();
            for flag in preset.flags() {
                if random.below(2) == 0 {
                    let value = flag.values[random.below(flag.values.len())].clone();
                    options.insert(flag.name.to_owned(), value);
                }
            }
            let game = Game::new(preset.id, &options, Some(board.id), &seats(board, count));
            if let Err(SetupError::Options { flag, reason }) = game {
                rows.insert(format!("| `{flag}` | {reason} |"));
            }
        }
    }
    rows
}

/// What stands under a heading, up to the next one.
fn section<'a>(document: &'a str, heading: &str) -> &'a str {
    let (_, rest) = document.split_once(&format!("\n{heading}\n")).unwrap();
    rest.split("\n#").next().unwrap()
}
