//! What holds for the client without a browser: its types and its unit tests.

use crate::{
    failure::Failure,
    packages,
    shell::{exists, files, program, root, run},
};
use std::path::PathBuf;

/// Checks types and runs the unit tests.
///
/// # Errors
/// The first step that fails.
pub fn test() -> Result<(), Failure> {
    install()?;
    run(program("npx").args(["tsc", "--project", "tsconfig.json"]))?;
    run(program("npx").args(["tsc", "--project", "tests/tsconfig.json"]))?;
    let tests = unit_tests()?;
    if tests.is_empty() {
        return Ok(());
    }
    run(program("node").arg("--test").args(tests))
}

/// Fetches the development packages as the lock file has them, where that is not done yet.
///
/// # Errors
/// npm is missing or fails.
pub fn install() -> Result<(), Failure> {
    if !exists("npm") {
        packages::install("npm", &["nodejs", "npm"])?;
    }
    let installed = root().join("node_modules/.package-lock.json");
    let settled = |path: &str| {
        let changed = root().join(path).metadata().and_then(|of| of.modified());
        let then = installed.metadata().and_then(|of| of.modified());
        matches!((changed, then), (Ok(changed), Ok(then)) if changed <= then)
    };
    if settled("package-lock.json") && settled("package.json") {
        return Ok(());
    }
    run(program("npm").args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]))
}

fn unit_tests() -> Result<Vec<PathBuf>, Failure> {
    let ours = |path: &PathBuf| {
        path.starts_with("tests/js") && path.to_string_lossy().ends_with(".test.js")
    };
    Ok(files()?.into_iter().filter(ours).collect())
}
