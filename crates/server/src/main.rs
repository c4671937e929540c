//! The binary `ludohall`: arguments in, a hall or one of its tools, an exit code out.

use clap::Parser;
use ludohall_server::{
    Server, StartError,
    cli::{BadConfig, Cli, Command, Flags, LogFormat},
    engine, health_probe, open_files, openapi,
    server::migrate,
    verify,
};
use std::{
    error::Error,
    io::{self, IsTerminal, Read, Write},
    net::SocketAddr,
    path::Path,
    process::ExitCode,
};
use tokio::{net::TcpListener, signal::unix::SignalKind};
use tracing_subscriber::EnvFilter;

/// Could not start, or not go on.
const FAILED: u8 = 1;
/// The configuration is wrong.
const BAD_CONFIG: u8 = 2;

/// What the binary can fail at.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Config(#[from] BadConfig),
    #[error("--listen {address}: {}", listen_hint(.source))]
    Listen {
        address: SocketAddr,
        source: io::Error,
    },
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Unwell(#[from] health_probe::Unwell),
    #[error("{file}: {source}")]
    File { file: String, source: io::Error },
    #[error("{0}")]
    Record(Box<dyn Error>),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("ludohall: {failure}");
            ExitCode::from(if matches!(failure, Failure::Config(_)) {
                BAD_CONFIG
            } else {
                FAILED
            })
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => within_runtime(&cli.flags, serve(&cli.flags)),
        Command::Migrate => within_runtime(&cli.flags, async {
            migrate(&cli.flags.config()?.database).await?;
            println!("the database is up to date");
            Ok(())
        }),
        Command::Rulesets => Ok(io::stdout().write_all(ludohall_rules::document().as_bytes())?),
        Command::Openapi => Ok(io::stdout().write_all(openapi::document()?.as_bytes())?),
        Command::Healthcheck => Ok(health_probe::probe(cli.flags.listen)?),
        Command::Verify { file } => check_record(&file),
        Command::Engine => Ok(engine::run(io::stdin().lock(), io::stdout().lock())?),
    }
}

fn within_runtime(
    flags: &Flags,
    work: impl Future<Output = Result<(), Failure>>,
) -> Result<(), Failure> {
    start_log(flags)?;
    tokio::runtime::Runtime::new()?.block_on(work)
}

async fn serve(flags: &Flags) -> Result<(), Failure> {
    open_files::raise();
    let config = flags.config()?;
    let public_url = config.public_url.clone();
    let listener = TcpListener::bind(flags.listen)
        .await
        .map_err(|source| Failure::Listen {
            address: flags.listen,
            source,
        })?;
    let asked_to_stop = stop_signal()?;
    let server = Server::start(config, listener).await?;
    match public_url {
        Some(url) => println!(
            "Ludohall is open at {url}/ (listening on {})",
            server.address()
        ),
        None => println!(
            "Ludohall is open at http://{}/",
            health_probe::reachable(server.address())
        ),
    }
    asked_to_stop.await;
    tracing::info!("stopping");
    server.shutdown().await;
    tracing::info!("stopped");
    Ok(())
}

/// Completes at SIGTERM or SIGINT. Made before the start, so that no signal is missed.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = tokio::signal::unix::signal(SignalKind::terminate())?;
    let mut interrupt = tokio::signal::unix::signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

fn check_record(file: &Path) -> Result<(), Failure> {
    let unreadable = |source| Failure::File {
        file: file.display().to_string(),
        source,
    };
    let text = if file == Path::new("-") {
        read_record(io::stdin().lock())
    } else {
        std::fs::File::open(file).and_then(read_record)
    }
    .map_err(unreadable)?;
    let verified = verify::verify(&text).map_err(|error| Failure::Record(error.into()))?;
    println!("{verified}");
    Ok(())
}

/// Reads a record, which a stranger may have sent.
fn read_record(from: impl Read) -> io::Result<String> {
    let mut text = String::new();
    from.take(verify::MAX_RECORD_BYTES + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > verify::MAX_RECORD_BYTES {
        let message = format!("a record has at most {} bytes", verify::MAX_RECORD_BYTES);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}

/// The log goes to standard error, so that standard output has what was asked for.
fn start_log(flags: &Flags) -> Result<(), Failure> {
    let filter =
        EnvFilter::try_new(&flags.log).map_err(|error| BadConfig::Log(error.to_string()))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        // A log that cannot be written, on a full disk say, would otherwise be complained of there, and that panics.
        .log_internal_errors(false)
        .with_writer(io::stderr);
    match flags.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}

fn listen_hint(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            "the port is in use; stop what listens there or choose another port".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "this port needs more rights; choose one above 1023".to_owned()
        }
        io::ErrorKind::AddrNotAvailable => "this machine does not have that address".to_owned(),
        _ => error.to_string(),
    }
}
