//! What each preset is, what it leaves to the host, and what is no preset.

use super::{code, list, table};
use crate::preset::{LEFT_OUT, Preset, presets};

pub(super) fn section() -> String {
    let rows = presets().iter().map(|preset| {
        let seats = preset.seats;
        vec![
            code(preset.id),
            preset.about.to_owned(),
            if seats.min == seats.max {
                seats.min.to_string()
            } else {
                format!("{} to {}", seats.min, seats.max)
            },
            list(preset.boards().map(|board| code(board.id))),
            code(preset.family),
        ]
    });
    let overview = table(
        &[
            "ruleset",
            "what it is",
            "seats",
            "boards, the usual one first",
            "rated as",
        ],
        rows,
    );
    let mut parts = vec!["## Rulesets".to_owned(), overview];
    parts.extend(presets().iter().map(flags));
    parts.join("\n\n")
}

/// What a preset leaves to the host.
fn flags(preset: &Preset) -> String {
    let rows = preset.flags().into_iter().map(|flag| {
        let listed = if flag.private_only {
            "default only"
        } else {
            "any value"
        };
        vec![
            code(flag.name),
            code(&flag.default),
            list(flag.values.iter().map(code)),
            listed.to_owned(),
        ]
    });
    let table = table(&["flag", "default", "values", "at listed tables"], rows);
    format!(
        "### `{}`\n\nIts clock is `{}`.\n\n{table}",
        preset.id, preset.clock
    )
}

pub(super) fn left_out() -> String {
    let rows = LEFT_OUT
        .iter()
        .map(|(name, why)| vec![(*name).to_owned(), (*why).to_owned()]);
    let table = table(&["game", "why it is no preset"], rows);
    format!("## Left out\n\n{table}")
}
