//! The table of rules.md section 5.1 as plain data, and what each option changes in it.

use crate::board::{Board, board};
use ludohall_rules::{FlagValue, Options};

/// Whom a block stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stops {
    All,
    Rivals,
}

/// Which pieces form a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Made {
    None,
    Own,
    OwnAndMixed,
}

/// A landing on the partner's piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Partner {
    /// It is another colour like any other (R1-17).
    Literal,
    /// It cannot be landed on.
    Illegal,
    /// Both stay.
    Share,
}

/// What rolls again, and what the number in a row counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Again {
    Six,
    Double,
}

/// What becomes of too many sixes or doubles in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Penalty {
    Cancel,
    LastToBase,
    LastToBaseOrLaneStart,
}

/// A game's rules. Each field is one rule, so that a test can spoil one.
#[derive(Clone, Debug)]
pub struct Rules {
    pub board: Board,
    pub arms: Vec<usize>,
    pub teams: bool,
    pub each: usize,
    pub out: usize,
    pub to_win: usize,
    pub dice: usize,
    /// Sixes are collected and used in order (L4-11).
    pub queue: bool,
    pub grid: bool,
    pub enter_on: Vec<i32>,
    /// A sum of two dice that brings a piece out (L1-06).
    pub enter_sum: Option<i32>,
    pub enter_must: bool,
    pub enter_captures_last: bool,
    /// Of two that could be captured, the last arrived goes (L1-17).
    pub last_arrived: bool,
    pub clear_start: bool,
    pub tries: i32,
    pub again: Again,
    /// A six or double that nobody can use rolls again.
    pub dead_rolls_again: bool,
    pub again_capture: bool,
    pub again_home: bool,
    pub dead_die_keeps_bonus: bool,
    pub again_chain: bool,
    pub limit: i32,
    pub penalty: Penalty,
    pub six_with_empty_base: i32,
    pub own_share: bool,
    /// Most pieces on a square of the ring or the lane.
    pub capacity: usize,
    pub made: Made,
    pub stops: Stops,
    /// Faces that pass a block (R3-13).
    pub pass_on: Vec<i32>,
    /// A six or double must break an own block.
    pub must_break: bool,
    /// Blocks in the lane carry that duty too (section 9, 3).
    pub must_break_in_lane: bool,
    /// Pairs broken in a double may stand together again in it.
    pub reform: bool,
    pub safe_squares: bool,
    pub partner: Partner,
    pub capture_must: bool,
    pub capture_steps: i32,
    pub home_steps: i32,
    pub bonus_must: bool,
    pub bonus_at_end: bool,
    pub bonus_chain: bool,
    pub bounce: bool,
    pub lane_share: bool,
    pub lane_jump: bool,
    pub capture_first: bool,
    /// From how many players on the others play for places.
    pub play_on_from: usize,
    pub team_win: usize,
}

/// As many as nobody has.
const MANY: usize = 99;

impl Rules {
    /// The rules of a game.
    pub fn new(ruleset: &str, options: &Options, board_id: &str, arms: Vec<usize>) -> Rules {
        let mut rules = preset(ruleset, board(board_id), arms);
        for (flag, value) in options {
            rules.set(flag, value);
        }
        rules
    }

    /// The partner of an arm: the opposite one.
    pub fn partner(&self, arm: usize) -> Option<usize> {
        let all = self.board.starts.len();
        self.teams.then_some((arm + all / 2) % all)
    }

    fn set(&mut self, flag: &str, value: &FlagValue) {
        match value {
            FlagValue::Bool(on) => self.set_bool(flag, *on),
            FlagValue::Int(number) => self.set_number(flag, *number),
            FlagValue::Text(word) => self.set_word(flag, word),
        }
    }

    fn set_bool(&mut self, flag: &str, on: bool) {
        match flag {
            "again.bonus_chain" => self.again_chain = on,
            "again.dead_die_keeps_bonus" => self.dead_die_keeps_bonus = on,
            "again.home" => self.again_home = on,
            "bonus.chain" => self.bonus_chain = on,
            "enter.clear_start" => self.clear_start = on,
            "finish.play_on" => self.play_on_from = if on { 2 } else { MANY },
            "gate.capture_first" => self.capture_first = on,
            _ => panic!("no bool flag {flag}"),
        }
    }

    fn set_number(&mut self, flag: &str, number: i64) {
        match flag {
            "enter.tries" => self.tries = number as i32,
            "finish.team_win" => self.team_win = number as usize,
            "pieces.out" => self.out = number as usize,
            "pieces.to_win" => self.to_win = number as usize,
            "streak.limit" => self.limit = number as i32,
            _ => panic!("no number flag {flag}"),
        }
    }

    fn set_word(&mut self, flag: &str, word: &str) {
        match (flag, word) {
            ("again.when_dead", _) => self.dead_rolls_again = word == "reroll",
            ("block.made", "none") => self.made = Made::None,
            ("block.made", "own") => self.made = Made::Own,
            ("block.made", "own_and_mixed") => self.made = Made::OwnAndMixed,
            ("block.pass_on", "none") => self.pass_on = Vec::new(),
            ("block.pass_on", "one_six") => self.pass_on = vec![1, 6],
            ("block.stops", "all") => self.stops = Stops::All,
            ("block.stops", "rivals") => self.stops = Stops::Rivals,
            ("bonus.duty", _) => self.bonus_must = word == "must",
            ("bonus.when", _) => self.bonus_at_end = word == "end",
            ("capture.duty", _) => self.capture_must = word == "must",
            ("capture.partner", "literal") => self.partner = Partner::Literal,
            ("capture.partner", "illegal") => self.partner = Partner::Illegal,
            ("enter.duty", _) => self.enter_must = word == "must",
            ("enter.full", _) => self.enter_captures_last = word == "capture_last",
            ("enter.on", "six") => self.enter_on = vec![6],
            ("enter.on", "any") => self.enter_on = (1..=6).collect(),
            ("lane.over", _) => self.bounce = word == "bounce",
            ("streak.effect", "cancel_last") => self.penalty = Penalty::Cancel,
            ("streak.effect", "last_to_base") => self.penalty = Penalty::LastToBase,
            ("streak.effect", "last_to_base_or_lane_start") => {
                self.penalty = Penalty::LastToBaseOrLaneStart;
            }
            ("teams", _) => self.teams = word == "opposite",
            _ => panic!("no flag {flag} with {word}"),
        }
    }
}

fn preset(ruleset: &str, board: Board, arms: Vec<usize>) -> Rules {
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
        queue: false,
        grid: false,
        enter_on: vec![6],
        enter_sum: None,
        enter_must: false,
        enter_captures_last: false,
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
        partner: Partner::Share,
        capture_must: false,
        capture_steps: 0,
        home_steps: 0,
        bonus_must: false,
        bonus_at_end: false,
        bonus_chain: true,
        bounce: false,
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
