//! How requests and sockets get at a table.

use super::services::Services;
use crate::{
    actor::Work,
    attachment::{Attachment, command_id, enqueue, lost, say},
    chat::Say,
    input::Request,
    live::{Core, Live},
    refusal::Refusal,
    store::IdempotencyKey,
};
use ludohall_protocol::{
    Answer, AnswerCode, ClientMessage, Code, GameId, Phase, Player, PlayerId, ProblemCode, Record,
    TableId, Version, code_name, rest::MyTable, why::TableWhy,
};
use std::sync::Arc;
use tokio::sync::{mpsc::error::TrySendError, oneshot};

/// The longest `Idempotency-Key`, in bytes: room for a UUID in any notation and a prefix.
pub const MAX_KEY_BYTES: usize = 128;

/// A table that is open. It stays usable when the table is unloaded meanwhile: the next call loads it again.
#[derive(Clone)]
pub struct TableHandle {
    services: Arc<Services>,
    id: TableId,
    code: Code,
}

/// Whether a loaded table can be used, or has to be looked up again.
enum Door {
    Open,
    Closing,
}

impl TableHandle {
    pub(super) fn new(services: Arc<Services>, live: &Live) -> Self {
        Self {
            services,
            id: live.id,
            code: live.code,
        }
    }

    /// The table's code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Does what a REST call asks, and returns the table as it stands then. The same `key` again has no second effect.
    ///
    /// # Errors
    /// What the table refuses; `too_many_requests` where its mailbox is full or `from` has too many tables; `unavailable`,
    /// `draining`.
    pub async fn request(
        &self,
        from: Player,
        request: Request,
        key: Option<String>,
    ) -> Result<ludohall_protocol::Table, Refusal> {
        let key = idempotency(from.id, key)?;
        match &request {
            Request::Sit { .. } => {
                let player = from.id;
                let sat = self.sit(from, request, key).await;
                if let Err(refusal) = &sat {
                    let reason = code_name(&refusal.code);
                    tracing::info!(table = %self.code, %player, reason, "a claim to a seat is refused");
                }
                return sat;
            }
            Request::Change(changes) => self.services.room_to_change(self.code, changes)?,
            _ => {}
        }
        self.ask(from, request, key).await
    }

    /// Sits down, to the end even if whoever asked goes away: until then nobody counts their seats anew.
    async fn sit(
        &self,
        from: Player,
        request: Request,
        key: Option<IdempotencyKey>,
    ) -> Result<ludohall_protocol::Table, Refusal> {
        let counted = self.services.room_for(from.id, Some(self.code)).await?;
        let table = self.clone();
        let sitting = async move {
            let _counted = counted;
            table.ask(from, request, key).await
        };
        self.services.apart(sitting).await
    }

    async fn ask(
        &self,
        from: Player,
        request: Request,
        key: Option<IdempotencyKey>,
    ) -> Result<ludohall_protocol::Table, Refusal> {
        loop {
            let live = self.live().await?;
            let (reply, answer) = oneshot::channel();
            let work = Work::Request {
                from: from.clone(),
                request: request.clone(),
                key: key.clone(),
                reply,
            };
            match live.mailbox.try_send(Box::new(work)) {
                Ok(()) => return answer.await.unwrap_or_else(|_| Err(Refusal::unavailable())),
                Err(TrySendError::Closed(_)) => live.gone().await,
                Err(TrySendError::Full(_)) => return Err(busy()),
            }
        }
    }

    /// Does what a socket asks (not `ping`). Always answers, and not before the entry that it made can be pulled. A socket
    /// rather uses [`Attachment::command`].
    pub async fn command(&self, from: Player, message: ClientMessage) -> Answer {
        let id = command_id(&message);
        let live = match self.live().await {
            Ok(live) => live,
            Err(refusal) => return stopped(id, &refusal),
        };
        if let ClientMessage::Say { id, phrase, text } = message {
            return say(&live, &self.services, &from, Say { id, phrase, text });
        }
        match enqueue(&live, &from, message) {
            Ok(answer) => answer.await.unwrap_or_else(|_| lost(&live, id)),
            Err((code, why)) => live.core().refuse(id, code, why),
        }
    }

    /// The table as it stands, as `who` may see it.
    ///
    /// # Errors
    /// `not_allowed` where it may not be watched; else as [`super::Hall::table`].
    pub async fn view(&self, who: Option<PlayerId>) -> Result<ludohall_protocol::Table, Refusal> {
        let now = self.services.clock.now();
        self.seen(who, |core| core.view(now)).await
    }

    /// What forces the choice that it awaits, and what bars each piece.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub async fn why(&self, who: Option<PlayerId>) -> Result<TableWhy, Refusal> {
        self.seen(who, |core| core.table.why()).await
    }

    /// What `who` sees by looking at it.
    async fn seen<R>(
        &self,
        who: Option<PlayerId>,
        look: impl FnOnce(&Core) -> R,
    ) -> Result<R, Refusal> {
        let live = self.live().await?;
        let now = self.services.clock.now();
        let seen = live.guarded(now, |core| {
            core.used_at = now;
            core.may_be_seen_by(who).then(|| look(core))
        });
        let seen = seen.map_err(|_| Refusal::unavailable())?;
        seen.ok_or_else(not_watchable)
    }

    /// Connects a socket of `who` that has seen everything up to `after`.
    ///
    /// # Errors
    /// `not_allowed` where it may not be watched, `too_many_requests` where it has too many sockets; else as
    /// [`super::Hall::table`].
    pub async fn attach(&self, who: Player, after: Option<Version>) -> Result<Attachment, Refusal> {
        loop {
            let live = self.live().await?;
            match self.enter(&live, who.id)? {
                Door::Closing => live.gone().await,
                Door::Open => {
                    return Ok(Attachment::new(who, after, live, self.services.clone()));
                }
            }
        }
    }

    fn enter(&self, live: &Live, who: PlayerId) -> Result<Door, Refusal> {
        let now = self.services.clock.now();
        let allowed = live.guarded(now, |core| core.may_watch(who));
        if allowed == Ok(false) {
            return Err(not_watchable());
        }
        let mut core = live.core();
        if !core.goes_on() {
            return Ok(Door::Closing);
        }
        if core.crowd.sockets() >= self.services.config.sockets_per_table {
            return Err(Refusal::new(
                ProblemCode::TooManyRequests,
                "too many sockets at this table",
            )
            .retry_after(60));
        }
        // Before the lock goes: a table with somebody in it is not unloaded.
        live.enter(&mut core, who, now);
        Ok(Door::Open)
    }

    /// How `who` sees it among their tables.
    pub(super) async fn mine(&self, who: PlayerId) -> Result<Option<MyTable>, Refusal> {
        let live = self.live().await?;
        let mine = live.guarded(self.services.clock.now(), |core| core.table.mine(who));
        mine.map_err(|_| Refusal::unavailable())
    }

    /// The record of its present game, if it is this one and has started.
    pub(super) async fn record(
        &self,
        game: GameId,
        who: Option<PlayerId>,
    ) -> Result<Option<Record>, Refusal> {
        let live = self.live().await?;
        let record = live.guarded(self.services.clock.now(), |core| {
            let record = core.table.record(game);
            let is_on = core.table.phase() != Phase::Finished;
            (record.is_none() || !is_on || core.may_be_seen_by(who)).then_some(record)
        });
        let record = record.map_err(|_| Refusal::unavailable())?;
        record.ok_or_else(not_watchable)
    }

    async fn live(&self) -> Result<Arc<Live>, Refusal> {
        let live = self.services.live(self.code).await?;
        if live.id == self.id {
            Ok(live)
        } else {
            // The table has closed, and its code belongs to another one.
            Err(Refusal::new(
                ProblemCode::NoSuchTable,
                "the table has closed",
            ))
        }
    }
}

/// The key of a request, if it is one that can be kept.
pub(super) fn idempotency(
    player: PlayerId,
    key: Option<String>,
) -> Result<Option<IdempotencyKey>, Refusal> {
    let Some(key) = key else {
        return Ok(None);
    };
    if (1..=MAX_KEY_BYTES).contains(&key.len()) && !key.chars().any(char::is_control) {
        return Ok(Some(IdempotencyKey { player, key }));
    }
    let mut refusal = Refusal::new(
        ProblemCode::BadRequest,
        format!("an Idempotency-Key has 1 to {MAX_KEY_BYTES} bytes and no control characters"),
    );
    refusal.field = Some("Idempotency-Key".to_owned());
    Err(refusal)
}

fn busy() -> Refusal {
    metrics::counter!("ludohall_mailbox_full_total").increment(1);
    Refusal::new(ProblemCode::TooManyRequests, "the table has too much to do").retry_after(1)
}

fn not_watchable() -> Refusal {
    Refusal::new(
        ProblemCode::NotAllowed,
        "this table is not open to watchers",
    )
}

/// The answer where there is no table to ask.
fn stopped(id: Option<String>, refusal: &Refusal) -> Answer {
    Answer {
        id,
        ok: false,
        code: Some(AnswerCode::Unavailable),
        message: Some(refusal.detail.clone()),
        version: Version(0),
        ply: None,
    }
}
