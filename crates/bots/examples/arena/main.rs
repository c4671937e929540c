//! Bots against each other, in seats that rotate: win rates with their standard error.
//!
//! `cargo run --release -p ludohall-bots --example arena -- --ruleset ludo --players 2 --games 10000 hard random`

mod chance;
mod game;

use chance::Chance;
use clap::Parser;
use game::{Contestant, play};
use ludohall_rules::{Arm, Game, Options, SetupError};
use std::process::ExitCode;

/// Plays bots against each other.
#[derive(Parser)]
struct Args {
    /// Preset id.
    #[arg(long, default_value = "ludo")]
    ruleset: String,
    /// How many play.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// How many games.
    #[arg(long, default_value_t = 10_000)]
    games: u32,
    /// Where the dice begin: the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// `easy`, `normal`, `hard` or `random`: the first one's rate is the one of interest; the last one takes what
    /// seats are left.
    #[arg(required = true, num_args = 1..)]
    contestants: Vec<Contestant>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match set_up(&args) {
        Ok(game) => {
            tournament(&args, &game);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The usual arms: opposite ones for two, else the first ones.
fn set_up(args: &Args) -> Result<Game, SetupError> {
    let usual = |arms: &[u8]| {
        let arms: Vec<Arm> = arms.iter().copied().filter_map(Arm::new).collect();
        Game::new(&args.ruleset, &Options::new(), None, &arms)
    };
    if args.players == 2 {
        return usual(&[0, 2]).or_else(|_| usual(&[0, 1]));
    }
    usual(&(0..args.players).collect::<Vec<_>>())
}

fn tournament(args: &Args, game: &Game) {
    let seats = game.arms().len();
    let last = args.contestants.len() - 1;
    let field: Vec<Contestant> = (0..seats).map(|i| args.contestants[i.min(last)]).collect();
    let mut wins = vec![0_u32; seats];
    let mut rolls = 0_u64;
    for number in 0..args.games {
        let turned = number as usize % seats;
        let seated: Vec<Contestant> = (0..seats).map(|i| field[(i + turned) % seats]).collect();
        let mut chance = Chance::new(args.seed, number);
        let outcome = play(game, &seated, &mut chance);
        wins[(outcome.winner + turned) % seats] += 1;
        rolls += u64::from(outcome.rolls);
    }
    report(args, &field, &wins, rolls);
}

fn report(args: &Args, field: &[Contestant], wins: &[u32], rolls: u64) {
    let games = f64::from(args.games.max(1));
    println!(
        "{}, {} players, {} games, {:.0} rolls a game",
        args.ruleset,
        field.len(),
        args.games,
        rolls as f64 / games
    );
    for (contestant, wins) in field.iter().zip(wins) {
        let rate = f64::from(*wins) / games;
        let error = (rate * (1.0 - rate) / games).sqrt();
        println!(
            "{:8} {:6.2} % ± {:.2}",
            contestant.to_string(),
            100.0 * rate,
            100.0 * error
        );
    }
}
