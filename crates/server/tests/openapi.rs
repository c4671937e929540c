//! The OpenAPI document says everything, and the committed one is the present one.
#![allow(clippy::unwrap_used)]

use ludohall_server::openapi;
use serde_json::Value;
use std::path::Path;

fn document() -> Value {
    serde_json::from_str(&openapi::document().unwrap()).unwrap()
}

#[test]
fn the_committed_document_is_the_present_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let present = openapi::document().unwrap();
    assert!(
        committed == present,
        "docs/openapi.json is not current: run `cargo xtask generate`"
    );
}

#[test]
fn every_call_of_the_contract_is_there() {
    let paths = document()["paths"].clone();
    for (path, methods) in [
        ("/api/v1/session", &["post"][..]),
        ("/api/v1/logout", &["post"]),
        ("/api/v1/me", &["get", "patch"]),
        ("/api/v1/rulesets", &["get"]),
        ("/api/v1/rulesets/{id}", &["get"]),
        ("/api/v1/tables", &["get", "post"]),
        ("/api/v1/tables/{code}", &["get", "patch"]),
        ("/api/v1/tables/{code}/seats", &["post"]),
        ("/api/v1/tables/{code}/seats/mine", &["delete"]),
        ("/api/v1/tables/{code}/bots", &["post"]),
        ("/api/v1/tables/{code}/bots/{arm}", &["delete"]),
        ("/api/v1/tables/{code}/start", &["post"]),
        ("/api/v1/tables/{code}/kick", &["post"]),
        ("/api/v1/tables/{code}/rematch", &["post"]),
        ("/api/v1/tables/{code}/qr.svg", &["get"]),
        ("/api/v1/tables/{code}/socket", &["get"]),
        ("/api/v1/quick", &["post"]),
        ("/api/v1/games/{id}", &["get"]),
        ("/api/v1/games/{id}.txt", &["get"]),
        ("/api/v1/lobby/socket", &["get"]),
        ("/healthz", &["get"]),
        ("/readyz", &["get"]),
        ("/metrics", &["get"]),
        ("/api/openapi.json", &["get"]),
    ] {
        for method in methods {
            assert!(paths[path][method].is_object(), "{method} {path}");
        }
    }
}

#[test]
fn every_error_is_a_problem_document() {
    let document = document();
    let mut errors = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        if !path.starts_with("/api/v1/") {
            continue;
        }
        for (method, operation) in operations.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.contains_key("default"), "{method} {path}");
            let is_error = |status: &&String| status.as_str() >= "400";
            for status in responses.keys().filter(is_error) {
                let content = responses[status]["content"].as_object().unwrap();
                let kinds: Vec<&String> = content.keys().collect();
                let place = format!("{method} {path} {status}");
                assert_eq!(kinds, ["application/problem+json"], "{place}");
                errors += 1;
            }
        }
    }
    assert!(errors > 60, "{errors}");
}

#[test]
fn socket_messages_are_schemas_and_every_reference_leads_somewhere() {
    let document = document();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in [
        "ClientMessage",
        "ServerMessage",
        "LobbyMessage",
        "Problem",
        "Event",
        "Table",
    ] {
        assert!(schemas.contains_key(name), "{name}");
    }
    let mut references = Vec::new();
    collect(&document, &mut references);
    for reference in references {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        assert!(schemas.contains_key(name), "{reference}");
    }
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                references.push(reference.clone());
            }
            fields.values().for_each(|field| collect(field, references));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}
