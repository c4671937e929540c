//! A seed is a world: whoever runs it again sees the same.

use ludohall_sim::seeds;

#[test]
fn two_runs_of_a_seed_have_the_same_trace() {
    for seed in 0..8 {
        let (first, second) = (seeds::run(seed), seeds::run(seed));
        assert_eq!(first.hash, second.hash, "seed {seed}");
        assert_eq!(first.trace, second.trace, "seed {seed}");
    }
}

#[test]
fn two_seeds_are_two_worlds() {
    assert_ne!(seeds::run(1).hash, seeds::run(2).hash);
}
