//! A group of sockets at the bare server, driven as a table is.

use crate::{
    failure::Failure,
    load::{Ended, Heard, Play},
    socket::Socket,
};
use std::net::SocketAddr;

/// The sockets of a group; they speak in turn.
pub struct Echo {
    sockets: Vec<Socket>,
    request: String,
    spoken: u64,
    told: Vec<u64>,
}

impl Echo {
    /// Opens the sockets of a group.
    ///
    /// # Errors
    /// The server refuses.
    pub async fn join(
        address: SocketAddr,
        group: usize,
        people: usize,
        request_bytes: usize,
    ) -> Result<Self, Failure> {
        let mut sockets = Vec::with_capacity(people);
        for _ in 0..people {
            sockets.push(Socket::open(address, format!("/{group}"), None).await?);
        }
        Ok(Self {
            told: vec![0; sockets.len()],
            sockets,
            request: "x".repeat(request_bytes),
            spoken: 0,
        })
    }
}

impl Play for Echo {
    fn sockets(&mut self) -> &mut [Socket] {
        &mut self.sockets
    }

    fn act(&mut self) -> Option<(usize, String)> {
        let speaker = usize::try_from(self.spoken).ok()? % self.sockets.len();
        self.spoken += 1;
        Some((speaker, self.request.clone()))
    }

    fn hear(&mut self, socket: usize, text: &str) -> Result<Heard, Failure> {
        if text.starts_with(r#"{"type":"answer""#) {
            return Ok(Heard::Answer(true));
        }
        self.told[socket] += 1;
        Ok(Heard::News)
    }

    async fn revive(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.told.iter().all(|told| *told == self.spoken)
    }

    fn ended(&self) -> Ended {
        Ended {
            acted: 0,
            untold: self
                .told
                .iter()
                .map(|told| self.spoken.saturating_sub(*told))
                .sum(),
            resyncs: 0,
        }
    }
}
