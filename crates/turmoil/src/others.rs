//! Those who disturb a hall: who never reads, floods, sends too much or half of something, or is just there.

use crate::{
    device::Device,
    http::{Ask, HALL},
    socket::{Heard, Socket},
};
use serde_json::json;
use std::{rc::Rc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::timeout,
};
use tokio_tungstenite::tungstenite::Message;
use turmoil::net::TcpStream;

/// How long they try to get through.
const PATIENCE: Duration = Duration::from_secs(10);
/// A message on its way, the other one back, and what it takes to see it.
const WAY_MS: u64 = 4_000;
/// A socket that takes nothing is closed after so long, and told why for as long again.
const SLOW_MS: u64 = 10_000;
/// A socket that says nothing is closed after so long, and told why for 2 s.
const SILENT_MS: u64 = 45_000;
/// Half a request is waited for so long.
const HEAD_MS: u64 = 30_000;
/// Sockets that one person may have, and more.
const MOST_OF_ONE: usize = 20;
const HOARD: usize = 24;
const HAS_TOO_MANY: u64 = 4429;
/// Messages of a flood.
const FLOOD: u64 = 4_000;
/// How long it lasts at most.
const FLOOD_MS: u64 = 20_000;
/// So many may be said at once, and so many more too fast; some are on their way.
const FLOOD_BORNE: u64 = 500 + 500 + 100;
/// So many may be said in a second, and each makes up for one that was too fast.
const FLOOD_BORNE_A_SECOND: u64 = 200;

/// Disturbs the hall until everybody leaves.
pub async fn live(device: Rc<Device>) -> turmoil::Result {
    while !device.is_leaving() {
        if device.has_session().await && device.code().is_some() {
            match device.between(0, 8) {
                0 | 1 => never_reads(&device).await,
                2 => floods(&device).await,
                3 => says_too_much(&device).await,
                4 => falls_silent(&device).await,
                5 => asks_by_halves(&device).await,
                6 => logs_out(&device).await,
                7 => hoards(&device).await,
                _ => is_there(&device).await,
            }
        }
        device.pause(200, 3_000).await;
    }
    Ok(())
}

fn path(device: &Device) -> String {
    let code = device.code().map(|code| code.to_string());
    format!("/api/v1/tables/{}/socket", code.unwrap_or_default())
}

async fn open(device: &Device, what: &str) -> Option<Socket> {
    let token = device.token()?;
    let socket = Socket::open(&path(device), Some(&token), PATIENCE).await;
    let came = if socket.is_some() {
        "is in"
    } else {
        "is not let in"
    };
    device.note(&format!("{what}: {came}"));
    socket
}

/// Whether an end that did not come by now is the hall's fault: nothing was lost since `opened`, and nothing has kept the
/// two from talking for so long.
fn overdue(device: &Device, opened: u64, since: u64, within: u64) -> bool {
    let calm = device.stage.calm_since(device.index, since);
    device.stage.sound_since(device.index, opened) && device.now() > calm + within
}

/// Whether nothing has stood between the device and the hall since then.
fn is_calm(device: &Device, opened: u64) -> bool {
    let stage = &device.stage;
    stage.calm_since(device.index, opened) == opened && stage.sound_since(device.index, opened)
}

/// Whether the hall is to be held to what it said at the end of a socket: nothing has stood between the two, and the person
/// had not as many sockets as one may have before.
fn is_judged(device: &Device, opened: u64, bye: Option<u64>) -> bool {
    is_calm(device, opened) && bye != Some(HAS_TOO_MANY)
}

/// Asks for ever and never reads. Perhaps it reads in the end, and then it learns why it was closed.
async fn never_reads(device: &Device) {
    let opened = device.now();
    let Some(mut socket) = open(device, "never reads").await else {
        return;
    };
    let question = json!({ "do": "ping", "t": "x".repeat(3_000) }).to_string();
    while socket
        .say(
            Message::text(question.clone()),
            Duration::from_millis(1_500),
        )
        .await
    {
        if device.is_leaving() {
            return;
        }
        device.pause(10, 40).await;
    }
    // The hall has stopped to take what is said: it waits for its own words to be taken.
    let stuck = device.now();
    device.note("never reads: is stuck");
    let reads = device.once_in(2);
    let wait = if reads {
        SLOW_MS + 2_000
    } else {
        2 * SLOW_MS + WAY_MS
    };
    tokio::time::sleep(Duration::from_millis(wait)).await;
    let mut bye = None;
    let end = drain(&mut socket, &mut bye).await;
    device.note(&format!("never reads: {end:?}, bye {bye:?}"));
    if reads && is_judged(device, opened, bye) && (bye, end) != (Some(4408), Some(Some(4408))) {
        device.broken(&format!(
            "never read since {stuck}, and was told {bye:?}, {end:?}"
        ));
    }
}

/// Reads all that is there; the code of the close, `None` where there was none within the time.
async fn drain(socket: &mut Socket, bye: &mut Option<u64>) -> Option<Option<u16>> {
    let reading = async {
        loop {
            match socket.hear().await {
                Heard::Message(message) if message["type"] == "bye" => {
                    *bye = message["code"].as_u64();
                }
                Heard::Message(_) | Heard::Ping => {}
                Heard::Closed(code) => return Some(code),
                Heard::Gone => return None,
            }
        }
    };
    timeout(Duration::from_millis(WAY_MS), reading)
        .await
        .ok()
        .flatten()
}

/// Says more than anybody may. It reads what it is told in between.
async fn floods(device: &Device) {
    let opened = device.now();
    let Some(mut socket) = open(device, "floods").await else {
        return;
    };
    let (mut bye, mut end) = (None, None);
    let word = json!({ "do": "roll", "id": "flood", "ply": 0 }).to_string();
    let (began, mut answers, mut said) = (device.now(), 0, 0);
    'flood: while said < FLOOD && device.now() < began + FLOOD_MS {
        said += 1;
        if !socket.say(Message::text(word.clone()), PATIENCE).await {
            break;
        }
        while let Ok(heard) = timeout(Duration::ZERO, socket.hear()).await {
            match heard {
                Heard::Message(message) if message["type"] == "bye" => {
                    bye = message["code"].as_u64();
                }
                Heard::Message(_) => answers += 1,
                Heard::Ping => {}
                Heard::Closed(code) => {
                    end = Some(code);
                    break 'flood;
                }
                Heard::Gone => break 'flood,
            }
        }
    }
    if end.is_none() {
        end = drain(&mut socket, &mut bye).await;
    }
    let took_ms = device.now() - began;
    device.note(&format!(
        "floods: {answers} answers to {said} in {took_ms} ms, bye {bye:?}, {end:?}"
    ));
    let is_flood = said > FLOOD_BORNE + FLOOD_BORNE_A_SECOND * took_ms / 1_000;
    if is_judged(device, opened, bye) && is_flood && bye != Some(1008) {
        device.broken(&format!("flooded, and was told {bye:?}, {end:?}"));
    }
}

/// Sends more in one message than anybody may, or what is no text.
async fn says_too_much(device: &Device) {
    let opened = device.now();
    let Some(mut socket) = open(device, "says too much").await else {
        return;
    };
    let (message, code) = match device.between(0, 3) {
        0 => (Message::text("x".repeat(4_097)), 1009),
        1 => (Message::text("x".repeat(40_000)), 1009),
        2 => (Message::text("x".repeat(70_000)), 1009),
        _ => (Message::binary(vec![0; 16]), 1003),
    };
    socket.say(message, PATIENCE).await;
    let mut bye = None;
    let end = drain(&mut socket, &mut bye).await;
    device.note(&format!("says too much: bye {bye:?}, {end:?}"));
    if is_judged(device, opened, bye) && bye != Some(code) {
        device.broken(&format!(
            "said what is {code}, and was told {bye:?}, {end:?}"
        ));
    }
}

/// Opens a socket by hand, sends half a frame or none, and says nothing from then on, not even pongs.
async fn falls_silent(device: &Device) {
    let (opened, path) = (device.now(), path(device));
    let token = device.token().unwrap_or_default();
    let upgrade = format!(
        "GET {path} HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {token}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let mut bytes = upgrade.into_bytes();
    if device.once_in(2) {
        // A masked text of 100 bytes, of which three come.
        bytes.extend([0x81, 0x80 | 100, 1, 2, 3, 4, 5, 6, 7]);
    }
    ends_within(
        device,
        "falls silent",
        opened,
        &bytes,
        SILENT_MS + 2_000 + WAY_MS,
    )
    .await;
}

/// Sends half a request, its head or its body.
async fn asks_by_halves(device: &Device) {
    let opened = device.now();
    let half = match device.once_in(2) {
        true => "GET /healthz HTTP/1.1\r\nHost: ha",
        false => {
            "POST /api/v1/session HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\n\
             Content-Length: 100\r\n\r\n{\"na"
        }
    };
    // A body that does not come is answered in time, and then the connection is kept as long as an idle one.
    ends_within(
        device,
        "asks by halves",
        opened,
        half.as_bytes(),
        2 * HEAD_MS + WAY_MS,
    )
    .await;
}

/// Sends bytes and waits for the hall to end the connection.
async fn ends_within(device: &Device, what: &str, opened: u64, bytes: &[u8], within: u64) {
    let Ok(Ok(mut stream)) = timeout(PATIENCE, TcpStream::connect(HALL)).await else {
        return device.note(&format!("{what}: is not let in"));
    };
    if !matches!(timeout(PATIENCE, stream.write_all(bytes)).await, Ok(Ok(()))) {
        return;
    }
    let began = device.now();
    device.note(&format!("{what}: has begun"));
    let mut all = [0; 4096];
    loop {
        match timeout(Duration::from_secs(1), stream.read(&mut all)).await {
            Ok(Ok(0) | Err(_)) => break,
            Ok(Ok(_)) => {}
            Err(_) if overdue(device, opened, began, within) => {
                device.broken(&format!("{what} since {began}, and is still let in"));
                return;
            }
            Err(_) if device.is_leaving() || device.now() > began + 3 * within => break,
            Err(_) => {}
        }
    }
    device.note(&format!("{what}: was let go"));
}

/// Opens more sockets than a person may have.
async fn hoards(device: &Device) {
    let opened = device.now();
    let (mut sockets, mut refused) = (Vec::new(), 0);
    for _ in 0..HOARD {
        let Some(mut socket) = open(device, "hoards").await else {
            return;
        };
        match timeout(PATIENCE, socket.hear()).await {
            Ok(Heard::Message(message)) if message["code"] == HAS_TOO_MANY => refused += 1,
            Ok(Heard::Message(_)) => sockets.push(socket),
            _ => return,
        }
    }
    let open = sockets.len();
    device.note(&format!("hoards: {open} are in, {refused} are refused"));
    if is_calm(device, opened) && open > MOST_OF_ONE {
        device.broken(&format!("has {open} sockets"));
    }
    drop(sockets);
    device.pause(0, 5_000).await;
}

/// Ends its session; its socket learns of it.
async fn logs_out(device: &Device) {
    let opened = device.now();
    let (Some(mut socket), Some(token)) = (open(device, "logs out").await, device.token()) else {
        return;
    };
    // Whether or not the answer comes: it may be over from here on.
    device.person.borrow_mut().token = None;
    let reply = Ask::post("/api/v1/logout").by(&token).send(PATIENCE).await;
    device.note(&format!(
        "logs out: {:?}",
        reply.as_ref().map(|reply| reply.status)
    ));
    let mut bye = None;
    let end = drain(&mut socket, &mut bye).await;
    device.note(&format!("logs out: bye {bye:?}, {end:?}"));
    let done = reply.is_ok_and(|reply| reply.status == 204);
    if done && is_judged(device, opened, bye) && bye != Some(4401) {
        device.broken(&format!("has logged out, and was told {bye:?}, {end:?}"));
    }
}

/// Looks on and says nothing but pongs; it is pinged every 20 s and stays.
async fn is_there(device: &Device) {
    let opened = device.now();
    let Some(mut socket) = open(device, "is there").await else {
        return;
    };
    let until = opened + device.between(20_000, 100_000);
    let (mut pinged, mut was_refused) = (opened, false);
    while !device.is_leaving() && device.now() < until {
        let heard = timeout(Duration::from_secs(1), socket.hear()).await;
        let now = device.now();
        let calm = is_calm(device, opened);
        match heard {
            Ok(Heard::Ping) => {
                device.note("is there: pinged");
                pinged = now;
            }
            Ok(Heard::Message(message)) => was_refused |= message["code"] == HAS_TOO_MANY,
            Ok(Heard::Closed(_) | Heard::Gone) => {
                device.note("is there: no more");
                if calm && !was_refused && device.stage.hall_up.get() {
                    device.broken("was there, and was let go");
                }
                return;
            }
            Err(_) if calm && now > pinged + 20_000 + WAY_MS => {
                return device.broken(&format!("was not pinged since {pinged}"));
            }
            Err(_) => {}
        }
    }
}
