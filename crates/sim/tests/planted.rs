//! A simulation that cannot fail is a toy: each planted bug is found.

use ludohall_sim::seeds;
use ludohall_table::fault::Fault;

/// Worlds in which a bug must show.
const SEEDS: u64 = 1_000;

/// Each fourth of the bugs, from `first` on.
fn each_is_found(first: usize) {
    for fault in Fault::ALL.iter().skip(first).step_by(4) {
        let found = seeds::find(*fault, SEEDS);
        assert!(found.is_some(), "{} is not found", fault.name());
    }
}

#[test]
fn planted_bugs_are_found_1() {
    each_is_found(0);
}

#[test]
fn planted_bugs_are_found_2() {
    each_is_found(1);
}

#[test]
fn planted_bugs_are_found_3() {
    each_is_found(2);
}

#[test]
fn planted_bugs_are_found_4() {
    each_is_found(3);
}
