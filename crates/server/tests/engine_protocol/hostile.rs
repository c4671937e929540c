//! Lines that are no requests: each is answered, none ends the process.

use super::answer;
use ludohall_server::engine::run;
use proptest::prelude::*;
use serde_json::Value;

/// What `run` answers to these bytes, line by line.
fn lines(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    run(input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("none")
}

#[test]
fn answers_keep_the_order_of_the_requests() {
    let answers =
        lines(b"{\"id\":1,\"op\":\"dance\"}\r\nnonsense\n{\"id\":\"last\",\"op\":\"rulesets\"}");
    assert_eq!(code(&answers[0]), "unknown_op");
    assert_eq!(code(&answers[1]), "bad_json");
    assert_eq!(
        (&answers[2]["id"], &answers[2]["ok"]),
        (&Value::from("last"), &Value::from(true))
    );
    assert_eq!(answers.len(), 3);
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_is_read() {
    let mut input = vec![b'['; 5 << 20];
    input.extend(b"\n{\"id\":2,\"op\":\"rulesets\"}\n");
    let answers = lines(&input);
    assert_eq!(code(&answers[0]), "bad_request");
    assert_eq!(answers[1]["ok"], true);
    assert_eq!(answers.len(), 2);
}

#[test]
fn a_last_line_without_an_end_is_answered() {
    assert_eq!(lines(b"{").len(), 1);
    assert!(lines(b"").is_empty());
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    assert_eq!(code(&lines(b"\xff\xfe\n")[0]), "bad_json");
}

#[test]
fn nesting_is_bounded() {
    for open in ["[", "{\"a\":"] {
        let refused: Value = serde_json::from_str(&answer(&open.repeat(100_000))).unwrap();
        assert_eq!(code(&refused), "bad_json");
    }
}

proptest! {
    #[test]
    fn no_line_ends_the_process(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for answer in lines(&bytes) {
            prop_assert!(answer["ok"].is_boolean());
        }
    }

    #[test]
    fn no_position_ends_the_process(
        pieces in proptest::collection::vec(proptest::option::weighted(0.7,
            proptest::collection::vec(-2_i16..90, 1..6)), 1..8),
        arms in proptest::sample::subsequence(vec![0_u8, 1, 2, 3, 4, 5, 8, 255], 1..5),
        turn in 0_u8..9,
        dice in proptest::collection::vec(0_u8..8, 0..4),
        phase in proptest::sample::select(vec!["roll", "move", "over", "rest"]),
        streak in 0_u8..5,
        ruleset in proptest::sample::select(vec!["ludo", "luddo", "snakes"]),
    ) {
        let request = serde_json::json!({"op": "legal", "position": {"ruleset": ruleset, "arms": arms,
            "pieces": pieces, "turn": turn, "phase": phase, "dice": dice, "bonus": [], "streak": streak,
            "places": []}});
        let answer: Value = serde_json::from_str(&answer(&request.to_string())).unwrap();
        prop_assert!(answer["ok"].is_boolean());
    }
}
