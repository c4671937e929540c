//! Doing what a request asks for.

use super::{
    refusal::Refusal,
    request::{Action, New, Request, Wanted, WantedStep},
};
use ludohall_protocol::{
    convert::{
        read_position, rule_arms, rule_options, wire_event, wire_move, wire_moves, wire_position,
        wire_ruleset, wire_why,
    },
    engine::{EngineErrorCode as Code, EngineResult},
};
use ludohall_rules::{
    Arm, Choice, Event, Game, Move, MoveKind, Phase, Piece, Position, Uses, presets,
};

/// The answer, or why there is none.
pub fn perform(request: Request) -> Result<EngineResult, Refusal> {
    match request {
        Request::Legal(wire) => {
            let (game, position) = read_position(&wire)?;
            let legal = wire_moves(&game.legal(&position));
            Ok(EngineResult::Legal { legal })
        }
        Request::Why(wire) => {
            let (game, position) = read_position(&wire)?;
            Ok(EngineResult::Why(wire_why(&game.why(&position))))
        }
        Request::Apply(wire, action) => {
            let (game, position) = read_position(&wire)?;
            apply(&game, position, action)
        }
        Request::New(new) => open(&new),
        Request::Perft(wire, depth) => {
            let (game, position) = read_position(&wire)?;
            let nodes = game.perft(&position, depth);
            Ok(EngineResult::Perft { nodes })
        }
        Request::Best(wire, level) => {
            let (game, position) = read_position(&wire)?;
            best(&game, &position, level)
        }
        Request::Rulesets => Ok(EngineResult::Rulesets {
            rulesets: presets().iter().map(wire_ruleset).collect(),
        }),
    }
}

fn open(new: &New) -> Result<EngineResult, Refusal> {
    let options = rule_options(&new.options)?;
    let arms =
        rule_arms(&new.arms).map_err(|error| Refusal::new(Code::BadRequest, error.to_string()))?;
    let game = Game::new(&new.ruleset, &options, new.board.as_deref(), &arms)
        .map_err(|error| Refusal::request(&error))?;
    let start = match new.start {
        Some(start) => Arm::new(start).filter(|start| arms.contains(start)),
        None => arms.first().copied(),
    };
    let start = start.ok_or_else(|| Refusal::field("start", "must be one of `arms`"))?;
    let position = game
        .opening(start)
        .map_err(|error| Refusal::request(&error))?;
    Ok(EngineResult::New {
        position: wire_position(&game, &position),
    })
}

fn apply(game: &Game, mut position: Position, action: Action) -> Result<EngineResult, Refusal> {
    let mut events: Vec<Event> = Vec::new();
    match action {
        Action::Roll(faces) => game.roll(&mut position, &faces, &mut events)?,
        Action::Choose(wanted) => {
            let choice = find(game, &position, &wanted)?;
            game.play(&mut position, &choice, &mut events)?;
        }
    }
    Ok(EngineResult::Applied {
        position: wire_position(game, &position),
        events: events.iter().map(wire_event).collect(),
    })
}

/// The legal choice that is meant.
fn find(game: &Game, position: &Position, wanted: &Wanted) -> Result<Choice, Refusal> {
    awaits_choice(position)?;
    game.legal(position)
        .iter()
        .find(|legal| is_meant(legal, wanted))
        .map(Move::choice)
        .ok_or_else(|| Refusal::new(Code::Illegal, "not among the legal moves"))
}

fn is_meant(legal: &Move, wanted: &Wanted) -> bool {
    let (kind, step) = match wanted {
        Wanted::Enter(step) => (MoveKind::Enter, step),
        Wanted::Move(step) => (MoveKind::Move, step),
        Wanted::Bonus(step) => (MoveKind::Bonus, step),
        Wanted::Decline => return legal.kind == MoveKind::Decline,
    };
    legal.kind == kind && is_same_step(legal, step)
}

fn is_same_step(legal: &Move, step: &WantedStep) -> bool {
    let uses = Uses::of(&step.uses).map(|mut uses| {
        uses.sort();
        uses
    });
    Arm::new(step.arm) == Some(legal.arm)
        && Piece::new(step.piece) == Some(legal.piece)
        && uses == Some(legal.uses)
}

fn best(
    game: &Game,
    position: &Position,
    level: ludohall_bots::Level,
) -> Result<EngineResult, Refusal> {
    awaits_choice(position)?;
    let choice = ludohall_bots::choose(game, position, level);
    game.legal(position)
        .iter()
        .find(|legal| Some(legal.choice()) == choice)
        .map(|legal| EngineResult::Best {
            choice: wire_move(legal),
            win: None,
        })
        .ok_or_else(|| Refusal::new(Code::WrongPhase, "nothing can be chosen"))
}

fn awaits_choice(position: &Position) -> Result<(), Refusal> {
    if position.phase() == Phase::Move {
        Ok(())
    } else {
        Err(Refusal::new(Code::WrongPhase, "no choice is awaited"))
    }
}
