//! The rows of rules.md section 5.1, and of the relatives in section 4.

use crate::board::Board;
use crate::rules::{Again, MANY, Made, Partner, Passing, Penalty, Rules, Stack, Stops};

/// The row of a ruleset.
pub fn preset(ruleset: &str, board: Board, arms: Vec<usize>) -> Rules {
    let plain = house(board, arms);
    match ruleset {
        "ludo" => plain,
        "parchis-pairs" => Rules {
            teams: true,
            dice: 2,
            enter_sum: Some(5),
            enter_must: true,
            enter_captures_last: true,
            again: Again::Double,
            penalty: Penalty::LastToBase,
            six_with_empty_base: 6,
            made: Made::Own,
            must_break_in_lane: true,
            reform: false,
            bonus_must: true,
            ..parchis(plain)
        },
        "parchis" => parchis(plain),
        "ludo-standard" => slots(plain),
        "ludo-blockades" => Rules {
            own_share: true,
            made: Made::Own,
            partner: Partner::Share,
            ..slots(plain)
        },
        "luddo" => Rules {
            queue: true,
            again_capture: true,
            again_home: true,
            play_on_from: 3,
            ..plain
        },
        "snakes" => Rules {
            grid: true,
            each: 1,
            to_win: 1,
            dead_rolls_again: true,
            limit: 0,
            play_on_from: 3,
            ..plain
        },
        "mobile-classic" => mobile(plain),
        "mobile-quick" => Rules {
            out: 1,
            to_win: 2,
            play_on_from: MANY,
            ..mobile(plain)
        },
        "mobile-master" => Rules {
            capture_first: true,
            ..mobile(plain)
        },
        "parcheesi" => parcheesi(plain),
        "eile-mit-weile" => eile_mit_weile(plain),
        "mensch" => Rules {
            out: 1,
            enter_must: true,
            clear_start: true,
            ..single_file(plain)
        },
        "trouble" => single_file(plain),
        "petits-chevaux" => Rules {
            stair: true,
            ..single_file(plain)
        },
        "ludo-danish" => Rules {
            enter_captures_single: true,
            tries: 3,
            dead_rolls_again: true,
            limit: 0,
            bounce: true,
            stack: Stack::KillsAttacker,
            ..plain
        },
        "aeroplane" => Rules {
            dead_rolls_again: true,
            penalty: Penalty::MovedToBase,
            bounce: true,
            ..plain
        },
        other => panic!("section 5 has no ruleset {other}"),
    }
}

/// HOUSE (000).
fn house(board: Board, arms: Vec<usize>) -> Rules {
    Rules {
        board,
        arms,
        teams: false,
        each: 4,
        out: 0,
        to_win: 4,
        dice: 1,
        bottoms: false,
        maximal_use: false,
        queue: false,
        grid: false,
        enter_on: vec![6],
        enter_sum: None,
        enter_must: false,
        enter_captures_last: false,
        enter_captures_single: false,
        last_arrived: true,
        clear_start: false,
        tries: 1,
        again: Again::Six,
        dead_rolls_again: false,
        again_capture: false,
        again_home: false,
        dead_die_keeps_bonus: false,
        again_chain: true,
        limit: 3,
        penalty: Penalty::Cancel,
        six: 6,
        six_with_empty_base: 6,
        own_share: true,
        capacity: MANY,
        made: Made::None,
        stops: Stops::Rivals,
        pass_on: Vec::new(),
        must_break: false,
        must_break_in_lane: false,
        reform: true,
        safe_squares: true,
        safe_share: true,
        partner: Partner::Share,
        stack: Stack::Hit,
        passing: Passing::All,
        capture_must: false,
        capture_by_passing: false,
        capture_steps: 0,
        home_steps: 0,
        bonus_must: false,
        bonus_at_end: false,
        bonus_chain: true,
        bounce: false,
        stair: false,
        lane_share: true,
        lane_jump: true,
        capture_first: false,
        play_on_from: MANY,
        team_win: 8,
    }
}

/// PARCHIS1 (002).
fn parchis(plain: Rules) -> Rules {
    Rules {
        out: 1,
        enter_on: vec![5],
        dead_rolls_again: true,
        penalty: Penalty::LastToBaseOrLaneStart,
        six_with_empty_base: 7,
        capacity: 2,
        made: Made::OwnAndMixed,
        stops: Stops::All,
        must_break: true,
        partner: Partner::Literal,
        capture_steps: 20,
        home_steps: 10,
        ..plain
    }
}

/// STD (003).
fn slots(plain: Rules) -> Rules {
    Rules {
        dead_rolls_again: true,
        limit: 0,
        own_share: false,
        safe_squares: false,
        partner: Partner::Illegal,
        lane_share: false,
        lane_jump: false,
        ..plain
    }
}

/// Mensch (4.1), Petits chevaux (4.2) and Trouble (4.9): as STD, but own pieces at home may be jumped.
fn single_file(plain: Rules) -> Rules {
    Rules {
        lane_jump: true,
        ..slots(plain)
    }
}

/// Mobile classic (4.8): six, capture and home roll again.
fn mobile(plain: Rules) -> Rules {
    Rules {
        again_capture: true,
        again_home: true,
        play_on_from: 2,
        ..plain
    }
}

/// Parcheesi (4.4).
fn parcheesi(plain: Rules) -> Rules {
    Rules {
        out: 0,
        dice: 2,
        bottoms: true,
        maximal_use: true,
        enter_sum: Some(5),
        enter_must: true,
        enter_captures_single: true,
        again: Again::Double,
        penalty: Penalty::FrontToBase,
        six_with_empty_base: 6,
        safe_share: false,
        made: Made::Own,
        must_break: false,
        reform: false,
        bonus_must: true,
        bonus_at_end: true,
        ..parchis(plain)
    }
}

/// Eile mit Weile (4.11).
fn eile_mit_weile(plain: Rules) -> Rules {
    Rules {
        enter_on: vec![5],
        dead_rolls_again: true,
        penalty: Penalty::UnsafeToBase,
        six: 12,
        six_with_empty_base: 12,
        bounce: true,
        made: Made::OwnOnSafe,
        stops: Stops::All,
        capture_by_passing: true,
        play_on_from: 2,
        ..plain
    }
}
