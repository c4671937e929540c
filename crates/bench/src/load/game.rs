//! A real table under load: whoever is to act does, and everybody is told.

use super::{Ended, Heard, Play};
use crate::{
    api::Api,
    failure::Failure,
    people::Party,
    socket::{Socket, as_text},
    view::View,
};
use ludohall_protocol::{ServerMessage, Version};
use serde::Deserialize;
use std::net::SocketAddr;

/// A table, the sockets of its people, and what they know.
pub struct Game {
    party: Party,
    api: Api,
    sockets: Vec<Socket>,
    /// What the one who acted last knows; only that socket is read in full.
    view: View,
    lead: usize,
    /// Whose arms are whose.
    owners: Vec<Vec<u8>>,
    /// Up to where each socket has been told.
    told: Vec<Version>,
    acts: u64,
    untold: u64,
    resyncs: u64,
}

/// As much of a message as a socket needs that does not act.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "type")]
    kind: Kind,
    #[serde(default)]
    version: Version,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Snapshot,
    Event,
    Answer,
    Bye,
    #[serde(other)]
    Other,
}

impl Game {
    /// Opens a socket for each of the people and reads where the game stands.
    ///
    /// # Errors
    /// The hall refuses.
    pub async fn attend(address: SocketAddr, party: Party) -> Result<Self, Failure> {
        let mut sockets = party.attend(address).await?;
        let mut owners = Vec::with_capacity(sockets.len());
        let mut told = Vec::with_capacity(sockets.len());
        let mut view = View::default();
        for socket in &mut sockets {
            let text = socket
                .next()
                .await
                .ok_or_else(|| socket.broken("no first message"))?;
            view.hear(&read(&text)?);
            owners.push(view.arms.clone());
            told.push(view.version);
        }
        Ok(Self {
            lead: sockets.len() - 1,
            party,
            api: Api::new(address),
            sockets,
            view,
            owners,
            told,
            acts: 0,
            untold: 0,
            resyncs: 0,
        })
    }

    fn follow(&mut self, socket: usize, head: &Head) {
        match head.kind {
            Kind::Event => {
                let expected = self.told[socket].0 + 1;
                self.untold += head.version.0.saturating_sub(expected);
                self.told[socket] = head.version;
            }
            Kind::Snapshot => {
                self.resyncs += 1;
                self.told[socket] = head.version;
            }
            _ => {}
        }
    }
}

impl Play for Game {
    fn sockets(&mut self) -> &mut [Socket] {
        &mut self.sockets
    }

    fn act(&mut self) -> Option<(usize, String)> {
        let arm = self.view.turn.as_ref()?.arm;
        self.lead = self.owners.iter().position(|arms| arms.contains(&arm))?;
        self.acts += 1;
        let command = self.view.decide(format!("a{}", self.acts), 0)?;
        Some((self.lead, as_text(&command)))
    }

    fn hear(&mut self, socket: usize, text: &str) -> Result<Heard, Failure> {
        let head: Head = serde_json::from_str(text).map_err(Failure::odd("a message"))?;
        self.follow(socket, &head);
        if head.kind == Kind::Bye {
            return Err(self.sockets[socket].broken(text));
        }
        if socket != self.lead || head.kind == Kind::Other {
            return Ok(Heard::News);
        }
        let message = read(text)?;
        if let ServerMessage::Answer(answer) = &message {
            return Ok(Heard::Answer(answer.ok));
        }
        let arms = std::mem::take(&mut self.view.arms);
        self.view.hear(&message);
        self.view.arms = arms;
        Ok(Heard::News)
    }

    async fn revive(&mut self) -> Result<(), Failure> {
        if self.view.over {
            self.party.rematch(&mut self.api).await?;
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.told.iter().all(|told| *told == self.told[0])
            && self.told[self.lead] >= self.view.version
    }

    fn ended(&self) -> Ended {
        let newest = self.told.iter().max().copied().unwrap_or_default();
        let missing: u64 = self.told.iter().map(|told| newest.0 - told.0).sum();
        Ended {
            acted: 0,
            untold: self.untold + missing,
            resyncs: self.resyncs,
        }
    }
}

fn read(text: &str) -> Result<ServerMessage, Failure> {
    serde_json::from_str(text).map_err(Failure::odd("a message"))
}
