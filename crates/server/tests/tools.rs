//! The binary's tools that need no hall, run as people run them.
#![allow(clippy::unwrap_used)]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

fn ludohall(words: &[&str], input: &str) -> Output {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_ludohall"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A tool that reads nothing may have ended before.
    let _ = tool.stdin.take().unwrap().write_all(input.as_bytes());
    tool.wait_with_output().unwrap()
}

#[test]
fn the_rulesets_are_printed_as_the_committed_document() {
    let printed = ludohall(&["rulesets"], "");
    assert!(printed.status.success());
    let committed = include_str!("../../../docs/rules.md");
    assert!(printed.stdout == committed.as_bytes());
}

#[test]
fn a_game_in_text_is_refused_with_its_line() {
    let game = include_str!("../../protocol/tests/data/game.txt");
    for (text, reason) in [
        (
            game.replacen("Board", "Bored", 1),
            "line 6: there is no header `Bored`",
        ),
        (game.to_owned(), "no secret"),
        ("{".to_owned(), "no record"),
    ] {
        let refused = ludohall(&["verify", "-"], &text);
        assert_eq!(refused.status.code(), Some(1));
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn a_record_that_is_too_long_is_not_read() {
    let most = usize::try_from(ludohall_server::verify::MAX_RECORD_BYTES).unwrap();
    for (bytes, reason) in [(most, "no record"), (most + 1, "at most 16777216 bytes")] {
        let refused = ludohall(&["verify", "-"], &" ".repeat(bytes));
        assert_eq!(refused.status.code(), Some(1));
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains(reason), "{told}");
    }
}
