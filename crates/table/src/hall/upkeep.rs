//! What goes on beside the tables: the start, the heartbeat, waking what is due, the stop.

use super::{opening::SECOND_LOOK_MS, services::Services};
use crate::{refusal::Refusal, time::Millis};
use futures_util::{StreamExt, stream};
use ludohall_protocol::{Code, ProblemCode};
use std::sync::Arc;
use tokio::time::timeout;

/// What [`super::Hall::recover`] found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Open tables.
    pub tables: usize,
    /// Tables whose journal cannot be read; they answer `table_damaged`.
    pub damaged: usize,
    /// How long the hall was down, in ms since its last heartbeat; given back to whoever was thinking.
    pub down_ms: i64,
}

pub(super) async fn recover(services: &Arc<Services>) -> Result<Recovered, Refusal> {
    if services.pulse.beat(services.clock.now()) {
        services.tasks.spawn(pulse(services.clone()));
    }
    let last_beat = services.last_beat().await?;
    let down_ms = last_beat.map_or(0, |beat| services.clock.now().since(beat));
    let open = services.within(services.store.open_tables()).await?;
    let codes: Vec<Code> = open.into_iter().map(|(_, code)| code).collect();
    let refusals = load_all(services, &codes).await;
    let damaged = refusals
        .iter()
        .filter(|refusal| refusal.code == ProblemCode::TableDamaged)
        .count();
    if let Some(other) = refusals.into_iter().find(|refusal| !is_final(refusal)) {
        return Err(other);
    }
    // The heartbeat starts only now: until each table has its time back, the old one must stand.
    let now = services.clock.now();
    services.registry.open(now, services.pulse.lost_ms(now));
    if services.opened.set(()).is_ok() {
        services.tasks.spawn(keep(services.clone()));
    }
    Ok(Recovered {
        tables: codes.len(),
        damaged,
        down_ms,
    })
}

/// Whether trying again makes no difference: the table is damaged, or has closed meanwhile.
fn is_final(refusal: &Refusal) -> bool {
    matches!(
        refusal.code,
        ProblemCode::TableDamaged | ProblemCode::NoSuchTable
    )
}

async fn load_all(services: &Arc<Services>, codes: &[Code]) -> Vec<Refusal> {
    let loads = codes.iter().map(|code| services.clone().revive(*code));
    let loads: Vec<_> = loads.collect();
    let loaded: Vec<_> = stream::iter(loads)
        .buffer_unordered(services.config.parallel_loads)
        .collect()
        .await;
    loaded.into_iter().filter_map(Result::err).collect()
}

/// Says every second to the hall itself that it runs. A task of its own: the store may be slow.
async fn pulse(services: Arc<Services>) {
    loop {
        services.pulse.beat(services.clock.now());
        tokio::select! {
            biased;
            () = services.stop.cancelled() => return,
            () = tokio::time::sleep(services.config.heartbeat) => {}
        }
    }
}

/// Writes down up to when the journals have all that time did. A start counts from there, so that nobody pays for what was
/// frozen, under way or owed when the hall fell.
///
/// One table that stands still for long so gives others more than they lost: what they had used up of the decision of that
/// moment, and never more than its whole time. That is once a fall, which nobody at a table can bring about; the other way
/// round somebody would lose time, which must not be.
async fn beat(services: &Services, settled: Millis) {
    if let Err(error) = services.within(services.store.beat(settled)).await {
        tracing::warn!(%error, "the heartbeat failed");
    }
}

/// Says every second that the hall lives, and wakes tables that have something due.
async fn keep(services: Arc<Services>) {
    let mut known_ms = 0;
    loop {
        let now = services.clock.now();
        let lost_ms = services.pulse.lost_ms(now);
        if std::mem::replace(&mut known_ms, lost_ms) != lost_ms {
            services.registry.hasten(now, lost_ms);
        }
        beat(&services, services.settled_until(now)).await;
        let due = services.registry.take_due(now, now.plus(SECOND_LOOK_MS));
        if !due.is_empty() {
            // Loading is all: the table then sees for itself what is due.
            let loader = services.clone();
            services
                .tasks
                .spawn(async move { load_all(&loader, &due).await });
        }
        tokio::select! {
            biased;
            () = services.stop.cancelled() => return,
            () = tokio::time::sleep(services.config.heartbeat) => {}
        }
    }
}

pub(super) async fn drain(services: &Arc<Services>, retry_ms: u64) {
    let (settled, retry_ms) = *services.drain.get_or_init(|| {
        let settled = services.settled_until(services.clock.now());
        (settled, retry_ms)
    });
    services.halt();
    services.lobby.shut(retry_ms);
    services.tasks.close();
    if timeout(services.config.drain_timeout, services.tasks.wait())
        .await
        .is_err()
    {
        tracing::warn!("some tables did not stop in time; their journals stand");
    }
    // What comes after this is not counted against anybody. Before the hall is all back, the old heartbeat must stand.
    if services.opened.initialized() {
        beat(services, settled).await;
    }
}
