//! Inputs for the fuzz targets to begin with, made from the golden cases: a folder for each target; and a dictionary.

use ludohall_protocol::{Position, convert::read_position};
use ludohall_rules::{boards, presets};
use serde_json::{Value, json};
use std::{collections::BTreeSet, env, fs, io, path::Path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::args().nth(1).ok_or("which folder?")?;
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cases = fs::read_to_string(crates.join("rules/tests/data/cases.jsonl"))?;
    let (mut lines, mut positions) = (Vec::new(), Vec::new());
    for case in cases.lines() {
        let case: Value = serde_json::from_str(case)?;
        lines.extend(requests(&case));
        positions.extend(line_of(&case["position"]));
    }
    let game = fs::read_to_string(crates.join("protocol/tests/data/game.txt"))?;
    let folder = Path::new(&folder);
    write(&folder.join("engine_line"), &lines)?;
    write(&folder.join("position_line"), &positions)?;
    write(&folder.join("game_text"), &[game])?;
    fs::write(folder.join("words.dict"), dictionary())?;
    Ok(())
}

/// The words that mean something, in libFuzzer's form.
fn dictionary() -> String {
    let mut words = BTreeSet::new();
    for preset in presets() {
        words.insert(preset.id.to_owned());
        for flag in preset.flags() {
            words.extend(
                flag.values
                    .iter()
                    .map(|value| format!("{}={value}", flag.name)),
            );
            words.insert(flag.name.to_owned());
        }
    }
    words.extend(boards().iter().map(|board| board.id.to_owned()));
    words.iter().map(|word| format!("\"{word}\"\n")).collect()
}

/// What a case asks the engine, each in a line of its own.
fn requests(case: &Value) -> Vec<String> {
    let mut requests = Vec::new();
    if let Some(raw) = case["raw"].as_array() {
        requests.extend(raw.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    if let Some(new) = case["new"].as_object() {
        let mut new = new.clone();
        new.insert("op".to_owned(), json!("new"));
        requests.push(Value::from(new).to_string());
    }
    if case["position"].is_object() {
        let position = &case["position"];
        requests.push(json!({ "id": 1, "op": "legal", "position": position }).to_string());
        requests.push(json!({ "op": "best", "position": position, "level": "hard" }).to_string());
        let steps = case["steps"].as_array().into_iter().flatten();
        for action in steps.filter_map(action) {
            requests
                .push(json!({ "op": "apply", "position": position, "action": action }).to_string());
        }
    }
    requests
}

/// What a step does, if it does anything.
fn action(step: &Value) -> Option<Value> {
    if step["roll"].is_array() {
        return Some(step.clone());
    }
    let chosen = step["move"].as_array()?;
    let [arm, piece, uses] = &chosen[..] else {
        return None;
    };
    let chosen = json!({ "kind": "move", "arm": arm, "piece": piece, "uses": uses });
    Some(json!({ "move": chosen }))
}

/// A position in notation, if it is one.
fn line_of(position: &Value) -> Option<String> {
    let wire: Position = serde_json::from_value(position.clone()).ok()?;
    let (game, position) = read_position(&wire).ok()?;
    Some(game.line(&position).to_string())
}

fn write(folder: &Path, inputs: &[String]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (at, input) in inputs.iter().enumerate() {
        fs::write(folder.join(format!("{at:04}")), input)?;
    }
    Ok(())
}
