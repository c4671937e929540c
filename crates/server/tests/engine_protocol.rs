//! The engine protocol through its public door: the acceptance positions, golden lines, and lines that are none.
#![allow(clippy::unwrap_used)]

#[path = "engine_protocol/cases.rs"]
mod cases;
#[path = "engine_protocol/golden.rs"]
mod golden;
#[path = "engine_protocol/hostile.rs"]
mod hostile;

use ludohall_server::engine::answer;
use serde_json::Value;

/// The answer to a request, read.
fn ask(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).unwrap()
}

/// An answer that was given.
fn granted(request: &Value) -> Value {
    let answer = ask(request);
    assert_eq!(answer["ok"], true, "{request}\n{answer}");
    answer
}
