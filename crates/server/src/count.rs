//! How many of something each has, up to a bound: sockets by address and by person; at the [door](crate::door) connections
//! by address. Leaving is a `Drop`.

use crate::{address::Bucket, config::Limit};
use ludohall_protocol::PlayerId;
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};

/// How many of something each key has. Holds only keys that have some.
#[derive(Debug)]
pub struct Count<K>(Arc<Mutex<HashMap<K, u32>>>);

impl<K> Default for Count<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Hash + Eq + Clone> Count<K> {
    /// How many there are of all keys together.
    #[must_use]
    pub fn total(&self) -> usize {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.values().map(|count| *count as usize).sum()
    }

    /// Counts one more for `key`; `None` where `limit` is reached. Dropping what is returned counts it off.
    #[must_use]
    pub fn add(&self, key: K, limit: Limit) -> Option<Counted<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&key).copied().unwrap_or(0);
        if limit.is_some_and(|limit| count >= limit.get()) {
            return None;
        }
        counts.insert(key.clone(), count + 1);
        Some(Counted {
            counts: Arc::clone(&self.0),
            key,
        })
    }
}

/// One that is counted, until it is dropped.
#[derive(Debug)]
pub struct Counted<K: Hash + Eq> {
    counts: Arc<Mutex<HashMap<K, u32>>>,
    key: K,
}

impl<K: Hash + Eq> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// The open sockets of the hall.
#[derive(Debug, Default)]
pub struct Sockets {
    addresses: Count<Bucket>,
    people: Count<PlayerId>,
}

impl Sockets {
    /// How many are open.
    #[must_use]
    pub fn total(&self) -> usize {
        self.addresses.total()
    }

    /// Counts a socket; `None` where its address or its person has too many.
    #[must_use]
    pub fn add(
        &self,
        (address, per_address): (Bucket, Limit),
        (person, per_person): (Option<PlayerId>, Limit),
    ) -> Option<OpenSocket> {
        let address = self.addresses.add(address, per_address)?;
        let person = match person {
            Some(person) => Some(self.people.add(person, per_person)?),
            None => None,
        };
        metrics::gauge!("ludohall_sockets").increment(1.0);
        Some(OpenSocket {
            _address: address,
            _person: person,
        })
    }
}

/// A socket that is counted, until it is dropped.
#[derive(Debug)]
pub struct OpenSocket {
    _address: Counted<Bucket>,
    _person: Option<Counted<PlayerId>>,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        metrics::gauge!("ludohall_sockets").decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU32;

    #[test]
    fn who_leaves_makes_room() {
        let count = Count::default();
        let limit = NonZeroU32::new(2);
        let first = count.add("a", limit);
        let second = count.add("a", limit);
        assert!(first.is_some() && second.is_some());
        assert!(count.add("a", limit).is_none());
        assert!(count.add("b", limit).is_some());
        drop(first);
        assert!(count.add("a", limit).is_some());
    }

    #[test]
    fn nobody_is_remembered_who_has_none() {
        let count = Count::default();
        drop(count.add("a", None));
        assert!(count.0.lock().is_ok_and(|counts| counts.is_empty()));
    }
}
