//! Setting up a game: which rules, board and arms go together.

use super::Game;
use super::squares::Squares;
use crate::arm::{ARMS, Arm};
use crate::board::Board;
use crate::error::SetupError;
use crate::few::Few;
use crate::flag::{self, Options, Setup, conflict};
use crate::lanes::Those;
use crate::preset::{Preset, preset};
use crate::ruleset::{NO_CAP, PartnerPiece, Rules};

impl Game {
    /// The game of a preset with a host's options, on a board (`None`: the usual one that has all of `arms`), with the
    /// occupied arms in ascending order.
    ///
    /// # Errors
    ///
    /// Says which of the four does not fit, and why.
    pub fn new(
        ruleset: &str,
        options: &Options,
        board: Option<&str>,
        arms: &[Arm],
    ) -> Result<Game, SetupError> {
        let preset = preset(ruleset).ok_or(SetupError::UnknownRuleset)?;
        let (rules, options) = resolve(preset, options)?;
        let board = choose_board(preset, board, arms)?;
        let arms = seat(preset, board, arms)?;
        check(preset, &rules, board, &arms)?;
        Ok(Game::assemble(preset, options, rules, board, arms))
    }

    fn assemble(
        preset: &'static Preset,
        options: Options,
        rules: Rules,
        board: &'static Board,
        arms: Few<Arm, ARMS>,
    ) -> Game {
        let (ring, lead) = (signed(board.ring), i16::from(board.lead));
        let mut shift = [[0; ARMS]; ARMS];
        let mut safe = [Squares::default(); ARMS];
        for (a, &of) in board.starts.iter().enumerate() {
            for (b, &from) in board.starts.iter().enumerate() {
                shift[a][b] = (signed(of) - signed(from)).rem_euclid(ring);
            }
            (0..lead).for_each(|progress| safe[a].insert(progress));
            for &square in board.safe.iter().filter(|_| rules.safe) {
                let progress = lead + (signed(square) - signed(of)).rem_euclid(ring);
                if progress < signed(board.track) {
                    safe[a].insert(progress);
                }
            }
        }
        let mut others = [Few::new(); ARMS];
        for &arm in &arms {
            for &other in arms.iter().filter(|&&other| other != arm) {
                others[arm.index()].push(other);
            }
        }
        let mut after = [Arm::default(); ARMS];
        for (arm, next) in arms.iter().zip(arms.iter().cycle().skip(1)) {
            after[arm.index()] = *next;
        }
        let mut partners = [None; ARMS];
        for &arm in arms.iter().filter(|_| rules.teams) {
            let all = board.arms() as u8;
            partners[arm.index()] = Arm::new((arm.get() + all / 2) % all);
        }
        let limited = rules.cap != NO_CAP || rules.lane_cap != NO_CAP || !rules.safe_share;
        let crowded = rules.has_walls() || limited;
        let met = rules.teams && rules.partner == PartnerPiece::Illegal;
        let plain = rules.goes_straight() && board.hops.is_empty();
        Game {
            preset,
            options,
            board,
            arms,
            after,
            crowded,
            plain,
            free: plain && !crowded && !met && !rules.enter_captures,
            obliged: rules.has_duties(),
            each: Those::first(rules.pieces),
            rules,
            ring,
            lead,
            track: signed(board.track),
            end: signed(board.end()),
            slots: board.goal.is_none(),
            home: signed(board.goal.unwrap_or(board.track)),
            partners,
            shift,
            others,
            safe,
        }
    }
}

/// Boards have at most a few hundred squares.
pub(super) fn signed(squares: u16) -> i16 {
    i16::try_from(squares).unwrap_or(i16::MAX)
}

/// The rules with all options set, and the options that really differ from the preset.
fn resolve(preset: &Preset, options: &Options) -> Result<(Rules, Options), SetupError> {
    let mut rules = preset.rules;
    let mut changed = Options::new();
    for (name, value) in options {
        let before = rules;
        flag::set(&mut rules, preset.offers, name, value).map_err(|reason| {
            SetupError::Options {
                flag: name.clone(),
                reason,
            }
        })?;
        if rules != before {
            changed.insert(name.clone(), value.clone());
        }
    }
    Ok((rules, changed))
}

fn choose_board(
    preset: &Preset,
    wanted: Option<&str>,
    arms: &[Arm],
) -> Result<&'static Board, SetupError> {
    if let Some(id) = wanted {
        return preset
            .boards()
            .find(|board| board.id == id)
            .ok_or_else(|| SetupError::Board {
                reason: format!("{} is not played on {id}", preset.id),
            });
    }
    preset.usual_board(arms).ok_or_else(|| SetupError::Seats {
        reason: "no board of this ruleset has all of these arms".to_owned(),
    })
}

fn seat(preset: &Preset, board: &Board, arms: &[Arm]) -> Result<Few<Arm, ARMS>, SetupError> {
    let refuse = |reason: String| Err(SetupError::Seats { reason });
    let count = arms.len();
    let seats = preset.seats;
    if count < seats.min.into() || count > seats.max.into() {
        return refuse(format!(
            "{} to {} arms play, not {count}",
            seats.min, seats.max
        ));
    }
    if !arms.is_sorted_by(|a, b| a < b) {
        return refuse("arms must ascend".to_owned());
    }
    if let Some(arm) = arms.iter().find(|&&arm| !board.has(arm)) {
        return refuse(format!("the board {} has no arm {arm}", board.id));
    }
    match Few::of(arms) {
        Some(arms) => Ok(arms),
        None => refuse(format!("at most {ARMS} arms play")),
    }
}

/// What cannot be had together, or not on this board with these seats.
fn check(preset: &Preset, rules: &Rules, board: &Board, arms: &[Arm]) -> Result<(), SetupError> {
    let setup = Setup {
        rules,
        board,
        seats: arms.len(),
    };
    if preset.rules.teams && !setup.is_paired() {
        let reason = format!("teams need all {} arms of the board", board.arms());
        return Err(SetupError::Seats { reason });
    }
    match conflict(&setup) {
        Some((flag, reason)) => Err(SetupError::Options {
            flag: flag.to_owned(),
            reason: reason.to_owned(),
        }),
        None => Ok(()),
    }
}
