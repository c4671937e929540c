//! When things happened: times as the hall writes them, and the milliseconds between them.

use super::Refused;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A time in milliseconds since 1970.
pub type Millis = i64;

/// The time of an RFC 3339 text.
pub fn millis(text: &str) -> Refused<Millis> {
    let time = OffsetDateTime::parse(text, &Rfc3339)
        .map_err(|_| format!("`{text}` is no time, such as 2026-01-02T03:04:05.678Z"))?;
    Ok(time.unix_timestamp() * 1000 + i64::from(time.millisecond()))
}

/// The text of a time as the hall writes it, if the calendar has it.
pub fn text(at: Millis) -> Option<String> {
    let time = OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)).ok()?;
    let (date, ms) = (time.date(), at.rem_euclid(1000));
    let (hour, minute, second) = time.time().as_hms();
    Some(format!(
        "{:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z",
        date.year(),
        u8::from(date.month()),
        date.day(),
    ))
}

/// The time of an act as it is written after the act before it: milliseconds, or the whole time where these would not
/// give the same text.
pub fn write(at: &str, before: Millis) -> Refused<String> {
    let wait = millis(at)?.checked_sub(before).filter(|wait| *wait >= 0);
    Ok(match wait {
        Some(wait) if text(before + wait).as_deref() == Some(at) => wait.to_string(),
        _ => at.to_owned(),
    })
}

/// The time of an act, from what [`write`] gave.
pub fn read(word: &str, before: Millis) -> Refused<String> {
    if word.contains('-') {
        return millis(word).map(|_| word.to_owned());
    }
    let wait: Millis = super::number(word)?;
    let at = before.checked_add(wait).and_then(text);
    at.ok_or_else(|| format!("`{word}` milliseconds end after all time"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn times_come_back_as_they_were_written() {
        let before = millis("2026-01-02T03:04:05.678Z").unwrap();
        for (at, written) in [
            ("2026-01-02T03:04:06.678Z", "1000"),
            ("2026-01-02T03:04:05.678Z", "0"),
            ("2026-01-02T03:04:05.677Z", "2026-01-02T03:04:05.677Z"),
            ("2026-01-02T03:04:06Z", "2026-01-02T03:04:06Z"),
            (
                "2026-01-02T05:04:06.000+02:00",
                "2026-01-02T05:04:06.000+02:00",
            ),
        ] {
            assert_eq!(write(at, before).unwrap(), written);
            assert_eq!(read(written, before).unwrap(), at);
        }
    }

    #[test]
    fn no_time_is_refused() {
        assert!(
            read("2026-13-02T03:04:05Z", 0)
                .unwrap_err()
                .contains("no time")
        );
        assert!(
            read("9223372036854775807", 1)
                .unwrap_err()
                .contains("all time")
        );
        assert!(read("soon", 0).unwrap_err().contains("no number"));
    }
}
