//! The OpenAPI document: REST calls from their handlers, socket messages as schemas.

use crate::{problem::PROBLEM_JSON, router};
use ludohall_protocol::{ClientMessage, LobbyMessage, Problem, ServerMessage};
use serde_json::{Value, json};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Components,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

/// Where the schema of errors stands.
const PROBLEM: &str = "#/components/schemas/Problem";

/// What no handler says: title, schemas of messages, how one proves who one is.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludohall",
        description = "A game hall for the Ludo family. Errors are application/problem+json with a stable `code`. \
            The messages of the sockets are the schemas ClientMessage, ServerMessage and LobbyMessage."
    ),
    paths(crate::api::games::text),
    components(schemas(ClientMessage, ServerMessage, LobbyMessage, Problem)),
    modifiers(&Security),
    security((), ("bearer" = []), ("cookie" = []))
)]
struct Head;

struct Security;

impl Modify for Security {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_with(Components::new);
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        let cookie = ApiKey::Cookie(ApiKeyValue::new("ludohall"));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
    }
}

/// The document without its paths.
#[must_use]
pub fn head() -> utoipa::openapi::OpenApi {
    Head::openapi()
}

/// The document as it is committed, served and printed: pretty JSON, keys in order, with a newline at its end.
///
/// # Errors
/// A schema cannot be written as JSON.
pub fn document() -> Result<String, serde_json::Error> {
    let document = router::api().into_openapi();
    let mut sorted = serde_json::to_value(&document)?;
    tell_errors(&mut sorted);
    Ok(serde_json::to_string_pretty(&sorted)? + "\n")
}

/// Gives errors their media type, and each call the errors that any call may have: limits, sizes, a stop, a fault. What
/// handlers say of themselves is JSON to the macro, and only what is theirs.
fn tell_errors(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operations) in paths.filter(|(path, _)| path.starts_with("/api/v1/")) {
        for (_, operation) in operations.as_object_mut().into_iter().flatten() {
            if let Some(responses) = operation["responses"].as_object_mut() {
                responses.values_mut().for_each(name_problem);
                responses.insert("default".to_owned(), any_error());
            }
        }
    }
}

fn name_problem(response: &mut Value) {
    let content = response.get_mut("content").and_then(Value::as_object_mut);
    let Some(content) = content else {
        return;
    };
    let is_problem = |kind: &Value| kind["schema"]["$ref"] == PROBLEM;
    if content.get("application/json").is_some_and(is_problem)
        && let Some(kind) = content.remove("application/json")
    {
        content.insert(PROBLEM_JSON.to_owned(), kind);
    }
}

fn any_error() -> Value {
    json!({
        "description": "any other error, such as `too_many_requests`, `too_large`, `draining`, `internal`",
        "content": { PROBLEM_JSON: { "schema": { "$ref": PROBLEM } } },
    })
}
