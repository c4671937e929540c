//! What the tests of the tools share.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::unwrap_used)]

use std::{
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// The hall's program, which a build of the workspace's tests puts beside ours.
pub fn server() -> PathBuf {
    let server = PathBuf::from(env!("CARGO_BIN_EXE_ludohall-bench")).with_file_name("ludohall");
    assert!(
        server.is_file(),
        "build the hall first: cargo build --workspace"
    );
    server
}

/// A run of our program, to its end.
pub fn bench(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludohall-bench"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}
