//! What each flag means, and what cannot be had together.

use super::{code, list, table};
use crate::flag::{self, FlagValue};
use crate::preset::presets;

pub(super) fn section() -> String {
    let rows = flag::rows().map(|row| {
        let values = row.values.iter();
        vec![
            code(row.name),
            code(row.kind.name()),
            list(values.map(|(value, _)| code(FlagValue::from(*value)))),
            row.about.to_owned(),
            defaults(row.name),
        ]
    });
    let table = table(
        &["flag", "type", "values", "meaning", "default by ruleset"],
        rows,
    );
    format!("## Flags\n\nRulesets that are not named do not have the flag.\n\n{table}")
}

/// Each value that presets have by default, and which ones.
fn defaults(name: &str) -> String {
    let mut defaults: Vec<(FlagValue, Vec<String>)> = Vec::new();
    for preset in presets() {
        let Some(flag) = preset.flags().into_iter().find(|flag| flag.name == name) else {
            continue;
        };
        match defaults
            .iter_mut()
            .find(|(value, _)| *value == flag.default)
        {
            Some((_, ids)) => ids.push(preset.id.to_owned()),
            None => defaults.push((flag.default, vec![preset.id.to_owned()])),
        }
    }
    let told = defaults
        .into_iter()
        .map(|(value, ids)| format!("{}: {}", code(value), ids.join(", ")));
    told.collect::<Vec<_>>().join("; ")
}

pub(super) fn conflicts() -> String {
    let rows = flag::conflicts().map(|(flag, reason)| vec![code(flag), reason.to_owned()]);
    let table = table(&["flag that is refused", "because"], rows);
    format!("## Impossible combinations\n\n{table}")
}
