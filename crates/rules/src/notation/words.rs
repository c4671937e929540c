//! The words of a line.

/// The words of a line: blanks and commas part them, brackets hold one together, braces stand alone.
pub(super) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut inside = false;
    for c in line.chars() {
        match c {
            '[' | ']' => inside = c == '[',
            _ if c.is_whitespace() && inside => continue,
            _ => {}
        }
        let parts = !inside && (c.is_whitespace() || c == ',');
        let alone = c == '{' || c == '}';
        if parts || alone {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| !parts) {
            word.push(c);
        }
        if alone {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn brackets_hold_together_and_braces_stand_alone() {
        assert_eq!(
            words("game {a=1, b=2}A[1, b]  turn A"),
            ["game", "{", "a=1", "b=2", "}", "A[1,b]", "turn", "A"]
        );
        assert!(words(" ,\n").is_empty());
    }
}
