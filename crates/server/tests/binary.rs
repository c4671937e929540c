//! The binary `ludohall` as people run it: its arguments, its end, and what a crash costs.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, Guest, Player};
use serde_json::json;
use std::{net::SocketAddr, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    process::{Child, Command},
};

/// The binary with nothing from this environment that could configure it.
fn ludohall() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludohall"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("LUDOHALL_") {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::null()).kill_on_drop(true);
    command
}

/// What a run that ends by itself says and gives.
async fn run(args: &[&str]) -> (i32, String, String) {
    let output = common::soon("the end", ludohall().args(args).output())
        .await
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A hall in a process of its own.
struct Hall {
    child: Child,
    address: SocketAddr,
}

impl Hall {
    async fn start(database: &Database) -> Self {
        let mut command = ludohall();
        command
            .args(database.flags())
            .args(["--listen", "127.0.0.1:0", "--limits", "off"]);
        Self::spawn(command).await
    }

    async fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = common::soon("the address", lines.next_line())
            .await
            .unwrap()
            .unwrap();
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"))
            .unwrap();
        let address = url
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .parse()
            .unwrap();
        Self { child, address }
    }

    /// Ends it without warning.
    async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    async fn signal(&self, signal: &str) {
        let id = self.child.id().unwrap().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().await;
        assert!(sent.unwrap().success());
    }

    /// Asks it to end, and gives its exit code.
    async fn terminate(mut self) -> i32 {
        self.signal("-TERM").await;
        let status = common::soon("the end", self.child.wait()).await.unwrap();
        status.code().unwrap()
    }
}

/// Tokens, and the secret of a game that is on, stand in no log, however much is logged. (X04 and its brothers.)
#[tokio::test]
async fn no_log_holds_a_token_or_a_secret() {
    let database = Database::sqlite();
    let mut command = ludohall();
    command
        .args(database.flags())
        .args(["--listen", "127.0.0.1:0", "--log", "trace"])
        .stderr(Stdio::piped());
    let mut hall = Hall::spawn(command).await;
    let mut log = hall.child.stderr.take().unwrap();
    let reading = tokio::spawn(async move {
        let mut all = String::new();
        log.read_to_string(&mut all).await.map(|_| all)
    });
    let ana = Guest::new(hall.address, "Ana").await;
    let cookie = format!("ludohall={}", ana.token);
    let with_cookie = Ask::get("/api/v1/me").header("Cookie", cookie);
    with_cookie.send(hall.address).await.ok(200);
    let spec = json!({ "ruleset": "ludo", "solo": true, "bot_pause_ms": 0 });
    let code = ana.create(spec).await;
    let mut player = Player::new("Ana", ana.socket(&code, None).await).await;
    player.play_until(8).await;
    let restart = json!({ "do": "restart", "id": "again" });
    let (before, answer) = player.socket.command(restart).await;
    assert_eq!(answer["ok"], true, "{before:?}");
    let game = ana.table(&code).await["game"]["id"].clone();
    // Leaving ends the game and shows its secret, so that it can be looked for in what was logged before.
    let leave = format!("/tables/{code}/seats/mine");
    ana.delete(&leave).await.ok(200);
    let record = ana.get(&format!("/games/{}", game.as_str().unwrap())).await;
    let secret = record.ok(200)["secret"].as_str().unwrap().to_owned();
    assert_eq!(hall.terminate().await, 0);
    let log = common::soon("the log", reading).await.unwrap().unwrap();
    assert!(log.contains("TRACE") && log.contains("stopped"), "{log}");
    // The frame that tells everybody of the end holds the secret rightly.
    let is_the_end = |line: &str| line.contains("Sending frame") && line.contains("closed");
    let gives_away =
        |line: &str| line.contains(&ana.token) || line.contains(&secret) && !is_the_end(line);
    let found: Vec<&str> = log.lines().filter(|line| gives_away(line)).collect();
    assert!(found.is_empty(), "{found:#?}");
}

on_both!(
    a_killed_hall_comes_back_as_it_was,
    a_hall_that_is_asked_to_end_says_so_and_loses_nothing,
    a_hall_that_is_stopped_for_a_while_takes_nobodys_seat,
    a_database_that_is_newer_is_left_alone,
);

async fn a_killed_hall_comes_back_as_it_was(database: Database) {
    let hall = Hall::start(&database).await;
    let (ana, bo) = (
        Guest::new(hall.address, "Ana").await,
        Guest::new(hall.address, "Bo").await,
    );
    let spec = json!({
        "ruleset": "luddo", "seats": 4, "fill_with_bots": true, "bot_pause_ms": 0, "clock": "untimed"
    });
    let code = ana.create(spec).await;
    bo.sit(&code).await.ok(200);
    ana.post(&format!("/tables/{code}/start"), json!({}))
        .await
        .ok(200);
    let mut a = Player::new("Ana", ana.socket(&code, None).await).await;
    let mut b = Player::new("Bo", bo.socket(&code, None).await).await;
    tokio::join!(a.play_until(60), b.play_until(60));
    let first = if a.version > b.version { &a } else { &b };
    let (version, events) = (first.version, first.events.clone());
    hall.kill().await;

    let hall = Hall::start(&database).await;
    let (ana, bo) = (ana.at(hall.address), bo.at(hall.address));
    let mut back = ana.socket(&code, Some(version)).await;
    let greeting = back.next().await;
    assert!(
        greeting["version"].as_u64().unwrap() >= version,
        "an announced event was lost"
    );
    drop(back);
    let mut a = Player::new("Ana2", ana.socket(&code, None).await).await;
    let mut b = Player::new("Bo2", bo.socket(&code, None).await).await;
    tokio::join!(a.play(), b.play());
    // What was announced before the kill stands in the record, die by die.
    let table = ana.table(&code).await;
    let game = table["game"]["id"].as_str().unwrap();
    let record = ana.get(&format!("/games/{game}")).await;
    ludohall_server::verify::verify(&record.text()).unwrap();
    let record = record.json();
    let entries = record["entries"].as_array().unwrap();
    for rolled in events.iter().filter(|event| event["kind"] == "rolled") {
        let entry = entries
            .iter()
            .find(|e| e["kind"] == "rolled" && e["n"] == rolled["n"])
            .unwrap();
        assert_eq!(
            (&entry["dice"], &entry["arm"]),
            (&rolled["dice"], &rolled["arm"])
        );
    }
    assert_eq!(hall.terminate().await, 0);
}

async fn a_hall_that_is_asked_to_end_says_so_and_loses_nothing(database: Database) {
    let hall = Hall::start(&database).await;
    let ana = Guest::new(hall.address, "Ana").await;
    let spec = json!({ "ruleset": "ludo", "solo": true, "bot_pause_ms": 5000 });
    let code = ana.create(spec).await;
    let mut socket = ana.socket(&code, None).await;
    socket.until_type("snapshot").await;
    let before = ana.table(&code).await;
    let (exit, (bye, close)) = tokio::join!(hall.terminate(), socket.end());
    assert_eq!((exit, close, &bye["code"]), (0, Some(1012), &json!(1012)));
    assert!(bye["retry_ms"].is_u64(), "{bye}");
    let hall = Hall::start(&database).await;
    let after = ana.at(hall.address).table(&code).await;
    assert_eq!(
        (&before["ply"], &before["position"]),
        (&after["ply"], &after["position"])
    );
    assert_eq!(hall.terminate().await, 0);
}

/// SIGSTOP is what a pause of the machine comes to: everything that was due meanwhile is due at once.
async fn a_hall_that_is_stopped_for_a_while_takes_nobodys_seat(database: Database) {
    const DECISION: Duration = Duration::from_secs(3);
    let hall = Hall::start(&database).await;
    let (ana, bo) = (
        Guest::new(hall.address, "Ana").await,
        Guest::new(hall.address, "Bo").await,
    );
    let decision_ms = u64::try_from(DECISION.as_millis()).unwrap();
    let clock = json!({ "decision_ms": decision_ms, "on_expiry": "bot_takes_seat" });
    let code = ana
        .create(json!({ "ruleset": "ludo", "clock": clock }))
        .await;
    bo.sit(&code).await.ok(200);
    let mut socket = bo.socket(&code, None).await;
    socket.until_type("snapshot").await;
    let started = ana.post(&format!("/tables/{code}/start"), json!({})).await;
    let ply = started.ok(200)["ply"].clone();
    socket.until(|m| m["events"][0]["kind"] == "started").await;
    hall.signal("-STOP").await;
    // The stop must outlast the decision: here it is time itself that is waited for.
    tokio::time::sleep(DECISION + Duration::from_secs(1)).await;
    hall.signal("-CONT").await;
    let next = socket.until_type("event").await;
    let events = next["events"].as_array().unwrap();
    assert_eq!(events.len(), 1, "{next}");
    assert_eq!(
        (&events[0]["kind"], &events[0]["ply"]),
        (&json!("turn"), &ply),
        "{next}"
    );
    assert!(events[0]["deadline_ms"].as_u64().unwrap() > 0, "{next}");
    // And from there on it runs out as it should.
    let next = socket.until_type("event").await;
    assert_eq!(next["events"][0]["kind"], "control", "{next}");
    assert_eq!(next["events"][0]["reason"], "expired", "{next}");
    assert_eq!(hall.terminate().await, 0);
}

#[tokio::test]
async fn bad_configuration_names_the_flag_and_exits_with_2() {
    let rows: [(&[&str], &str); 8] = [
        (&["--listen", "nowhere"], "--listen"),
        (&["--limits", "requests=many"], "--limits"),
        (&["--limits", "speed=1"], "speed"),
        (&["--public-url", "play.example.org"], "--public-url"),
        (&["--trusted-proxy", "10.0.0.0/99"], "--trusted-proxy"),
        (&["--database-url", "mysql://h/d"], "--database-url"),
        (
            &["--data-dir", "a", "--database-url", "postgres://h/d"],
            "--data-dir",
        ),
        (&["--log", "a=b=c"], "--log"),
    ];
    for (args, flag) in rows {
        let (code, out, err) = run(args).await;
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(flag) && out.is_empty(), "{args:?}: {err}");
    }
    let by_variable = ludohall()
        .env("LUDOHALL_LISTEN", "nowhere")
        .output()
        .await
        .unwrap();
    assert_eq!(by_variable.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&by_variable.stderr).contains("--listen"));
}

#[tokio::test]
async fn a_port_in_use_is_said_plainly() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let (code, _, err) = run(&["--listen", &address, "--data-dir", data]).await;
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("--listen") && err.contains(&address) && err.contains("in use"),
        "{err}"
    );
}

#[tokio::test]
async fn a_data_folder_that_cannot_be_one_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let inside = file.join("data");
    let args = [
        "--listen",
        "127.0.0.1:0",
        "--data-dir",
        inside.to_str().unwrap(),
    ];
    let (code, _, err) = run(&args).await;
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("--data-dir") && err.contains("file"), "{err}");
}

async fn a_database_that_is_newer_is_left_alone(database: Database) {
    let flags = database.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let (code, out, err) = run(&[&["migrate"], &flags[..]].concat()).await;
    assert_eq!(code, 0, "{out}{err}");
    database
        .meddle(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             SELECT 9999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
        )
        .await;
    let (code, _, err) = run(&[&flags[..], &["--listen", "127.0.0.1:0"]].concat()).await;
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("9999"), "{err}");
}

#[tokio::test]
async fn two_halls_never_share_a_data_folder() {
    let database = Database::sqlite();
    let hall = Hall::start(&database).await;
    let flags = database.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let (code, _, err) = run(&[&flags[..], &["--listen", "127.0.0.1:0"]].concat()).await;
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("--data-dir") && err.contains("in use"),
        "{err}"
    );
    assert_eq!(Ask::get("/readyz").send(hall.address).await.status, 200);
    assert_eq!(hall.terminate().await, 0);
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_named() {
    // A port that was free a moment ago: nobody answers there.
    let gone = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = gone.local_addr().unwrap();
    drop(gone);
    let url = format!("postgres://nobody:secret@{address}/none");
    let (code, _, err) = run(&["--listen", "127.0.0.1:0", "--database-url", &url]).await;
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("--database-url") && !err.contains("secret"),
        "{err}"
    );
}

#[tokio::test]
async fn the_health_of_a_hall_can_be_asked() {
    let database = Database::sqlite();
    let hall = Hall::start(&database).await;
    let address = hall.address.to_string();
    let (code, _, err) = run(&["healthcheck", "--listen", &address]).await;
    assert_eq!(code, 0, "{err}");
    assert_eq!(Ask::get("/readyz").send(hall.address).await.status, 200);
    hall.kill().await;
    let (code, _, err) = run(&["healthcheck", "--listen", &address]).await;
    assert_eq!(code, 1);
    assert!(err.contains(&address), "{err}");
}

#[tokio::test]
async fn the_document_is_printed_as_it_is_served() {
    let (code, out, _) = run(&["openapi"]).await;
    assert_eq!(code, 0);
    assert_eq!(out, ludohall_server::openapi::document().unwrap());
}
