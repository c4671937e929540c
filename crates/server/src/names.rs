//! Names that people give themselves: what may stand in one.
//!
//! A name is shown to strangers, so it must be visible, short, and unable to disturb the text around it.

use ludohall_table::{
    ports::Random,
    text::{has_mark_heap, is_trick, is_visible},
};

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 24;

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
pub fn for_a_guest(random: &dyn Random) -> String {
    let mut bytes = [0; 4];
    random.fill(&mut bytes);
    format!("Guest {}", 1000 + u32::from_le_bytes(bytes) % 9000)
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
        let name = for_a_guest(&crate::random::SystemRandom);
        assert_eq!(clean(&name).as_deref(), Ok(name.as_str()));
    }
}
