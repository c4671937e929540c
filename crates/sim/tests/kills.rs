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

macro_rules! quarters {
    ($($name:ident = $rest:literal,)*) => {
        $(#[test]
        fn $name() {
            killed_after_each($rest, 4);
        })*
    };
}

quarters! {
    killed_after_each_fourth_poll = 0,
    killed_after_each_poll_next_to_that = 1,
    killed_after_each_poll_two_from_that = 2,
    killed_after_each_poll_three_from_that = 3,
}
