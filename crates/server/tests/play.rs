//! Games over real sockets.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Database, Guest, Player, TestServer};
use serde_json::{Value, json};

on_both!(
    two_people_and_two_bots_play_to_the_end,
    commands_are_tried_in_their_order,
    the_same_command_twice_has_one_effect,
    who_comes_back_gets_what_they_missed,
    all_tabs_of_one_person_are_live,
    a_solo_game_is_undone_and_begun_again,
    a_restart_of_the_hall_loses_nothing,
    a_bot_takes_over_and_gives_back,
    leaving_hands_the_seat_to_a_bot_for_good,
);

/// A table of two people at which it has begun, and both.
async fn begun(hall: &TestServer, extra: Value) -> (String, Guest, Player, Guest, Player) {
    let (ana, bo) = (hall.guest("Ana").await, hall.guest("Bo").await);
    let mut spec = json!({ "ruleset": "ludo", "clock": "untimed", "bot_pause_ms": 0, "seats": 2 });
    for (key, value) in extra.as_object().unwrap() {
        spec[key] = value.clone();
    }
    let code = ana.create(spec).await;
    bo.sit(&code).await.ok(200);
    ana.post(&format!("/tables/{code}/start"), json!({}))
        .await
        .ok(200);
    let at_table = |guest: Guest| {
        let code = code.clone();
        async move { Player::new(&guest.name, guest.socket(&code, None).await).await }
    };
    let (a, b) = (at_table(ana.clone()).await, at_table(bo.clone()).await);
    (code, ana, a, bo, b)
}

/// Whoever is to act decides, and both have heard of it.
async fn decide_once(a: &mut Player, b: &mut Player) {
    let player = if a.is_to_act() { &mut *a } else { &mut *b };
    player.decide().await;
    let version = a.version.max(b.version);
    for player in [a, b] {
        while player.version < version {
            player.step().await;
        }
    }
}

/// Both have seen the same since the later of them came.
fn assert_same_story(a: &Player, b: &Player) {
    let (long, short) = if a.events.len() > b.events.len() {
        (a, b)
    } else {
        (b, a)
    };
    assert!(
        long.events.ends_with(&short.events),
        "two stories of one game"
    );
}

async fn two_people_and_two_bots_play_to_the_end(database: Database) {
    let hall = TestServer::start(database).await;
    let (code, ana, mut a, _, mut b) = begun(
        &hall,
        json!({ "ruleset": "luddo", "seats": 4, "fill_with_bots": true }),
    )
    .await;
    tokio::join!(a.play(), b.play());
    assert_same_story(&a, &b);
    let finished = a.events.last().unwrap();
    assert_eq!(finished["kind"], "finished");
    assert_eq!(finished["places"].as_array().unwrap().len(), 4);
    let table = ana.table(&code).await;
    assert_eq!(
        (&table["phase"], &table["awaits"]),
        (&json!("finished"), &Value::Null)
    );
    let game = table["game"]["id"].as_str().unwrap();
    let record = ana.get(&format!("/games/{game}")).await;
    let record = record.text();
    let verified = ludohall_server::verify::verify(&record).unwrap();
    assert!(verified.finished);
    let text = ana.get(&format!("/games/{game}.txt")).await;
    assert_eq!(text.status, 200);
    assert_eq!(text.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(text.header("cache-control"), "no-store");
    let read = ludohall_protocol::notation::read_game(&text.text()).unwrap();
    assert_eq!(read, serde_json::from_str(&record).unwrap());
    assert_eq!(
        ludohall_server::verify::verify(&text.text()).unwrap(),
        verified
    );
    let again = ana
        .post(&format!("/tables/{code}/rematch"), json!({}))
        .await
        .ok(200);
    assert_eq!(again["phase"], "waiting");
    hall.stop().await;
}

async fn commands_are_tried_in_their_order(database: Database) {
    let hall = TestServer::start(database).await;
    let (_, _, mut a, _, mut b) = begun(&hall, json!({})).await;
    let (actor, other) = if a.is_to_act() {
        (&mut a, &mut b)
    } else {
        (&mut b, &mut a)
    };
    let ply = actor.turn.as_ref().unwrap()["ply"].as_u64().unwrap();
    let roll = |id: &str, ply: u64| json!({ "do": "roll", "id": id, "ply": ply });
    let refused = async |player: &mut Player, command: Value, code: &str| {
        let (_, answer) = player.socket.command(command).await;
        assert_eq!(
            (&answer["ok"], &answer["code"]),
            (&json!(false), &json!(code)),
            "{answer}"
        );
        assert_eq!(answer["ply"], ply, "{answer}");
    };
    refused(other, roll("1", ply), "not_your_turn").await;
    refused(other, roll("2", ply + 1), "stale").await;
    refused(actor, roll("3", ply - 1), "stale").await;
    let early = json!({ "do": "move", "id": "4", "ply": ply, "piece": 0, "uses": [6] });
    refused(actor, early, "illegal_move").await;
    refused(actor, json!({ "do": "undo", "id": "5" }), "not_allowed").await;
    // Refusals are not remembered: the same ids may be used for what is right.
    let (_, answer) = actor.socket.command(roll("3", ply)).await;
    assert_eq!(answer["ok"], true, "{answer}");
    hall.stop().await;
}

async fn the_same_command_twice_has_one_effect(database: Database) {
    let hall = TestServer::start(database).await;
    let (_, ana, mut a, bo, mut b) = begun(&hall, json!({})).await;
    let (actor, guest) = if a.is_to_act() {
        (&mut a, ana)
    } else {
        (&mut b, bo)
    };
    let roll = actor.act();
    let (before, first) = actor.socket.command(roll.clone()).await;
    assert!(
        before.iter().any(|m| m["type"] == "event"),
        "the answer comes after its events"
    );
    let (between, second) = actor.socket.command(roll.clone()).await;
    assert_eq!(first, second);
    assert!(between.iter().all(|m| m["type"] != "event"), "{between:?}");
    let mut other_body = roll.clone();
    other_body["do"] = json!("decline");
    let (_, refused) = actor.socket.command(other_body).await;
    assert_eq!(refused["code"], "bad_message");
    // The id belongs to its owner, so it is known after a restart too.
    let code = guest.get("/me").await.ok(200)["tables"][0]["code"]
        .as_str()
        .unwrap()
        .to_owned();
    let hall = hall.restart().await;
    let mut back = guest.at(hall.address()).socket(&code, None).await;
    let (_, third) = back.command(roll).await;
    assert_eq!(first, third);
    hall.stop().await;
}

async fn who_comes_back_gets_what_they_missed(database: Database) {
    let hall = TestServer::start(database).await;
    let (code, ana, mut a, _, mut b) = begun(&hall, json!({})).await;
    let seen = a.version;
    let mut again = ana.socket(&code, Some(seen)).await;
    assert_eq!(again.next().await["type"], "resumed");
    drop(again);
    for _ in 0..6 {
        decide_once(&mut a, &mut b).await;
    }
    let mut back = ana.socket(&code, Some(seen)).await;
    let resumed = back.next().await;
    assert_eq!(resumed["type"], "resumed");
    // From here on the events count: the first of them is the one after.
    assert_eq!(resumed["version"], seen);
    assert_eq!(resumed["you"]["arms"], json!(a.arms));
    let mut events = Vec::new();
    for version in seen + 1..=a.version {
        let message = back.until_type("event").await;
        assert_eq!(message["version"], version);
        events.extend(message["events"].as_array().unwrap().clone());
    }
    let strip = |events: &[Value]| -> Vec<Value> {
        let mut events = events.to_vec();
        events.iter_mut().for_each(|event| {
            event.as_object_mut().unwrap().remove("deadline_ms");
        });
        events
    };
    assert_eq!(strip(&events), strip(&a.events));
    // Where it makes no sense, a snapshot.
    for after in [a.version + 1, u64::MAX] {
        assert_eq!(
            ana.socket(&code, Some(after)).await.next().await["type"],
            "snapshot"
        );
    }
    hall.stop().await;
}

async fn all_tabs_of_one_person_are_live(database: Database) {
    let hall = TestServer::start(database).await;
    let (code, ana, a, bo, b) = begun(&hall, json!({})).await;
    let (guest, mut first) = if a.is_to_act() { (ana, a) } else { (bo, b) };
    let mut second = Player::new("second", guest.socket(&code, None).await).await;
    let command = first.act();
    let late = second.act();
    let (_, answer) = first.socket.command(command).await;
    assert_eq!(answer["ok"], true);
    // The other tab saw the same decision and comes too late: nothing happens twice.
    let (before, answer) = second.socket.command(late).await;
    assert_eq!(answer["code"], "stale");
    assert!(
        before.iter().any(|m| m["type"] == "event"),
        "it is told first what happened"
    );
    before.iter().for_each(|m| second.hear(m));
    assert_eq!(second.version, answer["version"].as_u64().unwrap());
    hall.stop().await;
}

async fn a_solo_game_is_undone_and_begun_again(database: Database) {
    let hall = TestServer::start(database).await;
    let ana = hall.guest("Ana").await;
    let spec = json!({ "ruleset": "ludo", "solo": true, "bot_pause_ms": 0, "seats": 4 });
    let code = ana.create(spec).await;
    let mut player = Player::new("Ana", ana.socket(&code, None).await).await;
    while !player
        .events
        .iter()
        .any(|e| e["kind"] == "moved" && e["by"] == "human")
    {
        player.wait().await;
        player.decide().await;
    }
    player.wait().await;
    let (before, answer) = player
        .socket
        .command(json!({ "do": "undo", "id": "u" }))
        .await;
    assert_eq!(answer["ok"], true, "{answer}");
    let undone = before
        .iter()
        .flat_map(|m| m["events"].as_array().cloned().unwrap_or_default());
    assert!(
        undone
            .into_iter()
            .any(|e| e["kind"] == "undone" && e["position"].is_object())
    );
    let first = ana.table(&code).await["game"]["id"].clone();
    let (_, answer) = player
        .socket
        .command(json!({ "do": "restart", "id": "r" }))
        .await;
    assert_eq!(answer["ok"], true, "{answer}");
    let table = ana.table(&code).await;
    assert_ne!(table["game"]["id"], first);
    let record = ana
        .get(&format!("/games/{}", first.as_str().unwrap()))
        .await
        .ok(200);
    assert_eq!(record["places"], json!([]));
    assert!(record["secret"].is_string());
    hall.stop().await;
}

async fn a_restart_of_the_hall_loses_nothing(database: Database) {
    let hall = TestServer::start(database).await;
    let (code, ana, mut a, bo, mut b) = begun(&hall, json!({})).await;
    for _ in 0..10 {
        decide_once(&mut a, &mut b).await;
    }
    let before = ana.table(&code).await;
    let hall = hall.restart().await;
    let (ana, bo) = (ana.at(hall.address()), bo.at(hall.address()));
    let after = ana.table(&code).await;
    for field in [
        "position", "ply", "awaits", "legal", "phase", "settings", "game", "host",
    ] {
        assert_eq!(before[field], after[field], "{field}");
    }
    let mut a = Player::new("Ana2", ana.socket(&code, None).await).await;
    let mut b = Player::new("Bo2", bo.socket(&code, None).await).await;
    tokio::join!(a.play(), b.play());
    assert_same_story(&a, &b);
    hall.stop().await;
}

async fn a_bot_takes_over_and_gives_back(database: Database) {
    let hall = TestServer::start(database).await;
    let clock = json!({ "decision_ms": 500, "on_expiry": "bot_takes_seat" });
    let (code, ana, mut a, bo, mut b) =
        begun(&hall, json!({ "clock": clock, "bot_pause_ms": 5000 })).await;
    let (away, guest, other) = if a.is_to_act() {
        (&mut a, ana, &mut b)
    } else {
        (&mut b, bo, &mut a)
    };
    let control = |message: &Value, controller: &str| {
        let events = message["events"].as_array().cloned().unwrap_or_default();
        events
            .iter()
            .any(|e| e["kind"] == "control" && e["controller"] == controller)
    };
    // Nobody acts: the clock does.
    other.socket.until(|message| control(message, "bot")).await;
    let seat = |table: &Value| {
        let seats = table["seats"].as_array().unwrap().clone();
        seats
            .into_iter()
            .find(|seat| seat["player"]["id"] == guest.id.as_str())
            .unwrap()
    };
    assert_eq!(seat(&guest.table(&code).await)["controller"], "bot");
    let (before, answer) = away
        .socket
        .command(json!({ "do": "resume", "id": "back" }))
        .await;
    assert_eq!(answer["ok"], true, "{answer}");
    assert!(before.iter().any(|message| control(message, "human")));
    hall.stop().await;
}

async fn leaving_hands_the_seat_to_a_bot_for_good(database: Database) {
    let hall = TestServer::start(database).await;
    let (code, ana, mut a, bo, _) = begun(&hall, json!({})).await;
    let table = bo
        .delete(&format!("/tables/{code}/seats/mine"))
        .await
        .ok(200);
    let seats = table["seats"].as_array().unwrap();
    let seat = seats
        .iter()
        .find(|seat| seat["player"]["id"] == bo.id.as_str())
        .unwrap();
    assert_eq!(
        (&seat["left"], &seat["controller"]),
        (&json!(true), &json!("bot"))
    );
    bo.sit(&code).await.refused(409, "started");
    assert!(
        bo.get("/me").await.ok(200)["tables"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    a.play().await;
    let places = a.events.last().unwrap()["places"].clone();
    let left = places
        .as_array()
        .unwrap()
        .iter()
        .find(|place| place["left"] == true)
        .unwrap();
    assert_eq!(left["arm"], seat["arm"]);
    assert_eq!(ana.table(&code).await["phase"], "finished");
    hall.stop().await;
}
