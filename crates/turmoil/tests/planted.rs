//! A simulation that cannot fail is a toy: each planted bug is found by one of the first seeds.

use ludohall_turmoil::{Fault, Run};

/// How many seeds a bug may take.
const SEEDS: u64 = 200;

fn is_found(fault: Fault) {
    let run = |seed| Run {
        fault: Some(fault),
        ..Run::of(seed)
    };
    let found = (1..=SEEDS).find(|seed| !run(*seed).make().broken.is_empty());
    let name = fault.name();
    assert!(found.is_some(), "{name} is not found by {SEEDS} seeds");
}

macro_rules! each_is_found {
    ($($name:ident $fault:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            is_found(Fault::$fault);
        })*

        #[test]
        fn none_is_left_out() {
            assert_eq!(Fault::ALL, [$(Fault::$fault),*]);
        }
    };
}

each_is_found! {
    slow_reader_kept SlowReaderKept,
    silence_borne SilenceBorne,
    place_leaked PlaceLeaked,
    farewell_for_ever FarewellForEver,
    pongs_unheard PongsUnheard,
    message_dropped MessageDropped,
    answer_overtakes AnswerOvertakes,
    resume_off_by_one ResumeOffByOne,
    command_forgotten CommandForgotten,
    flood_borne FloodBorne,
    head_awaited HeadAwaited,
    session_kept SessionKept,
}
