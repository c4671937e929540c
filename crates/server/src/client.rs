//! The client: the files of `static/`, embedded in the binary.
//!
//! Files are served under `/a/<hash of the tree>/…` and cached for ever; the page itself, the service worker and the
//! manifest are not cached, so that a new version shows at the next visit.

mod files;
mod routes;

pub use routes::{asset, nothing_here, page, pages, root_file};

use files::Files;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// What stands in `index.html`, `sw.js` and the manifest for the folder of the present version.
pub const BASE_PLACEHOLDER: &str = "{{base}}";

/// How many bytes of the hash stand in the path.
const HASH_BYTES: usize = 8;

/// The files as they are served.
#[derive(Clone)]
pub struct Client(Arc<Version>);

struct Version {
    hash: String,
}

impl Client {
    /// The client as it is in the binary (in a debug build: in the folder).
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(Version { hash: tree_hash() }))
    }

    /// The hash of the whole tree: a change of any file changes the path of all. A debug build reads the folder anew each
    /// time, as its files may change while it runs.
    #[must_use]
    pub fn hash(&self) -> String {
        if cfg!(debug_assertions) {
            tree_hash()
        } else {
            self.0.hash.clone()
        }
    }

    /// A file as it is.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        Files::get(path).map(|file| file.data.into_owned())
    }

    /// A text file with its placeholders filled in.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<String> {
        let text = String::from_utf8(self.file(path)?).ok()?;
        Some(text.replace(BASE_PLACEHOLDER, &format!("/a/{}", self.hash())))
    }
}

impl Default for Client {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether some version may have had this hash: as many hex digits, in lower case.
fn is_hash(text: &str) -> bool {
    text.len() == 2 * HASH_BYTES && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

fn tree_hash() -> String {
    let mut paths: Vec<_> = Files::iter().collect();
    paths.sort();
    let mut tree = Sha256::new();
    for path in paths {
        let Some(file) = Files::get(&path) else {
            continue;
        };
        tree.update(path.as_bytes());
        tree.update([0]);
        tree.update(Sha256::digest(&file.data));
    }
    hex::encode(&tree.finalize()[..HASH_BYTES])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_page_points_into_the_present_version() {
        let client = Client::new();
        let page = client.text("index.html").unwrap();
        assert!(!page.contains(BASE_PLACEHOLDER));
        assert!(page.contains(&format!("/a/{}/", client.hash())));
    }

    #[test]
    fn the_page_has_nothing_that_the_policy_forbids() {
        let page = Client::new().text("index.html").unwrap().to_lowercase();
        assert!(
            !page.contains("<style") && !page.contains(" style=") && !page.contains("importmap")
        );
        for script in page.split("<script").skip(1) {
            assert!(script.split('>').next().unwrap().contains("src="));
        }
    }
}
