//! Which path gets which file.

use super::{Client, files::media_type, is_hash};
use crate::{app::Shared, problem::ApiError};
use axum::{
    extract::{RawPathParams, State},
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use ludohall_protocol::ProblemCode;

/// The paths that the client's own router knows, as axum writes them.
const PAGES: [&str; 5] = ["/", "/create", "/t/{code}", "/verify", "/verify/{game}"];

const CACHE_FOR_EVER: &str = "public, max-age=31536000, immutable";
const CACHE_NOT: &str = "no-cache";

/// The paths of pages.
pub fn pages() -> impl Iterator<Item = &'static str> {
    PAGES.into_iter()
}

/// A page: always the same document, the client's router does the rest.
pub async fn page(State(app): State<Shared>) -> Response {
    index(&app.client, StatusCode::OK)
}

/// A file that must stand at the root: `/sw.js`, `/manifest.webmanifest`, `/favicon.ico`, `/robots.txt`.
pub async fn root_file(State(app): State<Shared>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    match app.client.text(path) {
        Some(text) => file(path, text.into_bytes(), CACHE_NOT),
        None => app
            .client
            .file(path)
            .map_or_else(not_found, |bytes| file(path, bytes, CACHE_NOT)),
    }
}

/// A file of the client. Under the present version's hash it never changes; under another one, from a page that was loading
/// while the hall was upgraded, the present file is there all the same, but not to be kept.
pub async fn asset(State(app): State<Shared>, params: RawPathParams) -> Response {
    let get = |name| {
        params
            .iter()
            .find_map(|(key, value)| (key == name).then_some(value))
    };
    let (Some(hash), Some(path)) = (get("hash"), get("path")) else {
        return not_found();
    };
    if !is_hash(hash) || path == "index.html" {
        return not_found();
    }
    let cache = if hash == app.client.hash() {
        CACHE_FOR_EVER
    } else {
        CACHE_NOT
    };
    match app.client.file(path) {
        Some(bytes) => file(path, bytes, cache),
        None => not_found(),
    }
}

/// What no route knows: for a browser that wants a page, the page (which says that nothing is here), else a problem.
pub fn nothing_here(app: &Shared, wants_page: bool) -> Response {
    if wants_page {
        index(&app.client, StatusCode::NOT_FOUND)
    } else {
        not_found()
    }
}

fn index(client: &Client, status: StatusCode) -> Response {
    match client.text("index.html") {
        Some(page) => (status, file("index.html", page.into_bytes(), CACHE_NOT)).into_response(),
        None => not_found(),
    }
}

fn file(path: &str, bytes: Vec<u8>, cache: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type(path)),
        (header::CACHE_CONTROL, cache),
    ];
    (headers, bytes).into_response()
}

fn not_found() -> Response {
    ApiError::new(ProblemCode::NotFound, "nothing is here").into_response()
}
