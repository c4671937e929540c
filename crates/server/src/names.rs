//! Names that people give themselves: what may stand in one.
//!
//! A name is shown to strangers, so it must be visible, short, and unable to disturb the text around it.

use rand::RngExt;

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 24;

/// How many combining marks may follow one another.
const MAX_MARKS_IN_A_ROW: usize = 3;

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Nothing in it can be seen.
    #[error("the name is empty")]
    Empty,
    /// More than [`MAX_NAME_CHARS`].
    #[error("the name is longer than {MAX_NAME_CHARS} characters")]
    Long,
    /// A control, a change of direction, an invisible character, or a heap of marks.
    #[error("the name has characters that cannot be shown")]
    Unprintable,
}

/// The name as it is kept: without spaces at its ends, runs of spaces as one.
///
/// # Errors
/// [`BadName`] says why it cannot be a name.
pub fn clean(name: &str) -> Result<String, BadName> {
    // Before anything is copied: a text this long is none, whatever its spaces.
    if name.len() > MAX_NAME_CHARS * 16 {
        return Err(BadName::Long);
    }
    if name.chars().any(is_trick) || has_mark_heap(name) {
        return Err(BadName::Unprintable);
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = words.join(" ");
    if !name.chars().any(is_visible) {
        return Err(BadName::Empty);
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(BadName::Long);
    }
    Ok(name)
}

/// A name for somebody who gave none.
#[must_use]
pub fn for_a_guest() -> String {
    format!("Guest {}", rand::rng().random_range(1000..10_000))
}

/// Controls, changes of direction, line separators, tags, private use, and characters without width or ink.
/// The joiners U+200C and U+200D stay: Persian and many emoji need them.
fn is_trick(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c),
            0x00AD | 0x034F | 0x061C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F
            | 0x200B | 0x200E | 0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x2800 | 0x3164
            | 0xE000..=0xF8FF | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0xFFFE | 0xFFFF
            | 0x1D173..=0x1D17A | 0xE0000..=0x10FFFF)
}

fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !is_mark(c) && !matches!(c, '\u{200C}' | '\u{200D}')
}

fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF
        | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F)
}

fn has_mark_heap(name: &str) -> bool {
    let mut run = 0;
    name.chars().any(|c| {
        run = if is_mark(c) { run + 1 } else { 0 };
        run > MAX_MARKS_IN_A_ROW
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_scripts_are_kept() {
        for name in [
            "Ana",
            "Ольга",
            "أمينة",
            "李",
            "O’Neill-Björk",
            "سارا\u{200C}جان",
            "🎲 dice",
            "é\u{301}",
        ] {
            assert_eq!(clean(name).as_deref(), Ok(name));
        }
        assert_eq!(clean("  Ana \u{3000} B ").as_deref(), Ok("Ana B"));
    }

    #[test]
    fn nothing_visible_is_no_name() {
        for name in ["", "   ", "\u{200D}", "\u{301}"] {
            assert_eq!(clean(name), Err(BadName::Empty), "{name:?}");
        }
    }

    #[test]
    fn tricks_are_refused() {
        for name in [
            "a\nb",
            "\u{202E}evil",
            "a\u{200B}b",
            "\u{3164}",
            "\u{2066}x",
            "x\u{E0041}",
            "z\u{300}\u{301}\u{302}\u{303}",
        ] {
            assert_eq!(clean(name), Err(BadName::Unprintable), "{name:?}");
        }
    }

    #[test]
    fn length_counts_characters() {
        assert!(clean(&"я".repeat(24)).is_ok());
        assert_eq!(clean(&"я".repeat(25)), Err(BadName::Long));
        assert_eq!(clean(&"x".repeat(1_000_000)), Err(BadName::Long));
    }

    #[test]
    fn a_guest_has_a_good_name() {
        let name = for_a_guest();
        assert_eq!(clean(&name).as_deref(), Ok(name.as_str()));
    }
}
