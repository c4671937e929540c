//! `--limits`: what one address, one person and one socket may do, and how many connections a hall takes.

use std::{num::NonZeroU32, str::FromStr};

/// An amount, or none: unlimited.
pub type Limit = Option<NonZeroU32>;

/// A value of `--limits` that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLimits {
    /// No limit has this name.
    #[error("{0:?} is no limit; there are: on, off, {list}", list = names())]
    Unknown(String),
    /// The amount is no number.
    #[error("the amount of {name:?} is {value:?}, but must be a whole number or \"off\"")]
    Amount {
        /// The limit's name.
        name: String,
        /// What stood there.
        value: String,
    },
}

/// Whom a limit counts for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Per {
    Hall,
    Address,
    Person,
    Socket,
}

macro_rules! limits {
    ($($field:ident, $name:literal, $per:ident, $default:literal, $doc:literal;)*) => {
        /// What one address, one person and one socket may do. `None` is without limit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Limits { $(#[doc = $doc] pub $field: Limit,)* }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: NonZeroU32::new($default),)* }
            }
        }

        /// Every limit: name, default, meaning.
        const ROWS: &[(&str, u32, &str)] = &[$(($name, $default, $doc),)*];

        impl Limits {
            /// Lifts every limit that counts by address.
            fn lift_addresses(&mut self) {
                $(if Per::$per == Per::Address { self.$field = None; })*
            }

            fn set(&mut self, name: &str, amount: Limit) -> Result<(), BadLimits> {
                match name {
                    $($name => self.$field = amount,)*
                    _ => return Err(BadLimits::Unknown(name.to_owned())),
                }
                Ok(())
            }
        }
    };
}

limits! {
    connections, "connections", Hall, 65_536, "Connections open in all; fewer where the system allows fewer files.";
    address_connections, "address-connections", Address, 400, "Connections open from one address.";
    requests, "requests", Address, 50, "Requests of one address in a second, with bursts of four times as many.";
    sessions, "sessions", Address, 60, "New guests from one address in a minute.";
    code_guesses, "code-guesses", Address, 30, "Wrong table codes from one address in a minute.";
    address_sockets, "address-sockets", Address, 200, "Sockets open from one address.";
    person_sockets, "person-sockets", Person, 20, "Sockets open of one person.";
    person_tables, "person-tables", Person, 200, "Open tables at which one person sits.";
    messages, "messages", Socket, 100, "Messages on one socket in a second, with bursts of five times as many.";
}

impl Limits {
    /// The limits with those by address lifted, as `--limits off` does it.
    #[must_use]
    pub fn off() -> Self {
        let mut limits = Self::default();
        limits.lift_addresses();
        limits
    }

    /// The text that `--help` shows: every limit on a line.
    #[must_use]
    pub fn help() -> String {
        ROWS.iter()
            .map(|(name, default, doc)| format!("  {name}={default}  {doc}\n"))
            .collect()
    }
}

impl FromStr for Limits {
    type Err = BadLimits;

    /// Reads `on`, `off` (those by address lifted) and `name=amount`, separated by commas; later ones win.
    fn from_str(text: &str) -> Result<Self, BadLimits> {
        let mut limits = Self::default();
        for item in text.split(',').map(str::trim).filter(|i| !i.is_empty()) {
            match item.split_once('=') {
                None if item == "on" => limits = Self::default(),
                None if item == "off" => limits.lift_addresses(),
                None => return Err(BadLimits::Unknown(item.to_owned())),
                Some((name, amount)) => limits.set(name.trim(), read(name, amount.trim())?)?,
            }
        }
        Ok(limits)
    }
}

/// An amount; `off` and 0 are "without limit".
fn read(name: &str, value: &str) -> Result<Limit, BadLimits> {
    if value == "off" {
        return Ok(None);
    }
    let amount = value.parse().map_err(|_| BadLimits::Amount {
        name: name.to_owned(),
        value: value.to_owned(),
    })?;
    Ok(NonZeroU32::new(amount))
}

fn names() -> String {
    let names: Vec<&str> = ROWS.iter().map(|row| row.0).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn off_lifts_only_what_counts_by_address() {
        let limits: Limits = "off".parse().unwrap();
        assert_eq!(limits.requests, None);
        assert_eq!(limits.sessions, None);
        assert_eq!(limits.code_guesses, None);
        assert_eq!(limits.address_sockets, None);
        assert_eq!(limits.address_connections, None);
        assert_eq!(limits.connections, Limits::default().connections);
        assert_eq!(limits.messages, Limits::default().messages);
        assert_eq!(limits, Limits::off());
    }

    #[test]
    fn single_limits_follow_on_or_off() {
        let limits: Limits = "off, requests=7,messages=0".parse().unwrap();
        assert_eq!(limits.requests, NonZeroU32::new(7));
        assert_eq!(limits.messages, None);
        assert_eq!("".parse::<Limits>().unwrap(), Limits::default());
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let error = "speed=3".parse::<Limits>().unwrap_err().to_string();
        assert!(error.contains("speed") && error.contains("requests"));
        let error = "requests=many".parse::<Limits>().unwrap_err().to_string();
        assert!(error.contains("requests") && error.contains("many"));
    }
}
