//! Lines as they are on the wire.

use super::{ask, granted};
use serde_json::{Value, json};

fn position() -> Value {
    json!({"ruleset": "ludo", "arms": [0, 2], "pieces": [[9, -1, -1, -1], null, [36, -1, -1, -1], null],
        "turn": 2, "phase": "roll", "dice": [], "bonus": [], "streak": 0, "places": []})
}

fn rolled(face: u8) -> Value {
    let request =
        json!({"id": "r", "op": "apply", "position": position(), "action": {"roll": [face]}});
    granted(&request)
}

#[test]
fn a_roll_answers_with_the_position_and_what_happened() {
    insta::assert_json_snapshot!(rolled(6));
}

#[test]
fn a_roll_that_nobody_can_use_passes_the_turn() {
    let base = json!([-1, -1, -1, -1]);
    let mut position = position();
    position["pieces"] = json!([base, null, base, null]);
    let request = json!({"id": 1, "op": "apply", "position": position, "action": {"roll": [3]}});
    insta::assert_json_snapshot!(granted(&request)["events"]);
}

/// R1-25: the answer to a double has four dice, and goes on from there.
#[test]
fn a_double_with_nothing_in_base_answers_with_its_bottoms() {
    let base = json!([-1, -1, -1, -1]);
    let position = json!({"ruleset": "parcheesi", "arms": [0, 2],
        "pieces": [[10, 20, 30, 40], null, base, null], "turn": 0, "phase": "roll", "dice": [],
        "bonus": [], "streak": 0, "places": []});
    let roll = json!({"id": 1, "op": "apply", "position": position, "action": {"roll": [3, 3]}});
    let rolled = granted(&roll);
    assert_eq!(rolled["position"]["dice"], json!([3, 3, 4, 4]));
    let bottoms = json!({"kind": "bottoms", "arm": 0, "dice": [4, 4]});
    assert_eq!(rolled["events"][1], bottoms);
    let chosen = json!({"kind": "move", "arm": 0, "piece": 2, "uses": [4]});
    let play =
        json!({"id": 2, "op": "apply", "position": rolled["position"], "action": {"move": chosen}});
    assert_eq!(granted(&play)["position"]["dice"], json!([3, 3, 4]));
}

#[test]
fn legal_moves_come_in_canonical_order() {
    let request = json!({"id": null, "op": "legal", "position": rolled(6)["position"]});
    insta::assert_json_snapshot!(granted(&request));
}

#[test]
fn a_move_answers_with_its_capture() {
    let mut position = rolled(4)["position"].clone();
    position["pieces"] = json!([[14, -1, -1, -1], null, [36, -1, -1, -1], null]);
    let choice =
        json!({"kind": "move", "arm": 2, "piece": 0, "uses": [4], "to": 1, "captures": "not read"});
    let request =
        json!({"id": [1], "op": "apply", "position": position, "action": {"move": choice}});
    insta::assert_json_snapshot!(granted(&request));
}

#[test]
fn a_new_game_opens_on_the_board_that_has_all_arms() {
    let request = json!({"id": 3, "op": "new", "ruleset": "luddo", "options": {}, "arms": [0, 1, 2, 3, 4], "start": 0});
    insta::assert_json_snapshot!(granted(&request));
}

#[test]
fn a_new_game_begins_with_the_first_arm_where_nothing_else_is_said() {
    let opened = granted(&json!({"op": "new", "ruleset": "ludo", "arms": [1, 3]}));
    assert_eq!(opened["position"]["turn"], 1);
    assert_eq!(opened["id"], Value::Null);
}

#[test]
fn perft_looks_so_deep_and_no_deeper() {
    let over = |depth: u32| ask(&json!({"op": "perft", "position": position(), "depth": depth}));
    assert_eq!(over(10)["error"]["code"], "bad_request");
    let done = json!({"op": "perft", "position": position(), "depth": 2});
    assert!(granted(&done)["nodes"].is_u64());
}

#[test]
fn perft_counts_paths() {
    let perft = |depth: u32| {
        granted(&json!({"op": "perft", "position": position(), "depth": depth}))["nodes"].clone()
    };
    assert_eq!(perft(0), 1);
    assert_eq!(perft(1), 6);
}

#[test]
fn the_best_move_is_one_of_the_legal_ones() {
    let position = rolled(6)["position"].clone();
    let legal = granted(&json!({"op": "legal", "position": position}));
    for level in ["easy", "normal", "hard"] {
        let best = granted(&json!({"op": "best", "position": position, "level": level}));
        assert!(
            legal["legal"].as_array().unwrap().contains(&best["move"]),
            "{best}"
        );
    }
    insta::assert_json_snapshot!(granted(
        &json!({"id": 5, "op": "best", "position": position, "level": "hard"})
    ));
}

#[test]
fn presets_are_listed_with_flags_and_boards() {
    let listed = granted(&json!({"id": 6, "op": "rulesets"}));
    let presets = listed["rulesets"].as_array().unwrap();
    let fields = ["id", "family", "seats", "flags", "boards"];
    for preset in presets {
        assert!(
            fields.iter().all(|field| !preset[field].is_null()),
            "{preset}"
        );
        assert!(!preset["boards"].as_array().unwrap().is_empty(), "{preset}");
    }
}

#[test]
fn each_fault_has_its_code() {
    let legal = |change: &dyn Fn(&mut Value)| {
        let mut position = position();
        change(&mut position);
        ask(&json!({"id": 9, "op": "legal", "position": position}))
    };
    let apply =
        |action: Value| ask(&json!({"op": "apply", "position": position(), "action": action}));
    let faults = [
        (legal(&|p| p["ruleset"] = json!("whist")), "unknown_ruleset"),
        (
            legal(&|p| p["options"] = json!({"again.when_dead": "never"})),
            "bad_options",
        ),
        (
            legal(&|p| p["options"] = json!({"again.when_dead": null})),
            "bad_options",
        ),
        (legal(&|p| p["pieces"] = json!([])), "bad_position"),
        (legal(&|p| p["pieces"] = json!("none")), "bad_position"),
        (legal(&|p| p["turn"] = json!(1)), "bad_position"),
        (legal(&|p| p["arms"] = json!([0, 9])), "bad_position"),
        (legal(&|p| p["board"] = json!("p68")), "bad_position"),
        (ask(&json!({"op": "legal"})), "bad_request"),
        (ask(&json!({"op": 3})), "bad_request"),
        (ask(&json!({"op": "dance"})), "unknown_op"),
        (apply(json!({"roll": [7]})), "bad_roll"),
        (apply(json!({"roll": [1, 2]})), "bad_roll"),
        (
            apply(json!({"roll": [3], "move": {"kind": "decline"}})),
            "bad_request",
        ),
        (apply(json!({"move": {"kind": "decline"}})), "wrong_phase"),
        (
            ask(&json!({"op": "perft", "position": position(), "depth": 10})),
            "bad_request",
        ),
        (
            ask(&json!({"op": "perft", "position": position(), "depth": -1})),
            "bad_request",
        ),
        (
            ask(&json!({"op": "best", "position": position(), "level": "hard"})),
            "wrong_phase",
        ),
        (
            ask(&json!({"op": "best", "position": position(), "level": "best"})),
            "bad_request",
        ),
        (
            ask(&json!({"op": "new", "ruleset": "ludo", "arms": [0]})),
            "bad_request",
        ),
        (
            ask(&json!({"op": "new", "ruleset": "ludo", "arms": [0, 2], "start": 1})),
            "bad_request",
        ),
        (
            ask(&json!({"op": "new", "ruleset": "whist", "arms": [0, 2]})),
            "unknown_ruleset",
        ),
    ];
    for (answer, code) in faults {
        assert_eq!(answer["error"]["code"], code, "{answer}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_reason() {
    let of = |ruleset: &str, arms: Value, first: Value| {
        json!({
            "ruleset": ruleset, "arms": arms, "pieces": [first, null, [-1, -1, -1, -1], null],
            "turn": 0, "phase": "roll", "dice": [], "bonus": [], "streak": 0, "places": [],
        })
    };
    let two = || json!([0, 2]);
    let plain = || of("ludo", two(), json!([0, -1, -1, -1]));
    let with = |mut position: Value, changes: &[(&str, Value)]| {
        for (field, value) in changes {
            position[*field] = value.clone();
        }
        position
    };
    let six = [
        ("phase", json!("move")),
        ("dice", json!([6])),
        ("streak", json!(1)),
        ("duty", json!([[[0, 2], [0, 3]]])),
    ];
    let block = || of("parchis", two(), json!([9, 9, -1, -1]));
    let legal = |position: Value| json!({"op": "legal", "position": position});
    let teams = json!({"teams": "opposite", "pieces.to_win": 2});
    let faults = [
        (
            legal(of("ludo", two(), json!([0, -1, -1, -1, -1]))),
            "pieces: arm 0 has 4 pieces",
        ),
        (
            legal(of("ludo", two(), json!([57, -1, -1, -1]))),
            "pieces: arm 0 has no square 57",
        ),
        (
            legal(of("parchis", two(), json!([9, 9, 9, -1]))),
            "pieces: 3 pieces on the square",
        ),
        (
            legal(of("ludo", json!([0, 4]), json!([0, -1, -1, -1]))),
            "arms: ",
        ),
        (legal(of("whist", two(), json!([0]))), "ruleset: "),
        (legal(with(block(), &six)), "duty: no such block"),
        (
            legal(with(plain(), &[("options", json!({"fly": true}))])),
            "options: fly: not a flag",
        ),
        (
            legal(with(
                plain(),
                &[("phase", json!("move")), ("dice", json!([7]))],
            )),
            "dice: ",
        ),
        (
            json!({"op": "apply", "position": plain(), "action": {"roll": [7]}}),
            "roll: a die has no face 7",
        ),
        (
            json!({"op": "new", "ruleset": "luddo", "options": teams, "arms": [0, 1, 2, 3]}),
            "options: pieces.to_win: a team wins with all",
        ),
    ];
    for (request, start) in faults {
        let answer = ask(&request);
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.starts_with(start), "{request}: {answer}");
    }
}

#[test]
fn a_choice_that_is_not_listed_is_illegal_whatever_it_names() {
    let position = rolled(6)["position"].clone();
    for choice in [
        json!({"kind": "move", "arm": 2, "piece": 3, "uses": [6]}),
        json!({"kind": "enter", "arm": 2, "piece": 0, "uses": [6]}),
        json!({"kind": "move", "arm": 200, "piece": 0, "uses": [6]}),
        json!({"kind": "move", "arm": 2, "piece": 0, "uses": [6, 6, 6, 6, 6]}),
        json!({"kind": "decline"}),
    ] {
        let request = json!({"op": "apply", "position": position, "action": {"move": choice}});
        assert_eq!(ask(&request)["error"]["code"], "illegal", "{choice}");
    }
}
