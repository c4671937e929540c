//! The table of rules.md section 5.1 as plain data, and what each option changes in it.

use crate::board::{Board, board};
use crate::presets::preset;
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
    /// Two own ones on a safe square (4.11).
    OwnOnSafe,
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

/// A landing on two or more pieces of a rival (3.4 R3-18, 4.10).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stack {
    Hit,
    Immune,
    /// The mover goes to base; so it does from a single rival on a safe square.
    KillsAttacker,
}

/// Which pieces on the ring may be passed (4.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passing {
    All,
    NotOwn,
    None,
}

/// What becomes of too many sixes or doubles in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Penalty {
    Cancel,
    LastToBase,
    LastToBaseOrLaneStart,
    /// The piece closest to home, from the lane too (4.4).
    FrontToBase,
    /// All own pieces that are not on a safe square, in the lane or home (4.11).
    UnsafeToBase,
    /// The pieces moved in this turn (4.7).
    MovedToBase,
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
    /// With no piece in base a double gives the faces below the dice too (4.4, R1-25).
    pub bottoms: bool,
    /// A move that loses more dice than another would is not legal (R1-06).
    pub maximal_use: bool,
    /// Sixes are collected and used in order (L4-11).
    pub queue: bool,
    pub grid: bool,
    pub enter_on: Vec<i32>,
    /// A sum of two dice that brings a piece out (L1-06).
    pub enter_sum: Option<i32>,
    pub enter_must: bool,
    pub enter_captures_last: bool,
    /// A single rival on my safe start square is captured by an entry (4.4).
    pub enter_captures_single: bool,
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
    pub six: i32,
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
    /// Pieces of two arms may stand together on a safe square.
    pub safe_share: bool,
    pub partner: Partner,
    pub stack: Stack,
    pub passing: Passing,
    pub capture_must: bool,
    /// Rivals that a piece passes are captured too (4.11).
    pub capture_by_passing: bool,
    pub capture_steps: i32,
    pub home_steps: i32,
    pub bonus_must: bool,
    pub bonus_at_end: bool,
    pub bonus_chain: bool,
    pub bounce: bool,
    /// A stair before the goal, climbed step by step (4.2).
    pub stair: bool,
    pub lane_share: bool,
    pub lane_jump: bool,
    pub capture_first: bool,
    /// From how many players on the others play for places.
    pub play_on_from: usize,
    pub team_win: usize,
}

/// As many as nobody has.
pub const MANY: usize = 99;

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
            "again.capture" => self.again_capture = on,
            "again.bonus_chain" => self.again_chain = on,
            "again.dead_die_keeps_bonus" => self.dead_die_keeps_bonus = on,
            "again.home" => self.again_home = on,
            "block.reform" => self.reform = on,
            "bonus.chain" => self.bonus_chain = on,
            "dice.maximal_use" => self.maximal_use = on,
            "doubles.bottoms" => self.bottoms = on,
            "enter.clear_start" => self.clear_start = on,
            "finish.play_on" => self.play_on_from = if on { 2 } else { MANY },
            "gate.capture_first" => self.capture_first = on,
            "lane.jump" => self.lane_jump = on,
            "pachisi" if on => self.play_pachisi(),
            "pachisi" => {}
            "safe.share" => self.safe_share = on,
            "safe.squares" => self.safe_squares = on,
            _ => panic!("no bool flag {flag}"),
        }
    }

    /// The bundle of R3-16: doubling allowed, doubled pieces cannot be hit by one, marked squares safe, a capture gives another
    /// roll, partners play together and may share a square.
    fn play_pachisi(&mut self) {
        self.own_share = true;
        self.stack = Stack::Immune;
        self.safe_squares = true;
        self.again_capture = true;
        self.teams = true;
        self.partner = Partner::Share;
    }

    fn set_number(&mut self, flag: &str, number: i64) {
        match flag {
            "enter.tries" => self.tries = number as i32,
            "finish.team_win" => self.team_win = number as usize,
            "pieces.out" => self.out = number as usize,
            "six.value" => (self.six, self.six_with_empty_base) = (number as i32, number as i32),
            "six.value_base_empty" => self.six_with_empty_base = number as i32,
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
            ("block.duty", _) => self.must_break = word == "must",
            ("block.made", "own_on_safe") => self.made = Made::OwnOnSafe,
            ("block.made", "own_and_mixed") => self.made = Made::OwnAndMixed,
            ("block.pass_on", "none") => self.pass_on = Vec::new(),
            ("block.pass_on", "one_six") => self.pass_on = vec![1, 6],
            ("block.stops", "all") => self.stops = Stops::All,
            ("block.stops", "rivals") => self.stops = Stops::Rivals,
            ("bonus.duty", _) => self.bonus_must = word == "must",
            ("bonus.when", _) => self.bonus_at_end = word == "end",
            ("capture.by", _) => self.capture_by_passing = word == "pass",
            ("capture.duty", _) => self.capture_must = word == "must",
            ("capture.partner", "literal") => self.partner = Partner::Literal,
            ("capture.partner", "illegal") => self.partner = Partner::Illegal,
            ("enter.duty", _) => self.enter_must = word == "must",
            ("enter.full", _) => self.enter_captures_last = word == "capture_last",
            ("enter.rival", _) => self.enter_captures_single = word == "capture",
            ("enter.on", "five") => self.enter_on = vec![5],
            ("enter.on", "one_six") => self.enter_on = vec![1, 6],
            ("enter.on", "five_six") => self.enter_on = vec![5, 6],
            ("enter.on", "even") => self.enter_on = vec![2, 4, 6],
            ("enter.on", "six") => self.enter_on = vec![6],
            ("enter.on", "any") => self.enter_on = (1..=6).collect(),
            ("lane.over", _) => {
                (self.bounce, self.stair) = (word == "bounce", word == "stepwise");
            }
            ("passing", "all") => self.passing = Passing::All,
            ("passing", "not_own") => self.passing = Passing::NotOwn,
            ("passing", "none") => self.passing = Passing::None,
            ("capture.stack", "hit") => self.stack = Stack::Hit,
            ("capture.stack", "immune") => self.stack = Stack::Immune,
            ("capture.stack", "kills_attacker") => self.stack = Stack::KillsAttacker,
            ("streak.effect", "cancel_last") => self.penalty = Penalty::Cancel,
            ("streak.effect", "last_to_base") => self.penalty = Penalty::LastToBase,
            ("streak.effect", "last_to_base_or_lane_start") => {
                self.penalty = Penalty::LastToBaseOrLaneStart;
            }
            ("streak.effect", "moved_to_base") => self.penalty = Penalty::MovedToBase,
            ("streak.effect", "front_to_base") => self.penalty = Penalty::FrontToBase,
            ("streak.effect", "unsafe_to_base") => self.penalty = Penalty::UnsafeToBase,
            ("teams", _) => self.teams = word == "opposite",
            _ => panic!("no flag {flag} with {word}"),
        }
    }
}
