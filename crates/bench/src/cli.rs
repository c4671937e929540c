//! The command line.

use crate::{baseline::Sizes, growth::STEPS, stand::StandFlags};
use clap::{Args, Parser, Subcommand};
use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// The most tables that a hall keeps in memory.
const MOST_TABLES: i64 = 20_000;

/// Loads a hall, measures it, breaks it.
#[derive(Debug, Parser)]
#[command(name = "ludohall-bench", version, about)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// On which hall.
    #[command(flatten)]
    pub stand: StandFlags,
    /// Write the numbers as JSON to a file; "-" prints them in place of the table.
    #[arg(long, value_name = "FILE", global = true)]
    pub json: Option<PathBuf>,
    /// Give up after so many seconds.
    #[arg(long, value_name = "SECONDS", global = true, default_value = "7200", value_parser = seconds)]
    pub max_time: Duration,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Tables that play at a given pace: rate, round trips, CPU, memory, bytes, journal.
    Load(LoadArgs),
    /// The same load on the hall and on a bare axum server: CPU an action.
    Baseline(LoadArgs),
    /// Memory of an idle connection and of a loaded table.
    Idle {
        /// Tables of four.
        #[arg(long, default_value_t = 2_500, value_parser = tables)]
        tables: usize,
    },
    /// People who take a seat and open the table, a second.
    Join {
        /// How many.
        #[arg(long, default_value_t = 3_000, value_parser = tables)]
        people: usize,
    },
    /// People who watch the lobby while tables come and go.
    Lobby {
        /// How many watch.
        #[arg(long, default_value_t = 500, value_parser = tables)]
        watchers: usize,
        /// Tables that come, and go, in a second.
        #[arg(long, default_value_t = 20.0, value_parser = rate)]
        rate: f64,
        /// For how many seconds.
        #[arg(long, default_value = "20", value_parser = seconds)]
        time: Duration,
    },
    /// kill -9, and the time until all tables are back.
    Recover {
        /// Tables of two.
        #[arg(long, default_value_t = 10_000, value_parser = tables)]
        tables: usize,
    },
    /// The cost of an action at more and more tables.
    Growth {
        /// The steps.
        #[arg(long, value_delimiter = ',', default_values_t = STEPS, value_parser = tables)]
        tables: Vec<usize>,
        /// Seconds a step.
        #[arg(long, default_value = "20", value_parser = seconds)]
        time: Duration,
    },
    /// Tables that open, play and close, for some minutes: the memory must come back.
    Soak {
        /// Tables of four at a time.
        #[arg(long, default_value_t = 500, value_parser = tables)]
        tables: usize,
        /// Decisions of a table in a second.
        #[arg(long, default_value_t = 4.0, value_parser = rate)]
        rate: f64,
        /// For how many minutes.
        #[arg(long, default_value_t = 20)]
        minutes: u64,
    },
    /// Load beside the bare server, idle memory and recovery, with their targets of the hall, in one run.
    Numbers {
        /// Seconds of the load.
        #[arg(long, default_value = "30", value_parser = seconds)]
        time: Duration,
    },
    /// Plays, breaks the hall again and again, and compares what was told with what is kept. Fails where anything is lost.
    Faults {
        /// How often the hall is killed.
        #[arg(long, default_value_t = 100, value_parser = kills)]
        kills: usize,
        /// Tables of four.
        #[arg(long, default_value_t = 8, value_parser = tables)]
        tables: usize,
        /// The same number makes the same choices.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// The server of `baseline`.
    #[command(hide = true)]
    BareServer {
        /// Where.
        #[arg(long)]
        listen: SocketAddr,
        /// What it says.
        #[command(flatten)]
        sizes: Sizes,
    },
}

/// How much load.
#[derive(Clone, Debug, Args)]
pub struct LoadArgs {
    /// Tables.
    #[arg(long, default_value_t = 250, value_parser = tables)]
    pub tables: usize,
    /// Decisions of a table in a second.
    #[arg(long, default_value_t = 4.0, value_parser = rate)]
    pub rate: f64,
    /// People at a table, each with a seat and a socket: 2 to 4.
    #[arg(long, default_value_t = 4, value_parser = people)]
    pub people: usize,
    /// What is played.
    #[arg(long, default_value = "ludo")]
    pub ruleset: String,
    /// Seconds until all tables play.
    #[arg(long, default_value = "5", value_parser = seconds)]
    pub ramp: Duration,
    /// Seconds that are measured.
    #[arg(long, default_value = "20", value_parser = seconds)]
    pub time: Duration,
}

fn within(text: &str, least: i64, most: i64) -> Result<usize, String> {
    let number: i64 = text
        .parse()
        .map_err(|_| format!("{text:?} is no whole number"))?;
    if (least..=most).contains(&number) {
        usize::try_from(number).map_err(|error| error.to_string())
    } else {
        Err(format!("must be {least} to {most}"))
    }
}

fn tables(text: &str) -> Result<usize, String> {
    within(text, 1, MOST_TABLES)
}

fn kills(text: &str) -> Result<usize, String> {
    within(text, 1, 100_000)
}

fn people(text: &str) -> Result<usize, String> {
    within(text, 2, 4)
}

fn rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| format!("{text:?} is no number"))?;
    if (0.01..=1000.0).contains(&rate) {
        Ok(rate)
    } else {
        Err("must be 0.01 to 1000 a second".to_owned())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| format!("{text:?} is no number of seconds"))?;
    if (0.0..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("must be 0 to 86400 s".to_owned())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_its_flag_and_bounds() {
        let rows: [(&[&str], &str); 7] = [
            (&["load", "--tables", "0"], "1 to 20000"),
            (&["load", "--tables", "20001"], "1 to 20000"),
            (&["load", "--people", "5"], "2 to 4"),
            (&["load", "--rate", "0"], "0.01 to 1000"),
            (&["load", "--time", "soon"], "no number of seconds"),
            (&["load", "--address", "127.0.0.1:1"], "--pid"),
            (&["growth", "--tables", "5,many"], "no whole number"),
        ];
        for (args, reason) in rows {
            let error = Cli::try_parse_from([&["ludohall-bench"], args].concat()).unwrap_err();
            let text = error.to_string();
            assert!(
                text.contains(reason) && text.contains("--"),
                "{args:?}: {text}"
            );
            assert_eq!(error.exit_code(), 2);
        }
    }
}
