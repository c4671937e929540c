//! TypeScript declarations from the schemas of an OpenAPI 3.1 document.
//!
//! Knows the part of JSON Schema that our types make: objects, arrays, tuples, enums, unions, references.
//! Whatever else it meets becomes `unknown`, which the client cannot use by accident.

use serde_json::{Map, Value};
use std::fmt::Write;

type Schema = Map<String, Value>;

/// One exported type per schema, in the order of their names.
pub fn declarations(schemas: &Schema) -> String {
    let mut out =
        String::from("// Made by `cargo xtask generate` from the server's types. Do not edit.\n");
    let mut names: Vec<&String> = schemas.keys().collect();
    names.sort();
    for name in names {
        let schema = &schemas[name];
        out.push('\n');
        out.push_str(&doc(schema, ""));
        let _ = writeln!(
            out,
            "export type {} = {};",
            identifier(name),
            of(schema, "")
        );
    }
    out
}

fn identifier(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

/// The description as a comment, or nothing.
fn doc(schema: &Value, indent: &str) -> String {
    let Some(text) = described(schema) else {
        return String::new();
    };
    let text = text.replace("*/", "*\\/");
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    match lines[..] {
        [] => String::new(),
        [only] => format!("{indent}/** {only} */\n"),
        _ => {
            let body = lines.iter().fold(String::new(), |body, line| {
                body + indent + " * " + line + "\n"
            });
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}

/// Its own description, or that of its only alternative to `null`.
fn described(schema: &Value) -> Option<&str> {
    let mut parts = schema["oneOf"].as_array().into_iter().flatten();
    let own = schema["description"].as_str();
    own.or_else(|| {
        parts.find_map(|part| part["description"].as_str().filter(|_| is_nullable(schema)))
    })
}

fn is_nullable(schema: &Value) -> bool {
    let parts = schema["oneOf"].as_array().into_iter().flatten();
    parts.filter(|part| part["type"] == "null").count() == 1
}

/// The type of a schema; `indent` is where its first line stands.
fn of(schema: &Value, indent: &str) -> String {
    let Some(map) = schema.as_object() else {
        return "unknown".to_owned();
    };
    if let Some(target) = map.get("$ref").and_then(Value::as_str) {
        return identifier(target.rsplit('/').next().unwrap_or(target));
    }
    if let Some(only) = map.get("const") {
        return only.to_string();
    }
    if let Some(values) = map.get("enum").and_then(Value::as_array) {
        return union(values.iter().map(Value::to_string));
    }
    for (key, glue) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = map.get(key).and_then(Value::as_array) {
            return combined(map, parts, glue, indent);
        }
    }
    match &map.get("type") {
        Some(Value::String(name)) => named(name, map, indent),
        Some(Value::Array(names)) => union(
            names
                .iter()
                .filter_map(Value::as_str)
                .map(|name| named(name, map, indent)),
        ),
        _ if map.contains_key("properties") => object(map, indent),
        _ => "unknown".to_owned(),
    }
}

/// Alternatives, or parts that hold together; properties beside them hold too.
fn combined(map: &Schema, parts: &[Value], glue: &str, indent: &str) -> String {
    let types: Vec<String> = parts.iter().map(|part| of(part, indent)).collect();
    let types = if glue == " | " {
        union(types.into_iter())
    } else {
        types
            .into_iter()
            .map(enclosed)
            .collect::<Vec<_>>()
            .join(glue)
    };
    if map.contains_key("properties") {
        format!("{} & {}", object(map, indent), enclosed(types))
    } else {
        types
    }
}

fn named(name: &str, map: &Schema, indent: &str) -> String {
    match name {
        "null" => "null".to_owned(),
        "boolean" => "boolean".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "string" => "string".to_owned(),
        "array" => array(map, indent),
        "object" => object(map, indent),
        _ => "unknown".to_owned(),
    }
}

fn array(map: &Schema, indent: &str) -> String {
    if let Some(parts) = map.get("prefixItems").and_then(Value::as_array) {
        let parts: Vec<String> = parts.iter().map(|part| of(part, indent)).collect();
        return format!("[{}]", parts.join(", "));
    }
    let item = map
        .get("items")
        .map_or_else(|| "unknown".to_owned(), |items| of(items, indent));
    format!("{}[]", enclosed(item))
}

fn object(map: &Schema, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let required: Vec<&str> = map
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let Some(properties) = map.get("properties").and_then(Value::as_object) else {
        return match map.get("additionalProperties") {
            Some(values @ Value::Object(_)) => {
                format!("{{ [key: string]: {} }}", of(values, indent))
            }
            _ => "{ [key: string]: unknown }".to_owned(),
        };
    };
    let mut out = "{\n".to_owned();
    for (name, schema) in properties {
        let optional = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        out.push_str(&doc(schema, &deeper));
        let _ = writeln!(out, "{deeper}{name}{optional}: {};", of(schema, &deeper));
    }
    out + indent + "}"
}

/// Alternatives without repetition, in the order given.
fn union(types: impl Iterator<Item = String>) -> String {
    let mut seen: Vec<String> = Vec::new();
    for one in types {
        if !seen.contains(&one) {
            seen.push(one);
        }
    }
    seen.join(" | ")
}

/// In brackets where an operator could tear it apart.
fn enclosed(text: String) -> String {
    let mut depth = 0_i32;
    let torn = text.chars().any(|c| {
        match c {
            '{' | '[' | '(' | '<' => depth += 1,
            '}' | ']' | ')' | '>' => depth -= 1,
            _ => {}
        }
        depth == 0 && matches!(c, '|' | '&')
    });
    if torn { format!("({text})") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(schema: &Value) -> String {
        of(schema, "")
    }

    #[test]
    fn enums_become_unions_of_literals() {
        let phase = json!({"type": "string", "enum": ["roll", "move"]});
        assert_eq!(text(&phase), r#""roll" | "move""#);
    }

    #[test]
    fn tuples_and_arrays_of_unions_keep_their_shape() {
        let pair = json!({"type": "array", "items": {"type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "integer"}]}});
        assert_eq!(text(&pair), "[number, number][]");
        let holes = json!({"type": "array", "items": {"type": ["integer", "null"]}});
        assert_eq!(text(&holes), "(number | null)[]");
    }

    #[test]
    fn fields_that_may_be_absent_are_optional() {
        let seat = json!({"type": "object", "required": ["arm"], "properties": {
            "arm": {"type": "integer", "description": "Which."},
            "name": {"type": "string"}}});
        assert_eq!(
            text(&seat),
            "{\n  /** Which. */\n  arm: number;\n  name?: string;\n}"
        );
    }

    #[test]
    fn tagged_variants_are_joined_to_their_tag() {
        let moves = json!({"oneOf": [
            {"allOf": [{"$ref": "#/components/schemas/Step"}, {"type": "object",
                "required": ["kind"], "properties": {"kind": {"type": "string", "enum": ["enter"]}}}]},
            {"type": "object", "required": ["kind"],
                "properties": {"kind": {"const": "decline"}}}]});
        assert_eq!(
            text(&moves),
            "Step & {\n  kind: \"enter\";\n} | {\n  kind: \"decline\";\n}"
        );
    }

    #[test]
    fn what_it_does_not_know_is_unknown() {
        assert_eq!(text(&json!({})), "unknown");
        assert_eq!(text(&json!({"not": {}})), "unknown");
        assert_eq!(
            text(&json!({"type": "object"})),
            "{ [key: string]: unknown }"
        );
    }

    #[test]
    fn declarations_come_in_the_order_of_their_names() {
        let schemas =
            json!({"B": {"type": "string"}, "A": {"$ref": "#/x/B", "description": "First."}});
        let made = declarations(schemas.as_object().expect("an object was written above"));
        assert!(made.ends_with("\n/** First. */\nexport type A = B;\n\nexport type B = string;\n"));
    }
}
