//! The rules of the tree that no compiler knows.

use crate::{
    failure::Failure,
    shell::{files, read, root},
};
use std::{ffi::OsStr, path::Path};

/// A file above this has more than one reason to change.
const MOST_LINES: usize = 450;
/// Commands that a newcomer looks for in the README.
const COMMANDS: [&str; 2] = ["cargo run --release", "cargo xtask test"];

/// Checks the whole tree and reports everything at once.
///
/// # Errors
/// What is not as it should be.
pub fn check() -> Result<(), Failure> {
    println!("the tree is tidy?");
    let mut found = crates_are_explained()?;
    found.extend(readme_names_its_commands());
    for path in files()? {
        if is_code(&path) && !is_generated(&path) {
            found.extend(faults(&path, &read(&root().join(&path))?));
        }
    }
    if found.is_empty() {
        Ok(())
    } else {
        Err(Failure::Untidy(found))
    }
}

/// ARCHITECTURE.md names every crate.
fn crates_are_explained() -> Result<Vec<String>, Failure> {
    let architecture = read(&root().join("ARCHITECTURE.md")).unwrap_or_default();
    let manifests = files()?.into_iter().filter(|path| {
        path.starts_with("crates") && path.file_name() == Some(OsStr::new("Cargo.toml"))
    });
    Ok(manifests
        .filter_map(|path| Some(path.parent()?.display().to_string()))
        .chain(["xtask".to_owned()])
        .filter(|name| !architecture.contains(name.as_str()))
        .map(|name| format!("ARCHITECTURE.md does not explain {name}"))
        .collect())
}

fn readme_names_its_commands() -> Vec<String> {
    let readme = read(&root().join("README.md")).unwrap_or_default();
    COMMANDS
        .iter()
        .filter(|command| !readme.contains(**command))
        .map(|command| format!("README.md does not name its command: {command}"))
        .collect()
}

fn is_code(path: &Path) -> bool {
    let known = ["rs", "js", "ts", "css", "html", "sh", "sql", "yml", "toml"];
    path.extension()
        .and_then(OsStr::to_str)
        .is_some_and(|extension| known.contains(&extension))
}

fn is_generated(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".d.ts")
}

/// What is wrong with one file.
fn faults(path: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = text.lines().count();
    if lines > MOST_LINES {
        found.push(format!(
            "{}: {lines} lines, more than {MOST_LINES}",
            path.display()
        ));
    }
    for (at, line) in text.lines().enumerate() {
        if let Some(mark) = mark(line) {
            found.push(format!("{}:{}: {mark}", path.display(), at + 1));
        }
    }
    if path.file_name() == Some(OsStr::new("mod.rs")) && !path.ends_with("common/mod.rs") {
        found.push(format!("{}: a module is foo.rs + foo/", path.display()));
    }
    found
}

/// A note that something was left for later.
fn mark(line: &str) -> Option<&'static str> {
    // Spelt in two halves, so that this file does not accuse itself.
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME")];
    marks.into_iter().find(|mark| {
        line.match_indices(mark).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + mark.len()..].chars().next();
            let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !word(before) && !word(after)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_for_later_is_found_as_a_word_only() {
        let noted = concat!("// TO", "DO: later");
        assert_eq!(faults(Path::new("a.rs"), noted).len(), 1);
        assert!(faults(Path::new("a.rs"), concat!("const TO", "DOS: u8 = 1;")).is_empty());
    }

    #[test]
    fn a_long_file_is_found() {
        assert!(faults(Path::new("a.css"), &"\n".repeat(MOST_LINES)).is_empty());
        assert_eq!(
            faults(Path::new("a.css"), &"\n".repeat(MOST_LINES + 1)).len(),
            1
        );
    }

    #[test]
    fn a_module_folder_has_no_file_of_its_own_name() {
        assert_eq!(faults(Path::new("src/x/mod.rs"), "").len(), 1);
        assert!(faults(Path::new("tests/common/mod.rs"), "").is_empty());
    }
}
