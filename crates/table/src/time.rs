//! Points in time. Only the injected clock makes them.

use serde::{Deserialize, Serialize};

/// Milliseconds since the UNIX epoch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// The point `ms` milliseconds later.
    #[must_use]
    pub fn plus(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// How many milliseconds have passed since `earlier`; 0 where it lies ahead.
    #[must_use]
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0).max(0)
    }

    /// RFC 3339 in UTC, to the millisecond.
    #[must_use]
    pub fn rfc3339(self) -> String {
        let days = self.0.div_euclid(86_400_000);
        let in_day = self.0.rem_euclid(86_400_000);
        let (year, month, day) = civil(days);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        // Every entry has its time in it: digit by digit this takes a tenth of what a format does.
        for (field, value) in [
            (0..4, year),
            (5..7, month),
            (8..10, day),
            (11..13, in_day / 3_600_000),
            (14..16, in_day / 60_000 % 60),
            (17..19, in_day / 1000 % 60),
            (20..23, in_day % 1000),
        ] {
            write_digits(&mut text[field], value);
        }
        // Digits are ASCII.
        str::from_utf8(&text).unwrap_or_default().to_owned()
    }
}

/// Fills `field` with the last digits of `value`.
fn write_digits(field: &mut [u8], mut value: i64) {
    for digit in field.iter_mut().rev() {
        *digit = b'0' + u8::try_from(value.rem_euclid(10)).unwrap_or_default();
        value /= 10;
    }
}

/// Year, month and day of a day counted from 1970-01-01, by the proleptic Gregorian calendar.
fn civil(days: i64) -> (i64, i64, i64) {
    // Counted from 0000-03-01, so that a leap day is the last of its year; 146 097 days are 400 years.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::Millis;

    #[test]
    fn known_points_are_written_as_rfc3339() {
        assert_eq!(Millis(0).rfc3339(), "1970-01-01T00:00:00.000Z");
        assert_eq!(
            Millis(1_709_210_096_789).rfc3339(),
            "2024-02-29T12:34:56.789Z"
        );
        assert_eq!(
            Millis(1_735_689_599_999).rfc3339(),
            "2024-12-31T23:59:59.999Z"
        );
    }
}
