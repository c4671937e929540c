//! What the machine gives: cores, file descriptors, and what a process has used of it.

use crate::failure::Failure;
use rustix::{
    param::{clock_ticks_per_second, page_size},
    process::{Resource, Rlimit, getrlimit, setrlimit},
    thread::{CpuSet, sched_getaffinity, sched_setaffinity},
};
use std::{fs, time::Duration};

/// Descriptors that a process needs besides those of its sockets.
const OTHER_FILES: u64 = 200;

/// Lifts the number of files that this process, and what it starts, may open to the most it may have; how many that is.
#[must_use]
pub fn raise_open_files() -> u64 {
    let had = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: had.maximum,
        maximum: had.maximum,
    };
    // Where it may not be lifted, what it was is what there is.
    let _ = setrlimit(Resource::Nofile, wanted);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// How many sockets can be open at once in one process, the hall's as well as this one.
#[must_use]
pub fn most_sockets() -> usize {
    usize::try_from(raise_open_files().saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX)
}

/// Whether so many sockets can be open at once in one process.
///
/// # Errors
/// They cannot; says how many can.
pub fn allow_sockets(sockets: usize) -> Result<(), Failure> {
    let most = most_sockets();
    if sockets <= most {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{sockets} sockets are more than the {most} that this process may open; raise the hard limit (ulimit -Hn) or ask for fewer"
    )))
}

/// The cores that this process may run on, ascending.
///
/// # Errors
/// The system does not say.
pub fn cores() -> Result<Vec<usize>, Failure> {
    let set = sched_getaffinity(None).map_err(|e| Failure::io("the cores")(e.into()))?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|core| set.is_set(*core))
        .collect())
}

/// Runs this thread, and the processes that it starts from here on, on one core.
///
/// # Errors
/// There is no such core.
pub fn pin(core: usize) -> Result<(), Failure> {
    run_on(&[core])
}

/// Runs this thread, and the processes that it starts from here on, on these cores.
///
/// # Errors
/// One of them does not exist.
pub fn run_on(cores: &[usize]) -> Result<(), Failure> {
    let mut set = CpuSet::new();
    for core in cores {
        if *core >= CpuSet::MAX_CPU {
            return Err(Failure::Usage(format!("there is no core {core}")));
        }
        set.set(*core);
    }
    sched_setaffinity(None, &set).map_err(|error| {
        let error = std::io::Error::from(error);
        Failure::Usage(format!("cannot run on the cores {cores:?}: {error}"))
    })
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Processor time, of all its threads, in its code and in the kernel for it.
    pub cpu: Duration,
    /// Resident memory, in bytes.
    pub rss: u64,
}

/// Reads from `/proc` what a process has used.
///
/// # Errors
/// There is no such process, or no `/proc`.
pub fn usage(pid: u32) -> Result<Usage, Failure> {
    let path = format!("/proc/{pid}/stat");
    let stat = fs::read_to_string(&path).map_err(Failure::io(path.as_str()))?;
    parse_stat(&stat).ok_or_else(|| Failure::odd(path)("not the fields that Linux writes"))
}

/// `utime`, `stime` and `rss` of a line of `/proc/<pid>/stat`; the name in it may hold spaces and parentheses.
fn parse_stat(stat: &str) -> Option<Usage> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
    let ticks = number(11)? + number(12)?;
    Some(Usage {
        cpu: Duration::from_secs_f64(ticks as f64 / clock_ticks_per_second() as f64),
        rss: number(21)? * page_size() as u64,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_usage_of_this_process_can_be_read_and_grows() {
        let before = usage(std::process::id()).unwrap();
        assert!(before.rss > 100_000);
        let mut sum = 0_u64;
        while usage(std::process::id()).unwrap().cpu == before.cpu {
            sum = sum.wrapping_add((0..100_000_u64).sum());
        }
        assert!(sum > 0);
    }

    #[test]
    fn a_name_with_parentheses_does_not_shift_the_fields() {
        let tail = "S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 1 0 100 9999 7 0";
        let usage = parse_stat(&format!("42 (a) b (c)) {tail}")).unwrap();
        assert_eq!(usage.rss, 7 * page_size() as u64);
        assert_eq!(
            usage.cpu.as_millis() as u64,
            200 * 1000 / clock_ticks_per_second()
        );
    }

    #[test]
    fn more_sockets_than_files_are_refused_with_the_number() {
        let error = allow_sockets(usize::MAX).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains("ulimit"), "{error}");
        assert!(allow_sockets(10).is_ok());
    }
}
