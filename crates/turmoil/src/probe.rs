//! Somebody whose way to the hall is always whole: what others suffer must not be felt here. Who looks last whether anybody
//! is left over.

use crate::{
    http::Ask,
    stage::{Act, Stage},
};
use std::{rc::Rc, time::Duration};

/// It asks so often.
const EVERY: Duration = Duration::from_millis(500);
/// An answer takes no longer.
const WITHIN: Duration = Duration::from_millis(500);
/// What it asks for, in turn.
const QUESTIONS: [&str; 6] = [
    "/healthz",
    "/readyz",
    "/healthz",
    "/api/v1/tables",
    "/healthz",
    "/api/v1/rulesets/ludo",
];

/// Asks whether the hall lives, until the hall has nobody any more; then counts what connections are left over.
pub async fn live(stage: Rc<Stage>, device: usize) -> turmoil::Result {
    for question in QUESTIONS.into_iter().cycle() {
        if stage.act.get() == Act::Empty {
            break;
        }
        let began = stage.now();
        let was_up = stage.hall_up.get();
        let reply = Ask::get(question).send(WITHIN).await;
        let calm = stage.calm_since(device, began) == began;
        let well = reply.as_ref().is_ok_and(|reply| reply.status == 200);
        if was_up && stage.hall_up.get() && calm && !well {
            stage.broken(
                stage.now(),
                &format!("the hall was asked for {question} and said {reply:?}"),
            );
        }
        tokio::time::sleep(EVERY).await;
    }
    let left = turmoil::established_tcp_stream_count_on("hall");
    if left > 0 {
        stage.broken(stage.now(), &format!("{left} connections are left over"));
    }
    let codes: Vec<_> = stage.codes.borrow().iter().flatten().copied().collect();
    for code in codes {
        let ask = Ask::get(format!("/api/v1/tables/{code}"));
        let Ok(reply) = ask.send(WITHIN).await else {
            stage.broken(stage.now(), &format!("{code} cannot be looked at"));
            continue;
        };
        let seats = reply.body["seats"].as_array();
        let connected =
            seats.is_none_or(|seats| seats.iter().any(|seat| seat["connected"] == true));
        if connected || reply.body["watchers"] != 0 {
            let what = format!("somebody is left over at {code}: {}", reply.body);
            stage.broken(stage.now(), &what);
        }
    }
    Ok(())
}
