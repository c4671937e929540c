//! Errors of the REST calls: `application/problem+json`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A code as it stands on the wire, for logs and metrics.
#[must_use]
pub fn code_name(code: &impl Serialize) -> String {
    let name = serde_json::to_value(code).ok();
    name.and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// An error body.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// `about:blank#<code>`-like reference.
    #[serde(rename = "type")]
    pub kind: String,
    /// English, short.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The stable code.
    pub code: ProblemCode,
    /// English, for developers.
    pub detail: String,
    /// The field that is wrong (`bad_request`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The flag that is wrong (`bad_options`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<String>,
    /// Why it is wrong (`bad_options`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

macro_rules! codes {
    ($($name:ident = $status:literal, $title:literal;)*) => {
        /// The stable code of an error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs, reason = "the title beside each says it")]
        pub enum ProblemCode { $($name),* }

        impl ProblemCode {
            /// The HTTP status that goes with it.
            #[must_use]
            pub fn status(self) -> u16 { match self { $(Self::$name => $status),* } }
            /// A short English title.
            #[must_use]
            pub fn title(self) -> &'static str { match self { $(Self::$name => $title),* } }
        }
    };
}

codes! {
    BadRequest = 400, "The request is malformed";
    NoSession = 401, "No session";
    WrongLogin = 401, "Name or password is wrong";
    NotHost = 403, "Only the host may do this";
    NotSeated = 403, "No seat at this table";
    Banned = 403, "Banned from this hall";
    ForeignOrigin = 403, "The request comes from another site";
    NotAllowed = 403, "Not allowed here";
    NoSuchTable = 404, "No such table";
    NoSuchGame = 404, "No such game";
    NoSuchPlayer = 404, "No such player";
    NotFound = 404, "Nothing is here";
    Full = 409, "The table is full";
    Started = 409, "The game has started";
    NotStarted = 409, "The game has not started";
    Finished = 409, "The game has ended";
    SeatTaken = 409, "The seat is taken";
    SeatsOpen = 409, "Seats are still open";
    NameTaken = 409, "The name is taken";
    RatedNeedsAccounts = 409, "A rated table needs accounts";
    MethodNotAllowed = 405, "Not by this method";
    TooLarge = 413, "The body is too large";
    NotJson = 415, "The body is not JSON";
    UpgradeRequired = 426, "This path speaks WebSocket";
    BadOptions = 422, "The house rules do not fit";
    BadSeats = 422, "The seats do not fit";
    BadName = 422, "The name does not fit";
    BadPassword = 422, "The password does not fit";
    BadClock = 422, "The clock does not fit";
    TooManyRequests = 429, "Too many requests";
    Unavailable = 503, "The store cannot be reached";
    TableDamaged = 503, "The table's journal cannot be read";
    Draining = 503, "The hall is restarting";
    Internal = 500, "Something went wrong here";
}
