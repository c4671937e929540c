//! The README says what the flags are.
#![allow(clippy::unwrap_used)]

use clap::CommandFactory;
use ludohall_server::{cli::Cli, config::Limits};

const README: &str = include_str!("../../../README.md");

#[test]
fn every_command_and_flag_stands_there_with_its_variable() {
    let command = Cli::command();
    for sub in command.get_subcommands() {
        assert!(
            README.contains(&format!("`ludohall {}", sub.get_name())),
            "{}",
            sub.get_name()
        );
    }
    for arg in command
        .get_arguments()
        .filter(|arg| arg.get_env().is_some())
    {
        let (long, env) = (
            arg.get_long().unwrap(),
            arg.get_env().unwrap().to_str().unwrap(),
        );
        let default = arg
            .get_default_values()
            .first()
            .map(|value| value.to_str().unwrap());
        let cells = match default {
            Some(default) => format!("| `--{long}` | `{env}` | `{default}` |"),
            None => format!("| `--{long}` | `{env}` |"),
        };
        assert!(README.contains(&cells), "{cells}");
    }
}

#[test]
fn every_limit_stands_there_with_its_default() {
    for line in Limits::help().lines() {
        let (name, default) = line
            .split_whitespace()
            .next()
            .unwrap()
            .split_once('=')
            .unwrap();
        let cells = format!("| `{name}` | {default} |");
        assert!(README.contains(&cells), "{cells}");
    }
}
