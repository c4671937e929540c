//! What holds in a real browser, against the built binary.

use crate::{
    failure::Failure,
    generate, packages,
    shell::{exists, program, run},
    web,
};

/// Debian's browser, and letters for both scripts that the client is complete in.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

/// Builds the hall and runs the browser tests.
///
/// # Errors
/// The first step that fails.
pub fn test() -> Result<(), Failure> {
    web::install()?;
    if !exists("chromium") {
        packages::install("Chromium", &PACKAGES)?;
    }
    let hall = generate::hall()?;
    run(program("npx")
        .args(["playwright", "test", "--config", "tests/browser"])
        .env("LUDOHALL_BIN", hall))
}
