//! A kill leaves the page cache alone, so that no kill can show whether an answer waited for the disk. The system calls show it:
//! before the hall says yes to anybody, the journal's row is written and a sync of its file has ended.
#![allow(clippy::unwrap_used)]

mod common;
#[path = "fsync/trace.rs"]
mod trace;

use ludohall_bench::{
    api::Api,
    hall::{Hall, Spec},
    people::{Party, Wish},
    socket::Socket,
    view::View,
};
use ludohall_protocol::{ServerMessage, Version};
use std::{fs, path::Path, process::Command, time::Duration};
use trace::{Fault, Trace};

/// Decisions that are looked at.
const DECISIONS: usize = 30;
/// The system calls that write a file, sync it, or send.
const CALLS: &str =
    "trace=pwrite64,pwritev,pwritev2,write,writev,sendto,sendmsg,fsync,fdatasync,exit_group";
/// Where this must not be passed over because strace is missing or forbidden.
const REQUIRED: &str = "LUDOHALL_TEST_REQUIRE_STRACE";

#[tokio::test]
async fn no_answer_goes_out_before_its_entry_is_synced() {
    if !can_trace() {
        assert!(
            std::env::var_os(REQUIRED).is_none(),
            "strace is missing, or may not trace here"
        );
        eprintln!("passed over: strace is missing, or may not trace here");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("trace");
    let accepted = play(dir.path(), &log).await;
    let text = finished(&log).await;
    let trace = Trace::read(&text);
    for (id, version) in &accepted {
        trace
            .check(id, version.0)
            .unwrap_or_else(|fault| panic!("{id}: {fault:?}"));
    }
    assert_eq!(accepted.len(), DECISIONS);
}

fn can_trace() -> bool {
    let tried = Command::new("strace")
        .args(["-qq", "-e", "trace=none", "true"])
        .output();
    tried.is_ok_and(|output| output.status.success())
}

/// Plays on a traced hall; the ids of the accepted commands, and their versions.
async fn play(data: &Path, log: &Path) -> Vec<(String, Version)> {
    let mut hall = Hall::start(&traced(data, log)).await.unwrap();
    let mut api = Api::new(hall.address());
    let party = Party::open(&mut api, &Wish::games("ludo", 2))
        .await
        .unwrap();
    let mut sockets = party.attend(hall.address()).await.unwrap();
    let mut views = [View::default(), View::default()];
    let mut accepted = Vec::new();
    while accepted.len() < DECISIONS {
        for seat in 0..2 {
            if views[seat].is_mine() {
                let id = format!("probe-{}-end", accepted.len());
                sockets[seat]
                    .say(&views[seat].decide(id.clone(), 0).unwrap())
                    .await
                    .unwrap();
                accepted.push((id, answer(&mut sockets[seat], &mut views[seat]).await));
            } else if views[1 - seat].turn.is_none()
                || views[seat].version < views[1 - seat].version
                || views[seat].turn.is_none()
            {
                step(&mut sockets[seat], &mut views[seat]).await;
            }
        }
    }
    hall.terminate().await.unwrap();
    accepted
}

/// A hall whose tracer stands beside it, so that signals reach the hall itself.
fn traced(data: &Path, log: &Path) -> Spec {
    let mut spec = Spec::new(&common::server(), data);
    let server = std::mem::replace(&mut spec.binary, "strace".into());
    let mut arguments: Vec<String> = ["-D", "-f", "-y", "-s", "10000", "-e", CALLS, "-o"]
        .map(str::to_owned)
        .into();
    arguments.push(log.display().to_string());
    arguments.push(server.display().to_string());
    arguments.append(&mut spec.arguments);
    spec.arguments = arguments;
    spec
}

async fn step(socket: &mut Socket, view: &mut View) -> ServerMessage {
    let text = socket.next().await.unwrap();
    let message = serde_json::from_str(&text).unwrap();
    view.hear(&message);
    message
}

async fn answer(socket: &mut Socket, view: &mut View) -> Version {
    loop {
        if let ServerMessage::Answer(answer) = step(socket, view).await {
            assert!(answer.ok, "{answer:?}");
            return answer.version;
        }
    }
}

/// The trace, once its writer has seen the hall end.
async fn finished(log: &Path) -> String {
    for _ in 0..1_000 {
        let text = fs::read_to_string(log).unwrap();
        if text
            .lines()
            .last()
            .is_some_and(|line| line.contains("+++ exited"))
        {
            return text;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the tracer does not end");
}

const WRITE: &str =
    r#"7 pwrite64(9</d/ludohall.sqlite-wal>, "..\"id\":\"probe-1-end\"..", 4096, 88) = 4096"#;
const SYNC: &str = "7 fdatasync(9</d/ludohall.sqlite-wal>) = 0";
const EVENT: &str =
    r#"8 sendto(12<TCP:[1]>, "{\"type\":\"event\",\"version\":5,", 9, 0, NULL, 0) = 9"#;
const ANSWER: &str = r#"8 sendto(11<TCP:[2]>, "{\"type\":\"answer\",\"id\":\"probe-1-end\",\"ok\":true", 9, 0, NULL, 0) = 9"#;
const SYNC_BEGINS: &str = "7 fdatasync(9</d/ludohall.sqlite-wal> <unfinished ...>";
const SYNC_ENDS: &str = "7 <... fdatasync resumed>) = 0";

#[test]
fn the_order_is_found_sound_or_not() {
    let check = |lines: &[&str]| Trace::read(&lines.join("\n")).check("probe-1-end", 5);
    assert_eq!(check(&[WRITE, SYNC, EVENT, ANSWER]), Ok(()));
    assert_eq!(
        check(&[WRITE, SYNC_BEGINS, SYNC_ENDS, EVENT, ANSWER]),
        Ok(())
    );
    assert_eq!(check(&[SYNC, WRITE, EVENT, ANSWER]), Err(Fault::NotSynced));
    assert_eq!(check(&[WRITE, ANSWER, SYNC]), Err(Fault::AnsweredBefore));
    assert_eq!(check(&[WRITE, EVENT, SYNC, ANSWER]), Err(Fault::ToldBefore));
    assert_eq!(
        check(&[WRITE, SYNC_BEGINS, ANSWER, SYNC_ENDS]),
        Err(Fault::AnsweredBefore)
    );
    assert_eq!(
        check(&[SYNC_BEGINS, WRITE, SYNC_ENDS, ANSWER]),
        Err(Fault::NotSynced)
    );
    assert_eq!(check(&[SYNC, EVENT, ANSWER]), Err(Fault::NotWritten));
    assert_eq!(check(&[WRITE, SYNC]), Err(Fault::NotAnswered));
}
