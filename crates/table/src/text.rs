//! What may stand in a text that strangers read: names, titles, talk.
//!
//! Such a text must be visible and unable to disturb the text around it. How long it may be is its owner's business.

/// How many combining marks may follow one another.
const MAX_MARKS_IN_A_ROW: usize = 3;

/// Whether a text has nothing in it that would disturb what stands around it. It may be empty.
#[must_use]
pub fn is_harmless(text: &str) -> bool {
    !text.chars().any(is_trick) && !has_mark_heap(text)
}

/// Controls, changes of direction, line separators, tags, private use, and characters without width or ink.
/// The joiners U+200C and U+200D stay: Persian and many emoji need them.
#[must_use]
pub fn is_trick(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c),
            0x00AD | 0x034F | 0x061C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F
            | 0x200B | 0x200E | 0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x2800 | 0x3164
            | 0xE000..=0xF8FF | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0xFFFE | 0xFFFF
            | 0x1D173..=0x1D17A | 0xE0000..=0x10FFFF)
}

/// Whether a character can be seen by itself.
#[must_use]
pub fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !is_mark(c) && !matches!(c, '\u{200C}' | '\u{200D}')
}

/// Whether marks are piled up so high that they reach into other lines.
#[must_use]
pub fn has_mark_heap(text: &str) -> bool {
    let mut run = 0;
    text.chars().any(|c| {
        run = if is_mark(c) { run + 1 } else { 0 };
        run > MAX_MARKS_IN_A_ROW
    })
}

fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF
        | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F)
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn what_people_write_is_harmless() {
        for text in [
            "",
            "Кто со мной?",
            "سارا\u{200C}جان",
            "👩\u{200D}👧 ❤\u{FE0F}",
            "é\u{301}",
        ] {
            assert!(is_harmless(text), "{text:?}");
        }
    }

    #[test]
    fn what_turns_hides_or_piles_up_is_not() {
        for text in [
            "a\u{202E}b",
            "\u{2067}x",
            "\u{200F}x",
            "a\u{2028}b",
            "a\u{200B}b",
            "a\u{7}b",
            "z\u{300}\u{301}\u{302}\u{303}",
        ] {
            assert!(!is_harmless(text), "{text:?}");
        }
    }
}
