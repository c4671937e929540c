//! The oracle proves itself on the golden data before it judges anybody.

use crate::common::raw_of;
use crate::legal::{Kind, Move, legal};
use crate::rules::Rules;
use crate::state::State;
use crate::tell::Told;
use crate::turn::{play, roll};
use ludohall_rules::{Options, Phase};
use serde_json::{Value, json};

const CASES: &str = include_str!("../data/cases.jsonl");
const PERFT: &str = include_str!("../data/perft.json");

/// Larger trees take the slow oracle too long.
const MOST_NODES: u64 = 20_000;

#[test]
fn the_oracle_passes_every_golden_case() {
    let cases = CASES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let cases: Vec<Value> = cases
        .filter(|case: &Value| case.get("raw").is_none())
        .collect();
    let failures: Vec<String> = cases.iter().filter_map(|case| run(case).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(cases.len() >= 178);
}

#[test]
fn the_oracle_counts_every_golden_tree() {
    let data: Value = serde_json::from_str(PERFT).unwrap();
    let mut counted = 0;
    for entry in data
        .as_object()
        .unwrap()
        .values()
        .flat_map(|v| v.as_array().unwrap())
    {
        let rules = rules_of(&entry["position"]);
        let state = State::read(&rules, &raw_of(&entry["position"]));
        for (depth, nodes) in entry["perft"].as_object().unwrap() {
            let nodes = nodes.as_u64().unwrap();
            if nodes <= MOST_NODES {
                let found = perft(&rules, &state, depth.parse().unwrap());
                assert_eq!(found, nodes, "{} depth {depth}", entry["name"]);
                counted += 1;
            }
        }
    }
    assert!(counted >= 150, "{counted}");
}

/// Leaf paths: every ordered roll and every legal move is a branch.
fn perft(rules: &Rules, state: &State, depth: u32) -> u64 {
    if depth == 0 || state.phase == Phase::Over {
        return 1;
    }
    let after = |change: &dyn Fn(&mut State)| {
        let mut next = state.clone();
        change(&mut next);
        perft(rules, &next, depth - 1)
    };
    match state.phase {
        Phase::Roll => rolls(rules)
            .iter()
            .map(|faces| after(&|next| roll(rules, next, faces, &mut Told::default())))
            .sum(),
        _ => legal(rules, state)
            .iter()
            .map(|m| after(&|next| play(rules, next, m, &mut Told::default())))
            .sum(),
    }
}

/// Every ordered roll.
pub fn rolls(rules: &Rules) -> Vec<Vec<i32>> {
    if rules.dice == 1 {
        return (1..=6).map(|face| vec![face]).collect();
    }
    (1..=6)
        .flat_map(|a| (1..=6).map(move |b| vec![a, b]))
        .collect()
}

fn rules_of(position: &Value) -> Rules {
    let options: Options = match position.get("options") {
        Some(options) => serde_json::from_value(options.clone()).unwrap(),
        None => Options::new(),
    };
    let arms: Vec<usize> = serde_json::from_value(position["arms"].clone()).unwrap();
    let ruleset = position["ruleset"].as_str().unwrap();
    let board = match position.get("board") {
        Some(board) => board.as_str().unwrap(),
        None => usual_board(ruleset, &arms),
    };
    Rules::new(ruleset, &options, board, arms)
}

/// The usual board that has all arms, as the engine protocol says.
fn usual_board(ruleset: &str, arms: &[usize]) -> &'static str {
    let last = arms.iter().max().unwrap();
    match (ruleset, last) {
        ("ludo", _) | ("luddo", 0..=3) => "c52",
        ("luddo", _) => "h78",
        ("parchis-pairs", _) | ("parchis", 0..=3) => "p68",
        ("parchis", 4..=5) => "p102",
        ("parchis", _) => "p136",
        ("snakes", _) => "s100",
        _ => "c40",
    }
}

fn run(case: &Value) -> Result<(), String> {
    let (rules, mut state) = match case.get("new") {
        Some(new) => {
            let rules = rules_of(new);
            let start = new["start"].as_u64().unwrap() as usize;
            let state = State::opening(&rules, start);
            (rules, state)
        }
        None => {
            let rules = rules_of(&case["position"]);
            let state = State::read(&rules, &raw_of(&case["position"]));
            (rules, state)
        }
    };
    for (n, step) in case["steps"].as_array().unwrap().iter().enumerate() {
        take(&rules, &mut state, step)
            .map_err(|failure| format!("{} step {n}: {failure}", case["id"]))?;
    }
    Ok(())
}

fn take(rules: &Rules, state: &mut State, step: &Value) -> Result<(), String> {
    let (what, value) = step.as_object().unwrap().iter().next().unwrap();
    let moves = legal(rules, state);
    match what.as_str() {
        "roll" => {
            let faces: Vec<i32> = serde_json::from_value(value.clone()).unwrap();
            roll(rules, state, &faces, &mut Told::default());
        }
        "move" => {
            let chosen = moves.iter().find(|m| choice(m) == *value);
            let chosen = chosen.ok_or(format!("{value} is not in {moves:?}"))?;
            play(rules, state, chosen, &mut Told::default());
        }
        "expect_illegal" if moves.iter().any(|m| choice(m) == *value) => {
            return Err(format!("{value} is in {moves:?}"));
        }
        "expect_illegal" => {}
        "expect_legal" => {
            let found: Vec<Value> = moves.iter().map(shown).collect();
            same("legal", &sorted(value), &sorted(&Value::Array(found)))?;
        }
        "expect" => expect(rules, state, value)?,
        other => return Err(format!("unknown step {other}")),
    }
    Ok(())
}

fn expect(rules: &Rules, state: &State, value: &Value) -> Result<(), String> {
    for (field, wanted) in value.as_object().unwrap() {
        let found = field_of(state, field);
        if field == "dice" && !rules.queue {
            same(field, &sorted(wanted), &sorted(&found))?;
        } else {
            same(field, wanted, &found)?;
        }
    }
    Ok(())
}

fn same(what: &str, wanted: &Value, found: &Value) -> Result<(), String> {
    if wanted == found {
        return Ok(());
    }
    Err(format!("{what}: expected {wanted}, found {found}"))
}

/// The same list in an order of its own.
fn sorted(list: &Value) -> Value {
    let mut items = list.as_array().unwrap().clone();
    items.sort_by_key(Value::to_string);
    Value::Array(items)
}

fn field_of(state: &State, field: &str) -> Value {
    let row = |row: &Vec<i32>| match row.is_empty() {
        true => Value::Null,
        false => json!(row),
    };
    match field {
        "pieces" => state.pieces.iter().map(row).collect(),
        "turn" => json!(state.turn),
        "phase" => json!(format!("{:?}", state.phase).to_lowercase()),
        "dice" => json!(state.dice),
        "bonus" => json!(state.bonus),
        "streak" => json!(state.streak),
        "places" => json!(state.places),
        "last_moved" => json!(state.last_moved),
        "duty" => json!(state.duty),
        "split" => json!(state.split),
        "extra" => json!(state.extra.is_some()),
        other => panic!("no field {other}"),
    }
}

/// A choice as the golden data writes it.
fn choice(m: &Move) -> Value {
    match m.kind {
        Kind::Decline => json!("decline"),
        _ => json!([m.arm, m.piece, m.uses]),
    }
}

/// A move as the golden data writes it.
fn shown(m: &Move) -> Value {
    match m.kind {
        Kind::Decline => json!(["decline"]),
        _ => {
            let kind = format!("{:?}", m.kind).to_lowercase();
            json!([kind, m.arm, m.piece, m.uses, m.to, m.captures])
        }
    }
}
