//! 500 worlds, in parts that run side by side. Many more: `cargo xtask sim --seeds 100000`.

use ludohall_sim::seeds;

/// As many worlds from the first seed on; each must keep every promise.
fn all_well(from: u64, count: u64) {
    for seed in from..from + count {
        let outcome = seeds::run(seed);
        let trace = || outcome.trace.join("\n");
        if let Some((promise, how)) = &outcome.broken {
            panic!(
                "{}\nseed {seed}: {promise}: {how}\ncargo xtask sim --seed {seed} --trace",
                trace()
            );
        }
    }
}

macro_rules! parts {
    ($($name:ident = $from:literal,)*) => {
        $(#[test]
        fn $name() {
            all_well($from, 50);
        })*
    };
}

parts! {
    seeds_from_0 = 0,
    seeds_from_50 = 50,
    seeds_from_100 = 100,
    seeds_from_150 = 150,
    seeds_from_200 = 200,
    seeds_from_250 = 250,
    seeds_from_300 = 300,
    seeds_from_350 = 350,
    seeds_from_400 = 400,
    seeds_from_450 = 450,
}
