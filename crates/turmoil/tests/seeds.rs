//! The seeds that are run each time. A failing one says how to run it again.
#![allow(clippy::unwrap_used)]

use ludohall_turmoil::Run;

/// The same for each tenth of the seeds, so that they run beside one another.
fn all_is_well(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let outcome = Run::of(seed).make();
        let broken = outcome.broken.join("\n");
        assert!(
            broken.is_empty(),
            "seed {seed}:\n{broken}\nagain: cargo xtask net-sim --seed {seed} --trace"
        );
    }
}

macro_rules! tenths {
    ($($name:ident $tenth:literal),*) => {$(
        #[test]
        fn $name() {
            all_is_well($tenth * 5 + 1..$tenth * 5 + 6);
        }
    )*};
}

tenths!(
    seeds_1_to_5 0, seeds_6_to_10 1, seeds_11_to_15 2, seeds_16_to_20 3, seeds_21_to_25 4,
    seeds_26_to_30 5, seeds_31_to_35 6, seeds_36_to_40 7, seeds_41_to_45 8, seeds_46_to_50 9
);

#[test]
fn a_seed_takes_the_same_course_each_time() {
    for seed in 1..=5 {
        let run = Run {
            lines: true,
            ..Run::of(seed)
        };
        let (one, other) = (run.make(), run.make());
        let differ = one.lines.iter().zip(&other.lines).find(|(a, b)| a != b);
        assert_eq!(differ, None, "seed {seed}");
        assert_eq!(one.digest, other.digest, "seed {seed}");
    }
}

#[test]
fn seeds_take_courses_of_their_own_and_something_happens() {
    let (one, other) = (Run::of(1).make(), Run::of(2).make());
    assert_ne!(one.digest, other.digest);
    for outcome in [one, other] {
        assert!(
            outcome.versions > 20 && outcome.accepted > 10,
            "{outcome:?}"
        );
    }
}

/// What stands for the database in all other runs does what the database does.
#[test]
fn a_seed_takes_the_same_course_on_sqlite() {
    for seed in 1..=4 {
        let memory = Run {
            lines: true,
            ..Run::of(seed)
        };
        let sqlite = Run {
            sqlite: true,
            ..memory
        };
        let (one, other) = (memory.make(), sqlite.make());
        let differ = one.lines.iter().zip(&other.lines).find(|(a, b)| a != b);
        assert_eq!(differ, None, "seed {seed}");
        assert_eq!(one.digest, other.digest, "seed {seed}");
        assert_eq!(other.broken, [""; 0], "seed {seed}");
    }
}
