//! Why pieces cannot move, how long games take: over HTTP and the engine protocol.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Player, TestServer};
use ludohall_server::engine::answer;
use serde_json::{Value, json};

/// Rolls and plays until something is to be chosen.
async fn to_a_choice(player: &mut Player) {
    loop {
        player.wait().await;
        if player.turn.as_ref().unwrap()["awaits"] == "move" {
            return;
        }
        player.decide().await;
    }
}

#[tokio::test]
async fn what_is_not_legal_says_why_to_everybody_who_may_see_the_table() {
    let hall = TestServer::start(Database::sqlite()).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let spec = json!({ "ruleset": "parchis-pairs", "solo": true, "bot_pause_ms": 0 });
    let code = ana.create(spec).await;
    let path = format!("/tables/{code}/why");
    let mut player = Player::new("Ana", ana.socket(&code, None).await).await;
    to_a_choice(&mut player).await;

    let why = bo.get(&path).await.ok(200);
    let turn = player.turn.unwrap();
    assert_eq!(why["ply"], turn["ply"]);
    assert_eq!(
        why["forced"],
        turn.get("forced").cloned().unwrap_or_default()
    );
    let ways = why["pieces"].as_array().unwrap();
    assert!(
        ways.iter()
            .all(|way| way.get("move").is_some() != way.get("reason").is_some())
    );
    let legal = turn["legal"].as_array().unwrap();
    let moves = ways.iter().filter(|way| way.get("move").is_some());
    assert_eq!(moves.count(), legal.len());
}

#[tokio::test]
async fn a_table_that_may_not_be_watched_does_not_say_why() {
    let hall = TestServer::start(Database::sqlite()).await;
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let spec = json!({ "ruleset": "ludo", "solo": true, "watchable": false });
    let code = ana.create(spec).await;
    let path = format!("/tables/{code}/why");
    bo.get(&path).await.refused(403, "not_allowed");
    let why = ana.get(&path).await.ok(200);
    assert_eq!((&why["forced"], &why["pieces"]), (&Value::Null, &json!([])));
}

#[tokio::test]
async fn the_length_of_a_game_is_told_before_its_table_is_opened() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let rolls = async |spec: Value| {
        let length = ana.post("/length", spec).await.ok(200);
        length["rolls"].as_u64().unwrap()
    };
    let usual = rolls(json!({ "ruleset": "snakes", "seats": 4 })).await;
    assert!((120..200).contains(&usual), "{usual}");
    assert_eq!(
        usual,
        rolls(json!({ "ruleset": "snakes", "seats": 4 })).await
    );
    let short = json!({ "ruleset": "snakes", "seats": 4, "options": { "enter.on": "any" } });
    assert!(rolls(short).await < usual);

    let clash = json!({ "ruleset": "ludo-standard", "options": { "pieces.out": 2 } });
    let refused = ana.post("/length", clash).await.refused(422, "bad_options");
    assert_eq!(refused["flag"], "pieces.out");
}

#[test]
fn the_engine_says_why_too() {
    let position = json!({"ruleset": "parchis-pairs", "arms": [0, 1, 2, 3], "turn": 0, "phase": "move",
        "pieces": [[0, -1, -1, 20], [-1, -1, -1, -1], [-1, -1, -1, -1], [-1, -1, -1, -1]],
        "dice": [5, 2], "bonus": [], "streak": 0, "places": []});
    let request = json!({"id": 1, "op": "why", "position": position});
    let said: Value = serde_json::from_str(&answer(&request.to_string())).unwrap();
    assert_eq!(said["forced"], "enter", "{said}");
    let ways = said["pieces"].as_array().unwrap();
    let of = |piece: u8, uses: u8| {
        let is_it = |way: &&Value| way["piece"] == piece && way["uses"] == json!([uses]);
        ways.iter().find(is_it).unwrap().clone()
    };
    assert_eq!(
        of(3, 2),
        json!({"arm": 0, "piece": 3, "uses": [2], "reason": "duty", "duty": "enter"})
    );
    assert_eq!(of(1, 2)["faces"], json!([5]));
    assert_eq!(of(1, 5)["move"]["to"], 0);
}
