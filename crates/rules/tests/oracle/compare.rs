//! The engine against the oracle: the same legal moves in the same order, and the same position and events after
//! every roll and move.

use crate::board::BASE;
use crate::common::{Random, json_of};
use crate::golden::rolls;
use crate::legal::{Kind, Move, legal};
use crate::positions::{Pair, any_raw};
use crate::rules::Rules;
use crate::state::{Id, State};
use crate::tell::{Told, ids, line, numbers};
use crate::turn::{play, roll};
use ludohall_rules::{Event, Game, MoveKind, Phase, Position, RawPosition};
use serde_json::json;

/// How many random positions the engine accepted and how many it refused, and how many positions have been compared,
/// each with its legal moves and all that may follow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub random: u64,
    pub refused: u64,
    pub compared: u64,
}

/// How many decisions and rolls follow a random position.
const STEPS: u32 = 2;

/// A random position that the engine accepts, and one random way on from it; or one that it refuses.
pub fn try_position(pair: &Pair, random: &mut Random, count: &mut Count) -> Result<(), String> {
    let raw = any_raw(&pair.rules, random);
    match pair.game.check(&raw) {
        Ok(position) => {
            count.random += 1;
            let state = State::read(&pair.rules, &raw);
            walk(pair, position, state, STEPS, random, count)
        }
        Err(error) => {
            count.refused += 1;
            refused(pair, &raw, &error.to_string())
        }
    }
}

/// A choice is refused as such only where there is no move.
fn refused(pair: &Pair, raw: &RawPosition, error: &str) -> Result<(), String> {
    let state = State::read(&pair.rules, raw);
    if error.starts_with("phase") && raw.phase == Phase::Move && shaped(&state) {
        let moves = legal(&pair.rules, &state);
        if !moves.is_empty() {
            return Err(format!(
                "refused with {error}, but there are {moves:?} in {raw:?}"
            ));
        }
    }
    Ok(())
}

/// Whether the game goes on in a position.
fn shaped(state: &State) -> bool {
    state.places.is_empty() && (!state.dice.is_empty() || !state.bonus.is_empty())
}

/// A whole random game, or what fits into `steps`.
pub fn try_game(
    pair: &Pair,
    steps: u32,
    random: &mut Random,
    count: &mut Count,
) -> Result<(), String> {
    let arms = pair.game.arms();
    let start = arms[random.below(arms.len())];
    let position = pair.game.opening(start).unwrap();
    let state = State::opening(&pair.rules, start.index());
    walk(pair, position, state, steps, random, count)
}

/// Compares a position, and with each roll and each move what follows.
pub fn every_way_on(pair: &Pair, raw: &RawPosition) -> Result<(), String> {
    let position = pair.game.check(raw).map_err(|e| e.to_string())?;
    let state = State::read(&pair.rules, raw);
    compare(pair, &position, &state)?;
    if state.phase == Phase::Move {
        return every_move(pair, &position, &state, &mut Random(0)).map(drop);
    }
    for faces in rolls(&pair.rules) {
        roll_both(pair, &position, &state, &faces)?;
    }
    Ok(())
}

/// Compares a position with all its moves (or a roll) and goes on from a random one of them.
fn walk(
    pair: &Pair,
    mut position: Position,
    mut state: State,
    steps: u32,
    random: &mut Random,
    count: &mut Count,
) -> Result<(), String> {
    compare(pair, &position, &state).map_err(|e| report(pair, &position, "itself", &e))?;
    for _ in 0..steps {
        count.compared += 1;
        let next = match state.phase {
            Phase::Over => return Ok(()),
            Phase::Roll => one_roll(pair, &position, &state, random)?,
            Phase::Move => every_move(pair, &position, &state, random)?,
        };
        (position, state) = next;
    }
    Ok(())
}

fn one_roll(
    pair: &Pair,
    position: &Position,
    state: &State,
    random: &mut Random,
) -> Result<(Position, State), String> {
    let mut faces = random.roll(&pair.game);
    if random.below(3) == 0 {
        // Six, five and doubles are where most rules are.
        let face = [6, 5, faces[0]][random.below(3)];
        faces.fill(face);
    }
    roll_both(pair, position, state, &numbers(&faces))
}

/// Rolls with both and compares.
fn roll_both(
    pair: &Pair,
    position: &Position,
    state: &State,
    faces: &[i32],
) -> Result<(Position, State), String> {
    let (mut after, mut expected) = (*position, state.clone());
    let mut events: Vec<Event> = Vec::new();
    let mut told = Told::default();
    let dice: Vec<u8> = faces.iter().map(|face| *face as u8).collect();
    pair.game.roll(&mut after, &dice, &mut events).unwrap();
    roll(&pair.rules, &mut expected, faces, &mut told);
    compare(pair, &after, &expected)
        .and_then(|()| same("events", &told.0, &lines(&events)))
        .map_err(|e| report(pair, position, &format!("roll {faces:?}"), &e))?;
    Ok((after, expected))
}

fn every_move(
    pair: &Pair,
    position: &Position,
    state: &State,
    random: &mut Random,
) -> Result<(Position, State), String> {
    let moves = legal(&pair.rules, state);
    let chosen = random.below(moves.len());
    let mut next = None;
    for (n, m) in moves.iter().enumerate() {
        let after = one_move(pair, position, state, m)
            .map_err(|e| report(pair, position, &format!("{m:?}"), &e))?;
        if n == chosen {
            next = Some(after);
        }
    }
    Ok(next.unwrap())
}

fn one_move(
    pair: &Pair,
    position: &Position,
    state: &State,
    m: &Move,
) -> Result<(Position, State), String> {
    let (mut after, mut expected) = (*position, state.clone());
    let mut events: Vec<Event> = Vec::new();
    let mut told = Told::default();
    let listed = pair.game.legal(position);
    let choice = listed
        .iter()
        .find(|found| plain(found) == *m)
        .unwrap()
        .choice();
    pair.game.play(&mut after, &choice, &mut events).unwrap();
    play(&pair.rules, &mut expected, m, &mut told);
    compare(pair, &after, &expected)?;
    same("events", &told.0, &lines(&events))?;
    Ok((after, expected))
}

/// Where the engine's position or its legal moves differ from the oracle's.
fn compare(pair: &Pair, position: &Position, state: &State) -> Result<(), String> {
    fields(&pair.rules, &pair.game.raw(position), state)?;
    let found: Vec<Move> = pair.game.legal(position).iter().map(plain).collect();
    same("legal", &legal(&pair.rules, state), &found)
}

fn fields(rules: &Rules, raw: &RawPosition, state: &State) -> Result<(), String> {
    let found = State::read(rules, raw);
    same("pieces", &state.pieces, &found.pieces)?;
    same("turn", &state.turn, &found.turn)?;
    same("phase", &state.phase, &found.phase)?;
    same("dice", &dice(rules, state), &dice(rules, &found))?;
    same("bonus", &state.bonus, &found.bonus)?;
    same("streak", &state.streak, &found.streak)?;
    same("places", &state.places, &found.places)?;
    // Fields that a ruleset does not need may be missing.
    let needed = |there: bool, name, wanted: &dyn Fn() -> Result<(), String>| match there {
        true => wanted().map_err(|e| format!("{name}: {e}")),
        false => Ok(()),
    };
    needed(raw.last_moved.is_some(), "turn", &|| {
        same("last_moved", &state.last_moved, &found.last_moved)
    })?;
    needed(raw.moved.is_some(), "turn", &|| {
        same("moved", &out_of_base(state), &out_of_base(&found))
    })?;
    needed(raw.arrived.is_some(), "game", &|| {
        same(
            "order of arrival",
            &order(rules, state),
            &order(rules, &found),
        )
    })?;
    needed(raw.duty.is_some(), "roll", &|| {
        same("duty", &state.duty, &found.duty)
    })?;
    needed(raw.split.is_some(), "roll", &|| {
        same("split", &state.split, &found.split)
    })?;
    needed(raw.extra.is_some(), "queue", &|| {
        same("extra", &state.extra, &found.extra)
    })?;
    needed(raw.extra_used.is_some(), "turn", &|| {
        same("extra_used", &state.extra_used, &found.extra_used)
    })?;
    needed(raw.tries.is_some(), "turn", &|| {
        same("tries", &state.tries, &found.tries)
    })?;
    needed(raw.captured.is_some(), "game", &|| {
        same("captured", &state.captured, &found.captured)
    })
}

/// The pieces moved in this turn; what is in base again does not matter.
fn out_of_base(state: &State) -> Vec<Id> {
    let moved = state.moved.iter().copied();
    moved.filter(|id| state.progress(*id) != BASE).collect()
}

/// The dice in order of use; where the order is free, in ascending order.
fn dice(rules: &Rules, state: &State) -> Vec<i32> {
    let mut dice = state.dice.clone();
    if !rules.queue {
        dice.sort_unstable();
    }
    dice
}

/// Which of two pieces on one ring square came later.
fn order(rules: &Rules, state: &State) -> Vec<(Id, Id)> {
    let square = |id: Id, at: i32| rules.board.square(id.0, at);
    let came = |id: Id| (state.arrived[id.0][id.1], id);
    let mut found = Vec::new();
    for (a, at) in state.all() {
        let others = state.all().filter(|(b, _)| came(*b) < came(a));
        let together =
            others.filter(|(b, bt)| square(a, at).is_some() && square(a, at) == square(*b, *bt));
        found.extend(together.map(|(b, _)| (b, a)));
    }
    found
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, wanted: &T, found: &T) -> Result<(), String> {
    if wanted == found {
        return Ok(());
    }
    Err(format!(
        "{what}: the oracle has {wanted:?}\n the engine has {found:?}"
    ))
}

fn lines(events: &[Event]) -> Vec<String> {
    events.iter().map(line).collect()
}

/// A move of the engine as the oracle has it.
fn plain(m: &ludohall_rules::Move) -> Move {
    let kind = match m.kind {
        MoveKind::Enter => Kind::Enter,
        MoveKind::Move => Kind::Move,
        MoveKind::Bonus => Kind::Bonus,
        MoveKind::Decline => return crate::legal::decline(),
    };
    Move {
        kind,
        arm: m.arm.index(),
        piece: m.piece.index(),
        uses: numbers(&m.uses),
        from: m.from.get().into(),
        via: m.via.get().into(),
        to: m.to.get().into(),
        captures: ids(m.captures),
    }
}

/// The position in a form that the engine reads, and what differs.
fn report(pair: &Pair, position: &Position, action: &str, difference: &str) -> String {
    let game: &Game = &pair.game;
    let mut shown = json_of(game, position);
    shown["ruleset"] = json!(game.ruleset());
    shown["options"] = json!(game.options());
    shown["board"] = json!(game.board().id);
    shown["arms"] = json!(pair.rules.arms);
    format!("{shown}\n {action}\n {difference}")
}
