//! The OpenAPI document: REST calls from their handlers, socket messages as schemas.

use crate::router;
use ludohall_protocol::{ClientMessage, LobbyMessage, Problem, ServerMessage};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Components,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

/// What no handler says: title, schemas of messages, how one proves who one is.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludohall",
        description = "A game hall for the Ludo family. Errors are application/problem+json with a stable `code`. \
            The messages of the sockets are the schemas ClientMessage, ServerMessage and LobbyMessage."
    ),
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
    let sorted = serde_json::to_value(&document)?;
    Ok(serde_json::to_string_pretty(&sorted)? + "\n")
}
