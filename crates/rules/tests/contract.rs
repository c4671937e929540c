//! What every ruleset promises in any game, by random play.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, any_game, seats};
use ludohall_rules::{
    ARMS, Arm, Board, Choice, Event, FlagValue, Game, Move, MoveKind, Options, Phase, Piece,
    Position, Preset, Progress, presets,
};
use proptest::prelude::*;

/// No game by random choices is longer. The longest seen, with six players and capture before the lane, has 20,000.
const MOST_ROLLS: u32 = 200_000;

/// A position is written as a line and read back at every so many rolls: that takes longer than all the rest.
const LINE_EVERY: u32 = 16;

/// What carried a game on.
#[derive(Debug)]
enum Step {
    Roll(Vec<u8>),
    Choice(Choice),
}

/// Plays a whole game, looking at everything on the way, and once more from its record.
fn play_out(game: &Game, random: &mut Random) {
    let start = game.arms()[random.below(game.arms().len())];
    let mut position = game.opening(start).unwrap();
    let (mut record, mut told) = (Vec::new(), Vec::new());
    let mut rolls = 0;
    while position.phase() != Phase::Over {
        inspect(game, &position);
        if rolls % LINE_EVERY == 0 {
            inspect_line(game, &position);
        }
        let before = position;
        let step = next_step(game, &position, random);
        rolls += u32::from(matches!(step, Step::Roll(_)));
        assert!(rolls < MOST_ROLLS, "{game:?} does not end");
        let first = told.len();
        take(game, &mut position, &step, &mut told);
        inspect_events(game, &before, &position, &told[first..]);
        if let Step::Choice(choice) = step {
            inspect_apply(game, &before, choice, &position);
        }
        record.push(step);
    }
    inspect(game, &position);
    inspect_line(game, &position);
    refuse_all(game, &position, random);
    let ranking = game.ranking(&position, &[]);
    assert_eq!(ranking.len(), game.arms().len());
    assert_eq!(ranking[0].place, 1);
    assert!(replay(game, start, &record) == (position, told), "{game:?}");
}

/// A roll or a choice at random, once all that is out of place has been refused.
fn next_step(game: &Game, position: &Position, random: &mut Random) -> Step {
    if position.phase() == Phase::Roll {
        refuse_choices(game, position);
        return Step::Roll(random.roll(game));
    }
    refuse_rolls(game, position, random);
    let legal = game.legal(position);
    Step::Choice(legal[random.below(legal.len())].choice())
}

fn take(game: &Game, position: &mut Position, step: &Step, events: &mut Vec<Event>) {
    match step {
        Step::Roll(faces) => game.roll(position, faces, events).unwrap(),
        Step::Choice(choice) => game.play(position, choice, events).unwrap(),
    }
}

/// Where a record leads, and what happens on the way.
fn replay(game: &Game, start: Arm, record: &[Step]) -> (Position, Vec<Event>) {
    let mut position = game.opening(start).unwrap();
    let mut events = Vec::new();
    for step in record {
        take(game, &mut position, step, &mut events);
    }
    (position, events)
}

/// What a search applies without a second look leads where the checked choice does.
fn inspect_apply(game: &Game, before: &Position, choice: Choice, after: &Position) {
    let legal = game.legal(before);
    let chosen = legal.iter().find(|m| m.choice() == choice).unwrap();
    let mut by_apply = *before;
    game.apply(&mut by_apply, chosen, &mut ());
    assert_eq!(*after, by_apply);
}

/// Events name the arm that was to act, or its partner where it helps, and pieces where they stood and stand.
fn inspect_events(game: &Game, before: &Position, after: &Position, events: &[Event]) {
    let turn = before.turn();
    let own = before.pieces(turn);
    let helps = own[..pieces(game)].iter().all(|&p| game.is_home(p));
    for event in events {
        match *event {
            Event::Rolled { arm, .. } => assert_eq!(arm, turn, "{events:?}"),
            Event::Moved {
                arm,
                piece,
                from,
                to,
                captures,
                ..
            } => {
                let partner = game.partner(turn).filter(|_| helps);
                assert_eq!(arm, partner.unwrap_or(turn), "{events:?}");
                assert_eq!(before.piece(arm, piece), from, "{events:?}");
                assert_eq!(after.piece(arm, piece), to, "{events:?}");
                for (victim, piece) in captures.iter() {
                    assert_ne!(victim, arm, "{events:?}");
                    assert!(!before.piece(victim, piece).is_base(), "{events:?}");
                    assert!(after.piece(victim, piece).is_base(), "{events:?}");
                }
            }
            _ => {}
        }
    }
    let last = events.last().unwrap();
    let over = after.phase() == Phase::Over;
    assert_eq!(over, matches!(last, Event::Finished { .. }), "{events:?}");
    assert_eq!(!over, matches!(last, Event::Turn { .. }), "{events:?}");
}

/// A position comes back from its line in notation.
fn inspect_line(game: &Game, position: &Position) {
    let line = game.line(position).to_string();
    let (read_game, read) = Game::read(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
    assert_eq!(*position, read, "{line}");
    assert_eq!(line, read_game.line(&read).to_string());
}

fn inspect(game: &Game, position: &Position) {
    inspect_pieces(game, position);
    let raw = game.raw(position);
    let again = game
        .check(&raw)
        .unwrap_or_else(|e| panic!("{game:?} {raw:?}: {e}"));
    assert_eq!(*position, again, "{game:?}");
    assert_eq!(raw, game.raw(&again));
    assert!(game.arms().contains(&position.turn()));
    let legal = game.legal(position);
    assert_eq!(legal.is_empty(), position.phase() != Phase::Move);
    let keys: Vec<_> = legal
        .iter()
        .map(|m| (m.kind == MoveKind::Decline, m.piece, m.arm, m.uses.to_vec()))
        .collect();
    assert!(keys.is_sorted(), "not in canonical order: {legal:?}");
}

/// No piece is lost or off the board, and no square is fuller than the rules of the preset have it.
fn inspect_pieces(game: &Game, position: &Position) {
    let raw = game.raw(position);
    for (arm, row) in Arm::all().zip(&raw.pieces) {
        let each = game.arms().contains(&arm).then_some(pieces(game));
        assert_eq!(row.as_ref().map(Vec::len), each, "{game:?} {raw:?}");
        for &at in row.iter().flatten() {
            assert!((-1..=game.end()).contains(&at), "{game:?} {raw:?}");
            let crowd = crowd(game, position, arm, at);
            let fits = room(game, at).is_none_or(|room| crowd.iter().sum::<usize>() <= room);
            assert!(fits, "{game:?} {raw:?}: {crowd:?} where arm {arm} has {at}");
            let meets = |other: &Arm| *other != arm && game.partner(arm) != Some(*other);
            let mut rivals = game.arms().iter().filter(|other| meets(other));
            let alone = rivals.all(|other| crowd[other.index()] == 0);
            let safe = game.is_safe(arm, Progress::new(at));
            assert!(alone || safe && shares(game), "{game:?} {raw:?}: {at}");
        }
    }
}

/// How many pieces a player has.
fn pieces(game: &Game) -> usize {
    if game.ruleset() == "snakes" { 1 } else { 4 }
}

/// By arm: the pieces on the square where an arm has this progress.
fn crowd(game: &Game, position: &Position, arm: Arm, at: i16) -> [usize; ARMS] {
    let at = Progress::new(at);
    let mut crowd = [0; ARMS];
    for &other in game.arms() {
        let there = if other == arm {
            Some(at)
        } else {
            game.seen_by(other, arm, at)
        };
        let own = &position.pieces(other)[..pieces(game)];
        crowd[other.index()] = own.iter().filter(|&&at| Some(at) == there).count();
    }
    crowd
}

/// How many pieces fit on a square; `None`: all.
fn room(game: &Game, at: i16) -> Option<usize> {
    let is_goal = game.board().goal.is_some() && at == game.end();
    if at < 0 || is_goal || game.options().contains_key("pachisi") {
        return None;
    }
    match game.ruleset() {
        // A third six sends pieces back to the first lane square, whatever stands there (R2-14).
        "parchis" | "parchis-pairs" if at == game.track() => None,
        "parchis" | "parchis-pairs" | "parcheesi" => Some(2),
        "ludo-standard" | "mensch" | "petits-chevaux" | "trouble" => Some(1),
        _ => None,
    }
}

/// Whether rivals share safe squares.
fn shares(game: &Game) -> bool {
    let usual = FlagValue::Bool(game.ruleset() != "parcheesi");
    game.options().get("safe.share").unwrap_or(&usual) == &FlagValue::Bool(true)
}

/// A choice where a roll is awaited is refused and changes nothing.
fn refuse_choices(game: &Game, position: &Position) {
    let mut after = *position;
    let choice = common::choice(position.turn().get(), 0, &[6]);
    for choice in [choice, Choice::Decline] {
        assert!(game.play(&mut after, &choice, &mut ()).is_err());
    }
    assert_eq!(*position, after);
}

/// A roll where a choice is awaited and a choice that is not listed are refused and change nothing.
fn refuse_rolls(game: &Game, position: &Position, random: &mut Random) {
    let mut after = *position;
    assert!(game.roll(&mut after, &random.roll(game), &mut ()).is_err());
    let listed: Vec<Choice> = game.legal(position).iter().map(Move::choice).collect();
    let mut refuse = |choice: Choice| {
        if !listed.contains(&choice) {
            assert!(game.play(&mut after, &choice, &mut ()).is_err());
        }
    };
    refuse(Choice::Decline);
    for piece in Piece::first(4) {
        let arm = random.below(8) as u8;
        let low = 1 + random.below(7) as u8;
        let high = low + random.below(4) as u8;
        for uses in [&[low][..], &[low, high], &[10], &[20]] {
            refuse(common::choice(arm, piece.get(), uses));
            refuse(common::choice(position.turn().get(), piece.get(), uses));
        }
    }
    assert_eq!(*position, after);
}

/// When the game is over, everything is.
fn refuse_all(game: &Game, position: &Position, random: &mut Random) {
    refuse_choices(game, position);
    refuse_rolls(game, position, random);
    assert!(game.legal(position).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_ruleset_keeps_its_promises(seed: u64) {
        let mut random = Random(seed);
        for preset in presets() {
            let game = any_game(preset, &mut random);
            play_out(&game, &mut random);
        }
    }
}

#[test]
fn every_value_of_every_flag_can_be_played() {
    let mut random = Random(7);
    for preset in presets() {
        for flag in preset.flags() {
            for value in &flag.values {
                let game = with(preset, flag.name, value);
                play_out(&game, &mut random);
            }
        }
    }
}

/// A full table with one flag set, and with another one where it cannot be had alone, on the first board that allows it.
fn with(preset: &'static Preset, flag: &str, value: &FlagValue) -> Game {
    let alone = Options::from([(flag.to_owned(), value.clone())]);
    let flags = preset.flags();
    let others = flags.iter().filter(|other| other.name != flag);
    let settings = others.flat_map(|other| other.values.iter().map(|value| (other.name, value)));
    let beside = settings.map(|(other, value)| {
        let mut options = alone.clone();
        options.insert(other.to_owned(), value.clone());
        options
    });
    let mut all = std::iter::once(alone.clone()).chain(beside);
    all.find_map(|options| {
        preset
            .boards()
            .find_map(|board| full_table(preset, board, &options))
    })
    .unwrap_or_else(|| panic!("{}: {flag} cannot be {value}", preset.id))
}

fn full_table(preset: &Preset, board: &Board, options: &Options) -> Option<Game> {
    let count = board.arms().min(preset.seats.max.into());
    Game::new(preset.id, options, Some(board.id), &seats(board, count)).ok()
}

#[test]
fn every_board_can_be_played_by_every_number() {
    let mut random = Random(11);
    for preset in presets() {
        for board in preset.boards() {
            for count in preset.seats.min.into()..=board.arms().min(preset.seats.max.into()) {
                let arms = seats(board, count);
                let game = Game::new(preset.id, &Options::new(), Some(board.id), &arms).unwrap();
                play_out(&game, &mut random);
            }
        }
    }
}
