//! The phrases of the protocol and those of the client are the same.
#![allow(clippy::unwrap_used)]

use ludohall_protocol::socket::PHRASES;
use std::{collections::BTreeSet, fs, path::Path};

/// Keys under `say.` that are words of the dialog, not phrases.
const DIALOG: [&str; 3] = ["title", "text", "send"];

fn client(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/js");
    fs::read_to_string(root.join(path)).unwrap()
}

#[test]
fn every_phrase_has_words_in_the_catalogue_and_every_words_a_phrase() {
    for language in ["en", "ru"] {
        let catalogue = client(&format!("i18n/table.{language}.js"));
        let keys = catalogue.split("'say.").skip(1);
        let keys = keys.filter_map(|rest| rest.split_once('\'').map(|(key, _)| key));
        let phrases: BTreeSet<&str> = keys.filter(|key| !DIALOG.contains(key)).collect();
        assert_eq!(phrases, BTreeSet::from(PHRASES), "{language}");
    }
}

#[test]
fn the_client_offers_every_phrase_in_order() {
    let dialog = client("table/say.js");
    let list = dialog.split_once("PHRASES = [").unwrap().1;
    let list = list.split_once(']').unwrap().0;
    let offered: Vec<&str> = list.split(", ").map(|key| key.trim_matches('\'')).collect();
    assert_eq!(offered, PHRASES);
}
