//! Every acceptance position of a ruleset that this hall has.

use super::{answer, ask, granted};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

const CASES: &str = include_str!("../../../rules/tests/data/cases.jsonl");

/// Fields of a position that an answer carries only where they are needed.
const OPTIONAL: [&str; 5] = ["arrived", "last_moved", "duty", "split", "extra"];

#[test]
fn every_acceptance_position_is_played_as_the_texts_say() {
    let known: HashSet<String> = rulesets();
    let mut played = 0;
    for case in cases().filter(|case| known.contains(case["ruleset"].as_str().unwrap())) {
        play(&case);
        played += 1;
    }
    assert_eq!(played, 178);
}

#[test]
fn raw_lines_of_the_cases_are_refused_with_a_code() {
    let raw: Vec<String> = cases()
        .filter_map(|case| case["raw"].as_array().cloned())
        .flatten()
        .map(|line| line.as_str().unwrap().to_owned())
        .collect();
    assert!(!raw.is_empty());
    for line in raw {
        let refused: Value = serde_json::from_str(&answer(&line)).unwrap();
        assert_eq!(refused["ok"], false, "{line}");
        assert!(refused["error"]["code"].is_string(), "{line}");
    }
}

fn cases() -> impl Iterator<Item = Value> {
    CASES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
}

fn rulesets() -> HashSet<String> {
    let answer = granted(&json!({"op": "rulesets"}));
    let presets = answer["rulesets"].as_array().unwrap();
    presets
        .iter()
        .map(|preset| preset["id"].as_str().unwrap().to_owned())
        .collect()
}

fn play(case: &Value) {
    let name = format!("{} ({})", case["id"], case["note"]);
    let mut position = match &case["new"] {
        Value::Object(new) => {
            let mut request = new.clone();
            request.insert("op".to_owned(), json!("new"));
            granted(&Value::Object(request))["position"].clone()
        }
        _ => case["position"].clone(),
    };
    for step in case["steps"].as_array().unwrap() {
        for (what, wanted) in step.as_object().unwrap() {
            match what.as_str() {
                "roll" => position = apply(&position, &json!({"roll": wanted})),
                "move" => position = apply(&position, &json!({"move": chosen(&position, wanted)})),
                "expect" => expect(&name, &position, wanted.as_object().unwrap()),
                "expect_legal" => assert_eq!(listed(&position), set(wanted), "{name}"),
                "expect_illegal" => expect_illegal(&name, &position, wanted),
                other => panic!("{name}: no such step: {other}"),
            }
        }
    }
}

fn apply(position: &Value, action: &Value) -> Value {
    let request = json!({"op": "apply", "position": position, "action": action});
    granted(&request)["position"].clone()
}

fn legal(position: &Value) -> Vec<Value> {
    let answer = granted(&json!({"op": "legal", "position": position}));
    answer["legal"].as_array().unwrap().clone()
}

/// The legal move that `[arm, piece, uses]` or `"decline"` means.
fn chosen(position: &Value, wanted: &Value) -> Value {
    let found = legal(position).into_iter().find(|legal| match wanted {
        Value::String(decline) => legal["kind"] == **decline,
        _ => is_same(legal, wanted),
    });
    found.unwrap_or_else(|| panic!("{wanted} is not legal in {position}"))
}

fn is_same(legal: &Value, wanted: &Value) -> bool {
    legal["arm"] == wanted[0] && legal["piece"] == wanted[1] && legal["uses"] == wanted[2]
}

/// The complete list as a set, each move as the cases spell it.
fn listed(position: &Value) -> HashSet<String> {
    let spelt = legal(position).into_iter().map(|legal| {
        if legal["kind"] == "decline" {
            return json!(["decline"]).to_string();
        }
        let fields = ["kind", "arm", "piece", "uses", "to", "captures"];
        json!(fields.map(|field| legal[field].clone())).to_string()
    });
    spelt.collect()
}

fn set(wanted: &Value) -> HashSet<String> {
    let moves = wanted.as_array().unwrap().iter();
    moves.map(ToString::to_string).collect()
}

fn expect(name: &str, position: &Value, wanted: &Map<String, Value>) {
    for (field, wanted) in wanted {
        let found = &position[field];
        if found.is_null() && OPTIONAL.contains(&field.as_str()) {
            continue;
        }
        if field == "dice" && position["ruleset"] != "luddo" {
            assert_eq!(sorted(found), sorted(wanted), "{name}: dice of {position}");
        } else {
            assert_eq!(found, wanted, "{name}: {field} of {position}");
        }
    }
}

fn sorted(dice: &Value) -> Vec<u64> {
    let faces = dice.as_array().unwrap().iter();
    let mut faces: Vec<u64> = faces.map(|face| face.as_u64().unwrap()).collect();
    faces.sort_unstable();
    faces
}

fn expect_illegal(name: &str, position: &Value, wanted: &Value) {
    let listed = legal(position).iter().any(|legal| is_same(legal, wanted));
    assert!(!listed, "{name}: {wanted} is listed");
    for kind in ["enter", "move", "bonus"] {
        let choice = json!({"kind": kind, "arm": wanted[0], "piece": wanted[1], "uses": wanted[2]});
        let request = json!({"op": "apply", "position": position, "action": {"move": choice}});
        assert_eq!(
            ask(&request)["error"]["code"],
            "illegal",
            "{name}: {wanted}"
        );
    }
}
