//! The long measurements and trials: built for speed, run on a hall of their own. None of them is part of `cargo xtask test`.

use crate::{
    failure::Failure,
    shell::{capture, cargo, line, program, run},
};
use std::{fs, path::PathBuf, process::Command, thread::available_parallelism};
use summary::Summary;

mod summary;

/// Where the numbers go as JSON, in the folder that cargo builds in.
const NUMBERS: &str = "numbers.json";

/// Load, memory and recovery of the hall, and how fast the rules are; at last all numbers that have a target in one table.
/// `flags` go to `ludohall-bench numbers`.
///
/// # Errors
/// A part cannot be built or measured.
pub fn numbers(flags: &[&str]) -> Result<(), Failure> {
    let mut command = tool()?;
    let json = target()?.join(NUMBERS);
    command.args(["numbers", "--json"]).arg(&json).args(flags);
    if available_parallelism().is_ok_and(|cores| cores.get() > 1) {
        command.arg("--pin");
    } else {
        println!("one core alone: hall and generator share it, and the numbers are worth little");
    }
    run(&mut command)?;
    let mut bench = cargo();
    bench.args(["bench", "--quiet", "--package", "ludohall-rules"]);
    bench.args(["--bench", "table", "--", "ludo"]);
    println!("\n$ {}", line(&bench));
    let rules = String::from_utf8_lossy(&capture(&mut bench)?).into_owned();
    println!("{rules}");
    let mut summary = Summary::read(&crate::shell::read(&json)?)?;
    summary.add_rules(&rules);
    fs::write(&json, summary.json()).map_err(|source| Failure::File {
        path: json.clone(),
        source,
    })?;
    println!("{summary}\nthe same as JSON: {}", json.display());
    Ok(())
}

/// Kills and worse; `flags` go to `ludohall-bench faults`.
///
/// # Errors
/// Something is lost, or the hall does not come back.
pub fn faults(flags: &[&str]) -> Result<(), Failure> {
    run(tool()?.arg("faults").args(flags))
}

/// Builds both programs, which lie side by side then, so that the tool finds the hall; gives the tool.
fn tool() -> Result<Command, Failure> {
    let both = [
        "--package",
        "ludohall-server",
        "--package",
        "ludohall-bench",
    ];
    run(cargo().args(["build", "--release"]).args(both))?;
    Ok(program(target()?.join("release/ludohall-bench")))
}

/// The folder that cargo builds in.
pub fn target() -> Result<PathBuf, Failure> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--format-version", "1", "--no-deps"]);
    let said: serde_json::Value =
        serde_json::from_slice(&capture(&mut metadata)?).unwrap_or_default();
    let folder = said["target_directory"].as_str();
    folder.map(PathBuf::from).ok_or_else(|| Failure::Output {
        program: line(&metadata),
        wanted: "where it builds",
    })
}
