//! The bare server.

use crate::failure::Failure;
use axum::{
    Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use std::{collections::HashMap, sync::Arc};
use tokio::{
    net::TcpListener,
    sync::{Mutex, MutexGuard},
};

/// What a socket has ready to read into, and gathers before it writes, in bytes: as much as a socket of the hall.
const BUFFERS_BYTES: [usize; 2] = [1024, 4096];

/// How long its messages are, in bytes.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Sizes {
    /// The answer.
    #[arg(long, default_value_t = 60)]
    pub answer_bytes: usize,
    /// What everybody in the group is told.
    #[arg(long, default_value_t = 300)]
    pub event_bytes: usize,
}

type Sink = Arc<Mutex<SplitSink<WebSocket, Message>>>;
type Members = Arc<Mutex<Vec<Sink>>>;

struct Bare {
    groups: Mutex<HashMap<usize, Members>>,
    answer: Utf8Bytes,
    event: Utf8Bytes,
}

/// Serves until the process is ended. Prints where, as the hall does.
///
/// # Errors
/// It cannot listen.
pub async fn serve(listener: TcpListener, sizes: Sizes) -> Result<(), Failure> {
    let address = listener.local_addr().map_err(Failure::io("the listener"))?;
    let bare = Arc::new(Bare {
        groups: Mutex::default(),
        answer: text("answer", sizes.answer_bytes),
        event: text("event", sizes.event_bytes),
    });
    let router = Router::new().route("/{group}", get(open)).with_state(bare);
    println!("open at http://{address}/");
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        // A connection that cannot be told so is only slower.
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router)
        .await
        .map_err(Failure::io("the bare server"))
}

fn text(kind: &str, bytes: usize) -> Utf8Bytes {
    let frame = format!(r#"{{"type":"{kind}","x":""}}"#).len();
    let filler = "x".repeat(bytes.saturating_sub(frame));
    format!(r#"{{"type":"{kind}","x":"{filler}"}}"#).into()
}

async fn open(
    State(bare): State<Arc<Bare>>,
    Path(group): Path<usize>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(BUFFERS_BYTES[0])
        .write_buffer_size(BUFFERS_BYTES[1])
        .protocols([ludohall_protocol::socket::SUBPROTOCOL])
        .on_upgrade(move |socket| join(bare, group, socket))
}

async fn join(bare: Arc<Bare>, group: usize, socket: WebSocket) {
    let (sink, mut stream) = socket.split();
    let own = Arc::new(Mutex::new(sink));
    let members = Arc::clone(bare.groups.lock().await.entry(group).or_default());
    members.lock().await.push(Arc::clone(&own));
    while let Some(Ok(Message::Text(_))) = stream.next().await {
        if tell(&bare, members.lock().await, &own).await.is_err() {
            break;
        }
    }
}

/// One to everybody, and the answer to the one who spoke, together with its event.
async fn tell(
    bare: &Bare,
    members: MutexGuard<'_, Vec<Sink>>,
    own: &Sink,
) -> Result<(), axum::Error> {
    for member in members.iter() {
        let mut sink = member.lock().await;
        sink.feed(Message::Text(bare.event.clone())).await?;
        if Arc::ptr_eq(member, own) {
            sink.feed(Message::Text(bare.answer.clone())).await?;
        }
        sink.flush().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn a_message_is_as_long_as_it_shall_be() {
        assert_eq!(text("event", 300).len(), 300);
        assert!(serde_json::from_str::<serde_json::Value>(&text("answer", 40)).is_ok());
    }
}
