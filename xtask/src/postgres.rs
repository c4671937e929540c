//! A PostgreSQL server of our own: started on a free port, thrown away when dropped.

use crate::{
    failure::Failure,
    packages,
    shell::{exists, line, run},
};
use std::{
    env, fs,
    net::TcpListener,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Ports from here on are ephemeral on Linux: another test could be handed one at any moment.
const FIRST_EPHEMERAL_PORT: u16 = 32_768;
/// Where the search for a free port begins.
const FIRST_PORT: u16 = 24_100;
/// How long a server may take to start on a busy machine.
const START_LIMIT: Duration = Duration::from_secs(60);
/// Between two looks whether it is ready.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A running server.
pub struct Postgres {
    server: Child,
    bin: PathBuf,
    user: Option<User>,
    dir: PathBuf,
    port: u16,
}

/// The user that a server runs as where we are root, which PostgreSQL refuses to be.
#[derive(Clone, Copy)]
struct User {
    uid: u32,
    gid: u32,
}

impl Postgres {
    /// Starts a server, installing the package where it is absent.
    ///
    /// # Errors
    /// It cannot be installed or does not come up.
    pub fn start() -> Result<Self, Failure> {
        let bin = binaries()?;
        let user = packages::is_root().then(server_user).flatten();
        let dir = env::temp_dir().join(format!("ludohall-postgres-{}", std::process::id()));
        make_dir(&dir, user)?;
        let data = dir.join("data");
        run(as_user(bin.join("initdb"), user, &dir)
            .arg("-D")
            .arg(&data)
            .args(["-A", "trust", "-U", "postgres", "-E", "UTF8"])
            .args(["--locale=C", "--no-sync"])
            .stdout(Stdio::null()))?;
        let port = free_port().ok_or(Failure::NotReady("a port for PostgreSQL"))?;
        let server = spawn(
            as_user(bin.join("postgres"), user, &dir)
                .arg("-D")
                .arg(&data)
                .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k"])
                .arg(&dir)
                .args(["-c", "max_connections=300", "-c", "log_min_messages=fatal"])
                // Nothing here outlives a crash of the machine.
                .args(["-c", "fsync=off", "-c", "full_page_writes=off"])
                .stdin(Stdio::null())
                .stderr(Stdio::null()),
        )?;
        let mut postgres = Self {
            server,
            bin,
            user,
            dir,
            port,
        };
        postgres.wait()?;
        println!("\nPostgreSQL for the tests: {}", postgres.url());
        Ok(postgres)
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    fn wait(&mut self) -> Result<(), Failure> {
        let began = Instant::now();
        while began.elapsed() < START_LIMIT {
            let mut ready = Command::new(self.bin.join("pg_isready"));
            ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
            if ready.status().is_ok_and(|status| status.success()) {
                return Ok(());
            }
            if self.server.try_wait().is_ok_and(|ended| ended.is_some()) {
                break;
            }
            thread::sleep(LOOK_EVERY);
        }
        Err(Failure::NotReady("PostgreSQL"))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stopped = as_user(self.bin.join("pg_ctl"), self.user, &self.dir)
            .args(["stop", "--silent", "--mode=immediate", "-D"])
            .arg(self.dir.join("data"))
            .stdin(Stdio::null())
            .status();
        if !stopped.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.dir);
    }
}

fn spawn(command: &mut Command) -> Result<Child, Failure> {
    command.spawn().map_err(|source| Failure::Start {
        program: line(command),
        source,
    })
}

/// The folder of the newest server installed.
fn binaries() -> Result<PathBuf, Failure> {
    if let Some(found) = find_binaries() {
        return Ok(found);
    }
    packages::install("PostgreSQL", &["postgresql"])?;
    find_binaries().ok_or(Failure::Missing("PostgreSQL"))
}

fn find_binaries() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok();
    let mut debian: Vec<PathBuf> = versions
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|bin| bin.join("postgres").is_file())
        .collect();
    debian.sort();
    debian.pop().or_else(|| {
        let dirs = env::var_os("PATH")?;
        let found = env::split_paths(&dirs).find(|dir| dir.join("initdb").is_file());
        found.filter(|_| exists("postgres"))
    })
}

/// The account that Debian's package makes, else nobody's.
fn server_user() -> Option<User> {
    let accounts = fs::read_to_string("/etc/passwd").ok()?;
    ["postgres", "nobody"].iter().find_map(|name| {
        let account = accounts
            .lines()
            .find(|account| account.split(':').next() == Some(name))?;
        let mut fields = account.split(':').skip(2);
        Some(User {
            uid: fields.next()?.parse().ok()?,
            gid: fields.next()?.parse().ok()?,
        })
    })
}

fn make_dir(dir: &Path, user: Option<User>) -> Result<(), Failure> {
    let file = |source| Failure::File {
        path: dir.to_owned(),
        source,
    };
    fs::create_dir_all(dir).map_err(file)?;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).map_err(file)?;
    if let Some(user) = user {
        std::os::unix::fs::chown(dir, Some(user.uid), Some(user.gid)).map_err(file)?;
    }
    Ok(())
}

fn as_user(program: PathBuf, user: Option<User>, dir: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(dir);
    if let Some(user) = user {
        command.uid(user.uid).gid(user.gid);
    }
    command
}

/// A port below the ephemeral ones on which nobody listens.
fn free_port() -> Option<u16> {
    let spread = u16::try_from(std::process::id() % 4_000).unwrap_or_default();
    (FIRST_PORT + spread..FIRST_EPHEMERAL_PORT)
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
}
