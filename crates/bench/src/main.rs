//! The binary `ludohall-bench`: arguments in, numbers out.

use clap::Parser;
use ludohall_bench::{
    baseline,
    cli::{Cli, Command, LoadArgs},
    failure::{Failure, in_time},
    faults::{Trial, faults},
    growth::growth,
    idle::idle,
    join::join,
    load::{Amount, load},
    lobby::{self, lobby},
    machine,
    numbers::{Extent, beside_baseline, numbers},
    recover::recover,
    report::Report,
    soak::soak,
    stand::{Cores, Stand},
};
use std::{fs, path::Path, process::ExitCode, time::Duration};
use tokio::net::TcpListener;

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("ludohall-bench: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(cli: &Cli) -> Result<(), Failure> {
    let _ = machine::raise_open_files();
    let cores = cli.stand.cores()?;
    if let Some(own) = cores.own {
        machine::pin(own)?;
    }
    // One thread: what generates the load must not need more than the core that it is given.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(Failure::io("the runtime"))?;
    let (reports, broken) = runtime.block_on(async {
        tokio::select! {
            reports = in_time("the measurement", cli.max_time, measure(cli, cores)) => reports,
            _ = tokio::signal::ctrl_c() => Err(Failure::Missed("stopped".to_owned())),
        }
    })?;
    print(&reports, cli.json.as_deref())?;
    if broken == 0 {
        Ok(())
    } else {
        Err(Failure::Broken(broken))
    }
}

async fn measure(cli: &Cli, cores: Cores) -> Result<(Vec<Report>, usize), Failure> {
    let stand = || Stand::new(&cli.stand, cores);
    let reports = match &cli.command {
        Command::Load(args) => vec![run_load(&stand()?, args).await?],
        Command::Baseline(args) => beside_baseline(&stand()?, &amount(args)?).await?,
        Command::Idle { tables } => vec![idle(&stand()?, *tables).await?],
        Command::Join { people } => {
            let stand = stand()?;
            let hall = stand.open().await?;
            let report = join(hall.measured, *people).await?;
            hall.close().await?;
            vec![report]
        }
        Command::Lobby {
            watchers,
            rate,
            time,
        } => {
            let amount = lobby::Amount {
                watchers: *watchers,
                rate: *rate,
                time: *time,
            };
            let stand = stand()?;
            let hall = stand.open().await?;
            let report = lobby(hall.measured, amount).await?;
            hall.close().await?;
            vec![report]
        }
        Command::Recover { tables } => vec![recover(&stand()?, *tables).await?],
        Command::Growth { tables, time } => vec![growth(stand, tables, *time).await?],
        Command::Soak {
            tables,
            rate,
            minutes,
        } => {
            vec![soak(&stand()?, *tables, *rate, Duration::from_secs(60 * minutes)).await?]
        }
        Command::Numbers { time } => numbers(stand, &Extent::full(*time)).await?,
        Command::Faults {
            kills,
            tables,
            seed,
        } => {
            let trial = Trial {
                kills: *kills,
                tables: *tables,
                seed: *seed,
            };
            return fault(stand()?, &trial).await;
        }
        Command::BareServer { listen, sizes } => {
            let listener = TcpListener::bind(listen)
                .await
                .map_err(Failure::io("--listen"))?;
            baseline::serve(listener, *sizes).await?;
            Vec::new()
        }
    };
    Ok((reports, 0))
}

/// The report and the number of broken promises; where there are some, the data stays for whoever looks into it.
async fn fault(stand: Stand, trial: &Trial) -> Result<(Vec<Report>, usize), Failure> {
    let verdict = faults(&stand, trial).await?;
    if !verdict.broken.is_empty() {
        eprintln!("the hall's data is kept in {}", stand.keep().display());
    }
    Ok((vec![verdict.report], verdict.broken.len()))
}

async fn run_load(stand: &Stand, args: &LoadArgs) -> Result<Report, Failure> {
    let amount = amount(args)?;
    let hall = stand.open().await?;
    let taken = load(hall.measured, &amount).await?;
    hall.close().await?;
    Ok(taken.report())
}

fn amount(args: &LoadArgs) -> Result<Amount, Failure> {
    machine::allow_sockets(args.tables * args.people)?;
    Ok(Amount {
        tables: args.tables,
        people: args.people,
        rate: args.rate,
        ruleset: args.ruleset.clone(),
        ramp: args.ramp,
        time: args.time,
    })
}

/// The table on standard output, the JSON where it is wanted.
fn print(reports: &[Report], json: Option<&Path>) -> Result<(), Failure> {
    let only_json = json == Some(Path::new("-"));
    if !only_json {
        reports.iter().for_each(|report| println!("{report}"));
    }
    let Some(path) = json else {
        return Ok(());
    };
    let text = serde_json::to_string_pretty(reports).map_err(Failure::odd("the report"))?;
    if only_json {
        println!("{text}");
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Failure::io(folder.display().to_string()))?;
    }
    fs::write(path, text + "\n").map_err(Failure::io(path.display().to_string()))
}
