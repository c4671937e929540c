//! The settings of a table: what creation and a change of them may ask for, with the defaults filled in.

use crate::{clock, refusal::Refusal, text};
use ludohall_protocol::{
    CreateTable, ProblemCode,
    convert::{rule_arms, rule_options, wire_clock, wire_options},
    table::{Changes, Clock, ClockName, Settings},
};
use ludohall_rules::{Game, Preset, SetupError};
use std::sync::Arc;

mod shelf;

/// The longest title, in characters.
const MAX_TITLE_CHARS: usize = 60;
/// The longest language tag, in bytes (RFC 5646 section 4.4.1).
const MAX_LANGUAGE_BYTES: usize = 35;
/// The longest pause of a bot.
const MAX_BOT_PAUSE_MS: u32 = 5000;

/// What creation asks for as settings, and the rules that they make.
///
/// # Errors
///
/// `bad_request`, `bad_options`, `bad_seats`, `bad_name`, `bad_clock`.
pub(crate) fn resolve(spec: &CreateTable) -> Result<(Settings, Game), Refusal> {
    let preset = ludohall_rules::preset(&spec.ruleset)
        .ok_or_else(|| bad_request("ruleset", "no such ruleset"))?;
    check_words(spec)?;
    let clock = clock_of(spec, preset)?;
    let (arms, board) = arms_of(spec, preset)?;
    let mut settings = Settings {
        ruleset: preset.id.to_owned(),
        options: spec.options.clone(),
        board: board.to_owned(),
        arms,
        title: spec.title.trim().to_owned(),
        language: spec.language.clone(),
        listed: spec.listed,
        fill_with_bots: spec.fill_with_bots,
        bot_level: spec.bot_level,
        clock,
        bot_pause_ms: spec.bot_pause_ms,
        watchable: spec.watchable,
        chat_policy: spec.chat,
        // Tables without a clock, and of one device, are unrated.
        rated: spec.rated && !spec.shared_device && clock != Clock::Named(ClockName::Untimed),
        late_join: spec.late_join,
        start_by: spec.start_by,
        shared_device: spec.shared_device,
    };
    let rules = make_rules(&settings)?;
    settings.options = wire_options(rules.options());
    check_private(&settings, preset)?;
    Ok((settings, rules))
}

/// The rules of the table that a creation would open.
///
/// # Errors
///
/// What creation would refuse: `bad_request`, `bad_options`, `bad_seats`, `bad_name`, `bad_clock`.
pub fn rules_of(spec: &CreateTable) -> Result<Game, Refusal> {
    resolve(spec).map(|(_, rules)| rules)
}

/// The rules that settings make, shared by all tables that have the same.
///
/// # Errors
///
/// `bad_options`, `bad_seats`, `bad_request`.
pub(crate) fn rules(settings: &Settings) -> Result<Arc<Game>, Refusal> {
    shelf::take(settings, make_rules)
}

fn make_rules(settings: &Settings) -> Result<Game, Refusal> {
    let options = rule_options(&settings.options)
        .map_err(|bad| bad_option(&bad.flag, "must be text, an integer, true or false"))?;
    let arms = rule_arms(&settings.arms).map_err(setup)?;
    Game::new(&settings.ruleset, &options, Some(&settings.board), &arms).map_err(setup)
}

/// Settings with changes, the rules that they make, and what really changed.
///
/// # Errors
///
/// As [`resolve`].
pub(crate) fn change(old: &Settings, wish: &Changes) -> Result<(Settings, Game, Changes), Refusal> {
    let (new, rules) = resolve(&with(old, wish))?;
    let changes = difference(old, &new);
    Ok((new, rules, changes))
}

/// The creation that would make `old` with what `wish` has otherwise.
fn with(old: &Settings, wish: &Changes) -> CreateTable {
    let wish = wish.clone();
    let same_seats = wish
        .seats
        .is_none_or(|seats| usize::from(seats) == old.arms.len());
    let same_board = wish.board.as_ref().is_none_or(|board| *board == old.board);
    let keeps_arms = wish.arms.is_none() && same_seats && same_board;
    let shared_device = wish.shared_device.unwrap_or(old.shared_device);
    let clock = if shared_device && !old.shared_device {
        None
    } else {
        Some(old.clock)
    };
    CreateTable {
        ruleset: old.ruleset.clone(),
        options: wish.options.unwrap_or_else(|| old.options.clone()),
        seats: wish
            .seats
            .or((!keeps_arms && wish.arms.is_none()).then_some(old.arms.len() as u8)),
        arms: wish.arms.or_else(|| keeps_arms.then(|| old.arms.clone())),
        board: wish.board.or_else(|| keeps_arms.then(|| old.board.clone())),
        title: wish.title.unwrap_or_else(|| old.title.clone()),
        language: wish.language.unwrap_or_else(|| old.language.clone()),
        listed: wish.listed.unwrap_or(old.listed),
        fill_with_bots: wish.fill_with_bots.unwrap_or(old.fill_with_bots),
        bot_level: wish.bot_level.unwrap_or(old.bot_level),
        clock: wish.clock.or(clock),
        bot_pause_ms: wish.bot_pause_ms.unwrap_or(old.bot_pause_ms),
        watchable: wish.watchable.unwrap_or(old.watchable),
        chat: wish.chat.unwrap_or(old.chat_policy),
        rated: wish.rated.unwrap_or(old.rated),
        late_join: wish.late_join.unwrap_or(old.late_join),
        start_by: wish.start_by.unwrap_or(old.start_by),
        shared_device,
        solo: false,
    }
}

/// The fields in which settings differ.
fn difference(old: &Settings, new: &Settings) -> Changes {
    fn changed<T: PartialEq + Clone>(old: &T, new: &T) -> Option<T> {
        (old != new).then(|| new.clone())
    }
    let arms = changed(&old.arms, &new.arms);
    Changes {
        options: changed(&old.options, &new.options),
        board: changed(&old.board, &new.board),
        seats: changed(&old.arms.len(), &new.arms.len()).map(|seats| seats as u8),
        arms,
        title: changed(&old.title, &new.title),
        language: changed(&old.language, &new.language),
        listed: changed(&old.listed, &new.listed),
        fill_with_bots: changed(&old.fill_with_bots, &new.fill_with_bots),
        bot_level: changed(&old.bot_level, &new.bot_level),
        clock: changed(&old.clock, &new.clock),
        bot_pause_ms: changed(&old.bot_pause_ms, &new.bot_pause_ms),
        watchable: changed(&old.watchable, &new.watchable),
        chat: changed(&old.chat_policy, &new.chat_policy),
        rated: changed(&old.rated, &new.rated),
        late_join: changed(&old.late_join, &new.late_join),
        start_by: changed(&old.start_by, &new.start_by),
        shared_device: changed(&old.shared_device, &new.shared_device),
    }
}

fn check_words(spec: &CreateTable) -> Result<(), Refusal> {
    let title = spec.title.trim();
    if title.chars().count() > MAX_TITLE_CHARS || !text::is_harmless(title) {
        let detail = format!("title: at most {MAX_TITLE_CHARS} printable characters");
        return Err(Refusal::new(ProblemCode::BadName, detail));
    }
    let tag = &spec.language;
    let is_tag = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
    if tag.len() > MAX_LANGUAGE_BYTES || !tag.bytes().all(is_tag) {
        return Err(bad_request("language", "must be a BCP 47 tag"));
    }
    if spec.bot_pause_ms > MAX_BOT_PAUSE_MS {
        return Err(bad_request("bot_pause_ms", "must be from 0 to 5000"));
    }
    Ok(())
}

fn clock_of(spec: &CreateTable, preset: &Preset) -> Result<Clock, Refusal> {
    let untimed = Clock::Named(ClockName::Untimed);
    let usual = if spec.shared_device {
        untimed
    } else {
        Clock::Named(wire_clock(preset.clock))
    };
    let clock = spec.clock.unwrap_or(usual);
    clock::check(&clock)
        .map_err(|bad| Refusal::new(ProblemCode::BadClock, format!("clock: {bad}")))?;
    if spec.shared_device && clock != untimed {
        let detail = "clock: a table of one device has none";
        return Err(Refusal::new(ProblemCode::BadClock, detail));
    }
    Ok(clock)
}

/// The arms that are played, ascending, and the board.
fn arms_of<'a>(spec: &'a CreateTable, preset: &'a Preset) -> Result<(Vec<u8>, &'a str), Refusal> {
    let arms = match &spec.arms {
        Some(arms) => chosen_arms(arms, spec.seats)?,
        None => usual_arms(spec, preset)?,
    };
    let seats = preset.seats.min..=preset.seats.max;
    if !seats.contains(&(arms.len() as u8)) {
        return Err(bad_seats(format!(
            "from {} to {} may play",
            seats.start(),
            seats.end()
        )));
    }
    let board = match &spec.board {
        Some(board) => board,
        None => {
            boards(preset)
                .find(|(_, count)| arms.iter().all(|arm| arm < count))
                .ok_or_else(|| bad_seats("no board has these arms"))?
                .0
        }
    };
    Ok((arms, board))
}

fn chosen_arms(arms: &[u8], seats: Option<u8>) -> Result<Vec<u8>, Refusal> {
    if seats.is_some_and(|seats| usize::from(seats) != arms.len()) {
        return Err(bad_seats("seats and arms differ"));
    }
    let mut sorted = arms.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() == arms.len() {
        Ok(sorted)
    } else {
        Err(bad_seats("an arm is named twice"))
    }
}

/// Two sit opposite each other, more on the first arms.
fn usual_arms(spec: &CreateTable, preset: &Preset) -> Result<Vec<u8>, Refusal> {
    let seats = spec.seats.unwrap_or(preset.seats.min);
    let board = boards(preset).find(|(id, count)| match &spec.board {
        Some(board) => board == id,
        None => seats <= *count,
    });
    match board {
        Some((_, count)) if seats == 2 && count >= 4 => Ok(vec![0, count / 2]),
        Some(_) => Ok((0..seats).collect()),
        None if spec.board.is_some() => Err(bad_request("board", "no such board in this ruleset")),
        None => Err(bad_seats("no board has so many arms")),
    }
}

/// A private-only flag keeps its preset value at a listed table.
fn check_private(settings: &Settings, preset: &Preset) -> Result<(), Refusal> {
    if !settings.listed {
        return Ok(());
    }
    match settings
        .options
        .keys()
        .find(|flag| is_private(preset, flag))
    {
        Some(flag) => Err(bad_option(flag, "private_only")),
        None => Ok(()),
    }
}

/// Only accounts may sit at a rated table, and no bots.
pub(crate) fn needs_accounts() -> Refusal {
    Refusal::new(
        ProblemCode::RatedNeedsAccounts,
        "a rated table takes accounts only, and no bots",
    )
}

/// A request with a field that is wrong.
pub(crate) fn bad_request(field: &str, detail: &str) -> Refusal {
    let mut refusal = Refusal::new(ProblemCode::BadRequest, format!("{field}: {detail}"));
    refusal.field = Some(field.to_owned());
    refusal
}

/// Seats that do not fit.
pub(crate) fn bad_seats(detail: impl Into<String>) -> Refusal {
    Refusal::new(ProblemCode::BadSeats, detail)
}

fn bad_option(flag: &str, reason: &str) -> Refusal {
    let mut refusal = Refusal::new(
        ProblemCode::BadOptions,
        format!("options: {flag}: {reason}"),
    );
    refusal.flag = Some(flag.to_owned());
    refusal.reason = Some(reason.to_owned());
    refusal
}

fn setup(error: SetupError) -> Refusal {
    match error {
        SetupError::UnknownRuleset => bad_request("ruleset", "no such ruleset"),
        SetupError::Options { flag, reason } => bad_option(&flag, &reason),
        SetupError::Seats { reason } => bad_seats(reason),
        SetupError::Board { reason } => bad_request("board", &reason),
    }
}

/// The boards of a preset, the usual one first, with how many arms each has.
fn boards(preset: &Preset) -> impl Iterator<Item = (&'static str, u8)> {
    preset
        .boards()
        .map(|board| (board.id, board.colours.len() as u8))
}

fn is_private(preset: &Preset, flag: &str) -> bool {
    preset
        .flags()
        .iter()
        .any(|known| known.private_only && known.name == flag)
}
