//! Who has sockets at a table, and how many.

use ludohall_protocol::PlayerId;
use std::collections::BTreeMap;

/// Sockets by identity. An identity is here while it has at least one.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    sockets: BTreeMap<PlayerId, u32>,
    total: usize,
}

impl Crowd {
    /// Adds a socket; whether it is the identity's first.
    pub(crate) fn enter(&mut self, who: PlayerId) -> bool {
        self.total += 1;
        let count = self.sockets.entry(who).or_default();
        *count += 1;
        *count == 1
    }

    /// Takes a socket away; whether it was the identity's last.
    pub(crate) fn leave(&mut self, who: PlayerId) -> bool {
        let Some(count) = self.sockets.get_mut(&who) else {
            return false;
        };
        self.total -= 1;
        *count -= 1;
        let last = *count == 0;
        if last {
            self.sockets.remove(&who);
        }
        last
    }

    /// Who is here.
    pub(crate) fn people(&self) -> impl Iterator<Item = PlayerId> {
        self.sockets.keys().copied()
    }

    /// Whether there is no socket.
    pub(crate) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// How many sockets there are.
    pub(crate) fn sockets(&self) -> usize {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::Crowd;
    use ludohall_protocol::PlayerId;

    #[test]
    fn an_identity_is_here_from_its_first_socket_to_its_last() {
        let who = PlayerId(uuid::Uuid::from_u128(1));
        let mut crowd = Crowd::default();
        assert!(crowd.enter(who));
        assert!(!crowd.enter(who));
        assert!(!crowd.leave(who));
        assert!(crowd.leave(who));
        assert!(!crowd.leave(who));
        assert!(crowd.is_empty());
    }
}
