//! Each tool, once, with little: counted by what was done, never by how fast.
#![allow(clippy::unwrap_used)]

mod common;

use common::{bench, server};
use serde_json::Value;

/// What a run measured, as JSON.
fn measured(args: &[&str]) -> Vec<Value> {
    let server = server();
    let output = bench(&[&["--server", server.to_str().unwrap(), "--json", "-"], args].concat());
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{args:?}: {out}\n{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

fn value(report: &Value, name: &str) -> f64 {
    let rows = report["rows"].as_array().unwrap();
    let row = rows.iter().find(|row| row["name"] == name);
    row.unwrap_or_else(|| panic!("{name} in {report}"))["value"]
        .as_f64()
        .unwrap()
}

#[test]
fn a_load_does_every_action_that_is_due_and_everybody_is_told() {
    let args = [
        "baseline", "--tables", "3", "--rate", "10", "--ramp", "0", "--time", "1",
    ];
    let [load, compared] = &measured(&args)[..] else {
        panic!("two reports");
    };
    // One second to settle and one that is measured, at three tables.
    assert_eq!(value(load, "actions in all"), 60.0);
    assert_eq!(value(load, "events not told"), 0.0);
    assert_eq!(value(load, "actions refused"), 0.0);
    assert!(value(compared, "bare server, round trip p99") > 0.0);
}

#[test]
fn three_kills_lose_nothing() {
    let report = &measured(&["faults", "--kills", "3", "--tables", "4", "--seed", "7"])[0];
    assert_eq!(value(report, "kills (SIGKILL)"), 3.0);
    assert_eq!(value(report, "actions lost"), 0.0);
    assert!(value(report, "actions told") > 0.0);
    assert!(value(report, "clients back") >= 3.0 * 16.0);
}

#[test]
fn killed_tables_are_back_as_they_were() {
    let report = &measured(&["recover", "--tables", "5"])[0];
    assert_eq!(value(report, "tables that are not as they were"), 0.0);
    assert!(value(report, "tables in memory then") >= 5.0);
}

#[test]
fn everybody_who_joins_gets_in_and_the_lobby_is_told_of_every_table() {
    let joined = &measured(&["join", "--people", "7"])[0];
    assert!(value(joined, "joins") > 0.0);
    let lobby = &measured(&["lobby", "--watchers", "2", "--rate", "2", "--time", "1"])[0];
    assert!(value(lobby, "tables opened") >= 1.0);
    assert_eq!(value(lobby, "tables not told of"), 0.0);
}

#[test]
fn a_hall_that_does_not_start_is_named_with_what_it_said() {
    let output = bench(&["load", "--server", "/bin/false"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("/bin/false did not start"), "{said}");
    let missing = bench(&["load", "--server", "/nowhere/ludohall"]);
    assert_eq!(missing.status.code(), Some(2));
    let running = bench(&["idle", "--address", "127.0.0.1:1", "--pid", "1"]);
    assert_eq!(running.status.code(), Some(2));
}
