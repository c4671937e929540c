//! Engine and oracle agree on random positions of every ruleset: some thousands in any run, a million in
//! `cargo test -p ludohall-rules --test oracle -- --ignored --nocapture`, which prints how many.

use crate::common::Random;
use crate::compare::{Count, try_game, try_position};
use crate::positions::{Pair, any_game};
use crate::rules::Rules;
use ludohall_rules::preset;

/// Random positions of each set of options, and how long the random game is that follows them.
const POSITIONS_A_GAME: u32 = 40;
const STEPS_A_GAME: u32 = 100;

macro_rules! rulesets {
    ($($name:ident: $id:literal),* $(,)?) => {
        mod some_thousand_positions {
            $(#[test] fn $name() { super::agree($id, 4_000); })*
        }
        mod a_million_positions {
            $(#[test] #[ignore = "takes minutes"] fn $name() { super::agree($id, 1_000_000); })*
        }
    };
}

rulesets! {
    ludo: "ludo",
    parchis_pairs: "parchis-pairs",
    parchis: "parchis",
    ludo_standard: "ludo-standard",
    ludo_blockades: "ludo-blockades",
    luddo: "luddo",
    snakes: "snakes",
    mobile_classic: "mobile-classic",
    mobile_quick: "mobile-quick",
    mobile_master: "mobile-master",
    parcheesi: "parcheesi",
    eile_mit_weile: "eile-mit-weile",
    mensch: "mensch",
    trouble: "trouble",
    petits_chevaux: "petits-chevaux",
    ludo_danish: "ludo-danish",
    aeroplane: "aeroplane",
}

fn agree(ruleset: &str, positions: u64) {
    let mut count = Count::default();
    let found = disagreement(ruleset, positions, &|_| {}, &mut count);
    println!("{ruleset}: {count:?}");
    if let Some(found) = found {
        panic!("{ruleset}, after {count:?}:\n{found}");
    }
}

/// The first disagreement within so many random positions, with the oracle's rules spoiled.
pub fn disagreement(
    ruleset: &str,
    positions: u64,
    spoil: &dyn Fn(&mut Rules),
    count: &mut Count,
) -> Option<String> {
    let preset = preset(ruleset).unwrap();
    for seed in 0.. {
        let mut random = Random(seed);
        let mut pair = any_game(preset, &mut random);
        spoil(&mut pair.rules);
        if let Err(found) = try_some(&pair, &mut random, count) {
            return Some(found);
        }
        if count.random >= positions {
            break;
        }
    }
    None
}

fn try_some(pair: &Pair, random: &mut Random, count: &mut Count) -> Result<(), String> {
    for _ in 0..POSITIONS_A_GAME {
        try_position(pair, random, count)?;
    }
    try_game(pair, STEPS_A_GAME, random, count)
}
