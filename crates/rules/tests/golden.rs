//! The golden data: positions with what must follow, and the sizes of game trees.
#![allow(clippy::unwrap_used)]

mod common;

use common::{choice, game_of, json_of, move_json, raw_of};
use ludohall_rules::{Choice, Game, Position, preset};
use serde_json::Value;

const CASES: &str = include_str!("data/cases.jsonl");
const PERFT: &str = include_str!("data/perft.json");

/// Cases that are positions of a ruleset, and those that are lines of the engine protocol, which the crate of that
/// protocol runs.
const POSITION_CASES: usize = 178;
const PROTOCOL_CASES: usize = 2;
/// Positions whose trees are counted, and how often.
const TREES: usize = 48;
const TREE_COUNTS: usize = 295;

#[test]
fn every_case_holds() {
    let (mut ran, mut left) = (0, 0);
    let mut failures = Vec::new();
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if case.get("raw").is_some() {
            left += 1;
            continue;
        }
        assert!(
            preset(case["ruleset"].as_str().unwrap()).is_some(),
            "{line}"
        );
        if let Err(failure) = run(&case) {
            failures.push(format!("{} ({}): {failure}", case["id"], case["note"]));
        }
        ran += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!((ran, left), (POSITION_CASES, PROTOCOL_CASES));
}

fn run(case: &Value) -> Result<(), String> {
    let (game, mut position) = begin(case)?;
    for (n, step) in case["steps"].as_array().unwrap().iter().enumerate() {
        take(&game, &mut position, step).map_err(|failure| format!("step {n}: {failure}"))?;
    }
    Ok(())
}

fn begin(case: &Value) -> Result<(Game, Position), String> {
    if let Some(new) = case.get("new") {
        let game = game_of(new);
        let start = common::arm(new["start"].as_u64().unwrap() as u8);
        let position = game.opening(start).map_err(|e| e.to_string())?;
        return Ok((game, position));
    }
    let game = game_of(&case["position"]);
    let position = game
        .check(&raw_of(&case["position"]))
        .map_err(|e| e.to_string())?;
    Ok((game, position))
}

fn take(game: &Game, position: &mut Position, step: &Value) -> Result<(), String> {
    let (what, value) = step.as_object().unwrap().iter().next().unwrap();
    match what.as_str() {
        "roll" => {
            let faces: Vec<u8> = serde_json::from_value(value.clone()).unwrap();
            game.roll(position, &faces, &mut ())
                .map_err(|e| e.to_string())
        }
        "move" => game
            .play(position, &read_choice(value), &mut ())
            .map_err(|e| e.to_string()),
        "expect_illegal" => match game.find(position, &read_choice(value)) {
            Some(found) => Err(format!("{found:?} is legal")),
            None => Ok(()),
        },
        "expect_legal" => expect_legal(game, position, value.as_array().unwrap()),
        "expect" => expect(game, position, value),
        other => Err(format!("unknown step {other}")),
    }
}

fn read_choice(value: &Value) -> Choice {
    if value == "decline" {
        return Choice::Decline;
    }
    let (arm, piece, uses): (u8, u8, Vec<u8>) = serde_json::from_value(value.clone()).unwrap();
    choice(arm, piece, &uses)
}

fn expect_legal(game: &Game, position: &Position, expected: &[Value]) -> Result<(), String> {
    let mut expected: Vec<String> = expected.iter().map(Value::to_string).collect();
    let legal = game.legal(position);
    let mut found: Vec<String> = legal.iter().map(|m| move_json(m).to_string()).collect();
    expected.sort();
    found.sort();
    if expected == found {
        Ok(())
    } else {
        Err(format!("expected {expected:?}, found {found:?}"))
    }
}

fn expect(game: &Game, position: &Position, expected: &Value) -> Result<(), String> {
    let found = json_of(game, position);
    for (field, value) in expected.as_object().unwrap() {
        let (mut want, mut have) = (value.clone(), found[field].clone());
        if field == "dice" && !game.queues_sixes() {
            sort(&mut want);
            sort(&mut have);
        }
        if want != have {
            return Err(format!("{field}: expected {want}, found {have}"));
        }
    }
    Ok(())
}

fn sort(dice: &mut Value) {
    dice.as_array_mut().unwrap().sort_by_key(Value::as_u64);
}

#[test]
fn every_tree_has_its_size() {
    let data: Value = serde_json::from_str(PERFT).unwrap();
    let (mut positions, mut counts) = (0, 0);
    let mut failures = Vec::new();
    for entry in data
        .as_object()
        .unwrap()
        .values()
        .flat_map(|v| v.as_array().unwrap())
    {
        let game = game_of(&entry["position"]);
        let position = game.check(&raw_of(&entry["position"])).unwrap();
        positions += 1;
        for (depth, nodes) in entry["perft"].as_object().unwrap() {
            counts += 1;
            let nodes = nodes.as_u64().unwrap();
            let found = game.perft(&position, depth.parse().unwrap());
            if found != nodes {
                let name = &entry["name"];
                failures.push(format!(
                    "{} {name} depth {depth}: {found}, not {nodes}",
                    game.ruleset()
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!((positions, counts), (TREES, TREE_COUNTS));
}
