//! Files that the code makes: the OpenAPI document, the client's type declarations, the document of rulesets. All are
//! committed.

use crate::{
    dts,
    failure::Failure,
    shell::{capture, cargo, line, program, read, root},
};
use serde_json::Value;
use std::path::PathBuf;

const OPENAPI: &str = "docs/openapi.json";
const RULES: &str = "docs/rules.md";
const DECLARATIONS: &str = "static/js/protocol.d.ts";

/// Writes the generated files.
///
/// # Errors
/// The binary does not build, or a file cannot be written.
pub fn write() -> Result<(), Failure> {
    for (path, text) in generated()? {
        let file = |source| Failure::File {
            path: path.clone(),
            source,
        };
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir).map_err(file)?;
        }
        std::fs::write(&path, text).map_err(file)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Compares the committed files with what the types make now.
///
/// # Errors
/// One of them differs.
pub fn check() -> Result<(), Failure> {
    println!("\ngenerated files are current?");
    for (path, text) in generated()? {
        if read(&path).ok().as_deref() != Some(&text) {
            return Err(Failure::Stale(path));
        }
    }
    Ok(())
}

fn generated() -> Result<[(PathBuf, String); 3], Failure> {
    let hall = hall()?;
    let rules = capture(program(&hall).arg("rulesets"))?;
    let mut openapi = program(hall);
    openapi.arg("openapi");
    let printed = capture(&mut openapi)?;
    let unreadable = || Failure::Output {
        program: line(&openapi),
        wanted: "an OpenAPI document",
    };
    let document: Value = serde_json::from_slice(&printed).map_err(|_| unreadable())?;
    let pretty = serde_json::to_string_pretty(&document).map_err(|_| unreadable())?;
    let schemas = document["components"]["schemas"]
        .as_object()
        .ok_or_else(unreadable)?;
    Ok([
        (root().join(OPENAPI), pretty + "\n"),
        (
            root().join(RULES),
            String::from_utf8_lossy(&rules).into_owned(),
        ),
        (root().join(DECLARATIONS), dts::declarations(schemas)),
    ])
}

/// Builds the product as for development and returns the path of its binary.
///
/// # Errors
/// It does not build.
pub fn hall() -> Result<PathBuf, Failure> {
    let mut build = cargo();
    build.args(["build", "--package", "ludohall-server", "--bin", "ludohall"]);
    build.args(["--quiet", "--message-format=json-render-diagnostics"]);
    let messages = capture(&mut build)?;
    String::from_utf8_lossy(&messages)
        .lines()
        .filter_map(|message| serde_json::from_str::<Value>(message).ok())
        .filter(|message| message["target"]["name"] == "ludohall")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| Failure::Output {
            program: line(&build),
            wanted: "the path of the binary",
        })
}
