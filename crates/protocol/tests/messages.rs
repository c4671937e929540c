//! Every message of the wire has its golden example in `data/messages.jsonl`: it is read as its type and written again as
//! it stands. A field that is renamed, removed, or written where it should be absent shows here.
#![allow(clippy::unwrap_used)]

use ludohall_protocol::{
    ClientMessage, Event, LobbyMessage, Me, Problem, Record, ServerMessage, Table,
    rest::{Listings, Session},
    ruleset::Length,
    why::TableWhy,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeSet;
use utoipa::PartialSchema;

/// Type and JSON of each example.
fn examples() -> Vec<(String, Value)> {
    let lines = include_str!("data/messages.jsonl").lines();
    lines
        .map(|line| {
            let mut row: Value = serde_json::from_str(line).unwrap();
            (row["of"].as_str().unwrap().to_owned(), row["is"].take())
        })
        .collect()
}

fn again<T: DeserializeOwned + Serialize>(json: &Value) -> Value {
    let read: T = serde_json::from_value(json.clone()).unwrap_or_else(|e| panic!("{e}: {json}"));
    serde_json::to_value(read).unwrap()
}

#[test]
fn every_example_is_read_and_written_as_it_stands() {
    for (of, json) in examples() {
        let written = match of.as_str() {
            "client" => again::<ClientMessage>(&json),
            "server" => again::<ServerMessage>(&json),
            "lobby" => again::<LobbyMessage>(&json),
            "event" => again::<Event>(&json),
            "table" => again::<Table>(&json),
            "listings" => again::<Listings>(&json),
            "session" => again::<Session>(&json),
            "me" => again::<Me>(&json),
            "problem" => again::<Problem>(&json),
            "record" => again::<Record>(&json),
            "why" => again::<TableWhy>(&json),
            "length" => again::<Length>(&json),
            other => panic!("no type is called {other}"),
        };
        assert_eq!(written, json, "{of}");
    }
}

#[test]
fn no_message_is_without_an_example() {
    for (of, tag, schema) in [
        ("client", "do", schema::<ClientMessage>()),
        ("server", "type", schema::<ServerMessage>()),
        ("lobby", "type", schema::<LobbyMessage>()),
        ("event", "kind", schema::<Event>()),
    ] {
        let mut there_are = BTreeSet::new();
        tags(&schema, tag, &mut there_are);
        assert!(there_are.len() > 4, "{of}: {schema}");
        let shown: BTreeSet<String> = examples()
            .into_iter()
            .filter(|(kind, _)| kind == of)
            .map(|(_, json)| json[tag].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(shown, there_are, "{of}");
    }
}

fn schema<T: PartialSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

/// The values that the field `tag` of a schema's variants has.
fn tags(schema: &Value, tag: &str, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let values = schema["properties"][tag]["enum"].as_array();
            let values = values.into_iter().flatten().filter_map(Value::as_str);
            found.extend(values.map(str::to_owned));
            fields.values().for_each(|inner| tags(inner, tag, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| tags(inner, tag, found)),
        _ => {}
    }
}
