//! Which commands a table has accepted, so that none acts twice.

use crate::journal::CommandKey;
use ludohall_protocol::{ClientMessage, PlayerId, Version};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The accepted commands of a table, in 16 bytes each: a digest of identity and id, one of the rest, and the version.
///
/// The digest is taken over the identity too, so that nobody can make an id that collides with another person's; who
/// makes their own ids collide refuses their own commands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Known(BTreeMap<u64, (u32, u32)>);

/// What is known of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recall {
    /// Nothing.
    New,
    /// It was accepted and made this entry.
    Accepted(Version),
    /// Its id was used for another command.
    OtherBody,
}

impl Known {
    /// Looks a command up.
    pub(crate) fn recall(&self, key: &CommandKey) -> Recall {
        match self.0.get(&digest_of_id(key)) {
            None => Recall::New,
            Some((digest, version)) if *digest == key.digest => {
                Recall::Accepted(Version(u64::from(*version)))
            }
            Some(_) => Recall::OtherBody,
        }
    }

    /// Remembers a command whose entry was applied.
    pub(crate) fn accept(&mut self, key: &CommandKey, version: Version) {
        // A table would have to make four thousand million entries to outgrow this.
        let version = u32::try_from(version.0).unwrap_or(u32::MAX);
        self.0.insert(digest_of_id(key), (key.digest, version));
    }
}

/// The key of a command; `None` where it has no id (`ping`).
pub(crate) fn key(by: PlayerId, message: &ClientMessage) -> Option<CommandKey> {
    let id = message.id()?.to_owned();
    let json = serde_json::to_vec(message).unwrap_or_default();
    let digest = Sha256::digest(json);
    let digest = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    Some(CommandKey { by, id, digest })
}

fn digest_of_id(key: &CommandKey) -> u64 {
    let mut hash = Sha256::new();
    hash.update(key.by.0.as_bytes());
    hash.update(key.id.as_bytes());
    let hash = hash.finalize();
    u64::from_be_bytes(std::array::from_fn(|i| hash[i]))
}
