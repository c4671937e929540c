//! Who people are: guests, their sessions and their profile.

use crate::{
    Millis, ProfileError, Store, StoreError,
    db::{Call, Row},
    statements as sql,
};
use ludohall_protocol::{Player, PlayerId};
use sha2::{Digest, Sha256};
use std::fmt;

/// Characters of a name at most; more would not fit beside a seat.
pub const NAME_MAX_CHARS: usize = 32;
/// Characters of a language tag at most (BCP 47 advises to allow for 35).
pub const LANGUAGE_MAX_CHARS: usize = 35;
/// Bytes of `looks` at most.
pub const LOOKS_MAX_BYTES: usize = 4096;
/// How long a session lasts after its last use: 400 days, the longest that browsers keep a cookie.
pub const SESSION_LIFETIME_MS: i64 = 400 * 24 * 3_600_000;
/// A use within an hour of the last one is not noted.
const TOUCH_EVERY_MS: i64 = 3_600_000;

/// The SHA-256 of a session's token. The token itself is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token as the client sends it.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }
}

impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash")
    }
}

/// A guest to be made, with a session.
#[derive(Clone, Debug)]
pub struct NewGuest {
    /// Its id.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// BCP 47 tag, or empty.
    pub language: String,
    /// Its session.
    pub token: TokenHash,
    /// When.
    pub at: Millis,
}

/// A person and how they want things.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// Who it is.
    pub player: Player,
    /// BCP 47 tag, or empty.
    pub language: String,
    /// How boards and pieces look: a JSON object.
    pub looks: serde_json::Map<String, serde_json::Value>,
}

/// What of a profile is to change; none stays.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The name.
    pub name: Option<String>,
    /// The language.
    pub language: Option<String>,
    /// The looks.
    pub looks: Option<serde_json::Map<String, serde_json::Value>>,
}

impl Store {
    /// Makes a guest with a session of [`SESSION_LIFETIME_MS`].
    ///
    /// # Errors
    /// [`ProfileError`].
    pub async fn create_guest(&self, guest: NewGuest) -> Result<Player, ProfileError> {
        check_name(&guest.name)?;
        check_language(&guest.language)?;
        let player = Call::new(sql::CREATE_PLAYER)
            .bind(guest.id)
            .bind(guest.name.as_str())
            .bind(1)
            .bind(guest.language.as_str())
            .bind("{}")
            .bind(guest.at);
        let session = Call::new(sql::CREATE_SESSION)
            .bind(guest.token)
            .bind(guest.id)
            .bind(guest.at)
            .bind(guest.at)
            .bind(expiry(guest.at));
        self.journal.change(vec![player, session]).await?;
        Ok(Player {
            id: guest.id,
            name: guest.name,
            guest: true,
        })
    }

    /// Who has this token, if its session is not over. Its use is noted, and its end put off, once an hour.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn identity(
        &self,
        token: TokenHash,
        now: Millis,
    ) -> Result<Option<Identity>, StoreError> {
        let rows = self
            .db
            .read(&Call::new(sql::SESSION).bind(token).bind(now))
            .await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        if now.0 - row.int(5)? >= TOUCH_EVERY_MS {
            let touch = Call::new(sql::TOUCH_SESSION)
                .bind(token)
                .bind(now)
                .bind(expiry(now));
            self.journal.change_some_time(vec![touch]);
        }
        Ok(Some(read(row)?))
    }

    /// A person by id.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn player(&self, id: PlayerId) -> Result<Option<Identity>, StoreError> {
        let rows = self.db.read(&Call::new(sql::PLAYER).bind(id)).await?;
        Ok(rows.first().map(read).transpose()?)
    }

    /// Ends a session; false where there is none.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revoke(&self, token: TokenHash) -> Result<bool, StoreError> {
        let answers = self
            .journal
            .change(vec![Call::new(sql::END_SESSION).bind(token)])
            .await?;
        Ok(answers.iter().any(|rows| !rows.is_empty()))
    }

    /// Changes a profile.
    ///
    /// # Errors
    /// [`ProfileError`]; then nothing is changed.
    pub async fn set_profile(
        &self,
        id: PlayerId,
        profile: Profile,
    ) -> Result<Identity, ProfileError> {
        profile.name.as_deref().map_or(Ok(()), check_name)?;
        profile.language.as_deref().map_or(Ok(()), check_language)?;
        let looks = profile
            .looks
            .map(|looks| serde_json::Value::Object(looks).to_string());
        if looks
            .as_ref()
            .is_some_and(|looks| looks.len() > LOOKS_MAX_BYTES || looks.contains("\\u0000"))
        {
            return Err(ProfileError::BadLooks);
        }
        let call = Call::new(sql::SET_PROFILE).bind(id).bind(profile.name);
        let call = call.bind(profile.language).bind(looks);
        let answers = self.journal.change(vec![call]).await?;
        match answers.first().and_then(|rows| rows.first()) {
            Some(row) => Ok(read(row).map_err(StoreError::from)?),
            None => Err(ProfileError::NoSuchPlayer),
        }
    }
}

fn expiry(now: Millis) -> Millis {
    Millis(now.0.saturating_add(SESSION_LIFETIME_MS))
}

/// Reads `id, name, guest, language, looks`. Looks that cannot be read are as good as none.
fn read(row: &Row) -> Result<Identity, sqlx::Error> {
    let player = Player {
        id: row.parse(0)?,
        name: row.text(1)?,
        guest: row.int(2)? != 0,
    };
    let looks = serde_json::from_str(&row.text(4)?).unwrap_or_default();
    Ok(Identity {
        player,
        language: row.text(3)?,
        looks,
    })
}

fn check_name(name: &str) -> Result<(), ProfileError> {
    let fits = (1..=NAME_MAX_CHARS).contains(&name.chars().count());
    let plain = name.trim() == name && !name.chars().any(char::is_control);
    if fits && plain {
        Ok(())
    } else {
        Err(ProfileError::BadName)
    }
}

fn check_language(tag: &str) -> Result<(), ProfileError> {
    let plain = tag
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain && tag.len() <= LANGUAGE_MAX_CHARS {
        Ok(())
    } else {
        Err(ProfileError::BadLanguage)
    }
}
