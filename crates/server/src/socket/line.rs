//! One open socket: hearing, saying, pinging, closing, each within its time.

use super::{
    bye_text, number,
    patience::{Due, Patience},
};
use crate::{
    config::Timing,
    fault::{self, Fault},
    telemetry,
};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use ludohall_protocol::{CloseCode, socket::MAX_CLIENT_MESSAGE_BYTES};
use ludohall_table::Outgoing;
use std::{
    future::poll_fn,
    pin::{Pin, pin},
    task::Poll,
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite;

/// How long the client may take to close its side once the server has.
const CLOSE_WITHIN: Duration = Duration::from_secs(2);

/// Pings and pongs that a client may send between two pings of the server: ten a second, where one in ten seconds is usual.
/// They cost no answer of the table, and so none of the pace of messages.
pub const MAX_CONTROL_FRAMES: u32 = 200;

/// Why a socket ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client closed it, or the network did.
    Gone,
    /// The server closes it and says so by `bye`.
    Bye(CloseCode, Option<Duration>),
    /// The server closes it with this code; the `bye` has been said.
    Said(u16),
}

/// What a client is heard to do.
#[derive(Debug)]
pub enum Heard {
    /// It says something.
    Text(Utf8Bytes),
    /// Nothing for a while: [`Line::ping`] is due.
    Silence,
}

/// An open socket.
pub struct Line {
    socket: WebSocket,
    timing: Timing,
    patience: Patience,
    /// Rings when the client is to be looked at, or before. Set only where it would ring too late: each message moves the
    /// time, and setting it costs more than ringing for nothing now and then.
    alarm: Pin<Box<Sleep>>,
    /// Pings and pongs since the last ping of the server.
    control: u32,
}

impl Line {
    /// The line over a socket that has just opened, as the `nth` of those that are open.
    #[must_use]
    pub fn new(socket: WebSocket, timing: Timing, nth: usize) -> Self {
        let patience = Patience::new(&timing, Instant::now(), nth);
        Self {
            alarm: Box::pin(sleep_until(patience.next_look())),
            patience,
            socket,
            timing,
            control: 0,
        }
    }

    /// The next text of the client, or that it is to be pinged. May be dropped and called again; loses nothing.
    ///
    /// It waits for the client and for its alarm, and for nothing that would end with it: whoever is to wake it stays the same
    /// from call to call, as a [`Bell`](super::bell::Bell) asks.
    ///
    /// # Errors
    /// Why the socket ends: the client went, was silent for too long, or sent what may not be sent.
    pub async fn hear(&mut self) -> Result<Heard, End> {
        loop {
            let look = self.patience.next_look();
            if self.alarm.is_elapsed() || self.alarm.deadline() > look {
                self.alarm.as_mut().reset(look);
            }
            tokio::select! {
                biased;
                // What has come is no silence, however late it is looked at.
                message = self.socket.recv() => {
                    if !is_pong(&message) || !fault::is(Fault::PongsUnheard) {
                        self.patience.hear(Instant::now());
                    }
                    if let Some(text) = text_of(message)? {
                        return Ok(Heard::Text(text));
                    }
                    self.control += 1;
                    if self.control > MAX_CONTROL_FRAMES {
                        return Err(End::Bye(CloseCode::Policy, None));
                    }
                }
                () = self.alarm.as_mut() => match self.patience.look(Instant::now()) {
                    Due::Nothing => {}
                    Due::End if !fault::is(Fault::SilenceBorne) => {
                        return Err(End::Bye(CloseCode::Policy, None));
                    }
                    Due::Ping | Due::End => return Ok(Heard::Silence),
                },
            }
        }
    }

    /// Asks the client for a sign of life.
    ///
    /// # Errors
    /// As [`Self::say`].
    pub async fn ping(&mut self) -> Result<(), End> {
        self.control = 0;
        let ping = self.socket.send(Message::Ping(Vec::new().into()));
        in_time(self.timing.drain_within, ping).await
    }

    /// Sends texts, in order.
    ///
    /// # Errors
    /// The client went, or does not take them in time (4408).
    pub async fn say(&mut self, texts: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), End> {
        let socket = &mut self.socket;
        let sending = async {
            for text in texts {
                socket.feed(Message::Text(text)).await?;
            }
            socket.flush().await
        };
        in_time(self.timing.drain_within, sending).await
    }

    /// Sends what the hall has for the client, in order.
    ///
    /// # Errors
    /// As [`Self::say`]; or the last of it was a `bye`.
    pub async fn deliver(&mut self, outgoing: Vec<Outgoing>) -> Result<(), End> {
        if outgoing.is_empty() {
            return Ok(());
        }
        let mut outgoing = outgoing;
        let end = outgoing.iter().find_map(|message| match message {
            Outgoing::Text(_) => None,
            Outgoing::Bye { code, .. } => Some(End::Said(*code)),
        });
        if fault::is(Fault::MessageDropped) && outgoing.len() > 2 {
            outgoing.remove(outgoing.len() - 2);
        }
        if fault::is(Fault::AnswerOvertakes) && end.is_none() {
            outgoing.reverse();
        }
        let texts: Vec<Utf8Bytes> = outgoing
            .iter()
            .map(|message| message.text().into())
            .collect();
        self.say(texts).await?;
        end.map_or(Ok(()), Err)
    }

    /// Ends the socket as `end` says.
    pub async fn close(mut self: Box<Self>, end: End) {
        match end {
            End::Gone => {}
            End::Bye(code, _) => telemetry::socket_closed(number(code)),
            End::Said(code) => telemetry::socket_closed(code),
        }
        let within = match end {
            // Its way is full: it learns why only once it reads again, and so gets as long as before.
            End::Bye(CloseCode::TooSlow, _) => self.timing.drain_within.max(CLOSE_WITHIN),
            _ if fault::is(Fault::FarewellForEver) => Duration::MAX,
            _ => CLOSE_WITHIN,
        };
        let closing = async {
            match end {
                End::Gone => {}
                End::Bye(code, retry) => {
                    let retry = retry.and_then(|wait| u64::try_from(wait.as_millis()).ok());
                    let bye = bye_text(number(code), retry);
                    self.socket.feed(Message::text(bye)).await?;
                    self.farewell(number(code)).await?;
                }
                End::Said(code) => self.farewell(code).await?,
            }
            // The client's own close, so that it has read ours before the connection goes.
            while let Some(Ok(_)) = self.socket.recv().await {}
            Ok::<(), axum::Error>(())
        };
        let done = timeout(within, closing).await;
        if end == End::Bye(CloseCode::TooLarge, None) && done.is_ok() {
            // What the client still sends is not read; dropping it at once would cut off the answer.
            tokio::time::sleep(CLOSE_WITHIN / 2).await;
        }
    }

    async fn farewell(&mut self, code: u16) -> Result<(), axum::Error> {
        let reason = "".into();
        let frame = CloseFrame { code, reason };
        self.socket.send(Message::Close(Some(frame))).await
    }
}

/// The text in what came, `None` for pings and pongs.
fn text_of(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, End> {
    match message {
        Some(Ok(Message::Text(text))) if text.len() > MAX_CLIENT_MESSAGE_BYTES => {
            Err(End::Bye(CloseCode::TooLarge, None))
        }
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Binary(_))) => Err(End::Bye(CloseCode::Binary, None)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Err(error)) => Err(broken(error)),
        Some(Ok(Message::Close(_))) | None => Err(End::Gone),
    }
}

/// What a failed read means: a message too large to be read at all, or the end of the network.
fn broken(error: axum::Error) -> End {
    let error = error.into_inner();
    match error.downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => End::Bye(CloseCode::TooLarge, None),
        _ => End::Gone,
    }
}

fn is_pong(message: &Option<Result<Message, axum::Error>>) -> bool {
    matches!(message, Some(Ok(Message::Pong(_))))
}

async fn in_time(
    within: Duration,
    sending: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), End> {
    let within = match fault::is(Fault::SlowReaderKept) {
        true => Duration::MAX,
        false => within,
    };
    let mut sending = pin!(sending);
    // Almost always there is room, and nothing to be waited for.
    let at_once = poll_fn(|cx| Poll::Ready(sending.as_mut().poll(cx))).await;
    let sent = match at_once {
        Poll::Ready(sent) => Ok(sent),
        Poll::Pending => timeout(within, sending).await,
    };
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Bye(CloseCode::TooSlow, None)),
    }
}
