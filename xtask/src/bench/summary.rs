//! All numbers that have a target, in one table: what was measured, what it should be, and whether it is.

use crate::failure::Failure;
use serde_json::{Value, json};
use std::fmt;

/// Games of `ludo` for four that a core should play in a second.
const RULES_TARGET: f64 = 40_000.0;
/// The row of them in the table of the rules.
const RULES_ROW: [&str; 2] = ["`ludo`", "4"];

/// The reports of a run, as `ludohall-bench --json` writes them.
pub(super) struct Summary(Vec<Value>);

impl Summary {
    /// Reads them.
    ///
    /// # Errors
    /// The text is something else.
    pub(super) fn read(json: &str) -> Result<Self, Failure> {
        let reports = serde_json::from_str(json);
        reports.map(Self).map_err(|_| Failure::Output {
            program: "ludohall-bench numbers".to_owned(),
            wanted: "reports as JSON",
        })
    }

    /// Adds how fast the rules are, from the table that their benchmark prints.
    pub(super) fn add_rules(&mut self, table: &str) {
        let games = table.lines().find_map(games_of_four).unwrap_or(0.0);
        self.0.push(json!({
            "title": "rules: uniformly random play on one core",
            "rows": [{
                "name": "four-player games of ludo",
                "value": games,
                "unit": "1/s",
                "target": { "at_least": RULES_TARGET },
                "met": games >= RULES_TARGET,
            }],
        }));
    }

    /// All of it, for programs.
    pub(super) fn json(&self) -> String {
        let text = serde_json::to_string_pretty(&self.0).unwrap_or_default();
        text + "\n"
    }
}

fn games_of_four(line: &str) -> Option<f64> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, ruleset, players, _, games, ..] = cells[..] else {
        return None;
    };
    let games = games.parse().ok()?;
    ([ruleset, players] == RULES_ROW).then_some(games)
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.0.iter().filter_map(|report| report["rows"].as_array());
        let aimed: Vec<&Value> = rows
            .flatten()
            .filter(|row| row["met"].is_boolean())
            .collect();
        let missed = aimed.iter().filter(|row| row["met"] == false).count();
        writeln!(f, "{} numbers have a target", aimed.len())?;
        for row in &aimed {
            let name = row["name"].as_str().unwrap_or_default();
            let (value, unit) = (number(&row["value"]), row["unit"].as_str().unwrap_or(""));
            let target = match (&row["target"]["at_most"], &row["target"]["at_least"]) {
                (Value::Null, least) => format!("≥ {}", number(least)),
                (most, _) => format!("≤ {}", number(most)),
            };
            let verdict = if row["met"] == true { "met" } else { "NOT MET" };
            writeln!(
                f,
                "  {name:<38} {value:>12} {unit:<4} {target:>10}  {verdict}"
            )?;
        }
        match missed {
            0 => writeln!(f, "all are met"),
            _ => writeln!(f, "{missed} of them are not met"),
        }
    }
}

fn number(value: &Value) -> String {
    let value = value.as_f64().unwrap_or(f64::NAN);
    if value.fract() == 0.0 || value.abs() >= 100.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn each_number_with_a_target_is_told_with_its_verdict() {
        let reports = r#"[{"title": "a load", "rows": [
            {"name": "actions", "value": 9900.0, "unit": "1/s", "target": {"at_least": 9800.0}, "met": true},
            {"name": "bytes", "value": 7.0, "unit": "KiB/s"}]}]"#;
        let mut summary = Summary::read(reports).unwrap();
        summary.add_rules("| `ludo` | 2 | `c52` | 99999 | 1.0 million | 1 |\n| `ludo` | 4 | `c52` | 30000 | 1.0 million | 1 |");
        let text = summary.to_string();
        assert!(text.contains("≥ 9800  met"), "{text}");
        assert!(text.contains("30000 1/s     ≥ 40000  NOT MET"), "{text}");
        assert!(text.contains("1 of them are not met") && !text.contains("bytes"));
        assert!(Summary::read("{").is_err());
        assert!(Summary::read(&summary.json()).is_ok());
    }
}
