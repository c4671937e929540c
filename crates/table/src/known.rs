//! Which commands a table has accepted, so that none acts twice.

use crate::journal::CommandKey;
use ludohall_protocol::{ClientMessage, PlayerId, Version};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The accepted commands of a table, in 16 bytes each: a digest of identity and id, one of the rest, and the version.
///
/// The digest is taken over the identity too, so that nobody can make an id that collides with another person's; who
/// makes their own ids collide refuses their own commands.
///
/// They lie in one row, ordered by the first digest: half the memory of a tree, and to make room for one more moves no more
/// than some kilobytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known(Vec<Command>);

/// Digest of identity and id; digest of the rest; version.
type Command = (u64, u32, u32);

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
        let Ok(at) = self.place(digest_of_id(key)) else {
            return Recall::New;
        };
        match self.0[at] {
            (_, digest, version) if digest == key.digest => {
                Recall::Accepted(Version(u64::from(version)))
            }
            _ => Recall::OtherBody,
        }
    }

    /// Remembers a command whose entry was applied.
    pub(crate) fn accept(&mut self, key: &CommandKey, version: Version) {
        // A table would have to make four thousand million entries to outgrow this.
        let version = u32::try_from(version.0).unwrap_or(u32::MAX);
        let command = (digest_of_id(key), key.digest, version);
        match self.place(command.0) {
            Ok(at) => self.0[at] = command,
            Err(at) => {
                // A little room at a time: tables are many.
                if self.0.len() == self.0.capacity() {
                    self.0.reserve_exact(self.0.len() / 4 + 8);
                }
                self.0.insert(at, command);
            }
        }
    }

    /// Where a command is, or where it belongs.
    fn place(&self, digest: u64) -> Result<usize, usize> {
        self.0.binary_search_by_key(&digest, |command| command.0)
    }
}

/// As a map from the first digest to the rest.
impl Serialize for Known {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let commands = self.0.iter();
        s.collect_map(commands.map(|(id, digest, version)| (id, (digest, version))))
    }
}

impl<'de> Deserialize<'de> for Known {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let map = BTreeMap::<u64, (u32, u32)>::deserialize(d)?;
        let commands = map.into_iter();
        Ok(Self(
            commands
                .map(|(id, (digest, version))| (id, digest, version))
                .collect(),
        ))
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Known, Recall};
    use crate::journal::CommandKey;
    use ludohall_protocol::{PlayerId, Version};
    use uuid::Uuid;

    fn key(by: u128, id: usize, digest: u32) -> CommandKey {
        CommandKey {
            by: PlayerId(Uuid::from_u128(by)),
            id: id.to_string(),
            digest,
        }
    }

    #[test]
    fn each_command_is_known_with_its_version_and_its_body_also_after_a_snapshot() {
        let mut known = Known::default();
        for n in 0..500_u32 {
            known.accept(&key(1, n as usize, n), Version(u64::from(n) + 2));
        }
        let json = serde_json::to_string(&known).unwrap();
        assert!(json.starts_with('{'));
        let restored: Known = serde_json::from_str(&json).unwrap();
        assert_eq!(restored, known);
        for n in 0..500_u32 {
            let recall = |digest| restored.recall(&key(1, n as usize, digest));
            assert_eq!(recall(n), Recall::Accepted(Version(u64::from(n) + 2)));
            assert_eq!(recall(n + 1), Recall::OtherBody);
        }
        assert_eq!(known.recall(&key(1, 500, 0)), Recall::New);
        assert_eq!(known.recall(&key(2, 7, 7)), Recall::New);
    }
}
