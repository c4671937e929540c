//! Where the database is.

use crate::OpenError;
use std::{fmt, path::PathBuf, str::FromStr};

/// Where the database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// A SQLite file, made with its folder if it is not there.
    Sqlite(PathBuf),
    /// The URL of a PostgreSQL database.
    Postgres(String),
}

impl FromStr for Location {
    type Err = OpenError;

    /// Reads `sqlite:path`, `sqlite://path`, `postgres://…` or `postgresql://…`.
    fn from_str(url: &str) -> Result<Self, OpenError> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        match url.strip_prefix("sqlite:") {
            Some(rest) => match rest.strip_prefix("//").unwrap_or(rest) {
                "" => Err(OpenError::BadUrl("the path of the file is missing")),
                path => Ok(Self::Sqlite(path.into())),
            },
            None => Err(OpenError::BadUrl(
                "it starts with neither sqlite: nor postgres://",
            )),
        }
    }
}

/// Shows no password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(url) => {
                let place = url.rsplit_once('@').map_or_else(
                    || url.split_once("://").map_or("", |(_, rest)| rest),
                    |(_, rest)| rest,
                );
                write!(f, "postgres://{}", place.split('?').next().unwrap_or(""))
            }
        }
    }
}

/// Shows no password.
impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_url_names_a_file_or_a_server() {
        let file = |path: &str| Location::Sqlite(path.into());
        assert_eq!(
            "sqlite:hall.db".parse::<Location>().unwrap(),
            file("hall.db")
        );
        assert_eq!(
            "sqlite:///var/hall.db".parse::<Location>().unwrap(),
            file("/var/hall.db")
        );
        assert!("mysql://x".parse::<Location>().is_err());
        assert!("sqlite:".parse::<Location>().is_err());
    }

    #[test]
    fn a_password_is_never_shown() {
        let location: Location = "postgres://me:s3cret@db/hall?password=s3cret"
            .parse()
            .unwrap();
        assert_eq!(location.to_string(), "postgres://db/hall");
        assert!(!format!("{location:?}").contains("s3cret"));
    }
}
