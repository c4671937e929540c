//! `docs/limits.md` is true: its numbers are those of the code, its tests exist, and no bound is left out. And the edges of
//! what a request may say.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ask, Database, TestServer};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const DOCUMENT: &str = include_str!("../../../docs/limits.md");
/// Where bounds lie.
const CRATES: [&str; 5] = ["engine", "protocol", "server", "store", "table"];

struct Row<'a> {
    number: &'a str,
    file: &'a str,
    name: &'a str,
    flag: &'a str,
    test: &'a str,
}

fn rows() -> Vec<Row<'static>> {
    let lines = DOCUMENT.lines().filter(|line| line.starts_with("| "));
    let cells = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    cells
        .filter(|cells| cells[3] != "where")
        .map(|cells| {
            let [_, _, number, place, flag, _, _, test, _] = cells[..] else {
                panic!("not seven cells: {cells:?}");
            };
            let (file, name) = place.split_once(' ').unwrap();
            let bare = |cell: &'static str| cell.trim_matches('`');
            Row {
                number,
                file: bare(file),
                name: bare(name),
                flag: bare(flag),
                test: bare(test),
            }
        })
        .collect()
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Rust files below a folder, with their text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.extension() {
            _ if path.is_dir() => sources(&path),
            Some(ending) if ending == "rs" => {
                let text = fs::read_to_string(&path).unwrap();
                vec![(path, text)]
            }
            _ => Vec::new(),
        })
        .collect()
}

/// What stands for `name` in a file: the value of a constant, of a field's default, or of a row of `--limits`.
fn expression<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let constant = format!("const {name}: ");
    if let Some(at) = text.find(&constant) {
        return text[at..]
            .split_once("= ")?
            .1
            .split_once(';')
            .map(|it| it.0);
    }
    if let Some(at) = text.find(&format!("\n    {name}, \"")) {
        return text[at..].split(", ").nth(3);
    }
    let defaults = &text[text.find("impl Default for")?..];
    let field = defaults.split_once(&format!(" {name}: "))?.1;
    field.split_once(",\n").map(|it| it.0)
}

/// Every constant with a number, by name.
fn constants() -> BTreeMap<String, String> {
    let folders = CRATES.map(|name| crates().join(name).join("src"));
    let texts = folders.iter().flat_map(|folder| sources(folder));
    let mut constants = BTreeMap::new();
    for (_, text) in texts {
        for (at, _) in text.match_indices("const ") {
            let name = text[at + 6..].split(':').next().unwrap();
            if name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
                && let Some(value) = expression(&text[at..], name)
            {
                constants.insert(name.to_owned(), value.to_owned());
            }
        }
    }
    constants
}

/// The number that an expression is; times are in milliseconds.
fn evaluate(expression: &str, constants: &BTreeMap<String, String>) -> u64 {
    let expression = expression.trim();
    for (call, factor) in [
        ("Duration::from_secs(", 1000),
        ("Duration::from_millis(", 1),
    ] {
        if let Some(inner) = expression.strip_prefix(call) {
            return factor * evaluate(inner.trim_end_matches(')'), constants);
        }
    }
    if let Some((left, right)) = expression.split_once(" << ") {
        return evaluate(left, constants) << evaluate(right, constants);
    }
    if let Some((left, right)) = expression.split_once(" * ") {
        return evaluate(left, constants) * evaluate(right, constants);
    }
    match expression.replace('_', "").parse() {
        Ok(number) => number,
        Err(_) => evaluate(&constants[expression], constants),
    }
}

/// The number in a cell; times are in milliseconds.
fn written(cell: &str) -> u64 {
    let (number, unit) = cell.split_once(' ').unwrap_or((cell, ""));
    let number: u64 = number.replace(',', "").parse().unwrap();
    number
        * match unit {
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "s" => 1000,
            "min" => 60_000,
            "h" => 3_600_000,
            "day" | "days" => 86_400_000,
            _ => 1,
        }
}

#[test]
fn every_number_is_the_one_in_the_code() {
    let constants = constants();
    for row in rows() {
        let text = fs::read_to_string(crates().join(row.file)).unwrap();
        let found = expression(&text, row.name);
        let found = found.unwrap_or_else(|| panic!("{} has no {}", row.file, row.name));
        let unit = if row.name.ends_with("_DAYS") {
            86_400_000
        } else {
            1
        };
        let value = evaluate(found, &constants) * unit;
        assert_eq!(written(row.number), value, "{} in {}", row.name, row.file);
    }
}

#[test]
fn every_flag_is_named_where_it_counts() {
    let limits = ludohall_server::config::Limits::help();
    let names = limits
        .lines()
        .map(|line| line.trim().split('=').next().unwrap());
    let named: BTreeSet<&str> = names.chain(["--keep-journals"]).collect();
    let flags = rows()
        .into_iter()
        .map(|row| row.flag)
        .filter(|flag| !flag.is_empty());
    assert_eq!(flags.collect::<BTreeSet<_>>(), named);
}

#[test]
fn every_test_exists() {
    let texts: Vec<(PathBuf, String)> = CRATES
        .iter()
        .flat_map(|name| ["src", "tests"].map(|folder| crates().join(name).join(folder)))
        .flat_map(|folder| sources(&folder))
        .collect();
    for row in rows() {
        let function = format!("fn {}(", row.test);
        assert!(
            texts.iter().any(|(_, text)| text.contains(&function)),
            "there is no test {}",
            row.test
        );
    }
}

#[test]
fn no_bound_is_left_out() {
    let documented: BTreeSet<&str> = rows().into_iter().map(|row| row.name).collect();
    for name in constants().keys().filter(|name| name.starts_with("MAX_")) {
        assert!(
            documented.contains(name.as_str()),
            "{name} is not in docs/limits.md"
        );
    }
    let hall = fs::read_to_string(crates().join("table/src/hall/config.rs")).unwrap();
    let fields = hall
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub "));
    for field in fields.filter_map(|field| field.strip_suffix(": usize,")) {
        assert!(
            documented.contains(field),
            "{field} is not in docs/limits.md"
        );
    }
}

#[tokio::test]
async fn a_request_may_say_so_much_and_no_more() {
    let hall = TestServer::start(Database::sqlite()).await;
    let ana = hall.guest("Ana").await;
    let opens = |with: (&str, Value)| {
        let mut spec = json!({ "ruleset": "ludo" });
        spec[with.0] = with.1;
        let ana = ana.clone();
        async move { ana.post("/tables", spec).await }
    };
    let week = 7 * 24 * 3_600_000;
    let clock = |ms: u64| json!({ "decision_ms": ms });
    let language = |bytes: usize| json!("x".repeat(bytes));
    for (field, inside, beyond, status, code) in [
        (
            "title",
            json!("я".repeat(60)),
            json!("я".repeat(61)),
            422,
            "bad_name",
        ),
        ("language", language(35), language(36), 400, "bad_request"),
        ("bot_pause_ms", json!(5000), json!(5001), 400, "bad_request"),
        ("clock", clock(500), clock(499), 422, "bad_clock"),
        ("clock", clock(week), clock(week + 1), 422, "bad_clock"),
    ] {
        opens((field, inside)).await.ok(201);
        opens((field, beyond)).await.refused(status, code);
    }
    let looks = |bytes: usize| json!({ "looks": { "x": "y".repeat(bytes - 8) } });
    ana.patch("/me", looks(4096)).await.ok(200);
    ana.patch("/me", looks(4097))
        .await
        .refused(400, "bad_request");
    let name = |chars: usize| json!({ "name": "я".repeat(chars) });
    ana.patch("/me", name(24)).await.ok(200);
    ana.patch("/me", name(25)).await.refused(422, "bad_name");
    let create = || Ask::post("/api/v1/tables").header("Content-Type", "application/json");
    let body = |bytes: usize| format!("{:bytes$}", r#"{"ruleset":"ludo"}"#);
    ana.ask(create().body(body(16 * 1024))).await.ok(201);
    let large = ana.ask(create().body(body(16 * 1024 + 1))).await;
    large.refused(413, "too_large");
    let keyed = |chars: usize| {
        let ask = create().header("Idempotency-Key", "k".repeat(chars));
        ana.ask(ask.body(body(20)))
    };
    keyed(64).await.ok(201);
    keyed(65).await.refused(400, "bad_request");
    hall.stop().await;
}
