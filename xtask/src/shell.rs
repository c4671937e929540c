//! Running programs from the root of the project and saying so.

use crate::failure::Failure;
use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

/// The root of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A program that will run in the root of the project.
pub fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// The cargo that runs us.
pub fn cargo() -> Command {
    program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A command as a person would type it.
pub fn line(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name();
    let mut words = vec![name.unwrap_or_default().to_string_lossy()];
    words.extend(command.get_args().map(OsStr::to_string_lossy));
    words.join(" ")
}

/// Runs a command to its end, its output on ours.
///
/// # Errors
/// It could not be started, or ended badly.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    let program = line(command);
    println!("\n$ {program}");
    let began = Instant::now();
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|source| Failure::Start {
            program: program.clone(),
            source,
        })?;
    if !status.success() {
        return Err(Failure::Failed { program, status });
    }
    println!("  ({:.0} s)", began.elapsed().as_secs_f64());
    Ok(())
}

/// Runs a command to its end and returns what it printed; what it complains about still shows.
///
/// # Errors
/// It could not be started, or ended badly.
pub fn capture(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let program = line(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|source| Failure::Start {
            program: program.clone(),
            source,
        })?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(Failure::Failed {
            program,
            status: output.status,
        })
    }
}

/// Whether a program can be started at all.
pub fn exists(name: &str) -> bool {
    let dirs = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&dirs).any(|dir| dir.join(name).is_file())
}

/// Reads a file of the project.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|source| Failure::File {
        path: path.to_owned(),
        source,
    })
}

/// Every file that belongs to the project: tracked, or new and not ignored. Relative to the root.
///
/// # Errors
/// git cannot be run.
pub fn files() -> Result<Vec<PathBuf>, Failure> {
    let mut git = program("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let listed = capture(&mut git)?;
    let mut files: Vec<PathBuf> = String::from_utf8_lossy(&listed)
        .lines()
        .map(PathBuf::from)
        .filter(|path| root().join(path).is_file())
        .collect();
    files.sort();
    files.dedup();
    Ok(files)
}
