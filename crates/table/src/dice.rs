//! The dice: committed to before anybody contributes, drawn in the journalled step, checked by anybody afterwards.
//!
//! The algorithm is section 6 of the protocol. Nothing here knows a table or a rule.

use hmac::{Hmac, KeyInit, Mac};
use ludohall_protocol::GameId;
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret behind the dice of one game.
///
/// It cannot be serialised and prints as dots: only the journal (through [`journal`]) and a record of a game that has
/// ended (through [`Secret::reveal`]) ever see its bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of 32 random bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// What is shown when the table opens: hex SHA-256 of the bytes.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The bytes in hex. For the end of a game, and for nothing else.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// How the journal writes a [`Secret`]: `#[serde(with = "dice::journal")]`. No public type uses it.
pub(crate) mod journal {
    use super::Secret;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(secret: &Secret, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&hex::encode(secret.0))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Secret, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.as_bytes(), &mut bytes).map_err(D::Error::custom)?;
        Ok(Secret(bytes))
    }
}

/// The dice of one game, as a pure function of the number of a die.
#[derive(Clone)]
pub struct Dice {
    key: Hmac<Sha256>,
    /// `"{game id}:{entropy}:"`
    prefix: String,
}

impl Dice {
    /// The dice of `game`. `contributions` are the seats' hex texts in order of their arms.
    #[must_use]
    pub fn new<'a>(
        secret: &Secret,
        game: GameId,
        contributions: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let joined = contributions
            .into_iter()
            .map(str::to_ascii_lowercase)
            .collect::<Vec<_>>()
            .join(",");
        let entropy = if joined.is_empty() {
            String::new()
        } else {
            hex::encode(Sha256::digest(joined.as_bytes()))
        };
        // A key shorter than a block of the hash is filled up with zeros (RFC 2104).
        let mut block = [0; 64];
        block[..32].copy_from_slice(&secret.0);
        Self {
            key: Hmac::new(&block.into()),
            prefix: format!("{game}:{entropy}:"),
        }
    }

    /// The face of die `n` (from 1), from 1 to `faces`, each equally likely. `faces` from 1 to 255.
    #[must_use]
    pub fn face(&self, n: u32, faces: u8) -> u8 {
        let limit = 256 - 256 % u16::from(faces.max(1));
        let mut attempt = 0_u32;
        loop {
            let x = self.byte(n, attempt);
            if u16::from(x) < limit {
                return x % faces.max(1) + 1;
            }
            attempt += 1;
        }
    }

    fn byte(&self, n: u32, attempt: u32) -> u8 {
        let mut mac = self.key.clone();
        mac.update(self.prefix.as_bytes());
        mac.update(format!("{n}:{attempt}").as_bytes());
        mac.finalize().into_bytes()[0]
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dice").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Dice, Secret};
    use ludohall_protocol::GameId;

    fn game() -> GameId {
        "01900000-0000-7000-8000-000000000001".parse().unwrap()
    }

    fn secret() -> Secret {
        Secret::new(std::array::from_fn(|i| i as u8))
    }

    fn first_twelve(contributions: &[&str]) -> Vec<u8> {
        let dice = Dice::new(&secret(), game(), contributions.iter().copied());
        (1..=12).map(|n| dice.face(n, 6)).collect()
    }

    #[test]
    fn the_check_vector_without_contributions_comes_out() {
        assert_eq!(first_twelve(&[]), [3, 4, 5, 4, 1, 2, 6, 2, 1, 1, 6, 5]);
    }

    #[test]
    fn the_check_vector_with_contributions_comes_out() {
        assert_eq!(
            first_twelve(&["00ff", "abcd"]),
            [3, 5, 5, 1, 6, 6, 3, 4, 1, 5, 1, 2]
        );
    }

    #[test]
    fn the_check_vector_of_the_commitment_comes_out() {
        assert_eq!(
            secret().commitment(),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
    }

    #[test]
    fn contributions_count_in_lower_case() {
        assert_eq!(
            first_twelve(&["00FF", "ABCD"]),
            first_twelve(&["00ff", "abcd"])
        );
    }

    #[test]
    fn x02_every_face_is_equally_likely_also_where_faces_do_not_divide_a_byte() {
        for faces in [2_u8, 3, 4, 5, 6] {
            let dice = Dice::new(&secret(), game(), []);
            let mut counts = vec![0_f64; usize::from(faces)];
            let rolls = 24_000_u32;
            for n in 1..=rolls {
                counts[usize::from(dice.face(n, faces)) - 1] += 1.0;
            }
            let expected = f64::from(rolls) / f64::from(faces);
            let chi: f64 = counts
                .iter()
                .map(|c| (c - expected).powi(2) / expected)
                .sum();
            // 99.99 % of fair dice stay below this for up to five degrees of freedom.
            assert!(chi < 25.7, "{faces} faces: {counts:?}");
        }
    }

    #[test]
    fn a_secret_does_not_print() {
        assert_eq!(format!("{:?}", secret()), "Secret(…)");
    }
}
