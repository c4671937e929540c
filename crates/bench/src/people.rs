//! Guests and tables made by the hundred, a bounded number of calls at a time.

use crate::{
    api::Api,
    failure::Failure,
    socket::{Socket, table_path},
};
use ludohall_protocol::{
    Code, Player, Table,
    rest::{NewSession, Session, SitDown},
};
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc};
use tokio::task::JoinSet;

/// Calls that wait for their answers at the same time: enough to share commits, few enough to leave the hall its air.
const AT_ONCE: usize = 64;

/// Somebody with a session.
#[derive(Clone, Debug)]
pub struct Guest {
    /// Who it is.
    pub player: Player,
    /// What lets it in.
    pub token: String,
}

impl Guest {
    /// A new guest.
    ///
    /// # Errors
    /// The hall refuses.
    pub async fn new(api: &mut Api, name: &str) -> Result<Self, Failure> {
        let wish = NewSession {
            name: Some(name.to_owned()),
        };
        let session: Session = api.post("/session", &wish).await?;
        let token = session
            .token
            .ok_or_else(|| Failure::odd("a session")("it has no token"))?;
        Ok(Self {
            player: session.player,
            token,
        })
    }

    /// A socket of this person at a table; its first message is a snapshot.
    ///
    /// # Errors
    /// The hall refuses.
    pub async fn attend(&self, address: SocketAddr, code: Code) -> Result<Socket, Failure> {
        Socket::open(address, table_path(code, None), Some(&self.token)).await
    }
}

/// What tables are to be opened.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Preset id.
    pub ruleset: String,
    /// Seats.
    pub seats: usize,
    /// People who sit down.
    pub people: usize,
    /// Whether the lobby shows them.
    pub listed: bool,
    /// Whether their games begin.
    pub start: bool,
}

impl Wish {
    /// Tables that are not listed and whose games begin: a seat for each of the people.
    #[must_use]
    pub fn games(ruleset: &str, people: usize) -> Self {
        Self {
            ruleset: ruleset.to_owned(),
            seats: people,
            people,
            listed: false,
            start: true,
        }
    }

    /// Tables of four at which a host waits for others.
    #[must_use]
    pub fn waiting(ruleset: &str) -> Self {
        Self {
            seats: 4,
            start: false,
            ..Self::games(ruleset, 1)
        }
    }

    fn creation(&self) -> Value {
        json!({
            "ruleset": self.ruleset,
            "seats": self.seats,
            "listed": self.listed,
        })
    }
}

/// An open table and the people who sit there, the host first.
#[derive(Clone, Debug)]
pub struct Party {
    /// Its code.
    pub code: Code,
    /// Who sits there.
    pub people: Vec<Guest>,
}

impl Party {
    /// Opens one.
    ///
    /// # Errors
    /// The hall refuses.
    pub async fn open(api: &mut Api, wish: &Wish) -> Result<Self, Failure> {
        let mut people = Vec::with_capacity(wish.people);
        for number in 0..wish.people {
            people.push(Guest::new(api, &format!("Guest {number}")).await?);
        }
        let table: Table = api
            .be(&people[0].token)
            .post("/tables", &wish.creation())
            .await?;
        let party = Self {
            code: table.code,
            people,
        };
        party.sit_down(api).await?;
        if wish.start {
            party.start(api).await?;
        }
        Ok(party)
    }

    async fn sit_down(&self, api: &mut Api) -> Result<(), Failure> {
        let seats = format!("/tables/{}/seats", self.code);
        for guest in &self.people[1..] {
            let _: Table = api
                .be(&guest.token)
                .post(&seats, &SitDown::default())
                .await?;
        }
        Ok(())
    }

    /// Begins the game.
    ///
    /// # Errors
    /// The hall refuses.
    pub async fn start(&self, api: &mut Api) -> Result<(), Failure> {
        let _: Table = api
            .be(&self.people[0].token)
            .post(&format!("/tables/{}/start", self.code), &json!({}))
            .await?;
        Ok(())
    }

    /// Begins another game after the end of one.
    ///
    /// # Errors
    /// The hall refuses.
    pub async fn rematch(&self, api: &mut Api) -> Result<(), Failure> {
        let path = format!("/tables/{}/rematch", self.code);
        let _: Table = api
            .be(&self.people[0].token)
            .post(&path, &json!({}))
            .await?;
        self.start(api).await
    }

    /// Everybody leaves for good, which closes the table.
    ///
    /// # Errors
    /// The hall refuses.
    pub async fn leave(&self, api: &mut Api) -> Result<(), Failure> {
        for guest in &self.people {
            let _: Table = api
                .be(&guest.token)
                .delete(&format!("/tables/{}/seats/mine", self.code))
                .await?;
        }
        Ok(())
    }

    /// A socket for each of the people, in their order.
    ///
    /// # Errors
    /// The hall refuses one.
    pub async fn attend(&self, address: SocketAddr) -> Result<Vec<Socket>, Failure> {
        let mut sockets = Vec::with_capacity(self.people.len());
        for guest in &self.people {
            sockets.push(guest.attend(address, self.code).await?);
        }
        Ok(sockets)
    }
}

/// Opens so many tables.
///
/// # Errors
/// The first that does not open.
pub async fn open_tables(
    address: SocketAddr,
    number: usize,
    wish: &Wish,
) -> Result<Vec<Party>, Failure> {
    let wish = Arc::new(wish.clone());
    many(number, move |_| {
        let wish = Arc::clone(&wish);
        async move { Party::open(&mut Api::new(address), &wish).await }
    })
    .await
}

/// Does something so many times, [`AT_ONCE`] at a time; what came of it, in no order.
///
/// # Errors
/// The first that fails.
pub async fn many<T, F>(number: usize, work: impl Fn(usize) -> F) -> Result<Vec<T>, Failure>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Failure>> + Send + 'static,
{
    let mut running = JoinSet::new();
    let mut done = Vec::with_capacity(number);
    let mut begun = 0;
    while done.len() < number {
        while begun < number && running.len() < AT_ONCE {
            running.spawn(work(begun));
            begun += 1;
        }
        let Some(ended) = running.join_next().await else {
            break;
        };
        done.push(ended.map_err(Failure::odd("a task"))??);
    }
    Ok(done)
}
