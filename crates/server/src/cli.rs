//! The command line: subcommands, flags, and the variable that goes with each flag.

use crate::config::{BadLimits, Config, Database, Limits, Network, PublicUrl, TrustedProxies};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::{net::SocketAddr, path::PathBuf};

/// A game hall for the Ludo family of race games.
#[derive(Debug, Parser)]
#[command(name = "ludohall", version, about, after_long_help = exit_codes())]
pub struct Cli {
    /// What to do; without it: `serve`.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How.
    #[command(flatten)]
    pub flags: Flags,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Open the hall (the default).
    Serve,
    /// Bring the database up to date and stop.
    Migrate,
    /// Print the rulesets, house rules and boards as a document.
    Rulesets,
    /// Print the OpenAPI document.
    Openapi,
    /// Ask the hall that listens on --listen whether it is well.
    Healthcheck,
    /// Check the dice and moves of a game's record.
    Verify {
        /// The record: a file with the JSON of /api/v1/games/{id} or the text of /api/v1/games/{id}.txt; "-" reads
        /// standard input.
        file: PathBuf,
    },
    /// Speak the engine protocol on standard input and output.
    Engine,
}

/// Flags, each with its variable.
#[derive(Clone, Debug, Args)]
pub struct Flags {
    /// The address to listen on.
    #[arg(
        long,
        env = "LUDOHALL_LISTEN",
        global = true,
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:8080"
    )]
    pub listen: SocketAddr,
    /// The folder of the SQLite database [default: ./data].
    #[arg(long, env = "LUDOHALL_DATA_DIR", global = true, value_name = "FOLDER")]
    pub data_dir: Option<PathBuf>,
    /// A PostgreSQL database instead: postgres://user:password@host/name.
    #[arg(
        long,
        env = "LUDOHALL_DATABASE_URL",
        global = true,
        value_name = "URL",
        hide_env_values = true
    )]
    pub database_url: Option<String>,
    /// What one address, person or socket may do: "on", "off" (for load tests: lifts those by address) or
    /// single ones, "requests=100,messages=20".
    #[arg(long, env = "LUDOHALL_LIMITS", global = true, value_name = "LIMITS", default_value = "on", long_help = limits_help(), value_parser = limits)]
    pub limits: Limits,
    /// Days that the journal of a closed table is kept, or "off": for ever. Records of games stay anyhow.
    #[arg(
        long,
        env = "LUDOHALL_KEEP_JOURNALS",
        global = true,
        value_name = "DAYS",
        default_value = "30",
        value_parser = days
    )]
    pub keep_journals: Days,
    /// The address that people type, where a proxy stands before the hall: https://play.example.org.
    #[arg(long, env = "LUDOHALL_PUBLIC_URL", global = true, value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// A proxy whose X-Forwarded-For counts: addresses or blocks, separated by commas.
    #[arg(
        long,
        env = "LUDOHALL_TRUSTED_PROXY",
        global = true,
        value_name = "ADDRESSES",
        value_delimiter = ','
    )]
    pub trusted_proxy: Vec<Network>,
    /// What to log, such as "info" or "ludohall_server=debug".
    #[arg(
        long,
        env = "LUDOHALL_LOG",
        global = true,
        value_name = "FILTER",
        default_value = "info"
    )]
    pub log: String,
    /// How to log.
    #[arg(
        long,
        env = "LUDOHALL_LOG_FORMAT",
        global = true,
        value_name = "FORMAT",
        default_value = "text"
    )]
    pub log_format: LogFormat,
}

/// How to log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// A number of days, or none: for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days(pub Option<u32>);

/// Flags that do not fit together.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConfig {
    /// Two places for the data.
    #[error("--data-dir and --database-url exclude each other; give one of them")]
    TwoDatabases,
    /// Not a database that the hall can use.
    #[error(
        "--database-url must begin with postgres:// or postgresql://; for SQLite use --data-dir"
    )]
    DatabaseUrl,
    /// The log filter cannot be read.
    #[error("--log cannot be read: {0}")]
    Log(String),
}

impl Flags {
    /// The configuration that the flags mean.
    ///
    /// # Errors
    /// [`BadConfig`], which names the flag.
    pub fn config(&self) -> Result<Config, BadConfig> {
        let mut config = Config::new(self.database()?);
        config.limits = self.limits;
        config.keep_journals = self.keep_journals.0;
        config.public_url.clone_from(&self.public_url);
        config.trusted_proxies = TrustedProxies::new(self.trusted_proxy.clone());
        Ok(config)
    }

    fn database(&self) -> Result<Database, BadConfig> {
        match (&self.data_dir, &self.database_url) {
            (Some(_), Some(_)) => Err(BadConfig::TwoDatabases),
            (_, Some(url)) if is_postgres(url) => Ok(Database::Url(url.clone())),
            (_, Some(_)) => Err(BadConfig::DatabaseUrl),
            (dir, None) => Ok(Database::DataDir(
                dir.clone().unwrap_or_else(|| PathBuf::from("data")),
            )),
        }
    }
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

fn limits(text: &str) -> Result<Limits, BadLimits> {
    text.parse()
}

fn days(text: &str) -> Result<Days, String> {
    if text == "off" {
        return Ok(Days(None));
    }
    let days = text.parse().map(|days| Days(Some(days)));
    days.map_err(|_| "must be a whole number of days or \"off\"".to_owned())
}

fn limits_help() -> String {
    format!(
        "What one address, person or socket may do: \"on\", \"off\" (lifts those by address, for load tests), or \
         single ones, \"requests=100,messages=20\":\n\n{}",
        Limits::help()
    )
}

fn exit_codes() -> &'static str {
    "Exit codes: 0 stopped as asked, 1 could not start or go on (port in use, database newer than this binary, \
     data folder not writable, …), 2 bad configuration."
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use clap::CommandFactory;

    fn flags(args: &[&str]) -> Flags {
        Cli::try_parse_from([&["ludohall"], args].concat())
            .unwrap()
            .flags
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_flag_has_its_variable() {
        let command = Cli::command();
        for arg in command.get_arguments().filter(|a| a.get_long().is_some()) {
            let long = arg.get_long().unwrap();
            if matches!(long, "help" | "version") {
                continue;
            }
            let variable = format!("LUDOHALL_{}", long.to_uppercase().replace('-', "_"));
            assert_eq!(arg.get_env().unwrap(), variable.as_str());
        }
    }

    #[test]
    fn flags_stand_before_or_after_the_command() {
        let before = flags(&["--listen", "127.0.0.1:9", "serve"]);
        let after = flags(&["serve", "--listen", "127.0.0.1:9"]);
        assert_eq!(before.listen, after.listen);
    }

    #[test]
    fn journals_are_kept_for_some_days_or_for_ever() {
        let kept = |args: &[&str]| flags(args).config().unwrap().keep_journals;
        assert_eq!(kept(&[]), Some(crate::config::KEEP_JOURNALS_DAYS));
        assert_eq!(kept(&["--keep-journals", "0"]), Some(0));
        assert_eq!(kept(&["--keep-journals", "off"]), None);
    }

    #[test]
    fn databases_exclude_each_other() {
        let both = flags(&["--data-dir", "x", "--database-url", "postgres://h/d"]);
        assert_eq!(both.config().unwrap_err(), BadConfig::TwoDatabases);
        let other = flags(&["--database-url", "mysql://h/d"]);
        assert_eq!(other.config().unwrap_err(), BadConfig::DatabaseUrl);
    }

    #[test]
    fn bad_values_name_their_flag() {
        for (flag, value) in [
            ("--listen", "nowhere"),
            ("--limits", "requests=x"),
            ("--keep-journals", "a week"),
            ("--public-url", "play.example.org"),
            ("--trusted-proxy", "proxy"),
        ] {
            let error = Cli::try_parse_from(["ludohall", flag, value]).unwrap_err();
            assert!(error.to_string().contains(flag), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
    }
}
