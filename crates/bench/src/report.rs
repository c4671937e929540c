//! What a measurement prints: a table for people, JSON for programs.

use serde::Serialize;
use std::fmt;

/// A measurement, told.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// What was measured, and how much of it.
    pub title: String,
    /// Its numbers.
    pub rows: Vec<Row>,
    /// What must be known to read them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A number.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Of what.
    pub name: String,
    /// It.
    pub value: f64,
    /// In what.
    pub unit: &'static str,
    /// What it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// Whether it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<bool>,
}

impl Row {
    fn aim(&mut self, target: Target) {
        self.target = Some(target);
        self.met = Some(target.is_met(self.value));
    }
}

/// What a number should be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Not above.
    AtMost(f64),
    /// Not below.
    AtLeast(f64),
}

impl Target {
    fn is_met(self, value: f64) -> bool {
        match self {
            Self::AtMost(most) => value <= most,
            Self::AtLeast(least) => value >= least,
        }
    }
}

impl Report {
    /// An empty one.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Adds a number.
    pub fn row(&mut self, name: impl Into<String>, value: f64, unit: &'static str) -> &mut Self {
        self.rows.push(Row {
            name: name.into(),
            value,
            unit,
            target: None,
            met: None,
        });
        self
    }

    /// Says what the number added last should be.
    pub fn target(&mut self, target: Target) -> &mut Self {
        if let Some(row) = self.rows.last_mut() {
            row.aim(target);
        }
        self
    }

    /// Says what the number of this name should be.
    pub fn aim(&mut self, name: &str, target: Target) {
        let row = self.rows.iter_mut().find(|row| row.name == name);
        if let Some(row) = row {
            row.aim(target);
        }
    }

    /// Adds something that must be known.
    pub fn note(&mut self, text: impl Into<String>) -> &mut Self {
        self.notes.push(text.into());
        self
    }

    /// The number of this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<f64> {
        self.rows
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.value)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        let width = self
            .rows
            .iter()
            .map(|row| row.name.chars().count())
            .max()
            .unwrap_or(0);
        for row in &self.rows {
            let (name, value, unit) = (&row.name, number(row.value), row.unit);
            write!(f, "  {name:<width$}  {value:>12} {unit:<9}")?;
            if let Some(target) = row.target {
                let verdict = if row.met == Some(true) {
                    "met"
                } else {
                    "MISSED"
                };
                let (sign, bound) = match target {
                    Target::AtMost(most) => ("≤", most),
                    Target::AtLeast(least) => ("≥", least),
                };
                write!(f, " {sign} {} {verdict}", number(bound))?;
            }
            writeln!(f)?;
        }
        self.notes
            .iter()
            .try_for_each(|note| writeln!(f, "  {note}"))
    }
}

/// A number as people read it: thousands apart, as many decimals as it deserves.
#[must_use]
pub fn number(value: f64) -> String {
    let decimals = if value.fract() == 0.0 || value.abs() >= 1000.0 {
        0
    } else if value.abs() >= 10.0 {
        1
    } else {
        2
    };
    let text = format!("{value:.decimals$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = whole.len() - usize::from(whole.starts_with('-'));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let left = whole.len() - at;
        if left % 3 == 0 && left < digits && digit.is_ascii_digit() {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded() {
        let told = [
            (1_234_567.8, "1,234,568"),
            (-1234.0, "-1,234"),
            (999.0, "999"),
            (12.345, "12.3"),
            (0.456, "0.46"),
        ];
        for (value, text) in told {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn a_missed_target_is_seen_in_the_table_and_in_the_json() {
        let mut report = Report::new("a load");
        report.row("p99", 25.0, "ms").target(Target::AtMost(20.0));
        report
            .row("rate", 10_000.0, "1/s")
            .target(Target::AtLeast(9_500.0));
        let text = report.to_string();
        assert!(
            text.contains("≤ 20 MISSED") && text.contains("≥ 9,500 met"),
            "{text}"
        );
        let json = serde_json::to_value(&report).unwrap_or_default();
        assert_eq!(json["rows"][0]["met"], false);
        assert_eq!(json["rows"][0]["target"]["at_most"], 20.0);
        assert_eq!(report.value("p99"), Some(25.0));
    }
}
