//! One scene, killed after its k-th poll, for every k. All of it: `ludohall-sim --scene`.

use ludohall_sim::seeds;

/// Every k that leaves `rest` when divided by `by`.
fn killed_after_each(rest: u64, by: u64) {
    let polls = seeds::run_scene(None).counts.busy_polls;
    assert!(polls > 300, "{polls} polls are no scene");
    for kill_after in (1..=polls).filter(|k| k % by == rest) {
        let outcome = seeds::run_scene(Some(kill_after));
        let trace = || outcome.trace.join("\n");
        if let Some((promise, how)) = &outcome.broken {
            panic!("{}\nkilled after {kill_after}: {promise}: {how}", trace());
        }
        assert!(
            outcome.counts.lives > 2,
            "killed after {kill_after} and at rest"
        );
    }
}

#[test]
fn the_scene_keeps_every_promise_when_nothing_happens_to_it() {
    let outcome = seeds::run_scene(None);
    assert_eq!(outcome.broken, None);
    assert!(outcome.counts.entries > 20);
}

#[test]
fn killed_after_each_even_poll() {
    killed_after_each(0, 2);
}

#[test]
fn killed_after_each_odd_poll() {
    killed_after_each(1, 2);
}
