//! What must hold for any input, however wrong. The fuzz targets call these; what they have found is kept in
//! `crates/engine/tests/findings` and called with them again in every test run.

use ludohall_protocol::notation::{read_game, write_game};
use ludohall_rules::{Game, Phase, Position};
use serde_json::{Value, json};

/// A deeper `perft` is right to take long.
const DEEPEST: u64 = 1;

/// Every line gets one answer, in JSON, that says yes or why not; a position that is given is one that is taken.
pub fn engine_line(data: &[u8]) {
    let lines: Vec<&[u8]> = data.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.iter().any(|line| is_deep(line)) {
        return;
    }
    let mut output = Vec::new();
    ludohall_engine::run(data, &mut output).expect("memory can be read and written");
    let output = String::from_utf8(output).expect("answers are text");
    let answers: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert_eq!(answers.len(), lines.len(), "one answer a line");
    for answer in &answers {
        check_answer(answer);
    }
}

fn is_deep(line: &[u8]) -> bool {
    let request: Value = serde_json::from_slice(line).unwrap_or_default();
    request["op"] == "perft" && request["depth"].as_u64() > Some(DEEPEST)
}

fn check_answer(answer: &Value) {
    assert!(answer.get("id").is_some(), "{answer}");
    if answer["ok"] == false {
        let error = &answer["error"];
        assert!(
            error["code"].is_string() && error["message"].is_string(),
            "{answer}"
        );
        return;
    }
    assert_eq!(answer["ok"], true, "{answer}");
    if answer["position"].is_object() {
        let position = &answer["position"];
        let legal = ask(&json!({ "op": "legal", "position": position }));
        assert_eq!(legal["ok"], true, "{answer} {legal}");
        let awaited = position["phase"] == "move";
        let moves = legal["legal"].as_array().map(Vec::len);
        assert_eq!(moves > Some(0), awaited, "{answer} {legal}");
        for chosen in legal["legal"].as_array().into_iter().flatten() {
            let applied =
                ask(&json!({ "op": "apply", "position": position, "action": { "move": chosen } }));
            assert_eq!(applied["ok"], true, "{position} {chosen} {applied}");
        }
    }
}

fn ask(request: &Value) -> Value {
    let answer = ludohall_engine::answer(&request.to_string());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// A position that is read is written as itself; so is every one that follows from it.
pub fn position_line(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else {
        return;
    };
    let Ok((game, position)) = Game::read(line) else {
        return;
    };
    check_position(&game, &position);
    match position.phase() {
        Phase::Roll => {
            for face in 1..=game.faces() {
                let mut after = position;
                let dice = vec![face; game.dice_per_roll()];
                game.roll(&mut after, &dice, &mut ())
                    .expect("a roll is awaited");
                check_position(&game, &after);
            }
        }
        Phase::Move => {
            let legal = game.legal(&position);
            assert!(!legal.is_empty(), "{line}");
            for chosen in &legal {
                let mut after = position;
                game.play(&mut after, &chosen.choice(), &mut ())
                    .expect("it is legal");
                check_position(&game, &after);
            }
        }
        Phase::Over => {}
    }
}

fn check_position(game: &Game, position: &Position) {
    let line = game.line(position).to_string();
    let (same, read) = Game::read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(read, *position, "{line}");
    assert_eq!(same.line(&read).to_string(), line);
}

/// A game that is read is written as itself.
pub fn game_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(record) = read_game(text) else {
        return;
    };
    let written = write_game(&record).unwrap_or_else(|error| panic!("{error}: {record:?}"));
    let read = read_game(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read, record, "{written}");
    let again = write_game(&read).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, written);
}
