//! One table's driver: acts when it is due, hears what is told, measures.

use super::Pace;
use crate::{failure::Failure, meter::Meter, socket::Socket};
use std::{future::poll_fn, sync::Arc, task::Poll, time::Duration};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// How long an answer may take, and whatever else is waited for.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);
/// How long after the end the last events may come.
const LAST_WITHIN: Duration = Duration::from_secs(10);

/// What a message was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The answer to the last action: accepted or not.
    Answer(bool),
    /// Anything else.
    News,
}

/// How a driver ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Actions that were accepted, measured or not.
    pub acted: u64,
    /// Events that one of its sockets was not told.
    pub untold: u64,
    /// Snapshots in place of events.
    pub resyncs: u64,
}

/// What is driven: sockets that belong together, and what is said there.
pub trait Play: Send + 'static {
    /// Its sockets.
    fn sockets(&mut self) -> &mut [Socket];
    /// The next action, and at which socket; `None` where nothing can be done now.
    fn act(&mut self) -> Option<(usize, String)>;
    /// Takes in what came at a socket.
    ///
    /// # Errors
    /// It is not what may come.
    fn hear(&mut self, socket: usize, text: &str) -> Result<Heard, Failure>;
    /// Brings about that something can be done again.
    fn revive(&mut self) -> impl Future<Output = Result<(), Failure>> + Send;
    /// Whether every socket has been told everything.
    fn is_complete(&self) -> bool;
    /// What was missing.
    fn ended(&self) -> Ended;
}

/// Drives to the end of its pace.
///
/// # Errors
/// A socket breaks, or an answer does not come.
pub async fn drive<P: Play>(
    mut play: P,
    mut pace: Pace,
    meter: Arc<Meter>,
) -> Result<Ended, Failure> {
    let mut acted = 0;
    while let Some(due) = pace.due() {
        listen(&mut play, due, &meter).await?;
        let Some((socket, text)) = play.act() else {
            play.revive().await?;
            continue;
        };
        let bytes = text.len() as u64;
        let sent = Instant::now();
        play.sockets()[socket].send(text).await?;
        let accepted = timeout(ANSWER_WITHIN, answer(&mut play, &meter)).await;
        let accepted = accepted.map_err(|_| Failure::Timeout {
            what: "an answer".to_owned(),
            within: ANSWER_WITHIN,
        })??;
        acted += u64::from(accepted);
        let now = Instant::now();
        let mut counts = meter.lock();
        counts.sent += bytes;
        counts.actions += u64::from(accepted);
        counts.refused += u64::from(!accepted);
        counts.intended.record(now - due);
        counts.actual.record(now - sent);
    }
    finish(&mut play, &meter).await?;
    Ok(Ended {
        acted,
        ..play.ended()
    })
}

/// Hears until a moment; at least what lies ready.
async fn listen<P: Play>(play: &mut P, until: Instant, meter: &Meter) -> Result<(), Failure> {
    loop {
        tokio::select! {
            biased;
            heard = hear(play, meter) => { heard?; }
            () = sleep_until(until) => return Ok(()),
        }
    }
}

async fn answer<P: Play>(play: &mut P, meter: &Meter) -> Result<bool, Failure> {
    loop {
        if let Heard::Answer(accepted) = hear(play, meter).await? {
            return Ok(accepted);
        }
    }
}

/// Hears what is still on its way.
async fn finish<P: Play>(play: &mut P, meter: &Meter) -> Result<(), Failure> {
    let until = Instant::now() + LAST_WITHIN;
    while !play.is_complete() {
        match timeout_at(until, hear(play, meter)).await {
            Ok(heard) => drop(heard?),
            Err(_) => break,
        }
    }
    Ok(())
}

async fn hear<P: Play>(play: &mut P, meter: &Meter) -> Result<Heard, Failure> {
    let (socket, text) = next(play.sockets()).await?;
    let heard = play.hear(socket, &text)?;
    let bytes = text.len() as u64;
    let mut counts = meter.lock();
    counts.messages += 1;
    counts.received += bytes;
    if matches!(heard, Heard::Answer(_)) {
        counts.answered += bytes;
    }
    Ok(heard)
}

/// The next text at any of the sockets.
async fn next(sockets: &mut [Socket]) -> Result<(usize, Utf8Bytes), Failure> {
    poll_fn(|cx| {
        for (number, socket) in sockets.iter_mut().enumerate() {
            if let Poll::Ready(text) = socket.poll_next(cx) {
                let text = text.ok_or_else(|| socket.broken("it was closed"));
                return Poll::Ready(text.map(|text| (number, text)));
            }
        }
        Poll::Pending
    })
    .await
}
