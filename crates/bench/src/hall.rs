//! A hall in a process of its own: started, measured, signalled, killed.

use crate::{
    failure::{Failure, in_time},
    machine::{self, Usage},
};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, prlimit};
use std::{
    fs::{self, File},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

/// How long a hall may take to open: 10,000 tables on a busy machine, and more.
const OPEN_WITHIN: Duration = Duration::from_secs(120);
/// How long a hall may take to stop when it is asked to.
const STOP_WITHIN: Duration = Duration::from_secs(30);
/// Where the log of the server goes, in the data folder.
const LOG: &str = "server.log";
/// How much of the log an error shows, in bytes.
const LOG_SHOWN: usize = 600;

/// How a hall is started.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The program.
    pub binary: PathBuf,
    /// What stands before its address on the command line.
    pub arguments: Vec<String>,
    /// Where it keeps its data, and its log.
    pub data: PathBuf,
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The core that it runs on; none: any.
    pub core: Option<usize>,
}

impl Spec {
    /// A hall on a free port, limits by address off.
    #[must_use]
    pub fn new(binary: &Path, data: &Path) -> Self {
        let mut arguments: Vec<String> = ["--limits", "off", "--log", "warn", "--data-dir"]
            .map(str::to_owned)
            .into();
        arguments.push(data.display().to_string());
        Self {
            binary: binary.to_owned(),
            arguments,
            data: data.to_owned(),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            core: None,
        }
    }

    fn log(&self) -> PathBuf {
        self.data.join(LOG)
    }

    /// The command. By way of a shell that ignores the signal of a file that may not grow: the hall shall see it as an error,
    /// as it sees a full disk.
    fn command(&self) -> Result<Command, Failure> {
        let log = self.log();
        let log = File::options()
            .create(true)
            .append(true)
            .open(&log)
            .map_err(Failure::io(log.display().to_string()))?;
        let mut command = Command::new("sh");
        command
            .args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#])
            .arg(&self.binary)
            .args(&self.arguments)
            .args(["--listen", &self.listen.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LUDOHALL_") {
                command.env_remove(name);
            }
        }
        Ok(command)
    }

    /// Spawned from the core that it shall run on, so that none of its threads has ever been elsewhere.
    fn spawn(&self) -> Result<Child, Failure> {
        let mut command = self.command()?;
        let Some(core) = self.core else {
            return command.spawn().map_err(Failure::io("sh"));
        };
        let own = machine::cores()?;
        machine::pin(core)?;
        let spawned = command.spawn().map_err(Failure::io("sh"));
        machine::run_on(&own)?;
        spawned
    }
}

/// A hall that runs.
#[derive(Debug)]
pub struct Hall {
    child: Child,
    pid: Pid,
    address: SocketAddr,
    spec: Spec,
    /// How long it took to open.
    pub opened_in: Duration,
    _output: Lines<BufReader<ChildStdout>>,
}

impl Hall {
    /// Starts one and waits until it is open.
    ///
    /// # Errors
    /// It does not start, or not in time; with what it said.
    pub async fn start(spec: &Spec) -> Result<Self, Failure> {
        fs::create_dir_all(&spec.data).map_err(Failure::io(spec.data.display().to_string()))?;
        let began = Instant::now();
        let mut child = spec.spawn()?;
        let output = child
            .stdout
            .take()
            .ok_or_else(|| start_failure(spec, "it has no output"))?;
        let mut lines = BufReader::new(output).lines();
        let address = in_time(
            "the start of the hall",
            OPEN_WITHIN,
            address(spec, &mut lines),
        )
        .await?;
        let pid = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        Ok(Self {
            pid: pid.ok_or_else(|| start_failure(spec, "it ended at once"))?,
            child,
            address,
            spec: spec.clone(),
            opened_in: began.elapsed(),
            _output: lines,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid.as_raw_nonzero().get().cast_unsigned()
    }

    /// What it has used.
    ///
    /// # Errors
    /// It is gone.
    pub fn usage(&self) -> Result<Usage, Failure> {
        machine::usage(self.pid())
    }

    /// How to start it again where it was.
    #[must_use]
    pub fn again(&self) -> Spec {
        Spec {
            listen: self.address,
            ..self.spec.clone()
        }
    }

    /// Ends it without warning.
    ///
    /// # Errors
    /// It had ended by itself, or cannot be ended.
    pub async fn kill(&mut self) -> Result<(), Failure> {
        if let Some(status) = self.child.try_wait().map_err(Failure::io("the hall"))? {
            let reason = format!("it had ended by itself: {status}; {}", self.last_words());
            return Err(Failure::odd("the hall")(reason));
        }
        self.child.kill().await.map_err(Failure::io("the hall"))
    }

    /// Asks it to end, and waits for that: how long it took.
    ///
    /// # Errors
    /// It does not end in time, or not with code 0.
    pub async fn terminate(&mut self) -> Result<Duration, Failure> {
        let began = Instant::now();
        self.signal(Signal::TERM)?;
        let waiting = async { self.child.wait().await.map_err(Failure::io("the hall")) };
        let status = in_time("the end of the hall", STOP_WITHIN, waiting).await?;
        if status.success() {
            return Ok(began.elapsed());
        }
        let reason = format!(
            "asked to end, it ended with {status}; {}",
            self.last_words()
        );
        Err(Failure::odd("the hall")(reason))
    }

    /// Stops it in its tracks.
    ///
    /// # Errors
    /// It is gone.
    pub fn freeze(&self) -> Result<(), Failure> {
        self.signal(Signal::STOP)
    }

    /// Lets it go on.
    ///
    /// # Errors
    /// It is gone.
    pub fn thaw(&self) -> Result<(), Failure> {
        self.signal(Signal::CONT)
    }

    /// Lets none of its files grow beyond so many bytes; `None`: as before.
    ///
    /// # Errors
    /// The system does not allow that.
    pub fn limit_files(&self, bytes: Option<u64>) -> Result<(), Failure> {
        // The hall may have what this process may have; only a limit below that can be lifted again without being root.
        let maximum = getrlimit(Resource::Fsize).maximum;
        let limit = Rlimit {
            current: bytes.or(maximum),
            maximum,
        };
        prlimit(Some(self.pid), Resource::Fsize, limit)
            .map(drop)
            .map_err(|e| Failure::io("the limit of files (RLIMIT_FSIZE)")(e.into()))
    }

    /// The end of its log.
    #[must_use]
    pub fn last_words(&self) -> String {
        last_words(&self.spec)
    }

    fn signal(&self, signal: Signal) -> Result<(), Failure> {
        kill_process(self.pid, signal).map_err(|e| Failure::io("a signal to the hall")(e.into()))
    }
}

/// Reads the line that says where the hall is open.
async fn address(
    spec: &Spec,
    lines: &mut Lines<BufReader<ChildStdout>>,
) -> Result<SocketAddr, Failure> {
    while let Some(line) = lines
        .next_line()
        .await
        .map_err(Failure::io("the output of the hall"))?
    {
        let url = line
            .split_whitespace()
            .find_map(|word| word.strip_prefix("http://"));
        if let Some(address) = url.and_then(|url| url.trim_end_matches('/').parse().ok()) {
            return Ok(address);
        }
    }
    Err(start_failure(spec, &last_words(spec)))
}

fn start_failure(spec: &Spec, reason: &str) -> Failure {
    Failure::Start {
        binary: spec.binary.clone(),
        reason: reason.to_owned(),
    }
}

fn last_words(spec: &Spec) -> String {
    let log = fs::read(spec.log()).unwrap_or_default();
    let tail = &log[log.len().saturating_sub(LOG_SHOWN)..];
    let words = String::from_utf8_lossy(tail).trim().to_owned();
    if words.is_empty() {
        "it said nothing".to_owned()
    } else {
        words
    }
}
