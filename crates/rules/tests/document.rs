//! The document of rulesets tells everything, and the committed one is current.
#![allow(clippy::unwrap_used)]

use ludohall_rules::{boards, document, presets};

#[test]
fn the_committed_document_is_what_the_tables_make() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let committed = std::fs::read_to_string(committed).unwrap();
    assert!(committed == document(), "run `cargo xtask generate`");
}

#[test]
fn every_preset_flag_value_and_board_is_told() {
    let document = document();
    let tells = |text: String| assert!(document.contains(&text), "{text}");
    for preset in presets() {
        tells(format!("### `{}`", preset.id));
        tells(preset.about.to_owned());
        for flag in preset.flags() {
            tells(flag.about.to_owned());
            for value in flag.values {
                tells(format!("`{value}`"));
            }
        }
    }
    for board in boards() {
        tells(format!("| `{}` |", board.id));
    }
    assert!(!document.contains("|  |  |"), "an empty row");
}
