//! Somebody whose way to the hall is always whole: what others suffer must not be felt here.

use crate::{
    http::Ask,
    stage::{Act, Stage},
};
use std::{rc::Rc, time::Duration};

/// It asks so often.
const EVERY: Duration = Duration::from_millis(500);
/// An answer takes no longer.
const WITHIN: Duration = Duration::from_millis(500);

/// Asks whether the hall lives, until the hall is to have nobody any more.
pub async fn live(stage: Rc<Stage>, device: usize) -> turmoil::Result {
    while stage.act.get() < Act::Leaving {
        let began = stage.now();
        let was_up = stage.hall_up.get();
        let reply = Ask::get("/healthz").send(WITHIN).await;
        let calm = stage.calm_since(device, began) == began;
        let well = reply.as_ref().is_ok_and(|reply| reply.status == 200);
        if was_up && stage.hall_up.get() && calm && !well {
            stage.broken(
                stage.now(),
                &format!("the hall was asked and said {reply:?}"),
            );
        }
        tokio::time::sleep(EVERY).await;
    }
    Ok(())
}
