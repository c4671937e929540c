//! The rulesets, flags and boards as a document, from the tables that the engine itself goes by.

mod boards;
mod flags;
mod presets;

/// The document in Markdown. Numbers such as R1-23 are those of the requirements and decisions behind the rules.
#[must_use]
pub fn document() -> String {
    let parts = [
        HEAD.to_owned(),
        presets::section(),
        flags::section(),
        flags::conflicts(),
        boards::section(),
        presets::left_out(),
    ];
    parts.join("\n\n") + "\n"
}

const HEAD: &str = "\
# Rulesets, house rules and boards

This file is made by `cargo xtask generate` from the tables in `crates/rules`; do not edit it. A ruleset is a preset: values
for all rules. A host may change those that the preset lists as flags. Numbers such as R1-23 or 4.11 name the requirement or
decision behind a rule; they are those of the project's rules text, which is not in this repository. `ludohall engine` and
`/api/v1/rulesets` tell the same to programs.";

/// A table in Markdown.
fn table(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut lines = vec![
        format!("| {} |", columns.join(" | ")),
        format!("|{}", "---|".repeat(columns.len())),
    ];
    lines.extend(
        rows.into_iter()
            .map(|cells| format!("| {} |", cells.join(" | "))),
    );
    lines.join("\n")
}

/// Code in Markdown.
fn code(text: impl std::fmt::Display) -> String {
    format!("`{text}`")
}

/// Several of a kind.
fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}
